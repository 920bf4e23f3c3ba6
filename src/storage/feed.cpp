#include "storage/feed.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/log.hpp"

namespace blotter {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto retry_pause = std::chrono::milliseconds(500);

std::size_t bytes_of(const AuditedEvent& event) {
  return sizeof event + event.before.value_or("").size() + event.after.value_or("").size();
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
  /// The number of the last event that was read.
  [[nodiscard]] std::int64_t last() const { return last_; }
  [[nodiscard]] std::int64_t target() const { return target_; }

  /// The guild has events up to this number.
  void raise_target(std::int64_t seq) { target_ = std::max(target_, seq); }
  [[nodiscard]] bool is_behind() const { return is_initialized_ && target_ > last_; }

  /// The audit log ends with this number. True if the subscribers may have something to take.
  bool note_head(std::int64_t head) {
    const bool is_new = !std::exchange(is_initialized_, true);
    const bool is_far = is_new && head - last_ > static_cast<std::int64_t>(events_kept);
    // Lower than before: the guild was deleted and created again, or a backup was restored.
    const bool is_new_audit_log = head < last_;
    if (is_far || is_new_audit_log) {
      events_.clear();
      bytes_ = 0;
      last_ = head;
    }
    if (is_new_audit_log) ++log_version_;
    target_ = is_new_audit_log ? head : std::max(target_, head);
    return is_new || is_new_audit_log;
  }

  void add(std::vector<AuditedEvent> events) {
    for (AuditedEvent& event : events) {
      last_ = event.seq;
      bytes_ += bytes_of(event);
      events_.push_back(std::make_shared<const AuditedEvent>(std::move(event)));
    }
    while (events_.size() > events_kept || (bytes_ > bytes_kept && events_.size() > 1)) {
      bytes_ -= bytes_of(*events_.front());
      events_.pop_front();
    }
  }
  /// The events up to this number do not exist any more.
  void skip_missing(std::int64_t seq) {
    if (target_ == seq) target_ = last_;
  }

  [[nodiscard]] Subscription::Taken after(std::int64_t position, std::size_t events_max) const {
    Subscription::Taken taken;
    if (!is_initialized_) return taken;
    const std::int64_t first = events_.empty() ? last_ + 1 : events_.front()->seq;
    if (position + 1 < first) return {.is_behind = true};
    const auto begin = std::ranges::upper_bound(events_, position, {},
                                                [](const auto& event) { return event->seq; });
    const auto count = std::min<std::size_t>(events_max, events_.end() - begin);
    taken.events.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
    return taken;
  }

  std::vector<std::shared_ptr<Subscriber>> subscribers;

 private:
  const GuildId guild_;
  std::deque<std::shared_ptr<const AuditedEvent>> events_;
  std::size_t bytes_ = 0;
  std::int64_t last_;
  std::int64_t target_;
  int log_version_ = 0;
  /// False until it is known where the audit log ends.
  bool is_initialized_ = false;
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
    feed_.unsubscribe(tail_, subscriber_);
  }
  TailSubscription(const TailSubscription&) = delete;
  TailSubscription& operator=(const TailSubscription&) = delete;

  Taken take(std::size_t events_max) override {
    const std::scoped_lock lock(feed_.mutex_);
    if (log_version_ != tail_->log_version()) {
      log_version_ = tail_->log_version();
      position_ = tail_->last();
      return {.is_reset = true};
    }
    Taken taken = tail_->after(position_, events_max);
    if (!taken.events.empty()) position_ = taken.events.back()->seq;
    return taken;
  }
  [[nodiscard]] std::int64_t position() const override { return position_; }
  void move_to(std::int64_t seq) override { position_ = seq; }

 private:
  Feed& feed_;
  const std::shared_ptr<Tail> tail_;
  const std::shared_ptr<Subscriber> subscriber_;
  std::int64_t position_;
  int log_version_;
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
  const std::scoped_lock lock(mutex_);
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

void Feed::publish(const Commit& commit) noexcept {
  {
    const std::shared_lock lock(observers_mutex_);
    for (const auto& observer : observers_) observer(commit);
  }
  if (source_ == nullptr || commit.origin == Commit::Origin::failed) return;
  if (commit.has_account_changes || commit.origin == Commit::Origin::remote) note_changes();
  for (const EventRef& event : commit.events) note_event(event.guild.str(), event.seq);
}

void Feed::note_event(const std::string& guild, std::int64_t seq) {
  const std::scoped_lock lock(mutex_);
  const auto found = tails_.find(guild);
  if (found == tails_.end()) return;
  found->second->raise_target(seq);
  if (!found->second->is_behind()) return;
  is_any_tail_behind_ = true;
  changed_.notify_one();
}

void Feed::note_changes() {
  const std::scoped_lock lock(mutex_);
  are_heads_wanted_ = true;
  changed_.notify_one();
}

void Feed::run() {
  bool has_failed = false;
  auto next_look = SteadyClock::now() + look_interval;
  auto next_poll = SteadyClock::now() + poll_interval_;
  while (true) {
    {
      Lock lock(mutex_);
      changed_.wait_until(lock, next_look, [&] {
        // After a failure, what was noted waits for the next look.
        return is_stopping_ || (!has_failed && (are_heads_wanted_ || is_any_tail_behind_));
      });
      if (is_stopping_) return;
      if (SteadyClock::now() >= next_poll) {
        are_heads_wanted_ = true;
        next_poll = SteadyClock::now() + poll_interval_;
      }
    }
    try {
      if (SteadyClock::now() >= next_look) {
        next_look = SteadyClock::now() + look_interval;
        source_->look_for_changes();
      }
      read_new_events();
      has_failed = false;
    } catch (const std::exception& failure) {
      if (!has_failed)
        log::warning("the store's changes cannot be read", {{"cause", failure.what()}});
      has_failed = true;
      next_look = SteadyClock::now() + retry_pause;
    }
  }
}

void Feed::read_new_events() {
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
      read_tail(*tail);
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
  std::vector<std::shared_ptr<Subscriber>> to_wake;
  {
    const std::scoped_lock lock(mutex_);
    // Not those of new subscriptions, which may begin after what was read here.
    for (const auto& tail : tails) {
      const auto found = heads.last_seq.find(tail->guild().str());
      const std::int64_t head = found == heads.last_seq.end() ? 0 : found->second;
      if (tail->note_head(head))
        to_wake.insert(to_wake.end(), tail->subscribers.begin(), tail->subscribers.end());
      if (tail->is_behind()) is_any_tail_behind_ = true;
    }
    const bool has_account_changes =
        std::exchange(accounts_generation_, heads.accounts_generation) != heads.accounts_generation;
    if (has_account_changes && account_listener_) to_wake.push_back(account_listener_);
  }
  for (const auto& subscriber : to_wake) subscriber->wake();
}

void Feed::read_tail(Tail& tail) {
  std::int64_t last = 0;
  std::int64_t target = 0;
  {
    const std::scoped_lock lock(mutex_);
    last = tail.last();
    target = tail.target();
  }
  auto events = source_->read_events(tail.guild(), last, events_kept);
  std::vector<std::shared_ptr<Subscriber>> subscribers;
  {
    const std::scoped_lock lock(mutex_);
    if (events.empty()) tail.skip_missing(target);
    tail.add(std::move(events));
    subscribers = tail.subscribers;
  }
  for (const auto& subscriber : subscribers) subscriber->wake();
}

}  // namespace blotter
