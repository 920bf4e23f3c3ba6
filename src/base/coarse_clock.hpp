// A clock for deadlines: it only moves every few milliseconds, and asking it costs a third of
// asking the steady clock.
#pragma once

#include <chrono>
#include <ctime>

namespace blotter {

/// Never goes back. Its name and types are what std::chrono wants of a clock.
struct CoarseClock {
  // NOLINTBEGIN(readability-identifier-naming)
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<CoarseClock>;
  static constexpr bool is_steady = true;
  // NOLINTEND(readability-identifier-naming)

  static time_point now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
  }
};

}  // namespace blotter
