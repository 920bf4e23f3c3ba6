// One change, as the change log keeps it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "domain/api_key.hpp"
#include "domain/civilian.hpp"
#include "domain/enumeration.hpp"

namespace blotter {

/// What can happen to records, for those who look through the log; the operations name the same.
enum class EventKind : std::uint8_t {
  civilian_created,
  civilian_edited,
  civilian_bolo,
  civilian_deceased,
  civilian_deleted,
  vehicle_created,
  vehicle_edited,
  vehicle_deleted,
  firearm_created,
  firearm_edited,
  firearm_deleted,
  leo_arrested,
  leo_cited,
  leo_fined,
  vehicle_impounded,
  medical_admitted,
};
template <>
struct Spellings<EventKind> {
  static constexpr std::array<std::string_view, 16> spellings{
      "civilian.created", "civilian.edited", "civilian.bolo",     "civilian.deceased",
      "civilian.deleted", "vehicle.created", "vehicle.edited",    "vehicle.deleted",
      "firearm.created",  "firearm.edited",  "firearm.deleted",   "leo.arrested",
      "leo.cited",        "leo.fined",       "vehicle.impounded", "medical.admitted"};
};

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
