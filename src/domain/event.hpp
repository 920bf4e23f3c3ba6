// One change, as the change log keeps it.
#pragma once

#include <optional>
#include <string>

#include "domain/api_key.hpp"
#include "domain/civilian.hpp"

namespace blotter {

/// What a handler tells of its change; the rest of the event is known without it.
struct Change {
  std::optional<CivilianId> civilian;
  /// The record that changed: a civilian's, vehicle's or firearm's id, or an entry's count.
  std::int64_t subject = 0;
  /// Who did it in the roleplay, when the operation names one.
  std::optional<std::string> actor;
  /// JSON objects with the members that changed; nothing before a creation or after a deletion.
  std::optional<std::string> before;
  std::optional<std::string> after;
};

struct Event {
  /// Made for this change alone.
  std::int64_t id;
  std::string_view kind;
  Timestamp at;
  std::optional<KeyId> key;
  Change change;
};

}  // namespace blotter
