// The members that outputs share. Each works for every output with the data member that it reads:
// `guild`, `civilian`, `owner`, `vehicle`, `firearm`, `success`.
#pragma once

#include "operations/records.hpp"

namespace blotter::output {

using shape::member;

inline constexpr auto guild_id = member("guildID", [](const auto& o) -> auto& { return o.guild; });
inline constexpr auto success = member("success", [](const auto& o) { return o.success; });

// For outputs with a civilian …
inline constexpr auto civilian_id =
    member("civilianID", [](const auto& o) { return o.civilian.id; });
inline constexpr auto civilian_name =
    member("civilianName", [](const auto& o) -> auto& { return o.civilian.name; });
inline constexpr auto user_id =
    member("userID", [](const auto& o) -> auto& { return o.civilian.user_id; });
inline constexpr auto user_name =
    member("userName", [](const auto& o) -> auto& { return o.civilian.user_name; });
inline constexpr auto civilian =
    member("civilian", [](const auto& o) { return shape::One<Civilian>{o.civilian}; });

// … with a vehicle …
inline constexpr auto plate =
    member("plate", [](const auto& o) -> auto& { return o.vehicle.plate; });
inline constexpr auto vehicle =
    member("vehicle", [](const auto& o) { return shape::One<Vehicle>{o.vehicle}; });

// … with a firearm …
inline constexpr auto serial_number =
    member("serialNumber", [](const auto& o) -> auto& { return o.firearm.serial_number; });
inline constexpr auto firearm =
    member("firearm", [](const auto& o) { return shape::One<Firearm>{o.firearm}; });

// … and with an edit.
inline constexpr auto field = member("field", [](const auto& o) { return o.field; });
inline constexpr auto value = member("value", [](const auto& o) -> auto& { return o.value; });
inline constexpr auto old_value =
    member("oldValue", [](const auto& o) -> auto& { return o.old_value; });

/// When something ends, as clients see it; empty if it does not end by itself.
inline std::string end_text(std::optional<Timestamp> until) {
  return until ? to_string(*until) : "";
}
/// The seconds until then; nothing if it does not end by itself.
inline std::optional<std::int64_t> remaining(std::optional<Timestamp> until, Timestamp now) {
  if (!until) return std::nullopt;
  return seconds_left(*until, now);
}

inline constexpr auto found = member("found", [](const auto&) { return true; });
inline constexpr auto id = member("id", [](const auto& o) { return o.id; });

/// The response of deletions by id.
template <class RecordId>
struct Deleted {
  const GuildId& guild;
  RecordId id;
  std::string_view success;
  static constexpr std::tuple members{guild_id, output::id, output::success};
};

/// The name of the member that holds a list's records.
template <class Record>
inline constexpr std::string_view list_name = {};
template <>
inline constexpr std::string_view list_name<Civilian> = "civilians";
template <>
inline constexpr std::string_view list_name<Vehicle> = "vehicles";
template <>
inline constexpr std::string_view list_name<Firearm> = "firearms";

/// The response of the three lists. Records come last and are read only as fast as they are sent.
template <class Record>
struct Listed {
  std::int64_t amount;  // all that match, not only those that are shown
  const GuildId& guild;
  std::optional<std::int64_t> limit;  // if more match, `next` tells where to continue
  Listing<Record> records;            // one more than the limit, if there are that many
};

/// What to read for a page of `limit` records: one record more, which tells whether others follow.
inline ListPart page_of(ListOrder order, std::optional<std::int64_t> after,
                        std::optional<std::int64_t> limit) {
  ListPart part{.order = order, .after = after};
  if (limit) part.records_max = *limit + 1;
  return part;
}

}  // namespace blotter::output
