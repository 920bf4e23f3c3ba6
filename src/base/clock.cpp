#include "base/clock.hpp"

#include <chrono>
#include <string_view>

namespace blotter {
namespace {

/// `number` with leading zeros. Every record shows a time, so it does not go through a format
/// string.
template <int Width>
char* put(char* at, unsigned number, char behind) {
  for (int i = Width - 1; i >= 0; --i) {
    at[i] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
  at[Width] = behind;
  return at + Width + 1;
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

Timestamp SystemClock::now() const {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

}  // namespace blotter
