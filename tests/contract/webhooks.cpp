// Webhooks, what waits for them, and the lease of the instance that sends.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Webhooks : public StoreContract {
 protected:
  static Webhook webhook(std::int64_t id, std::vector<std::string> kinds = {"*"}) {
    return {.id = {id},
            .name = "Dispatch",
            .url = WebhookUrl::stored("https://bot.example/x"),
            .kinds = EventKinds(std::move(kinds)),
            .format = WebhookFormat::discord,
            .secret = WebhookSecret::stored("whsec_AAAA"),
            .created = {1000}};
  }
  void add(const Webhook& webhook) {
    write([&](Writer& records) { records.insert(webhook); });
  }
  std::optional<Webhook> find(std::int64_t id) {
    return seen([&](Reader& records) { return records.webhook({id}); });
  }
  std::vector<WebhookToSend> to_send() {
    std::vector<WebhookToSend> found;
    store_->look_up([&](Accounts& accounts) { found = accounts.webhooks_to_send(); });
    return found;
  }
  void append(int count, const std::string& kind = "leo.cited") {
    for (int i = 0; i < count; ++i) {
      write([&](Writer& records) { add_event(records, event(kind)); });
    }
  }
  std::vector<std::int64_t> due(std::int64_t id, std::int64_t ms) {
    return seen([&](Reader& records) {
      std::vector<std::int64_t> numbers;
      for (const auto& each : records.retries_due({id}, {ms}, 10)) numbers.push_back(each.seq);
      return numbers;
    });
  }
  static WebhookAttempt attempt(std::int64_t id, std::int64_t ms) {
    return {.id = id,
            .seq = 3,
            .kind = "leo.cited",
            .at = {ms},
            .number = 2,
            .status = 500,
            .took_ms = 12,
            .is_delivered = false,
            .error = "status 500",
            .reply = "oh nö"};
  }
};
BLOTTER_FOR_EVERY_STORE(Webhooks);

TEST_P(Webhooks, a_webhook_is_stored_with_all_its_values) {
  Webhook stored = webhook(5, {"leo.*", "civilian.bolo"});
  stored.position = 42;
  add(stored);
  const auto found = find(5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "Dispatch");
  EXPECT_EQ(found->url, stored.url);
  EXPECT_THAT(found->kinds.patterns(), ElementsAre("leo.*", "civilian.bolo"));
  EXPECT_EQ(found->format, WebhookFormat::discord);
  EXPECT_EQ(found->secret.reveal(), "whsec_AAAA");
  EXPECT_EQ(found->created.ms, 1000);
  EXPECT_TRUE(found->is_active);
  EXPECT_EQ(found->position, 42);
  EXPECT_EQ(found->state(), WebhookState::active);
  EXPECT_FALSE(find(6));
  EXPECT_THAT(seen(other_guild_, [](Reader& records) { return records.webhooks(); }), IsEmpty());
}

TEST_P(Webhooks, health_is_stored) {
  add(webhook(5));
  const WebhookHealth health{.failing_since = Timestamp{1},
                             .last_success = Timestamp{2},
                             .last_failure = Timestamp{3},
                             .last_error = "status 500"};
  write([&](Writer& records) { records.set_health({5}, health); });
  const auto found = find(5);
  EXPECT_EQ(found->health.failing_since, health.failing_since);
  EXPECT_EQ(found->health.last_success, health.last_success);
  EXPECT_EQ(found->health.last_failure, health.last_failure);
  EXPECT_EQ(found->health.last_error, "status 500");
  EXPECT_EQ(found->state(), WebhookState::failing);
}

TEST_P(Webhooks, a_position_moves_only_from_where_it_is) {
  add(webhook(5));
  write([&](Writer& records) {
    EXPECT_TRUE(records.move_position({5}, 0, 7));
    EXPECT_FALSE(records.move_position({5}, 0, 9));
    EXPECT_FALSE(records.move_position({6}, 0, 9));
  });
  EXPECT_EQ(find(5)->position, 7);
}

TEST_P(Webhooks, events_after_the_position_and_retries_are_waiting) {
  append(3);
  append(2, "civilian.created");
  Webhook one = webhook(5, {"leo.*"});
  one.position = 1;
  add(one);
  const auto waiting = [&] {
    return seen([&](Reader& records) { return records.count_waiting(*records.webhook({5})); });
  };
  EXPECT_EQ(waiting(), 2);
  write([&](Writer& records) { records.put_retry({5}, {.seq = 1, .attempts = 1, .due = {9}}); });
  EXPECT_EQ(waiting(), 3);
}

TEST_P(Webhooks, at_most_a_hundred_waiting_events_are_counted) {
  write([&](Writer& records) {
    for (int i = 0; i < 60; ++i) add_event(records, event("leo.cited"));
  });
  add(webhook(5));
  const auto waiting = [&] {
    return seen([&](Reader& records) { return records.count_waiting(*records.webhook({5})); });
  };
  EXPECT_EQ(waiting(), 60);
  write([&](Writer& records) {
    for (int i = 0; i < 60; ++i) add_event(records, event("leo.cited"));
  });
  EXPECT_EQ(waiting(), 100);
  write([&](Writer& records) {
    for (int i = 1; i <= 120; ++i) records.put_retry({5}, {.seq = i, .attempts = 1, .due = {9}});
  });
  EXPECT_EQ(waiting(), 100);
}

TEST_P(Webhooks, due_retries_come_in_the_order_of_their_events) {
  add(webhook(5));
  write([&](Writer& records) {
    records.put_retry({5}, {.seq = 8, .attempts = 1, .due = {10}});
    records.put_retry({5}, {.seq = 4, .attempts = 1, .due = {20}});
    records.put_retry({5}, {.seq = 6, .attempts = 1, .due = {30}});
    records.put_retry({6}, {.seq = 1, .attempts = 1, .due = {1}});  // there is no such webhook
  });
  EXPECT_THAT(due(5, 9), IsEmpty());
  EXPECT_THAT(due(5, 20), ElementsAre(4, 8));
  EXPECT_EQ(to_send().at(0).next_retry, Timestamp{10});
  write([&](Writer& records) {
    records.put_retry({5}, {.seq = 8, .attempts = 2, .due = {40}});
    records.erase_retry({5}, 4);
  });
  EXPECT_THAT(due(5, 35), ElementsAre(6));
  write([&](Writer& records) { records.erase_retries_from({5}, 7); });
  EXPECT_THAT(due(5, 100), ElementsAre(6));
}

TEST_P(Webhooks, a_disabled_webhook_is_not_sent_and_loses_its_retries) {
  add(webhook(5));
  write([&](Writer& records) { records.put_retry({5}, {.seq = 8, .attempts = 1, .due = {10}}); });
  const auto before = to_send();
  ASSERT_EQ(before.size(), 1U);
  EXPECT_EQ(before[0].guild.str(), guild_.str());
  write([&](Writer& records) {
    Webhook changed = *records.webhook({5});
    changed.is_active = false;
    changed.name = "Other";
    records.update(changed);
  });
  EXPECT_THAT(to_send(), IsEmpty());
  EXPECT_THAT(due(5, 100), IsEmpty());
  EXPECT_EQ(find(5)->state(), WebhookState::disabled);
  EXPECT_EQ(find(5)->name, "Other");
}

TEST_P(Webhooks, attempts_are_listed_newest_first_and_pruned) {
  add(webhook(5));
  write([&](Writer& records) {
    for (std::int64_t id = 1; id <= 5; ++id) records.append({5}, attempt(id, id * 100));
    records.append({6}, attempt(9, 900));  // there is no such webhook
  });
  const auto ids = [&](std::int64_t below, std::int64_t count) {
    return seen([&](Reader& records) {
      std::vector<std::int64_t> found;
      for (const auto& each : records.attempts({5}, below, count)) found.push_back(each.id);
      return found;
    });
  };
  EXPECT_THAT(ids(100, 3), ElementsAre(5, 4, 3));
  EXPECT_THAT(ids(3, 3), ElementsAre(2, 1));
  const auto last = seen([](Reader& records) { return records.attempts({5}, 100, 1); }).at(0);
  EXPECT_EQ(last.seq, 3);
  EXPECT_EQ(last.kind, "leo.cited");
  EXPECT_EQ(last.at.ms, 500);
  EXPECT_EQ(last.number, 2);
  EXPECT_EQ(last.status, 500);
  EXPECT_EQ(last.took_ms, 12);
  EXPECT_FALSE(last.is_delivered);
  EXPECT_EQ(last.error, "status 500");
  EXPECT_EQ(last.reply, "oh nö");
  write([&](Writer& records) { records.prune_attempts({5}, {300}); });
  EXPECT_THAT(ids(100, 10), ElementsAre(5, 4, 3));
}

TEST_P(Webhooks, a_deleted_webhook_leaves_nothing) {
  add(webhook(5));
  write([&](Writer& records) {
    records.put_retry({5}, {.seq = 8, .attempts = 1, .due = {10}});
    records.append({5}, attempt(1, 1));
  });
  write([&](Writer& records) { records.erase(*records.webhook({5})); });
  EXPECT_FALSE(find(5));
  add(webhook(5));
  EXPECT_THAT(due(5, 100), IsEmpty());
  EXPECT_THAT(seen([](Reader& records) { return records.attempts({5}, 100, 10); }), IsEmpty());
}

TEST_P(Webhooks, a_lease_is_taken_by_one_and_kept_while_it_beats) {
  const auto take = [&](const std::string& holder, std::int64_t beat) {
    bool is_taken = false;
    store_->administer(
        [&](Accounts& accounts) { is_taken = accounts.take_lease("work", holder, beat); });
    return is_taken;
  };
  const auto lease = [&] {
    Lease found;
    store_->look_up([&](Accounts& accounts) { found = accounts.lease("work"); });
    return found;
  };
  EXPECT_EQ(lease().beat, 0);
  EXPECT_TRUE(take("first", 0));
  EXPECT_FALSE(take("second", 0));
  EXPECT_EQ(lease().holder, "first");
  EXPECT_TRUE(take("first", 1));
  EXPECT_FALSE(take("second", 1));
  EXPECT_TRUE(take("second", 2));  // the first has not counted since
  EXPECT_FALSE(take("first", 2));
  store_->administer([](Accounts& accounts) { accounts.release_lease("work", "first"); });
  EXPECT_EQ(lease().holder, "second");
  store_->administer([](Accounts& accounts) { accounts.release_lease("work", "second"); });
  EXPECT_EQ(lease().holder, "");
}

}  // namespace
}  // namespace blotter
