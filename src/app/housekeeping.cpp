#include "app/housekeeping.hpp"

#include <algorithm>
#include <utility>

namespace blotter::app {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int ticks_per_save = 20;
constexpr int ticks_per_second = std::chrono::seconds(1) / Housekeeping::interval;
constexpr int ticks_per_minute = 60 * ticks_per_second;

/// A failed task must not end the thread.
template <class Task>
void run_guarded(const Task& task) {
  try {
    task();
  } catch (const std::exception& failure) {
    log::error("a background task failed", {{"cause", failure.what()}});
  }
}

}  // namespace

void Housekeeping::run_soon(std::function<void()> task) {
  const std::scoped_lock lock(mutex_);
  tasks_.push_back(std::move(task));
  changed_.notify_one();
}

void Housekeeping::ask_for_refresh() {
  const std::scoped_lock lock(mutex_);
  is_refresh_wanted_ = true;
  changed_.notify_one();
}

void Housekeeping::start(api::Pipeline& pipeline) {
  pipeline_ = &pipeline;
  pipeline.hold_unknown_keys_in(unknown_keys_);
  thread_ = std::thread([this] { run(); });
  store_.feed().on_account_changes([this] { ask_for_refresh(); });
}

void Housekeeping::stop() {
  if (!thread_.joinable()) return;
  store_.feed().on_account_changes(nullptr);
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
    changed_.notify_one();
  }
  thread_.join();
}

void Housekeeping::finish() {
  // A store that does not respond would only delay the shutdown.
  if (syncing_.has_failed || removing_.has_failed) return;
  attempt(syncing_, [&] { keys_.save_last_used(); });
}

void Housekeeping::run() {
  Time next_tick = SteadyClock::now() + interval;
  Time next_refresh{};
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    const Time due = is_refresh_wanted_ ? std::min(next_tick, next_refresh) : next_tick;
    if (tasks_.empty() && SteadyClock::now() < due) {
      changed_.wait_until(lock, due);
      continue;
    }
    const auto tasks = std::exchange(tasks_, {});
    const Time now = SteadyClock::now();
    const bool refreshes = is_refresh_wanted_ && now >= next_refresh;
    if (refreshes) is_refresh_wanted_ = false;
    lock.unlock();
    for (const auto& task : tasks) run_guarded(task);
    if (refreshes) {
      refresh_keys();
      next_refresh = SteadyClock::now() + interval;
    }
    if (now >= next_tick) {
      tick();
      next_tick = SteadyClock::now() + interval;
    }
    lock.lock();
  }
}

void Housekeeping::tick() {
  // For keys that have expired: their streams must end within two seconds.
  if (ticks_ % ticks_per_second == 0) pipeline_->end_invalid_streams();
  attempt(removing_, [&] {
    remove_leftovers();
    const bool is_minute = ticks_ % ticks_per_minute == 0;
    if (are_responses_left_ || is_minute) remove_old_responses();
    if (are_kept_left_ || is_minute) remove_old_kept();
    if (is_minute) remove_ended_invitations();
  });
  if (++ticks_ % ticks_per_save == 0) finish();
}

void Housekeeping::refresh_keys() {
  auto held = unknown_keys_.take();
  if (!attempt(syncing_, [&] { keys_.refresh(); })) ask_for_refresh();
  pipeline_->end_invalid_streams();
  for (api::HeldRequest& request : held) {
    run_guarded([&] { pipeline_->retry(std::move(request)); });
  }
}

/// Removes in steps while there is something to remove, for a tenth of the time at most, because
/// changes wait for each step. True if there may be more.
template <class Any, class Remove>
bool Housekeeping::remove(Any any, Remove remove_some) {
  constexpr auto time_max = interval / 10;
  const Time began = SteadyClock::now();
  const auto has_any = [&] {
    bool has = false;
    store_.look_up([&](Accounts& accounts) { has = any(accounts); });
    return has;
  };
  while (SteadyClock::now() - began < time_max) {
    if (!has_any()) return false;
    store_.administer(remove_some);
  }
  return true;
}

void Housekeeping::remove_leftovers() {
  remove([](Accounts& accounts) { return accounts.has_leftovers(); },
         [](Accounts& accounts) { accounts.remove_some_leftovers(); });
}

void Housekeeping::remove_old_responses() {
  // Those of yesterday may be younger than 24 hours.
  const Day before = day_of({clock_.now().ms - idempotency_ms});
  are_responses_left_ = remove([&](Accounts& accounts) { return accounts.has_responses(before); },
                               [&](Accounts& accounts) { accounts.delete_some_responses(before); });
}

void Housekeeping::remove_old_kept() {
  const Timestamp before{clock_.now().ms - keep_deleted_.count()};
  are_kept_left_ = remove([&](Accounts& accounts) { return accounts.has_kept(before); },
                          [&](Accounts& accounts) { accounts.remove_some_kept(before); });
}

void Housekeeping::remove_ended_invitations() {
  const Timestamp now = clock_.now();
  remove([&](Accounts& accounts) { return accounts.has_ended_invitations(now); },
         [&](Accounts& accounts) { accounts.delete_some_ended_invitations(now); });
}

/// A store that is unavailable for a while must not end the server. Logs one line per outage, not
/// four a second.
template <class Body>
bool Housekeeping::attempt(BackgroundTask& task, Body body) {
  try {
    body();
    task.has_failed = false;
    return true;
  } catch (const std::exception& failure) {
    if (!task.has_failed) task.warn({{"cause", failure.what()}});
    task.has_failed = true;
    return false;
  }
}

}  // namespace blotter::app
