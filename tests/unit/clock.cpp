// The text form of times.
#include "base/clock.hpp"

#include <gtest/gtest.h>

namespace blotter {
namespace {

TEST(ClockText, times_are_rfc_3339_in_utc_with_milliseconds) {
  EXPECT_EQ(to_string(Timestamp{0}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(to_string(Timestamp{1'794'648'600'000}), "2026-11-14T09:30:00.000Z");
  EXPECT_EQ(to_string(Timestamp{1'794'648'600'007}), "2026-11-14T09:30:00.007Z");
}

TEST(ClockText, the_ends_of_days_and_leap_years_are_correct) {
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

TEST(ClockText, it_appends_to_existing_text) {
  std::string out = "at ";
  append(out, Timestamp{0});
  EXPECT_EQ(out, "at 1970-01-01T00:00:00.000Z");
}

TEST(ClockText, texts_sort_like_their_times) {
  EXPECT_LT(to_string(Timestamp{999}), to_string(Timestamp{1000}));
  EXPECT_LT(to_string(Timestamp{1'794'648'600'000}), to_string(Timestamp{1'794'648'600'001}));
}

TEST(ClockText, the_system_clock_returns_current_milliseconds) {
  const std::string now = to_string(SystemClock().now());
  EXPECT_GT(now, "2024");
  EXPECT_LT(now, "2100");
}

TEST(Time, rfc_3339_times_are_parsed) {
  const std::pair<std::string_view, std::int64_t> table[] = {
      {"1970-01-01T00:00:00Z", 0},
      {"2026-11-14T09:30:00Z", 1'794'648'600'000},
      {"2026-11-14t09:30:00z", 1'794'648'600'000},
      {"2026-11-14T09:30:00.007Z", 1'794'648'600'007},
      {"2026-11-14T09:30:00.5Z", 1'794'648'600'500},
      {"2026-11-14T09:30:00.0079999Z", 1'794'648'600'007},
      {"2026-11-14T11:30:00+02:00", 1'794'648'600'000},
      {"2026-11-14T04:00:00.25-05:30", 1'794'648'600'250},
      {"2026-11-14T09:30:00-00:00", 1'794'648'600'000},
      {"2026-11-14", 1'794'614'400'000},
      {"2024-02-29", 1'709'164'800'000},
      {"1969-12-31T23:59:59.999Z", -1},
      {"0000-01-01", -62'167'219'200'000},
      {"9999-12-31T23:59:59Z", 253'402'300'799'000},
  };
  for (const auto& [text, ms] : table) EXPECT_EQ(parse_time(text), Timestamp{ms}) << text;
}

TEST(Time, other_texts_are_refused) {
  for (const std::string_view text : {"",
                                      "now",
                                      "2026",
                                      "2026-11",
                                      "2026-11-14T",
                                      "2026-11-14T09:30Z",
                                      "2026-11-14T09:30:00",
                                      "2026-11-14 09:30:00Z",
                                      "2026-11-14T09:30:00.Z",
                                      "2026-11-14T09:30:00 02:00",
                                      "2026-11-14T09:30:00+2:00",
                                      "2026-11-14T09:30:00+0200",
                                      "2026-11-14T09:30:00+24:00",
                                      "2026-11-14T09:30:00+02:60",
                                      "2026-11-14T24:00:00Z",
                                      "2026-11-14T09:60:00Z",
                                      "2026-11-14T09:30:60Z",
                                      "2026-13-14",
                                      "2026-00-14",
                                      "2026-11-31",
                                      "2026-11-00",
                                      "2023-02-29",
                                      "26-11-14",
                                      "2026-11-14Z",
                                      "2026-11-14T09:30:00ZZ",
                                      " 2026-11-14",
                                      "2026-11-14 ",
                                      "-026-11-14",
                                      "+026-11-14",
                                      "1794648600000",
                                      "2026-1-14",
                                      "2026-11-4"}) {
    EXPECT_EQ(parse_time(text), std::nullopt) << text;
  }
}

TEST(Time, a_formatted_time_can_be_parsed) {
  for (const std::int64_t ms : {std::int64_t{0}, std::int64_t{1'794'648'600'007}}) {
    EXPECT_EQ(parse_time(to_string(Timestamp{ms})), Timestamp{ms});
  }
}

class SetClock final : public Clock {
 public:
  [[nodiscard]] Timestamp now() const override { return {ms}; }
  std::int64_t ms = 1000;
};

std::int64_t passed_ms = 0;
std::int64_t steady_test_ms() { return passed_ms; }

class MonotonicClocks : public ::testing::Test {
 protected:
  MonotonicClocks() { passed_ms = 7'000'000; }
  SetClock source_;
  MonotonicClock clock_{source_, steady_test_ms};
};

TEST_F(MonotonicClocks, time_does_not_go_back_with_the_clock) {
  EXPECT_EQ(clock_.now(), Timestamp{1000});
  source_.ms = 2000;
  EXPECT_EQ(clock_.now(), Timestamp{2000});
  source_.ms = 1500;
  EXPECT_EQ(clock_.now(), Timestamp{2000});
  source_.ms = -500'000;
  EXPECT_EQ(clock_.now(), Timestamp{2000});
  source_.ms = 2001;
  EXPECT_EQ(clock_.now(), Timestamp{2001});
}

TEST_F(MonotonicClocks, time_goes_on_evenly_when_the_clock_is_set_back) {
  source_.ms = 5'000'000;
  EXPECT_EQ(clock_.now(), Timestamp{5'000'000});
  source_.ms = 1'400'000;  // an hour earlier
  for (int second = 1; second <= 5000; ++second) {
    passed_ms += 1000;
    source_.ms += 1000;
    ASSERT_EQ(clock_.now(), Timestamp{5'000'000 + second * 1000});
  }
}

TEST_F(MonotonicClocks, a_clock_that_is_set_forward_is_followed) {
  EXPECT_EQ(clock_.now(), Timestamp{1000});
  source_.ms = 3'600'000;
  EXPECT_EQ(clock_.now(), Timestamp{3'600'000});
  passed_ms += 10;
  source_.ms += 10;
  EXPECT_EQ(clock_.now(), Timestamp{3'600'010});
}

TEST_F(MonotonicClocks, time_continues_from_its_last_value) {
  clock_.begin_at({50'000});
  EXPECT_EQ(clock_.now(), Timestamp{50'000});
  clock_.begin_at({10});
  EXPECT_EQ(clock_.now(), Timestamp{50'000});
  passed_ms += 250;
  source_.ms += 250;
  EXPECT_EQ(clock_.now(), Timestamp{50'250});
  source_.ms = 60'000;
  EXPECT_EQ(clock_.now(), Timestamp{60'000});
}

}  // namespace
}  // namespace blotter
