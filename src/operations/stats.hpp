// The guild's statistics: what it has now, and what was done on each of the last days.
#pragma once

#include "domain/statistics.hpp"
#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

struct StatsDay {
  Day day;
  std::int64_t changes = 0;  // of all kinds
  std::int64_t civilians = 0;
  std::int64_t vehicles = 0;
  std::int64_t firearms = 0;
  std::int64_t arrests = 0;
  std::int64_t citations = 0;
  std::int64_t fines = 0;
  std::int64_t admissions = 0;
  std::int64_t bolos = 0;
  static constexpr std::tuple members{
      shape::member("day", [](const auto& d) { return to_string(d.day); }),
      shape::member("changes", [](const auto& d) { return d.changes; }),
      shape::member("civilians", [](const auto& d) { return d.civilians; }),
      shape::member("vehicles", [](const auto& d) { return d.vehicles; }),
      shape::member("firearms", [](const auto& d) { return d.firearms; }),
      shape::member("arrests", [](const auto& d) { return d.arrests; }),
      shape::member("citations", [](const auto& d) { return d.citations; }),
      shape::member("fines", [](const auto& d) { return d.fines; }),
      shape::member("admissions", [](const auto& d) { return d.admissions; }),
      shape::member("bolos", [](const auto& d) { return d.bolos; })};
};

/// The kinds of changes that are counted separately.
struct StatsKind {
  std::string_view event;
  std::int64_t StatsDay::* amount;
};
inline constexpr StatsKind stats_kinds[] = {
    {"civilian.created", &StatsDay::civilians},  {"vehicle.created", &StatsDay::vehicles},
    {"firearm.created", &StatsDay::firearms},    {"leo.arrested", &StatsDay::arrests},
    {"leo.cited", &StatsDay::citations},         {"leo.fined", &StatsDay::fines},
    {"medical.admitted", &StatsDay::admissions}, {"civilian.bolo", &StatsDay::bolos}};

inline constexpr std::int64_t stats_days = 30;

/// The days up to `today`, oldest first, including those without changes.
std::vector<StatsDay> days_until(Day today, const std::vector<Activity>& activity);

struct Stats {
  const GuildId& guild;
  GuildCounts counts;
  std::vector<StatsDay> days;
  static constexpr std::tuple members{
      output::guild_id, shape::member("counts", [](const auto& s) -> auto& { return s.counts; }),
      shape::member("days", [](const auto& s) -> auto& { return s.days; })};
};

template <>
struct shape::Of<GuildCounts> {
  static constexpr std::tuple members{
      member("civilians", [](const GuildCounts& c) { return c.civilians; }),
      member("deceased", [](const GuildCounts& c) { return c.deceased; }),
      member("bolos", [](const GuildCounts& c) { return c.bolos; }),
      member("vehicles", [](const GuildCounts& c) { return c.vehicles; }),
      member("stolenVehicles", [](const GuildCounts& c) { return c.stolen_vehicles; }),
      member("impoundedVehicles", [](const GuildCounts& c) { return c.impounded_vehicles; }),
      member("firearms", [](const GuildCounts& c) { return c.firearms; }),
      member("stolenFirearms", [](const GuildCounts& c) { return c.stolen_firearms; }),
      member("changes", [](const GuildCounts& c) { return c.changes; })};
};

Result<Stats> stats(ReadCall& call, const NoInput& in);

}  // namespace blotter
