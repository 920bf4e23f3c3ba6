// Finished answers that are kept for the same question.
#include "api/answer_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace blotter::api {
namespace {

using ::testing::Optional;

constexpr std::size_t megabyte = std::size_t{1024} * 1024;

Question question(int number) { return Question("civilian.info g\n" + std::to_string(number)); }

class AnswerCacheTest : public ::testing::Test {
 protected:
  void offer(const Question& asked, std::string_view answer, std::uint64_t version = 1) {
    cache_.offer(asked, {about_, version}, answer);
  }
  std::optional<std::string> find(const Question& asked, std::uint64_t version = 1) {
    const auto found = cache_.find(asked, [&](const Basis& basis) {
      return basis.about == about_ && basis.version == version;
    });
    if (!found) return std::nullopt;
    return std::string(found->bytes());
  }

  AnswerCache cache_{megabyte};
  std::optional<CivilianId> about_ = CivilianId{7};
};

TEST_F(AnswerCacheTest, an_answer_is_found_for_the_same_question_and_version_only) {
  offer(question(1), "one");
  EXPECT_THAT(find(question(1)), Optional(std::string("one")));
  EXPECT_EQ(find(question(2)), std::nullopt);
  EXPECT_EQ(find(question(1), 2), std::nullopt);
}

TEST_F(AnswerCacheTest, a_later_answer_takes_the_place_of_an_earlier_one) {
  offer(question(1), "old");
  offer(question(1), "new and longer", 2);
  EXPECT_THAT(find(question(1), 2), Optional(std::string("new and longer")));
  EXPECT_EQ(find(question(1)), std::nullopt);
}

TEST_F(AnswerCacheTest, an_empty_answer_is_one_too) {
  offer(question(1), "");
  EXPECT_THAT(find(question(1)), Optional(std::string()));
}

TEST_F(AnswerCacheTest, long_answers_and_long_questions_are_not_kept) {
  offer(question(1), std::string(16 * 1024, 'a'));
  EXPECT_TRUE(find(question(1)));
  offer(question(2), std::string(16 * 1024 + 1, 'a'));
  EXPECT_FALSE(find(question(2)));
  const Question longest(std::string(1025, 'q'));
  offer(longest, "short");
  EXPECT_FALSE(find(longest));
}

TEST_F(AnswerCacheTest, memory_stays_bounded_and_what_is_asked_for_stays) {
  const std::string answer(1000, 'a');
  offer(question(0), answer);
  int kept = 0;
  for (int i = 1; i <= 10'000; ++i) {
    // Twice, so that it is worth keeping in a full cache.
    for (int turn = 0; turn < 2; ++turn) offer(question(i), answer);
    ASSERT_TRUE(find(question(0))) << "after " << i << " others";
  }
  for (int i = 1; i <= 10'000; ++i) kept += find(question(i)) ? 1 : 0;
  EXPECT_GT(kept, 300);
  EXPECT_LT(kept, 1000);
}

TEST_F(AnswerCacheTest, an_outdated_answer_is_replaced_at_once_also_where_there_is_no_room) {
  const std::string answer(1000, 'a');
  for (int i = 0; i < 2000; ++i) offer(question(i), answer);  // full
  for (int turn = 0; turn < 2; ++turn) offer(question(-1), answer);
  ASSERT_TRUE(find(question(-1)));
  offer(question(-1), answer, 2);
  EXPECT_TRUE(find(question(-1), 2));
}

TEST_F(AnswerCacheTest, what_is_asked_once_drives_nothing_out) {
  const std::string answer(1000, 'a');
  for (int i = 0; i < 2000; ++i) offer(question(i), answer);  // full
  for (int turn = 0; turn < 2; ++turn) offer(question(-1), answer);
  ASSERT_TRUE(find(question(-1)));
  for (int i = 10'000; i < 60'000; ++i) offer(question(i), answer);
  EXPECT_TRUE(find(question(-1)));
}

}  // namespace
}  // namespace blotter::api
