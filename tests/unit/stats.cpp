// The daily statistics.
#include "operations/stats.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "operations/operation.hpp"

namespace blotter {
namespace {

constexpr Day today{20'000};

TEST(Stats, thirty_days_until_today_are_shown_including_empty_ones) {
  const auto days = days_until(today, {});
  ASSERT_EQ(days.size(), 30U);
  EXPECT_EQ(days.front().day, Day{19'971});
  EXPECT_EQ(days.back().day, today);
  for (const StatsDay& day : days) EXPECT_EQ(day.changes, 0);
}

TEST(Stats, a_kind_has_its_own_number_and_all_kinds_count_as_changes) {
  for (const StatsKind& kind : stats_kinds) {
    const auto days =
        days_until(today, {{today, std::string(kind.event), 5}, {today, "civilian.edited", 2}});
    for (const StatsKind& other : stats_kinds) {
      EXPECT_EQ(days.back().*other.amount, &other == &kind ? 5 : 0) << kind.event;
    }
    EXPECT_EQ(days.back().changes, 7);
    EXPECT_EQ(days.front().changes, 0);
  }
}

TEST(Stats, activity_on_other_days_is_omitted) {
  const auto days = days_until(
      today, {{{19'970}, "leo.cited", 1}, {{19'971}, "leo.cited", 2}, {{20'001}, "leo.cited", 4}});
  EXPECT_EQ(days.front().citations, 2);
  std::int64_t all = 0;
  for (const StatsDay& day : days) all += day.changes;
  EXPECT_EQ(all, 2);
}

TEST(Stats, the_kinds_are_those_of_the_table_of_operations) {
  for (const StatsKind& kind : stats_kinds) {
    EXPECT_TRUE(std::any_of(operations().begin(), operations().end(), [&](const Operation& each) {
      return each.event == kind.event;
    })) << kind.event;
  }
}

}  // namespace
}  // namespace blotter
