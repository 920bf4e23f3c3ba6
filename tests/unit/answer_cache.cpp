// Finished answers that are kept for the same question.
#include "api/answer_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace blotter::api {
namespace {

using ::testing::Optional;

constexpr std::size_t megabyte = std::size_t{1024} * 1024;

Question question(int number, std::uint64_t version = 1) {
  return {"civilian.info g\n" + std::to_string(number), version};
}

TEST(AnswerCache, an_answer_is_found_for_the_same_question_and_version_only) {
  AnswerCache cache(megabyte);
  cache.offer(question(1), "one");
  EXPECT_THAT(cache.find(question(1)), Optional(std::string("one")));
  EXPECT_EQ(cache.find(question(2)), std::nullopt);
  EXPECT_EQ(cache.find(question(1, 2)), std::nullopt);
}

TEST(AnswerCache, a_later_answer_takes_the_place_of_an_earlier_one) {
  AnswerCache cache(megabyte);
  cache.offer(question(1), "old");
  cache.offer(question(1, 2), "new and longer");
  EXPECT_THAT(cache.find(question(1, 2)), Optional(std::string("new and longer")));
  EXPECT_EQ(cache.find(question(1)), std::nullopt);
}

TEST(AnswerCache, an_empty_answer_is_one_too) {
  AnswerCache cache(megabyte);
  cache.offer(question(1), "");
  EXPECT_THAT(cache.find(question(1)), Optional(std::string()));
}

TEST(AnswerCache, long_answers_and_long_questions_are_not_kept) {
  AnswerCache cache(megabyte);
  cache.offer(question(1), std::string(16 * 1024, 'a'));
  EXPECT_TRUE(cache.find(question(1)));
  cache.offer(question(2), std::string(16 * 1024 + 1, 'a'));
  EXPECT_FALSE(cache.find(question(2)));
  const Question longest(std::string(1025, 'q'), 1);
  cache.offer(longest, "short");
  EXPECT_FALSE(cache.find(longest));
}

TEST(AnswerCache, memory_stays_bounded_and_what_is_asked_for_stays) {
  AnswerCache cache(megabyte);
  const std::string answer(1000, 'a');
  cache.offer(question(0), answer);
  int kept = 0;
  for (int i = 1; i <= 10'000; ++i) {
    // Twice, so that it is worth keeping in a full cache.
    for (int turn = 0; turn < 2; ++turn) cache.offer(question(i), answer);
    ASSERT_TRUE(cache.find(question(0))) << "after " << i << " others";
  }
  for (int i = 1; i <= 10'000; ++i) kept += cache.find(question(i)) ? 1 : 0;
  EXPECT_GT(kept, 300);
  EXPECT_LT(kept, 1000);
}

TEST(AnswerCache, what_is_asked_once_drives_nothing_out) {
  AnswerCache cache(megabyte);
  const std::string answer(1000, 'a');
  for (int i = 0; i < 2000; ++i) cache.offer(question(i), answer);  // full
  for (int turn = 0; turn < 2; ++turn) cache.offer(question(-1), answer);
  ASSERT_TRUE(cache.find(question(-1)));
  for (int i = 10'000; i < 60'000; ++i) cache.offer(question(i), answer);
  EXPECT_TRUE(cache.find(question(-1)));
}

}  // namespace
}  // namespace blotter::api
