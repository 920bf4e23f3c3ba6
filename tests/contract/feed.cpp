// The feed: every event reaches its subscribers in order, once, and never delays a commit.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using namespace std::chrono_literals;
using ::testing::ElementsAre;

// Far more than is needed, so that only a hang reaches it.
constexpr auto hang_timeout = 30s;

std::vector<std::int64_t> numbers(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(last - first + 1));
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// Counts the calls of a function that the feed calls.
class Calls {
 public:
  std::function<void()> function() {
    return [this] {
      const std::scoped_lock lock(mutex_);
      ++count_;
      called_.notify_all();
    };
  }
  int count() {
    const std::scoped_lock lock(mutex_);
    return count_;
  }
  /// Waits for one more call than there were at that count.
  bool wait_beyond(int count, std::chrono::steady_clock::time_point until) {
    std::unique_lock lock(mutex_);
    return called_.wait_until(lock, until, [&] { return count_ > count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable called_;
  int count_ = 0;
};

/// A subscriber that takes what comes, and reads the audit log when it is behind.
class Listener {
 public:
  Listener(Store& store, GuildId guild, std::int64_t after)
      : store_(store),
        guild_(std::move(guild)),
        subscription_(store.feed().subscribe(guild_, after, calls_.function())) {}

  /// The numbers of the events up to that one, in the order in which they came.
  const std::vector<std::int64_t>& seen_until(std::int64_t last) {
    const auto until = std::chrono::steady_clock::now() + hang_timeout;
    while (subscription_->position() < last) {
      const int calls = calls_.count();
      if (!take() && !calls_.wait_beyond(calls, until)) break;
    }
    return seen_;
  }
  [[nodiscard]] int times_behind() const { return times_behind_; }
  [[nodiscard]] int times_too_slow() const { return times_too_slow_; }
  bool wait_for_reset() {
    const auto until = std::chrono::steady_clock::now() + hang_timeout;
    while (resets_ == 0) {
      const int calls = calls_.count();
      if (!take() && !calls_.wait_beyond(calls, until)) break;
    }
    return resets_ == 1;
  }

 private:
  bool take() {
    const auto taken = subscription_->take(100);
    for (const auto& event : taken.events) seen_.push_back((*event)->seq);
    if (taken.is_reset) ++resets_;
    if (taken.is_too_slow) ++times_too_slow_;
    if (!taken.is_behind) return taken.is_reset || !taken.events.empty();
    ++times_behind_;
    read_and_wait(store_, guild_, [&](Reader& records) {
      const auto events = records.events_after(subscription_->position(), 100);
      for (const AuditedEvent& event : events) seen_.push_back(event.seq);
      subscription_->skip(events);
    });
    return true;
  }

  Store& store_;
  const GuildId guild_;
  Calls calls_;
  std::vector<std::int64_t> seen_;
  int times_behind_ = 0;
  int times_too_slow_ = 0;
  int resets_ = 0;
  std::unique_ptr<Subscription> subscription_;
};

class FeedContract : public StoreContract {
 protected:
  void append(Store& store, const GuildId& guild, int count = 1) {
    for (int i = 0; i < count; ++i) {
      write_and_wait(store, guild, [&](Writer& records) {
        add_event(records, event("civilian.created"));
        return Outcome::commit;
      });
    }
  }
  void append(int count = 1) { append(*store_, guild_, count); }
  void append_large(int count, std::size_t bytes) {
    for (int i = 0; i < count; ++i) {
      write([&](Writer& records) {
        Event large = event("civilian.created");
        large.change.after = '"' + std::string(bytes, 'x') + '"';
        add_event(records, large);
      });
    }
  }
};
BLOTTER_FOR_EVERY_STORE(FeedContract);

TEST_P(FeedContract, an_event_has_the_values_of_the_audit_log) {
  create(civilian(7, "John Doe"));
  Event made = event("civilian.edited", 7);
  made.change = {.civilian = CivilianId{7},
                 .civilian_name = "John Doe",
                 .subject = 7,
                 .actor = "Sgt. Reyes",
                 .before = R"({"hair":"Red"})",
                 .after = R"({"hair":"Brown"})"};
  Calls calls;
  const auto subscription = store_->feed().subscribe(guild_, 0, calls.function());
  write([&](Writer& records) { add_event(records, made); });
  std::vector<std::shared_ptr<const FeedEvent>> taken;
  for (int count = 0; taken.empty(); ++count) {
    ASSERT_TRUE(calls.wait_beyond(count, std::chrono::steady_clock::now() + hang_timeout));
    taken = subscription->take(10).events;
  }
  ASSERT_EQ(taken.size(), 1U);
  const auto logged = seen([](Reader& records) { return records.audit({}, {}).events; });
  ASSERT_EQ(logged.size(), 1U);
  const AuditedEvent& event = **taken[0];
  EXPECT_EQ(event.seq, 1);
  EXPECT_EQ(event.kind, logged[0].kind);
  EXPECT_EQ(event.at.ms, logged[0].at.ms);
  EXPECT_EQ(event.actor, "Sgt. Reyes");
  EXPECT_EQ(event.civilian_name, "John Doe");
  EXPECT_EQ(event.before, logged[0].before);
  EXPECT_EQ(event.after, logged[0].after);
}

TEST_P(FeedContract, events_arrive_in_order_without_gap_or_duplicate) {
  constexpr int writers = 4;
  constexpr int events_each = 100;
  Listener first(*store_, guild_, 0);
  Listener other(*store_, other_guild_, 0);
  std::vector<std::jthread> threads;
  for (int i = 0; i < writers; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < events_each; ++n) {
        append(*store_, guild_);
        append(*store_, other_guild_);
      }
    });
  }
  EXPECT_EQ(first.seen_until(writers * events_each), numbers(1, writers * events_each));
  EXPECT_EQ(other.seen_until(writers * events_each), numbers(1, writers * events_each));
}

TEST_P(FeedContract, a_subscription_starts_after_its_number) {
  append(5);
  Listener listener(*store_, guild_, 3);
  append(2);
  EXPECT_THAT(listener.seen_until(7), ElementsAre(4, 5, 6, 7));
  EXPECT_EQ(listener.times_behind(), 0);
}

TEST_P(FeedContract, a_second_subscription_gets_no_earlier_events) {
  Listener first(*store_, guild_, 0);
  append(3);
  first.seen_until(3);
  Listener second(*store_, guild_, 3);
  append();
  EXPECT_THAT(first.seen_until(4), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(second.seen_until(4), ElementsAre(4));
}

TEST_P(FeedContract,
       a_subscription_that_starts_earlier_than_the_first_one_gets_its_events_at_once) {
  append(10);
  Listener latest(*store_, guild_, 10);
  Listener earlier(*store_, guild_, 3);
  EXPECT_EQ(earlier.seen_until(10), numbers(4, 10));
}

TEST_P(FeedContract, a_subscription_to_old_events_reads_the_audit_log_first) {
  constexpr int before = static_cast<int>(Feed::events_kept) + 50;
  append(before);
  Listener listener(*store_, guild_, 0);
  append();
  EXPECT_EQ(listener.seen_until(before + 1), numbers(1, before + 1));
  EXPECT_GT(listener.times_behind(), 0);
}

TEST_P(FeedContract, a_slow_subscriber_delays_no_commit_and_loses_no_event) {
  constexpr int events = static_cast<int>(Feed::events_kept) * 2;
  Listener slow(*store_, guild_, 0);
  Listener quick(*store_, guild_, 0);
  append(events);
  EXPECT_EQ(quick.seen_until(events).size(), static_cast<std::size_t>(events));
  EXPECT_EQ(slow.seen_until(events), numbers(1, events));
  EXPECT_GT(slow.times_behind(), 0);
}

TEST_P(FeedContract, a_subscriber_is_too_slow_when_more_than_the_limit_waits_for_it) {
  Listener slow(*store_, guild_, 0);
  append();
  slow.seen_until(1);
  constexpr std::size_t half_of_limit = Feed::waiting_bytes_max / 2;
  constexpr std::size_t event_bytes = 64 * 1024;
  constexpr auto half = static_cast<int>(half_of_limit / event_bytes);
  Listener quick(*store_, guild_, 1);
  append_large(half, event_bytes);
  quick.seen_until(1 + half);
  EXPECT_EQ(slow.seen_until(1 + half), numbers(1, 1 + half));
  EXPECT_EQ(slow.times_too_slow(), 0);
  for (int i = 1; i <= 3 * half; ++i) {
    append_large(1, event_bytes);
    quick.seen_until(1 + half + i);
  }
  EXPECT_EQ(slow.seen_until(1 + half * 4), numbers(1, 1 + half * 4));
  EXPECT_GT(slow.times_too_slow(), 0);
  EXPECT_EQ(quick.times_too_slow(), 0);
}

TEST_P(FeedContract, a_subscription_to_old_events_is_not_too_slow) {
  constexpr int events = 20;
  append_large(events, 128 * 1024);
  Listener listener(*store_, guild_, 0);
  EXPECT_EQ(listener.seen_until(events), numbers(1, events));
  EXPECT_EQ(listener.times_too_slow(), 0);
}

TEST_P(FeedContract, a_blocking_subscriber_delays_no_commit) {
  std::promise<void> released;
  const auto subscription =
      store_->feed().subscribe(guild_, 0, [gate = released.get_future().share()] { gate.wait(); });
  append(20);
  EXPECT_EQ(seen([&](Reader& records) { return events(records).size(); }), 20U);
  released.set_value();
}

TEST_P(FeedContract, events_of_a_process_without_notifications_arrive_too) {
  Listener listener(*store_, guild_, 0);
  append();
  listener.seen_until(1);
  // Tools do not notify.
  const auto tool = open_store(place_->url(), StoreUse::tool);
  append(*tool, guild_, 2);
  EXPECT_THAT(listener.seen_until(3), ElementsAre(1, 2, 3));
}

TEST_P(FeedContract, a_rolled_back_change_sends_no_event) {
  Listener listener(*store_, guild_, 0);
  write_and_wait(*store_, guild_, [&](Writer& records) {
    add_event(records, event("civilian.created"));
    return Outcome::roll_back;
  });
  append();
  EXPECT_THAT(listener.seen_until(1), ElementsAre(1));
}

TEST_P(FeedContract, an_ended_subscription_is_no_longer_called) {
  Calls calls;
  auto subscription = store_->feed().subscribe(guild_, 0, calls.function());
  append();
  ASSERT_TRUE(calls.wait_beyond(0, std::chrono::steady_clock::now() + hang_timeout));
  subscription.reset();
  const int count = calls.count();
  Listener other(*store_, guild_, 1);
  append();
  other.seen_until(2);
  EXPECT_EQ(calls.count(), count);
}

TEST_P(FeedContract, subscribers_are_told_that_a_guild_was_recreated) {
  Listener listener(*store_, guild_, 0);
  append(3);
  EXPECT_THAT(listener.seen_until(3), ElementsAre(1, 2, 3));
  store_->administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  store_->administer([&](Accounts& accounts) { accounts.create_guild({guild_, {3}}); });
  EXPECT_TRUE(listener.wait_for_reset());
  append(2);
  EXPECT_THAT(listener.seen_until(2), ElementsAre(1, 2, 3, 1, 2));
}

TEST_P(FeedContract, account_changes_of_any_process_are_reported) {
  Calls calls;
  store_->feed().on_account_changes(calls.function());
  // The first call is for the changes before.
  EXPECT_TRUE(calls.wait_beyond(0, std::chrono::steady_clock::now() + hang_timeout));
  const auto add = [&](Store& store, std::string_view id) {
    const int before = calls.count();
    store.administer([&](Accounts& accounts) { accounts.create_guild({guild(id), {3}}); });
    EXPECT_TRUE(calls.wait_beyond(before, std::chrono::steady_clock::now() + hang_timeout)) << id;
  };
  add(*store_, "third");
  const auto tool = open_store(place_->url(), StoreUse::tool);
  add(*tool, "fourth");
  const int before = calls.count();
  write([](Writer& records) {
    const GuildKey key{.id = {7}, .name = "", .scopes = Scopes::standard(), .created = {1}};
    records.insert(key, sha256("7"));
    add_event(records, event("key.created", 7));
  });
  EXPECT_TRUE(calls.wait_beyond(before, std::chrono::steady_clock::now() + hang_timeout));
  store_->feed().on_account_changes(nullptr);
}

TEST_P(FeedContract, an_observer_sees_each_commit_before_its_result) {
  // The observer lives as long as the store.
  const auto last = std::make_shared<std::atomic<std::int64_t>>(0);
  store_->feed().observe([last](const Commit& commit) {
    for (const GuildEvent& event : commit.events) *last = event->seq;
  });
  for (std::int64_t seq = 1; seq <= 10; ++seq) {
    append();
    EXPECT_EQ(*last, seq);
  }
}

}  // namespace
}  // namespace blotter
