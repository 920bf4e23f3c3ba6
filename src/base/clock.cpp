#include "base/clock.hpp"

#include <chrono>
#include <iterator>

#include <fmt/format.h>

namespace blotter {

void append(std::string& out, Timestamp time) {
  using namespace std::chrono;
  const sys_time<milliseconds> point{milliseconds(time.ms)};
  const auto day = floor<days>(point);
  const year_month_day date{day};
  const hh_mm_ss clock{point - day};
  fmt::format_to(std::back_inserter(out), "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                 static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                 static_cast<unsigned>(date.day()), clock.hours().count(), clock.minutes().count(),
                 clock.seconds().count(), clock.subseconds().count());
}

std::string to_string(Timestamp time) {
  std::string out;
  append(out, time);
  return out;
}

Timestamp SystemClock::now() const {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

}  // namespace blotter
