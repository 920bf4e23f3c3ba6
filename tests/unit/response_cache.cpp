// Cached responses.
#include "api/response_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace blotter::api {
namespace {

using ::testing::Optional;

constexpr std::size_t megabyte = std::size_t{1024} * 1024;

CacheKey key(int number) { return CacheKey("civilian.info g\n" + std::to_string(number)); }

class ResponseCacheTest : public ::testing::Test {
 protected:
  void offer(const CacheKey& cache_key, std::string_view body, std::uint64_t version = 1) {
    cache_.offer(cache_key, {about_, version}, body);
  }
  std::optional<std::string> find(const CacheKey& cache_key, std::uint64_t version = 1) {
    const auto found = cache_.find(cache_key, [&](const Dependency& dependency) {
      return dependency.about == about_ && dependency.version == version;
    });
    if (!found) return std::nullopt;
    return std::string(found->bytes());
  }

  ResponseCache cache_{megabyte};
  std::optional<CivilianId> about_ = CivilianId{7};
};

TEST_F(ResponseCacheTest, a_response_is_found_only_for_the_same_key_and_version) {
  offer(key(1), "one");
  EXPECT_THAT(find(key(1)), Optional(std::string("one")));
  EXPECT_EQ(find(key(2)), std::nullopt);
  EXPECT_EQ(find(key(1), 2), std::nullopt);
}

TEST_F(ResponseCacheTest, a_later_response_replaces_an_earlier_one) {
  offer(key(1), "old");
  offer(key(1), "new and longer", 2);
  EXPECT_THAT(find(key(1), 2), Optional(std::string("new and longer")));
  EXPECT_EQ(find(key(1)), std::nullopt);
}

TEST_F(ResponseCacheTest, an_empty_response_is_cached) {
  offer(key(1), "");
  EXPECT_THAT(find(key(1)), Optional(std::string()));
}

TEST_F(ResponseCacheTest, long_responses_and_long_keys_are_not_cached) {
  offer(key(1), std::string(16 * 1024, 'a'));
  EXPECT_TRUE(find(key(1)));
  offer(key(2), std::string(16 * 1024 + 1, 'a'));
  EXPECT_FALSE(find(key(2)));
  const CacheKey longest(std::string(1025, 'q'));
  offer(longest, "short");
  EXPECT_FALSE(find(longest));
}

TEST_F(ResponseCacheTest, memory_is_bounded_and_used_entries_stay) {
  const std::string body(1000, 'a');
  offer(key(0), body);
  int kept = 0;
  for (int i = 1; i <= 10'000; ++i) {
    // Twice, because a full cache admits a key only on its second offer.
    for (int turn = 0; turn < 2; ++turn) offer(key(i), body);
    ASSERT_TRUE(find(key(0))) << "after " << i << " others";
  }
  for (int i = 1; i <= 10'000; ++i) kept += find(key(i)) ? 1 : 0;
  EXPECT_GT(kept, 300);
  EXPECT_LT(kept, 1000);
}

TEST_F(ResponseCacheTest, an_outdated_response_is_replaced_even_in_a_full_cache) {
  const std::string body(1000, 'a');
  for (int i = 0; i < 2000; ++i) offer(key(i), body);  // full
  for (int turn = 0; turn < 2; ++turn) offer(key(-1), body);
  ASSERT_TRUE(find(key(-1)));
  offer(key(-1), body, 2);
  EXPECT_TRUE(find(key(-1), 2));
}

TEST_F(ResponseCacheTest, keys_offered_once_evict_nothing) {
  const std::string body(1000, 'a');
  for (int i = 0; i < 2000; ++i) offer(key(i), body);  // full
  for (int turn = 0; turn < 2; ++turn) offer(key(-1), body);
  ASSERT_TRUE(find(key(-1)));
  for (int i = 10'000; i < 60'000; ++i) offer(key(i), body);
  EXPECT_TRUE(find(key(-1)));
}

}  // namespace
}  // namespace blotter::api
