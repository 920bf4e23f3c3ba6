// Points in time, with milliseconds, and the clocks that return them.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
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

/// A clock that stands still instead of going back when its source is set back.
class MonotonicClock final : public Clock {
 public:
  explicit MonotonicClock(const Clock& source) : source_(source) {}

  [[nodiscard]] Timestamp now() const override { return {raise_to(source_.now().ms)}; }
  /// Never returns an earlier time than this, which another process may have written to the store.
  void begin_at(Timestamp time) { raise_to(time.ms); }

 private:
  std::int64_t raise_to(std::int64_t ms) const;

  const Clock& source_;
  mutable std::atomic<std::int64_t> latest_ms_{0};
};

}  // namespace blotter
