#include "storage/feed.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/log.hpp"

namespace blotter {
namespace {

using SteadyClock = std::chrono::steady_clock;

// More than this can only wait while the source does not respond. Then events are read again.
constexpr std::size_t commits_max = 1000;
constexpr auto retry_pause = std::chrono::milliseconds(500);

std::size_t bytes_of(const AuditedEvent& event) {
  const auto size = [](const auto& text) { return text ? text->size() : 0; };
  return sizeof event + size(event.before) + size(event.after);
}

}  // namespace

/// Calls `wake` as long as its subscription lives.
struct Feed::Subscriber {
  explicit Subscriber(std::function<void()> wake) : wake_up(std::move(wake)) {}

  void wake() {
    const std::scoped_lock lock(mutex);
    if (wake_up) wake_up();
  }
  /// Afterwards no call is in progress, and none comes.
  void end() {
    const std::scoped_lock lock(mutex);
    wake_up = nullptr;
  }

  std::mutex mutex;
  std::function<void()> wake_up;
};

/// The latest events of one guild. The feed's mutex guards all members.
class Feed::Tail {
 public:
  Tail(GuildId guild, std::int64_t last) : guild_(std::move(guild)), last_(last), target_(last) {}

  [[nodiscard]] const GuildId& guild() const { return guild_; }
  /// Changes when the audit log is replaced by another one.
  [[nodiscard]] int log_version() const { return log_version_; }
  /// The number of the last event that was added.
  [[nodiscard]] std::int64_t last() const { return last_; }
  [[nodiscard]] std::int64_t target() const { return target_; }

  /// The guild has events up to this number.
  void raise_target(std::int64_t seq) { target_ = std::max(target_, seq); }
  [[nodiscard]] bool is_behind() const { return is_initialized_ && target_ > last_; }

  /// Whether all events have been added, as far as is known.
  [[nodiscard]] bool is_complete() const { return is_initialized_ && target_ <= last_; }

  /// The audit log ends with this number. True if the subscribers may have something to take.
  bool note_head(std::int64_t head) {
    const bool is_new = !std::exchange(is_initialized_, true);
    const bool is_far = is_new && head - last_ > static_cast<std::int64_t>(events_kept);
    // Lower than before: the guild was deleted and created again, or a backup was restored.
    const bool is_new_audit_log = head < last_;
    if (is_far || is_new_audit_log) {
      events_.clear();
      last_ = head;
    }
    if (is_new_audit_log) ++log_version_;
    target_ = is_new_audit_log ? head : std::max(target_, head);
    return is_new || is_new_audit_log;
  }

  /// If not, the events between this one and the last one must be read.
  [[nodiscard]] bool is_next(const AuditedEvent& event) const {
    return is_initialized_ && event.seq == last_ + 1;
  }
  void add(std::shared_ptr<const AuditedEvent> event) {
    if (event->seq != last_ + 1) events_.clear();  // those in memory are consecutive
    last_ = event->seq;
    bytes_added_ += bytes_of(*event);
    events_.push_back({std::make_shared<const FeedEvent>(std::move(event), bytes_added_)});
    while (events_.size() > 1 && has_too_many()) events_.pop_front();
  }
  /// The events up to this number do not exist any more.
  void skip_missing(std::int64_t seq) {
    if (target_ == seq) target_ = last_;
  }

  /// The next events, for a reader at this position.
  Subscription::Taken take(std::int64_t position, std::size_t events_max) {
    Subscription::Taken taken;
    if (!is_initialized_) return taken;
    const std::int64_t first = last_ + 1 - static_cast<std::int64_t>(events_.size());
    if (position + 1 < first) return {.is_behind = true};
    if (position >= last_) return taken;
    const auto begin = static_cast<std::size_t>(position + 1 - first);
    const auto end = std::min(events_.size(), begin + events_max);
    taken.events.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      taken.events.push_back(events_[i].event);
      ++events_[i].times_taken;
    }
    drop_taken();
    return taken;
  }
  /// A subscriber that takes events, or does so no more.
  void add_reader() { ++readers_; }
  void remove_reader() {
    --readers_;
    drop_taken();
  }

  /// Bytes of all events that were added so far.
  [[nodiscard]] std::uint64_t bytes_added() const { return bytes_added_; }

  /// Returns the previous value.
  bool set_news(bool has_news) { return std::exchange(has_news_, has_news); }

  Subscribers subscribers;

 private:
  struct Kept {
    std::shared_ptr<const FeedEvent> event;
    std::size_t times_taken = 0;
  };

  [[nodiscard]] bool has_too_many() const {
    const FeedEvent& oldest = *events_.front().event;
    return events_.size() > events_kept ||
           bytes_added_ - oldest.end() + bytes_of(*oldest) > bytes_kept;
  }
  void drop_taken() {
    while (!events_.empty() && events_.front().times_taken >= readers_) events_.pop_front();
  }

  const GuildId guild_;
  std::deque<Kept> events_;  // consecutive; the last one has the number `last_`
  std::size_t readers_ = 0;
  std::uint64_t bytes_added_ = 0;
  std::int64_t last_;
  std::int64_t target_;
  int log_version_ = 0;
  /// False until it is known where the audit log ends.
  bool is_initialized_ = false;
  bool has_news_ = false;
};

class Feed::TailSubscription final : public Subscription {
 public:
  TailSubscription(Feed& feed, std::shared_ptr<Tail> tail, std::shared_ptr<Subscriber> subscriber,
                   std::int64_t position)
      : feed_(feed),
        tail_(std::move(tail)),
        subscriber_(std::move(subscriber)),
        position_(position),
        log_version_(tail_->log_version()) {}
  ~TailSubscription() override {
    subscriber_->end();
    const std::scoped_lock lock(feed_.mutex_);
    if (is_reader_) tail_->remove_reader();
    feed_.unsubscribe(tail_, subscriber_);
  }
  TailSubscription(const TailSubscription&) = delete;
  TailSubscription& operator=(const TailSubscription&) = delete;

  Taken take(std::size_t events_max) override {
    const std::scoped_lock lock(feed_.mutex_);
    if (!std::exchange(is_reader_, true)) tail_->add_reader();
    if (log_version_ != tail_->log_version()) {
      log_version_ = tail_->log_version();
      position_ = tail_->last();
      bytes_taken_ = tail_->bytes_added();
      return {.is_reset = true};
    }
    Taken taken = tail_->take(position_, events_max);
    if (taken.is_behind) {
      taken.is_too_slow = bytes_taken_ && tail_->bytes_added() - *bytes_taken_ > waiting_bytes_max;
      return taken;
    }
    if (!taken.events.empty()) {
      position_ = (*taken.events.back())->seq;
      bytes_taken_ = taken.events.back()->end();
    } else if (tail_->is_complete() && position_ == tail_->last()) {
      bytes_taken_ = tail_->bytes_added();
    }
    return taken;
  }
  [[nodiscard]] std::int64_t position() const override { return position_; }
  void move_to(std::int64_t seq) override { position_ = seq; }
  void skip(const std::vector<AuditedEvent>& events) override {
    for (const AuditedEvent& event : events) {
      position_ = event.seq;
      if (bytes_taken_) *bytes_taken_ += bytes_of(event);
    }
  }

 private:
  Feed& feed_;
  const std::shared_ptr<Tail> tail_;
  const std::shared_ptr<Subscriber> subscriber_;
  std::int64_t position_;
  /// Of what the feed has read, up to `position_`. Empty until the subscriber had all events once.
  std::optional<std::uint64_t> bytes_taken_;
  int log_version_;
  bool is_reader_ = false;
};

void Feed::observe(std::function<void(const Commit&)> observer) {
  const std::scoped_lock lock(observers_mutex_);
  observers_.push_back(std::move(observer));
}

void Feed::on_account_changes(std::function<void()> listener) {
  auto next = std::make_shared<Subscriber>(std::move(listener));
  {
    const std::scoped_lock lock(mutex_);
    next.swap(account_listener_);
    // It may have missed changes before this call.
    accounts_generation_.reset();
    are_heads_wanted_ = true;
    changed_.notify_one();
  }
  if (next) next->end();
}

std::unique_ptr<Subscription> Feed::subscribe(const GuildId& guild, std::int64_t after,
                                              std::function<void()> wake) {
  auto subscriber = std::make_shared<Subscriber>(std::move(wake));
  const std::scoped_lock lock(mutex_);
  auto& tail = tails_[guild.str()];
  if (!tail) {
    tail = std::make_shared<Tail>(guild, after);
    are_heads_wanted_ = true;
    changed_.notify_one();
  }
  tail->subscribers.push_back(subscriber);
  return std::make_unique<TailSubscription>(*this, tail, std::move(subscriber), after);
}

void Feed::unsubscribe(const std::shared_ptr<Tail>& tail,
                       const std::shared_ptr<Subscriber>& which) {
  std::erase(tail->subscribers, which);
  if (tail->subscribers.empty()) tails_.erase(tail->guild().str());
}

void Feed::start(Source& source) {
  source_ = &source;
  thread_ = std::thread([this] { run(); });
}

void Feed::stop() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void Feed::publish(Commit commit) noexcept {
  {
    const std::shared_lock lock(observers_mutex_);
    for (const auto& observer : observers_) observer(commit);
  }
  if (source_ == nullptr || commit.origin == Commit::Origin::failed) return;
  if (commit.has_account_changes || commit.origin == Commit::Origin::remote) note_changes();
  const std::scoped_lock lock(mutex_);
  if (tails_.empty() || commit.events.empty()) return;
  // The feed's thread does the rest: the thread that commits has other things to do.
  if (commits_.empty()) changed_.notify_one();
  if (commits_.size() < commits_max) return commits_.push_back(std::move(commit.events));
  commits_.clear();
  are_heads_wanted_ = true;
}

void Feed::add_commits() {
  const std::scoped_lock lock(mutex_);
  for (const auto& events : commits_) {
    for (const GuildEvent& event : events) {
      const auto found = tails_.find(event.guild().str());
      if (found == tails_.end()) continue;
      if (found->second->is_next(*event.shared())) {
        found->second->add(event.shared());
        note_news(found->second);
      } else {
        raise_target(*found->second, event->seq);
      }
    }
  }
  commits_.clear();
}

void Feed::note_event(const std::string& guild, std::int64_t seq) {
  const std::scoped_lock lock(mutex_);
  const auto found = tails_.find(guild);
  if (found != tails_.end()) raise_target(*found->second, seq);
}

void Feed::note_news(const std::shared_ptr<Tail>& tail) {
  if (!tail->set_news(true)) tails_with_news_.push_back(tail);
}

void Feed::raise_target(Tail& tail, std::int64_t seq) {
  tail.raise_target(seq);
  if (!tail.is_behind()) return;
  if (!std::exchange(is_any_tail_behind_, true)) changed_.notify_one();
}

void Feed::note_changes() {
  const std::scoped_lock lock(mutex_);
  are_heads_wanted_ = true;
  changed_.notify_one();
}

void Feed::run() {
  bool has_failed = false;
  SteadyClock::time_point next_round{};
  auto next_look = SteadyClock::now() + look_interval;
  auto next_poll = SteadyClock::now() + poll_interval_;
  while (true) {
    {
      Lock lock(mutex_);
      changed_.wait_until(lock, next_look, [&] {
        // After a failure, what must be read waits for the next look.
        return is_stopping_ || !commits_.empty() ||
               (!has_failed && (are_heads_wanted_ || is_any_tail_behind_));
      });
      // The first event after a pause is told at once; those that follow closely, together.
      changed_.wait_until(lock, next_round, [&] { return is_stopping_; });
      if (is_stopping_) return;
      if (SteadyClock::now() >= next_poll) {
        are_heads_wanted_ = true;
        next_poll = SteadyClock::now() + poll_interval_;
      }
    }
    next_round = SteadyClock::now() + round_interval;
    add_commits();
    try {
      const bool is_look_due = SteadyClock::now() >= next_look;
      if (is_look_due) {
        next_look = SteadyClock::now() + look_interval;
        source_->look_for_changes();
      }
      if (is_look_due || !has_failed) read_noted();
      if (is_look_due) has_failed = false;
    } catch (const std::exception& failure) {
      if (!has_failed)
        log::warning("the store's changes cannot be read", {{"cause", failure.what()}});
      has_failed = true;
      next_look = SteadyClock::now() + retry_pause;
    }
    wake_subscribers();
  }
}

void Feed::read_noted() {
  read_heads();
  read_tails();
}

void Feed::read_tails() {
  std::vector<std::shared_ptr<Tail>> behind;
  {
    const std::scoped_lock lock(mutex_);
    if (!std::exchange(is_any_tail_behind_, false)) return;
    for (const auto& [guild, tail] : tails_) {
      if (tail->is_behind()) behind.push_back(tail);
    }
  }
  std::exception_ptr failure;
  for (const auto& tail : behind) {
    try {
      read_tail(tail);
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    if (tail->is_behind()) is_any_tail_behind_ = true;
  }
  if (failure) std::rethrow_exception(failure);
}

void Feed::read_heads() {
  std::vector<GuildId> guilds;
  std::vector<std::shared_ptr<Tail>> tails;
  {
    const std::scoped_lock lock(mutex_);
    if (!std::exchange(are_heads_wanted_, false)) return;
    for (const auto& [guild, tail] : tails_) {
      guilds.push_back(tail->guild());
      tails.push_back(tail);
    }
  }
  Heads heads;
  try {
    heads = source_->read_heads(guilds);
  } catch (const std::exception&) {
    const std::scoped_lock lock(mutex_);
    are_heads_wanted_ = true;
    throw;
  }
  std::shared_ptr<Subscriber> listener;
  {
    const std::scoped_lock lock(mutex_);
    // Not those of new subscriptions, which may begin after what was read here.
    for (const auto& tail : tails) {
      const auto found = heads.last_seq.find(tail->guild().str());
      const std::int64_t head = found == heads.last_seq.end() ? 0 : found->second;
      if (tail->note_head(head)) note_news(tail);
      if (tail->is_behind()) is_any_tail_behind_ = true;
    }
    const bool has_account_changes =
        std::exchange(accounts_generation_, heads.accounts_generation) != heads.accounts_generation;
    if (has_account_changes) listener = account_listener_;
  }
  if (listener) listener->wake();
}

void Feed::read_tail(const std::shared_ptr<Tail>& tail) {
  std::int64_t last = 0;
  std::int64_t target = 0;
  {
    const std::scoped_lock lock(mutex_);
    last = tail->last();
    target = tail->target();
  }
  auto events = source_->read_events(tail->guild(), last, events_kept);
  const std::scoped_lock lock(mutex_);
  if (events.empty()) tail->skip_missing(target);
  for (AuditedEvent& event : events) {
    tail->add(std::make_shared<const AuditedEvent>(std::move(event)));
  }
  note_news(tail);
}

/// After all reads, so that the workers are woken once for all streams, not for each.
void Feed::wake_subscribers() {
  Subscribers to_wake;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& tail : tails_with_news_) {
      tail->set_news(false);
      to_wake.insert(to_wake.end(), tail->subscribers.begin(), tail->subscribers.end());
    }
    tails_with_news_.clear();
  }
  for (const auto& subscriber : to_wake) subscriber->wake();
}

}  // namespace blotter
