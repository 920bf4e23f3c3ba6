// The three interpretations of ">5000".
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "domain/penalty.hpp"

namespace blotter {
namespace {

constexpr double billion = 1'000'000'000;

PenaltyLimit limit(std::string_view text) { return PenaltyLimit::parse(text).value(); }

TEST(PenaltyLimit, off_accepts_everything_above_0_up_to_a_billion) {
  for (const PenaltyLimit& off : {PenaltyLimit::off(), limit("off")}) {
    for (const double fine : {0.01, 1.0, 5000.0, 5001.0, billion}) {
      EXPECT_EQ(off.check(fine), fine);
    }
    for (const double bad : {0.0, -0.0, -1.0, std::nextafter(billion, 2 * billion)}) {
      EXPECT_EQ(off.check(bad).error(), "must be above 0 and at most 1000000000") << bad;
    }
  }
}

TEST(PenaltyLimit, infinite_and_nan_are_refused) {
  for (const char* reading : {"off", "max:5000", "min:5000"}) {
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      EXPECT_FALSE(limit(reading).check(bad)) << reading << " " << bad;
    }
  }
}

TEST(PenaltyLimit, max_includes_its_bound) {
  EXPECT_EQ(limit("max:5000").check(5000), 5000);
  EXPECT_EQ(limit("max:5000").check(5000.01).error(), "must be at most 5000");
  EXPECT_FALSE(limit("max:5000").check(0));
}

TEST(PenaltyLimit, min_excludes_its_bound) {
  EXPECT_EQ(limit("min:5000").check(5000.01), 5000.01);
  EXPECT_EQ(limit("min:5000").check(5000).error(), "must be more than 5000");
  EXPECT_FALSE(limit("min:5000").check(billion + 1));
}

TEST(PenaltyLimit, its_two_bounds_agree_with_the_check) {
  for (const char* reading : {"off", "max:5000", "min:5000", "max:2.5"}) {
    const PenaltyLimit tested = limit(reading);
    EXPECT_FALSE(tested.check(tested.above())) << reading;
    EXPECT_TRUE(tested.check(std::nextafter(tested.above(), billion))) << reading;
    EXPECT_TRUE(tested.check(tested.at_most())) << reading;
    EXPECT_FALSE(tested.check(std::nextafter(tested.at_most(), 2 * billion))) << reading;
  }
}

TEST(PenaltyLimit, a_bound_may_have_a_fraction) {
  EXPECT_EQ(limit("max:2.5").check(2.5), 2.5);
  EXPECT_EQ(limit("max:2.5").check(2.6).error(), "must be at most 2.5");
}

TEST(PenaltyLimit, other_texts_are_refused) {
  for (const char* text : {"",      "OFF",    "on",      "max",     "max:",           "min:",
                           "max:0", "max:-1", "max:x",   "max: 1",  "max:1 ",         "max:1x",
                           "mid:5", "max=5",  "max:nan", "max:inf", "min:1000000000", "max:1e400",
                           "5000",  " off"}) {
    EXPECT_FALSE(PenaltyLimit::parse(text)) << "'" << text << "'";
  }
}

}  // namespace
}  // namespace blotter
