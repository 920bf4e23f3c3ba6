// The civilian that a vehicle or firearm belongs to, as far as its record shows him.
#pragma once

#include "domain/civilian.hpp"

namespace blotter {

struct Owner {
  CivilianId id;
  ExternalId user_id;
  PersonName user_name;
  CivilianName name;

  static Owner of(const Civilian& civilian) {
    return {civilian.id, civilian.user_id, civilian.user_name, civilian.name};
  }
};

}  // namespace blotter
