// A clock for deadlines: moves only every few milliseconds, at a third of the steady clock's cost.
#pragma once

#include <chrono>
#include <ctime>

namespace blotter {

/// Never goes back. Names and types follow the std::chrono clock requirements.
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
