// When things end by themselves.
#include "domain/term.hpp"

#include <gtest/gtest.h>

namespace blotter {
namespace {

TEST(Terms, a_term_begins_now_and_lasts_as_long_as_requested) {
  const Term term = Term::from({5000}, 60);
  EXPECT_EQ(term.since, Timestamp{5000});
  EXPECT_EQ(term.until, Timestamp{65'000});
}

TEST(Terms, a_term_without_a_time_does_not_end) {
  EXPECT_EQ(Term::from({5000}, std::nullopt).until, std::nullopt);
}

TEST(Terms, a_sentence_ends_to_the_millisecond) {
  EXPECT_EQ(end_of_sentence({1000}, 60), Timestamp{61'000});
  EXPECT_EQ(end_of_sentence({1000}, 0.25), Timestamp{1250});
  EXPECT_EQ(end_of_sentence({1000}, 1e-9), Timestamp{1000});
}

TEST(Terms, a_sentence_that_cannot_be_shown_ends_in_the_year_9999) {
  for (const double seconds : {1e12, 1e18, 1e300, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(to_string(end_of_sentence({1'794'648'600'000}, seconds)), "9999-12-31T23:59:59.000Z");
  }
}

TEST(Terms, the_seconds_left_are_rounded_up_and_never_negative) {
  EXPECT_EQ(seconds_left({10'000}, {4000}), 6);
  EXPECT_EQ(seconds_left({10'000}, {4001}), 6);
  EXPECT_EQ(seconds_left({10'000}, {9999}), 1);
  EXPECT_EQ(seconds_left({10'000}, {10'000}), 0);
  EXPECT_EQ(seconds_left({10'000}, {90'000}), 0);
}

}  // namespace
}  // namespace blotter
