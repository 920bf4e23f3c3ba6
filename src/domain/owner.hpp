// The civilian who owns a vehicle or firearm, with the members that its record shows.
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
