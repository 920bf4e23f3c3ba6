#include "app/term_clock.hpp"

#include <latch>
#include <vector>

#include "base/log.hpp"
#include "operations/due.hpp"

namespace blotter::app {
namespace {

// While much is due, it works for half of the time, so that others are hardly delayed.
constexpr int rest_per_work = 1;

/// Changes that are made at the same time. Each of them keeps it alive until it has told its end.
struct Round {
  explicit Round(std::ptrdiff_t changes) : finished(changes) {}
  std::latch finished;
  std::mutex mutex;
  std::exception_ptr failure;  // the last one
};

class EndDue final : public WriteWork {
 public:
  EndDue(GuildId guild, api::Sources sources, std::shared_ptr<Round> round)
      : guild_(std::move(guild)), sources_(sources), round_(std::move(round)) {}

  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  Outcome run(Writer& records) override {
    end_due(records, now_, sources_.ids, sources_.random);
    return Outcome::commit;
  }
  void done(std::exception_ptr failure) override {
    if (failure) {
      const std::scoped_lock lock(round_->mutex);
      round_->failure = std::move(failure);
    }
    round_->finished.count_down();
  }

 private:
  const GuildId guild_;
  const api::Sources sources_;
  const Timestamp now_ = sources_.clock.now();
  const std::shared_ptr<Round> round_;
};

}  // namespace

void TermClock::start() {
  thread_ = std::thread([this] { run(); });
}

void TermClock::request_stop() {
  const std::scoped_lock lock(mutex_);
  is_stopping_ = true;
  changed_.notify_one();
}

void TermClock::stop() {
  if (!thread_.joinable()) return;
  request_stop();
  thread_.join();
}

void TermClock::run() {
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    lock.unlock();
    const SteadyClock::duration rest = end_some();
    lock.lock();
    changed_.wait_for(lock, rest, [&] { return is_stopping_; });
  }
}

TermClock::SteadyClock::duration TermClock::end_some() {
  const auto began = SteadyClock::now();
  try {
    const bool may_have_more = end_first();
    has_failed_ = false;
    if (may_have_more) return rest_per_work * (SteadyClock::now() - began);
  } catch (const std::exception& failure) {
    // One line per outage. What is due is ended when the store responds again.
    if (!has_failed_) log::warning("what is due could not be ended", {{"cause", failure.what()}});
    has_failed_ = true;
  }
  return interval;
}

bool TermClock::end_first() {
  std::vector<GuildId> guilds;
  store_.look_up([&](Accounts& accounts) {
    guilds = accounts.guilds_due(sources_.clock.now(), store_.writes_per_commit());
  });
  if (guilds.empty()) return false;
  const auto round = std::make_shared<Round>(std::ssize(guilds));
  for (GuildId& guild : guilds) {
    store_.write(std::make_unique<EndDue>(std::move(guild), sources_, round));
  }
  round->finished.wait();
  if (round->failure) std::rethrow_exception(round->failure);
  return true;
}

}  // namespace blotter::app
