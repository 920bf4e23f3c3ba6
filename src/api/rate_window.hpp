// The number of requests that a key has made in the current second.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.hpp"

namespace blotter::api {

struct RateState {
  bool admitted;
  std::int64_t remaining;
  Timestamp reset;
};

/// Fixed windows of one second. Second and count share one word, so counting needs no lock.
class RateWindow {
 public:
  /// Counts a request, unless the limit of the window is reached.
  RateState admit(Timestamp now, std::int64_t limit) {
    std::uint64_t word = word_.load(std::memory_order_relaxed);
    while (true) {
      const std::uint64_t second = second_of(now, word);
      const std::uint64_t used = word >> count_bits == second ? word & count_mask : 0;
      const Timestamp reset{static_cast<std::int64_t>((second + 1) * ms_per_window)};
      if (static_cast<std::int64_t>(used) >= limit) return {false, 0, reset};
      const std::uint64_t next = second << count_bits | (used + 1);
      if (word_.compare_exchange_weak(word, next, std::memory_order_relaxed)) {
        return {true, limit - static_cast<std::int64_t>(used) - 1, reset};
      }
    }
  }

  /// The same, without counting.
  [[nodiscard]] RateState peek(Timestamp now, std::int64_t limit) const {
    const std::uint64_t word = word_.load(std::memory_order_relaxed);
    const std::uint64_t second = second_of(now, word);
    const std::uint64_t used = word >> count_bits == second ? word & count_mask : 0;
    return {true, limit - static_cast<std::int64_t>(used),
            Timestamp{static_cast<std::int64_t>((second + 1) * ms_per_window)}};
  }

 private:
  static constexpr std::uint64_t ms_per_window = 1000;
  // The other 32 bits hold seconds since 1970, which is enough until the year 2106.
  static constexpr int count_bits = 32;
  static constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;

  /// A thread that read the clock just before another thread opened the next window counts in the
  /// next window. Only a clock that was set back returns to an earlier window.
  static std::uint64_t second_of(Timestamp now, std::uint64_t word) {
    const std::uint64_t second = static_cast<std::uint64_t>(now.ms) / ms_per_window;
    return word >> count_bits == second + 1 ? second + 1 : second;
  }

  std::atomic<std::uint64_t> word_{0};
};

}  // namespace blotter::api
