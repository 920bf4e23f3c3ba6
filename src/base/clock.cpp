#include "base/clock.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace blotter {
namespace {

/// Writes `number` with leading zeros. Every record shows a time, so this avoids format strings.
template <int Width>
char* put(char* at, unsigned number, char separator) {
  for (int i = Width - 1; i >= 0; --i) {
    at[i] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
  at[Width] = separator;
  return at + Width + 1;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads tokens from the front of a text. After one failure all later reads fail.
class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool is_good() const { return is_good_; }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }

  /// Exactly `digits` digits; fails if the number is above `most`.
  int number(std::size_t digits, int most) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + digit();
    if (value > most) is_good_ = false;
    return value;
  }
  /// One of `characters`; fails if the next character is another one or the text has ended.
  char one_of(std::string_view characters) {
    const char c = front();
    if (characters.find(c) == std::string_view::npos || rest_.empty()) {
      is_good_ = false;
      return '\0';
    }
    rest_.remove_prefix(1);
    return c;
  }
  int digit() { return std::max(one_of("0123456789") - '0', 0); }

 private:
  std::string_view rest_;
  bool is_good_ = true;
};

/// The digits after the point, in milliseconds.
int scan_fraction(Scan& scan) {
  int ms = 0;
  int weight = 100;
  do {
    ms += scan.digit() * weight;
    weight /= 10;
  } while (scan.is_good() && is_digit(scan.front()));
  return ms;
}

std::chrono::minutes scan_offset(Scan& scan) {
  using namespace std::chrono;
  const char sign = scan.one_of("Zz+-");
  if (sign != '+' && sign != '-') return minutes(0);
  const int hours_east = scan.number(2, 23);
  scan.one_of(":");
  const auto offset = hours(hours_east) + minutes(scan.number(2, 59));
  return sign == '+' ? offset : -offset;
}

}  // namespace

void append(std::string& out, Timestamp time) {
  using namespace std::chrono;
  const sys_time<milliseconds> point{milliseconds(time.ms)};
  const auto day = floor<days>(point);
  const year_month_day date{day};
  const hh_mm_ss clock{point - day};
  const auto small = [](auto count) { return static_cast<unsigned>(count); };
  char text[sizeof "2026-11-14T09:30:00.000Z"];
  char* at = put<4>(text, small(static_cast<int>(date.year())), '-');
  at = put<2>(at, small(date.month()), '-');
  at = put<2>(at, small(date.day()), 'T');
  at = put<2>(at, small(clock.hours().count()), ':');
  at = put<2>(at, small(clock.minutes().count()), ':');
  at = put<2>(at, small(clock.seconds().count()), '.');
  at = put<3>(at, small(clock.subseconds().count()), 'Z');
  out.append(text, at);
}

std::string to_string(Timestamp time) {
  std::string out;
  append(out, time);
  return out;
}

Day day_of(Timestamp time) {
  using namespace std::chrono;
  return {floor<days>(sys_time<milliseconds>{milliseconds(time.ms)}).time_since_epoch().count()};
}

std::string to_string(Day day) {
  constexpr std::int64_t day_ms = 86'400'000;
  constexpr std::size_t date_size = std::string_view("2026-11-14").size();
  return to_string(Timestamp{day.number * day_ms}).substr(0, date_size);
}

std::optional<Timestamp> parse_time(std::string_view text) {
  using namespace std::chrono;
  Scan scan(text);
  const year year{scan.number(4, 9999)};
  scan.one_of("-");
  const month month{static_cast<unsigned>(scan.number(2, 12))};
  scan.one_of("-");
  const year_month_day date{year, month, day{static_cast<unsigned>(scan.number(2, 31))}};
  if (!scan.is_good() || !date.ok()) return std::nullopt;
  sys_time<milliseconds> time = sys_days(date);
  if (!scan.is_at_end()) {
    scan.one_of("Tt");
    time += hours(scan.number(2, 23));
    scan.one_of(":");
    time += minutes(scan.number(2, 59));
    scan.one_of(":");
    time += seconds(scan.number(2, 59));
    if (scan.front() == '.') {
      scan.one_of(".");
      time += milliseconds(scan_fraction(scan));
    }
    time -= scan_offset(scan);
  }
  if (!scan.is_good() || !scan.is_at_end()) return std::nullopt;
  return Timestamp{time.time_since_epoch().count()};
}

Timestamp SystemClock::now() const {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

std::int64_t steady_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

namespace {

// A source that is set back by less is waited for.
constexpr std::int64_t set_back_min_ms = 1000;

/// Returns the greater of the two, which is the new value.
std::int64_t raise(std::atomic<std::int64_t>& value, std::int64_t to) {
  std::int64_t old = value.load(std::memory_order_relaxed);
  while (old < to && !value.compare_exchange_weak(old, to, std::memory_order_relaxed)) {
  }
  return std::max(old, to);
}

}  // namespace

Timestamp MonotonicClock::now() const {
  const std::int64_t steady = steady_();
  std::int64_t ms = source_.now().ms;
  const std::int64_t ahead = ahead_ms_.load(std::memory_order_relaxed);
  const bool is_set_back = ahead > ms - steady + set_back_min_ms;
  if (is_set_back) ms = steady + ahead;
  ms = raise(latest_ms_, ms);
  // Stored only if it changes much: otherwise threads would contend for the cache line.
  if (!is_set_back && ms - steady > ahead + set_back_min_ms / 2) raise(ahead_ms_, ms - steady);
  return {ms};
}

void MonotonicClock::begin_at(Timestamp time) {
  raise(latest_ms_, time.ms);
  raise(ahead_ms_, time.ms - steady_());
}

}  // namespace blotter
