// Instances on PostgreSQL tell each other of their commits by notifications.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "contract/other_session.hpp"
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using namespace std::chrono_literals;

// Far more than is needed, so that only a hang reaches it.
constexpr auto hang_timeout = 30s;

/// One instance never polls, so that it learns of changes by others only from notifications.
class PostgresNotifications : public ::testing::Test {
 protected:
  PostgresNotifications() {
    other_->administer([&](Accounts& accounts) { accounts.create_guild({guild_, {1}}); });
  }

  std::future<void> append() {
    return submit(*other_, guild_, [](Writer& records) {
      add_event(records, event("civilian.created"));
      return Outcome::commit;
    });
  }
  void wait_for_event(std::int64_t seq) {
    while (subscription_->position() < seq) {
      if (!subscription_->take(100).events.empty()) continue;
      std::unique_lock lock(mutex_);
      ASSERT_TRUE(called_.wait_for(lock, hang_timeout, [&] { return is_woken_; }));
      is_woken_ = false;
    }
    EXPECT_EQ(subscription_->position(), seq);
  }
  void wait_for_account_calls(int count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(called_.wait_for(lock, hang_timeout, [&] { return account_calls_ >= count; }));
  }
  std::function<void()> caller(std::function<void()> task) {
    return [this, task = std::move(task)] {
      const std::scoped_lock lock(mutex_);
      task();
      called_.notify_all();
    };
  }

  const TemporaryDatabase database_;
  const GuildId guild_ = guild("first");
  std::mutex mutex_;
  std::condition_variable called_;
  bool is_woken_ = false;
  int account_calls_ = 0;
  const std::unique_ptr<Store> other_ = open_store(database_.url(), StoreUse::server);
  const std::unique_ptr<Store> listening_ =
      open_store(database_.url(), StoreUse::server, {.feed_poll_interval = 24h});
  const std::function<void()> wake_ = caller([this] { is_woken_ = true; });
  const std::unique_ptr<Subscription> subscription_ =
      listening_->feed().subscribe(guild_, 0, wake_);
};

TEST_F(PostgresNotifications, events_of_another_instance_arrive) {
  for (int seq = 1; seq <= 10; ++seq) {
    append().get();
    wait_for_event(seq);
  }
}

TEST_F(PostgresNotifications, events_continue_after_the_listening_session_has_ended) {
  for (int seq = 1; seq <= 4; ++seq) {
    append().get();
    wait_for_event(seq);
    if (seq != 2) continue;
    OtherSession(database_.url())
        .run(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity "
            "where datname = current_database() and query like 'listen%'");
  }
}

TEST_F(PostgresNotifications, changes_that_wait_when_an_instance_stops_are_announced) {
  std::vector<std::future<void>> changes;
  for (int i = 0; i < 100; ++i) changes.push_back(append());
  other_->stop();
  for (auto& change : changes) EXPECT_NO_THROW(change.get());
  wait_for_event(100);
}

TEST_F(PostgresNotifications, account_changes_of_a_tool_arrive) {
  listening_->feed().on_account_changes(caller([this] { ++account_calls_; }));
  // For the changes before.
  wait_for_account_calls(1);
  const auto tool = open_store(database_.url(), StoreUse::tool);
  tool->administer([](Accounts& accounts) { accounts.create_guild({guild("second"), {2}}); });
  wait_for_account_calls(2);
  listening_->feed().on_account_changes(nullptr);
}

TEST_F(PostgresNotifications, keys_that_another_instance_changes_for_a_client_arrive) {
  listening_->feed().on_account_changes(caller([this] { ++account_calls_; }));
  wait_for_account_calls(1);
  submit(*other_, guild_, [](Writer& records) {
    records.lock_guild();
    const GuildKey key{.id = {7}, .name = "", .scopes = Scopes::standard(), .created = {1}};
    records.insert(key, sha256("7"));
    add_event(records, event("key.created", 7));
    return Outcome::commit;
  }).get();
  wait_for_account_calls(2);
  listening_->feed().on_account_changes(nullptr);
}

}  // namespace
}  // namespace blotter
