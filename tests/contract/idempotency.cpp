// Stored responses of changes, for retries.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;

class StoredResponses : public StoreContract {
 protected:
  void store(KeyId key, const std::string& name, const StoredResponse& response) {
    write([&](Writer& records) {
      records.lock_guild();
      records.store_response(key, name, response);
      add_event(records, event("civilian.created"));
    });
  }
  std::optional<StoredResponse> find(const GuildId& guild, KeyId key, const std::string& name,
                                     Timestamp now = {1000}) {
    std::optional<StoredResponse> found;
    write_and_wait(*store_, guild, [&](Writer& records) {
      records.lock_guild();
      found = records.stored_response(key, name, now);
      return Outcome::roll_back;
    });
    return found;
  }
  std::optional<StoredResponse> find(KeyId key, const std::string& name, Timestamp now = {1000}) {
    return find(guild_, key, name, now);
  }
  bool has_before(Day day) {
    bool has_any = false;
    store_->look_up([&](Accounts& accounts) { has_any = accounts.has_responses(day); });
    return has_any;
  }
  void delete_some_before(Day day) {
    store_->administer([&](Accounts& accounts) { accounts.delete_some_responses(day); });
  }

  static constexpr std::int64_t day_ms = std::int64_t{24} * 60 * 60 * 1000;
  const StoredResponse response_{.request = "digest", .body = R"({"ünï":1})", .at = {1000}};
};
BLOTTER_FOR_EVERY_STORE(StoredResponses);

TEST_P(StoredResponses, a_response_is_found_by_guild_key_and_name) {
  store({7}, "first", response_);
  const auto found = find({7}, "first");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->request, response_.request);
  EXPECT_EQ(found->body, response_.body);
  EXPECT_EQ(found->at.ms, response_.at.ms);
  EXPECT_FALSE(find({7}, "second"));
  EXPECT_FALSE(find({8}, "first"));
  EXPECT_FALSE(find(other_guild_, {7}, "first"));
}

TEST_P(StoredResponses, a_response_is_found_on_its_day_and_the_next) {
  store({7}, "first", response_);
  EXPECT_TRUE(find({7}, "first", {day_ms - 1}));
  EXPECT_TRUE(find({7}, "first", {2 * day_ms - 1}));
  EXPECT_FALSE(find({7}, "first", {2 * day_ms}));
}

TEST_P(StoredResponses, a_response_of_an_instance_whose_clock_is_ahead_is_found_before_midnight) {
  store({7}, "first", {.request = "digest", .body = "{}", .at = {day_ms + 1000}});
  EXPECT_TRUE(find({7}, "first", {day_ms - 1000}));
}

TEST_P(StoredResponses, the_response_of_the_later_day_counts) {
  store({7}, "first", response_);
  store({7}, "first", {.request = "other", .body = "{}", .at = {day_ms + 2000}});
  const auto found = find({7}, "first", {day_ms + 3000});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->request, "other");
  EXPECT_EQ(found->body, "{}");
  EXPECT_EQ(found->at.ms, day_ms + 2000);
}

TEST_P(StoredResponses, a_rolled_back_change_leaves_no_response) {
  write_and_wait(*store_, guild_, [&](Writer& records) {
    records.lock_guild();
    records.store_response({7}, "first", response_);
    return Outcome::roll_back;
  });
  EXPECT_FALSE(find({7}, "first"));
}

TEST_P(StoredResponses, old_responses_are_deleted_in_steps) {
  constexpr int old = 1500;
  write([&](Writer& records) {
    records.lock_guild();
    for (int i = 0; i < old; ++i) records.store_response({7}, fmt::format("old {}", i), response_);
    records.store_response({7}, "new", {.request = "digest", .body = "{}", .at = {day_ms}});
    add_event(records, event("civilian.created"));
  });
  EXPECT_FALSE(has_before({0}));
  EXPECT_TRUE(has_before({1}));
  int steps = 0;
  for (; has_before({1}); ++steps) delete_some_before({1});
  EXPECT_GT(steps, 1);
  EXPECT_FALSE(find({7}, "old 0"));
  EXPECT_TRUE(find({7}, "new", {day_ms}));
}

TEST_P(StoredResponses, the_responses_of_a_deleted_guild_are_deleted) {
  store({7}, "first", response_);
  store_->administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  EXPECT_FALSE(has_before({2}));
}

}  // namespace
}  // namespace blotter
