// One change, as the audit log stores it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "domain/api_key.hpp"
#include "domain/civilian.hpp"

namespace blotter {

/// What a handler reports about its change; the rest of the event is known without it.
struct Change {
  std::optional<CivilianId> civilian;
  /// Its name after the change; empty if it was deleted.
  std::string civilian_name;
  /// The record that changed: a civilian's, vehicle's or firearm's id, or an entry's count.
  std::int64_t subject = 0;
  /// Who did it in the roleplay, if the operation names someone.
  std::optional<std::string> actor;
  /// JSON objects with the members that changed; empty before a creation or after a deletion.
  std::optional<std::string> before;
  std::optional<std::string> after;
};

struct Event {
  /// Unique to this change.
  std::int64_t id;
  std::string_view kind;
  Timestamp at;
  std::optional<KeyId> key;
  std::string key_name;
  Change change;
  /// The number of the event that this one takes back.
  std::optional<std::int64_t> undoes = std::nullopt;
};

}  // namespace blotter
