// The line that shows the progress of a copy.
#include "admin/progress_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace blotter::admin {
namespace {

using namespace std::chrono_literals;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class ProgressLines : public ::testing::Test {
 protected:
  /// The line this many seconds after the start.
  std::optional<std::string> at(double seconds, std::int64_t copied, std::int64_t verified) {
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::duration<double>(seconds));
    return line_.next(
        {.guild = 2, .guilds = 5, .rows = 10'000, .copied = copied, .verified = verified},
        start_ + passed);
  }

  const ProgressLine::Time start_{1h};
  ProgressLine line_{start_};
};

TEST_F(ProgressLines, the_line_names_guild_rows_rate_and_time_left) {
  EXPECT_EQ(at(1, 2000, 0),
            "guild 2 of 5  [##..................]  1000 of 10000 rows  1000/s  0:09 left");
}

TEST_F(ProgressLines, a_row_is_done_when_it_is_copied_and_verified) {
  EXPECT_THAT(*at(1, 10'000, 0), HasSubstr("[##########..........]  5000 of 10000 rows"));
  EXPECT_THAT(*at(2, 10'000, 5000), HasSubstr("[###############.....]  7500 of 10000 rows"));
}

TEST_F(ProgressLines, the_line_is_shown_five_times_a_second) {
  EXPECT_EQ(at(0.199, 10, 0), std::nullopt);
  EXPECT_NE(at(0.2, 10, 0), std::nullopt);
  EXPECT_EQ(at(0.399, 20, 0), std::nullopt);
  EXPECT_NE(at(0.4, 20, 0), std::nullopt);
}

TEST_F(ProgressLines, the_end_is_shown_at_once) {
  EXPECT_NE(at(1, 9000, 9000), std::nullopt);
  EXPECT_EQ(at(1.01, 10'000, 9999), std::nullopt);
  EXPECT_THAT(*at(1.02, 10'000, 10'000), HasSubstr("[####################]  10000 of 10000 rows"));
}

TEST_F(ProgressLines, the_rate_is_that_of_the_last_ten_seconds) {
  at(1, 10'000, 0);
  for (int second = 2; second <= 11; ++second) at(second, 10'000 + second * 20, 0);
  EXPECT_THAT(*at(12, 10'240, 0), HasSubstr("  10/s  "));
}

TEST_F(ProgressLines, a_long_time_left_is_shown_in_hours) {
  EXPECT_THAT(*at(1, 2, 0), EndsWith("1/s  2:46:39 left"));
}

TEST_F(ProgressLines, no_time_left_is_shown_in_the_first_second) {
  EXPECT_THAT(*at(0.999, 2000, 0), EndsWith("1000 of 10000 rows  1001/s"));
  EXPECT_THAT(*at(2, 4000, 0), EndsWith("1000/s  0:08 left"));
}

TEST_F(ProgressLines, no_time_left_is_shown_without_progress) {
  EXPECT_THAT(*at(1, 0, 0), EndsWith("0 of 10000 rows  0/s"));
  EXPECT_THAT(*at(20, 0, 0), Not(HasSubstr("left")));
}

TEST_F(ProgressLines, rows_added_after_counting_do_not_overflow_the_bar) {
  EXPECT_THAT(*at(1, 12'000, 12'000), HasSubstr("[####################]  10000 of 10000 rows"));
}

TEST_F(ProgressLines, a_guild_without_rows_is_done) {
  EXPECT_EQ(line_.next({.guild = 1, .guilds = 1}, start_ + 1s),
            "guild 1 of 1  [####################]  0 of 0 rows  0/s");
}

}  // namespace
}  // namespace blotter::admin
