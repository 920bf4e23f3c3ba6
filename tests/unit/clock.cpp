// Times as clients see them.
#include "base/clock.hpp"

#include <gtest/gtest.h>

namespace blotter {
namespace {

TEST(ClockText, times_are_rfc_3339_in_utc_with_milliseconds) {
  EXPECT_EQ(to_string(Timestamp{0}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(to_string(Timestamp{1'794'648'600'000}), "2026-11-14T09:30:00.000Z");
  EXPECT_EQ(to_string(Timestamp{1'794'648'600'007}), "2026-11-14T09:30:00.007Z");
}

TEST(ClockText, the_ends_of_days_and_leap_years_are_right) {
  EXPECT_EQ(to_string(Timestamp{1'709'164'799'999}), "2024-02-28T23:59:59.999Z");
  EXPECT_EQ(to_string(Timestamp{1'709'164'800'000}), "2024-02-29T00:00:00.000Z");
  EXPECT_EQ(to_string(Timestamp{4'107'542'400'000}), "2100-03-01T00:00:00.000Z");
  EXPECT_EQ(to_string(Timestamp{-1}), "1969-12-31T23:59:59.999Z");
}

TEST(ClockText, a_day_begins_at_midnight_in_utc) {
  constexpr std::int64_t midnight = 1'709'164'800'000;
  EXPECT_EQ(to_string(day_of({midnight - 1})), "2024-02-28");
  EXPECT_EQ(to_string(day_of({midnight})), "2024-02-29");
  EXPECT_EQ(to_string(day_of({midnight + 86'399'999})), "2024-02-29");
  EXPECT_EQ(to_string(Day{0}), "1970-01-01");
  EXPECT_EQ(day_of({0}), Day{0});
  EXPECT_EQ(day_of({-1}), Day{-1});
}

TEST(ClockText, it_appends_to_what_is_there) {
  std::string out = "at ";
  append(out, Timestamp{0});
  EXPECT_EQ(out, "at 1970-01-01T00:00:00.000Z");
}

TEST(ClockText, texts_sort_as_their_times_do) {
  EXPECT_LT(to_string(Timestamp{999}), to_string(Timestamp{1000}));
  EXPECT_LT(to_string(Timestamp{1'794'648'600'000}), to_string(Timestamp{1'794'648'600'001}));
}

TEST(ClockText, the_system_clock_tells_milliseconds_of_our_days) {
  const std::string now = to_string(SystemClock().now());
  EXPECT_GT(now, "2024");
  EXPECT_LT(now, "2100");
}

}  // namespace
}  // namespace blotter
