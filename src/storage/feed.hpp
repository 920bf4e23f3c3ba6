// Publishes what was committed. Observers are called for every commit of this process, on the
// thread that commits. Subscriptions give the events of a guild in order, whichever process has
// committed them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "domain/audit.hpp"
#include "storage/writer.hpp"

namespace blotter {

/// What one commit has changed.
struct Commit {
  enum class Origin : std::uint8_t {
    local,   // made by this process
    remote,  // made by another process, earlier
    failed   // nothing was changed
  };
  Origin origin = Origin::local;
  /// How many changes share the commit.
  std::size_t changes = 0;
  /// In the order of each guild.
  std::vector<GuildEvent> events = {};
  /// More has changed than `events` lists: perhaps any record of any guild.
  bool has_unlisted_changes = false;
  /// Guilds or API keys have changed.
  bool has_account_changes = false;
};

/// An event in memory, shared by all subscribers.
class FeedEvent {
 public:
  /// `end` is the number of bytes of all events of the guild so far, with this one.
  FeedEvent(std::shared_ptr<const AuditedEvent> event, std::uint64_t end)
      : event_(std::move(event)), end_(end) {}

  const AuditedEvent* operator->() const { return event_.get(); }
  const AuditedEvent& operator*() const { return *event_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  /// What `render` makes of the event; called once for all subscribers, which must give the same.
  const std::string& text(std::string (*render)(const AuditedEvent&)) const {
    std::call_once(is_rendered_, [&] { text_ = render(*event_); });
    return text_;
  }

 private:
  const std::shared_ptr<const AuditedEvent> event_;
  const std::uint64_t end_;
  mutable std::once_flag is_rendered_;
  mutable std::string text_;
};

/// The events of one guild, from a given number on. For one thread at a time.
class Subscription {
 public:
  struct Taken {
    /// Consecutive, oldest first; empty when there is nothing new.
    std::vector<std::shared_ptr<const FeedEvent>> events = {};
    /// The next events are no longer in memory, because the subscriber was too slow or began far
    /// back: they must be read from the audit log.
    bool is_behind = false;
    /// It is behind by more than `Feed::waiting_bytes_max`, after it once had all events.
    bool is_too_slow = false;
    /// The audit log is another one, because the guild was created again or a backup was restored.
    /// Told once; `position` is then at the end of the new log.
    bool is_reset = false;
  };

  virtual ~Subscription() = default;
  /// The events after `position`, which moves to the last of them.
  virtual Taken take(std::size_t events_max) = 0;
  [[nodiscard]] virtual std::int64_t position() const = 0;
  /// The subscriber has read these from the audit log, the next ones after `position`.
  virtual void skip(const std::vector<AuditedEvent>& events) = 0;
  /// The subscriber continues after this number.
  virtual void move_to(std::int64_t seq) = 0;
};

class Feed {
 public:
  /// The last event number of each guild, and the generation of guilds and keys.
  struct Heads {
    std::int64_t accounts_generation = 0;
    /// The number of the last event, by guild.
    std::map<std::string, std::int64_t, std::less<>> last_seq = {};
  };

  /// Reads from the store, on the feed's thread. May throw; then it is called again later.
  class Source {
   public:
    virtual ~Source() = default;
    virtual Heads read_heads(const std::vector<GuildId>& guilds) = 0;
    /// Oldest first.
    virtual std::vector<AuditedEvent> read_events(const GuildId& guild, std::int64_t after,
                                                  std::size_t events_max) = 0;
    /// Called periodically: finds changes of other processes, if that is cheaper than `read_heads`.
    virtual void look_for_changes() {}
  };

  /// Subscribers are woken at most this often. Busy guilds then have several events at a time,
  /// which share a write to each subscriber, and a read if another process has committed them.
  static constexpr auto round_interval = std::chrono::milliseconds(40);
  /// How often the source looks for changes.
  static constexpr auto look_interval = std::chrono::milliseconds(100);
  /// The latest events of a guild, which stay in memory until all subscribers have taken them. A
  /// subscriber that is later than that can read the audit log.
  static constexpr std::size_t events_kept = 256;
  static constexpr std::size_t bytes_kept = std::size_t{1024} * 1024;
  /// More than this cannot wait for a subscriber.
  static constexpr std::size_t waiting_bytes_max = std::size_t{1024} * 1024;

  /// Changes of other processes without a notification are found within `poll_interval`.
  explicit Feed(std::chrono::milliseconds poll_interval) : poll_interval_(poll_interval) {}
  ~Feed() { stop(); }
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  // For subscribers.

  /// Called for each commit, before its results are delivered, on the thread that commits: by
  /// several threads at a time. Must be quick and must not throw.
  void observe(std::function<void(const Commit&)> observer);
  /// `listener` is called on the feed's thread once, and again when guilds or keys have changed, by
  /// any process. It replaces the previous one; null ends the calls, also one in progress.
  void on_account_changes(std::function<void()> listener);
  /// The guild's events after the number. `wake` is called on the feed's thread when there may be
  /// more to take; it must be quick, and must not end the subscription.
  std::unique_ptr<Subscription> subscribe(const GuildId& guild, std::int64_t after,
                                          std::function<void()> wake);

  // For the store.

  /// Starts to read for subscriptions; only a server does.
  void start(Source& source);
  void stop();
  /// A commit has ended. Never waits for a subscriber.
  void publish(Commit commit) noexcept;
  /// Another process reports that the guild has this event.
  void note_event(const std::string& guild, std::int64_t seq);
  /// Another process may have changed anything.
  void note_changes();

 private:
  class Tail;
  class TailSubscription;
  struct Subscriber;
  using Subscribers = std::vector<std::shared_ptr<Subscriber>>;
  using Lock = std::unique_lock<std::mutex>;

  // With the mutex locked.

  void note_news(const std::shared_ptr<Tail>& tail);
  void raise_target(Tail& tail, std::int64_t seq);
  void unsubscribe(const std::shared_ptr<Tail>& tail, const std::shared_ptr<Subscriber>& which);

  // On the feed's thread.

  void run();
  /// The events of this process's commits need not be read.
  void add_commits();
  /// Throws what the source throws; then nothing noted is lost.
  void read_noted();
  void read_heads();
  /// Once for each guild whose events are not in memory, so that none delays the others.
  void read_tails();
  void read_tail(const std::shared_ptr<Tail>& tail);
  void wake_subscribers();

  const std::chrono::milliseconds poll_interval_;
  std::shared_mutex observers_mutex_;
  std::vector<std::function<void(const Commit&)>> observers_;

  std::mutex mutex_;
  std::condition_variable changed_;
  Source* source_ = nullptr;
  std::unordered_map<std::string, std::shared_ptr<Tail>> tails_;
  std::shared_ptr<Subscriber> account_listener_;
  std::optional<std::int64_t> accounts_generation_;
  bool are_heads_wanted_ = false;
  bool is_any_tail_behind_ = false;
  /// Events of this process's commits, for the feed's thread.
  std::vector<std::vector<GuildEvent>> commits_;
  /// With events, or a reset, that their subscribers have not been told of.
  std::vector<std::shared_ptr<Tail>> tails_with_news_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter
