#include "operations/stats.hpp"

namespace blotter {

std::vector<StatsDay> days_until(Day today, const std::vector<Activity>& activity) {
  const Day first{today.number - stats_days + 1};
  std::vector<StatsDay> days;
  days.reserve(stats_days);
  for (std::int64_t i = 0; i < stats_days; ++i) days.push_back({.day = {first.number + i}});
  for (const Activity& each : activity) {
    if (each.day < first || each.day > today) continue;
    StatsDay& day = days[static_cast<std::size_t>(each.day.number - first.number)];
    day.changes += each.amount;
    for (const StatsKind& kind : stats_kinds) {
      if (kind.event == each.kind) day.*kind.amount += each.amount;
    }
  }
  return days;
}

Result<Stats> stats(ReadCall& call, const NoInput&) {
  call.records.require_snapshot();
  const Day today = day_of(call.now);
  const Day first{today.number - stats_days + 1};
  return Stats{call.records.guild(), call.records.counts(),
               days_until(today, call.records.activity(first, today))};
}

}  // namespace blotter
