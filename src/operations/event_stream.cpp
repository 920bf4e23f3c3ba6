#include "operations/event_stream.hpp"

#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "operations/audit.hpp"

namespace blotter {
namespace {

constexpr std::size_t events_at_once = 64;
constexpr std::size_t events_per_read = 256;
// A piece may be longer by the events that were taken last.
constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

std::string text_of(const AuditedEvent& event) {
  std::string text = fmt::format("id: {}\nevent: {}\ndata: ", event.seq, event.kind);
  JsonWriter json(text);
  shape::write(json, event);
  return text += "\n\n";
}

}  // namespace

std::string reset_text(EventNumbers numbers) {
  return fmt::format("id: {1}\nevent: reset\ndata: {{\"oldest\":{0},\"latest\":{1}}}\n\n",
                     numbers.oldest, numbers.latest);
}

class EventStream::State : public std::enable_shared_from_this<State> {
 public:
  State(Store& store, StreamObserver& observer, Start start)
      : store_(store),
        observer_(observer),
        guild_(std::move(start.guild)),
        filter_(std::move(start.filter)),
        subscription_(store.feed().subscribe(guild_, start.after, [this] { fill(); })) {}

  void next(std::string& into, Done done) {
    {
      const std::scoped_lock lock(mutex_);
      into_ = &into;
      done_ = std::move(done);
    }
    fill();
  }

  /// Afterwards `into` is not used any more.
  void close() {
    Done done;
    std::unique_ptr<Subscription> subscription;
    {
      const std::scoped_lock lock(mutex_);
      done.swap(done_);
      subscription.swap(subscription_);
    }
    // Outside the lock: this waits for a call of fill() by the feed.
    subscription.reset();
  }

 private:
  class LogRead;
  using Lock = std::unique_lock<std::mutex>;

  /// Appends what there is to the piece, and ends it if that is anything.
  void fill() {
    Lock lock(mutex_);
    // Without a subscription, the constructor or the destructor is running.
    if (!done_ || is_reading_ || !subscription_) return;
    while (into_->size() < piece_bytes) {
      const auto taken = subscription_->take(events_at_once);
      if (taken.is_too_slow) {
        observer_.on_cut_off();
        return finish(lock, BodyStream::State::end);
      }
      if (taken.is_behind || taken.is_reset) return read_log(lock, taken.is_reset);
      if (taken.events.empty()) break;
      for (const auto& event : taken.events) {
        if (!filter_.matches(**event)) continue;
        note_sent((*event)->at);
        *into_ += event->text(text_of);
      }
    }
    if (!into_->empty()) finish(lock, BodyStream::State::more);
  }

  void note_sent(Timestamp at) {
    if (sent_++ == 0) oldest_sent_ = at;
  }

  void finish(Lock& lock, BodyStream::State state) {
    const Done done = std::exchange(done_, nullptr);
    const std::size_t sent = std::exchange(sent_, 0);
    const auto oldest = std::exchange(oldest_sent_, std::nullopt);
    lock.unlock();
    if (sent > 0) {
      std::optional<std::chrono::milliseconds> lag;
      if (oldest) lag = std::chrono::milliseconds(observer_.now().ms - oldest->ms);
      observer_.on_events_sent(sent, lag);
    }
    done(state);
  }

  void read_log(Lock& lock, bool is_reset);
  void take_log(const std::vector<AuditedEvent>& events, std::optional<EventNumbers> reset);
  void fail();

  Store& store_;
  StreamObserver& observer_;
  const GuildId guild_;
  const EventFilter filter_;

  std::mutex mutex_;
  std::string* into_ = nullptr;
  Done done_;  // set while a piece is wanted
  bool is_reading_ = false;
  std::size_t sent_ = 0;  // events in the piece
  std::optional<Timestamp> oldest_sent_;
  std::unique_ptr<Subscription> subscription_;
};

/// Reads from the audit log what the feed no longer has in memory.
class EventStream::State::LogRead final : public ReadWork {
 public:
  LogRead(std::shared_ptr<State> stream, std::int64_t after, bool is_reset)
      : stream_(std::move(stream)), after_(after), is_reset_(is_reset) {}

  [[nodiscard]] const GuildId& guild() const override { return stream_->guild_; }
  void run(Reader& records) override {
    if (is_reset_) {
      reset_ = records.event_numbers();
    } else {
      events_ = records.events_after(after_, events_per_read);
    }
  }
  void done(std::exception_ptr failure) override {
    failure ? stream_->fail() : stream_->take_log(events_, reset_);
  }

 private:
  const std::shared_ptr<State> stream_;
  const std::int64_t after_;
  const bool is_reset_;
  std::vector<AuditedEvent> events_;
  std::optional<EventNumbers> reset_;
};

void EventStream::State::read_log(Lock& lock, bool is_reset) {
  is_reading_ = true;
  auto read = std::make_unique<LogRead>(shared_from_this(), subscription_->position(), is_reset);
  // The store may run it at once, on this thread.
  lock.unlock();
  store_.read(std::move(read));
}

void EventStream::State::take_log(const std::vector<AuditedEvent>& events,
                                  std::optional<EventNumbers> reset) {
  Lock lock(mutex_);
  is_reading_ = false;
  if (!done_ || !subscription_) return;
  if (reset) {
    *into_ += reset_text(*reset);
    subscription_->move_to(reset->latest);
  }
  for (const AuditedEvent& event : events) {
    if (!filter_.matches(event)) continue;
    ++sent_;
    *into_ += text_of(event);
  }
  subscription_->skip(events);
  // Without events the log has been replaced; the feed will notice it and call fill().
  if (into_->empty() && events.empty()) return;
  // An empty piece if no event matched: the next one may then be read on another thread.
  finish(lock, BodyStream::State::more);
}

void EventStream::State::fail() {
  Lock lock(mutex_);
  is_reading_ = false;
  if (done_) finish(lock, BodyStream::State::failed);
}

EventStream::EventStream(Store& store, StreamObserver& observer, Start start)
    : state_(std::make_shared<State>(store, observer, std::move(start))) {}

EventStream::~EventStream() { state_->close(); }

void EventStream::next(std::string& into, Done done) { state_->next(into, std::move(done)); }

}  // namespace blotter
