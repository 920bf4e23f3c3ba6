#include <fmt/format.h>

#include "app/clock_difference.hpp"
#include "app/doctor/checks.hpp"

namespace blotter::app::doctor {
namespace {

// This check was written in November 2026: an earlier time is wrong.
constexpr std::string_view written = "2026-11-01";
constexpr std::int64_t years_max = 30;
constexpr std::int64_t year_ms = 365LL * 86'400'000;

}  // namespace

Check check_clock(Timestamp now, Timestamp newest_event) {
  const std::string shown = to_string(now);
  const std::int64_t written_ms = parse_time(written)->ms;
  if (now.ms < written_ms || now.ms > written_ms + years_max * year_ms) {
    return {"clock", Status::error, fmt::format("{} is not plausible", shown),
            "set the clock, for example with timedatectl set-ntp true"};
  }
  if (is_set_back(now, newest_event)) {
    return {"clock", Status::warning,
            fmt::format("{} is before the newest change in the store, {}", shown,
                        to_string(newest_event)),
            "correct the clock: until then new records get the time of that change"};
  }
  return {"clock", Status::ok, shown};
}

}  // namespace blotter::app::doctor
