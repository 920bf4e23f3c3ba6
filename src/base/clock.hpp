// Points in time, to the millisecond, and where they come from.
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
/// A time of RFC 3339 with any offset and any fraction of a second, of which milliseconds count; or
/// a date, which is its beginning in UTC. Nothing when it is something else.
std::optional<Timestamp> parse_time(std::string_view text);

/// A day in UTC, counted from the first of 1970.
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

/// A clock that stands still instead of going back, when the one behind it is set back.
class ForwardClock final : public Clock {
 public:
  explicit ForwardClock(const Clock& source) : source_(source) {}

  [[nodiscard]] Timestamp now() const override { return {raise_to(source_.now().ms)}; }
  /// It was this late before, when another process ran on the same store.
  void begin_at(Timestamp time) { raise_to(time.ms); }

 private:
  std::int64_t raise_to(std::int64_t ms) const;

  const Clock& source_;
  mutable std::atomic<std::int64_t> latest_ms_{0};
};

}  // namespace blotter
