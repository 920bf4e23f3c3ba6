// Points in time, with milliseconds, and the clocks that return them.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace blotter {

/// Milliseconds since 1970 in UTC.
struct Timestamp {
  std::int64_t ms = 0;
  auto operator<=>(const Timestamp&) const = default;
};

/// RFC 3339 with milliseconds: 2026-11-14T09:30:00.000Z
std::string to_string(Timestamp time);
void append(std::string& out, Timestamp time);
/// An RFC 3339 time with any offset and any fraction of a second, truncated to milliseconds; or a
/// date, which means its start in UTC. Empty for any other text.
std::optional<Timestamp> parse_time(std::string_view text);

/// A day in UTC, counted from 1970-01-01.
struct Day {
  std::int64_t number = 0;
  auto operator<=>(const Day&) const = default;
};

Day day_of(Timestamp time);
/// 2026-11-14
std::string to_string(Day day);

class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual Timestamp now() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] Timestamp now() const override;
};

/// Milliseconds that pass evenly, whatever happens to the system's clock. Only differences mean
/// something.
std::int64_t steady_ms();

/// A clock that never goes back: when its source is set back, it continues evenly from the time it
/// had, so that everything still lasts as long as it should.
class MonotonicClock final : public Clock {
 public:
  using Steady = std::int64_t (*)();
  explicit MonotonicClock(const Clock& source, Steady steady = steady_ms)
      : source_(source), steady_(steady) {}

  [[nodiscard]] Timestamp now() const override;
  /// Never returns an earlier time than this, which another process may have written to the store.
  void begin_at(Timestamp time);

 private:
  const Clock& source_;
  const Steady steady_;
  mutable std::atomic<std::int64_t> latest_ms_{0};
  /// The most by which a returned time was ahead of the steady time.
  mutable std::atomic<std::int64_t> ahead_ms_{std::numeric_limits<std::int64_t>::min()};
};

}  // namespace blotter
