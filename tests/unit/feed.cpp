// The feed with a source that the test controls. contract/feed.cpp tests it with every store.
#include "storage/feed.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <semaphore>
#include <utility>

#include <gtest/gtest.h>

namespace blotter {
namespace {

// Far more than is needed, so that only a hang reaches it.
constexpr auto hang_timeout = std::chrono::seconds(30);

const GuildId guild = GuildId::parse("g1").value();

AuditedEvent numbered(std::int64_t seq) {
  return {.seq = seq,
          .id = seq,
          .at = {1'800'000'000'000},
          .kind = "leo.cited",
          .key = std::nullopt,
          .key_name = "",
          .actor = "",
          .civilian = std::nullopt,
          .civilian_name = "",
          .subject = 1,
          .before = std::nullopt,
          .after = std::nullopt};
}

class ControlledSource final : public Feed::Source {
 public:
  /// Called once, while the heads are read.
  std::function<void()> meanwhile;
  std::int64_t head = 0;

  Feed::Heads read_heads(const std::vector<GuildId>&) override {
    const std::int64_t read = head;
    if (const auto change = std::exchange(meanwhile, nullptr)) change();
    return {.accounts_generation = 1, .last_seq = {{guild.str(), read}}};
  }
  std::vector<AuditedEvent> read_events(const GuildId&, std::int64_t, std::size_t) override {
    ++reads;
    return {};
  }

  std::atomic<int> reads = 0;
};

class FeedWithSource : public ::testing::Test {
 protected:
  ~FeedWithSource() override { feed_.stop(); }

  void commit(std::int64_t seq) {
    source_.head = seq;
    feed_.publish({.changes = 1, .events = {GuildEvent(guild, numbered(seq))}});
  }
  Subscription::Taken take() {
    EXPECT_TRUE(wakes_.try_acquire_for(hang_timeout));
    return subscription_->take(10);
  }

  ControlledSource source_;
  Feed feed_{std::chrono::hours(1)};
  std::counting_semaphore<> wakes_{0};
  std::unique_ptr<Subscription> subscription_ =
      feed_.subscribe(guild, 0, [this] { wakes_.release(); });
};

TEST_F(FeedWithSource, a_commit_of_this_process_is_told_without_a_read) {
  feed_.start(source_);
  EXPECT_TRUE(take().events.empty());  // the end of the audit log is known
  commit(1);
  const auto taken = take();
  ASSERT_EQ(taken.events.size(), 1U);
  EXPECT_EQ((*taken.events[0])->seq, 1);
  EXPECT_EQ(source_.reads, 0);
}

TEST_F(FeedWithSource, an_event_leaves_memory_when_all_subscribers_have_taken_it) {
  feed_.start(source_);
  EXPECT_TRUE(take().events.empty());
  const auto other = feed_.subscribe(guild, 0, [] {});
  EXPECT_TRUE(other->take(10).events.empty());
  std::weak_ptr<const AuditedEvent> event;
  {
    GuildEvent made(guild, numbered(1));
    event = made.shared();
    feed_.publish({.changes = 1, .events = {std::move(made)}});
  }
  EXPECT_EQ(take().events.size(), 1U);
  EXPECT_FALSE(event.expired());
  EXPECT_EQ(other->take(10).events.size(), 1U);
  EXPECT_TRUE(event.expired());
}

TEST_F(FeedWithSource, a_commit_while_the_end_of_the_log_is_read_is_not_a_new_log) {
  feed_.start(source_);
  EXPECT_TRUE(take().events.empty());
  source_.meanwhile = [this] { commit(1); };
  feed_.note_changes();
  const auto taken = take();
  EXPECT_FALSE(taken.is_reset);
  ASSERT_EQ(taken.events.size(), 1U);
  EXPECT_EQ((*taken.events[0])->seq, 1);
}

}  // namespace
}  // namespace blotter
