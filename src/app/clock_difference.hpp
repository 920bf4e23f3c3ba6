// When to warn that the clock is behind the newest event in the store.
#pragma once

#include "base/clock.hpp"

namespace blotter::app {

// The clocks of several instances differ a little.
inline constexpr std::int64_t clock_difference_max_ms = 2000;

inline bool is_set_back(Timestamp now, Timestamp newest_event) {
  return newest_event.ms - now.ms > clock_difference_max_ms;
}

}  // namespace blotter::app
