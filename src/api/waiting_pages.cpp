#include "api/waiting_pages.hpp"

#include <algorithm>
#include <utility>

namespace blotter::api {

WaitingPages::WaitingPages(Store& store) : store_(store), thread_([this] { run(); }) {}

void WaitingPages::hold(std::unique_ptr<ReadWork> work, std::int64_t after,
                        Clock::time_point until) {
  const GuildId guild = work->guild();
  std::uint64_t id = 0;
  {
    std::unique_lock lock(mutex_);
    if (is_stopping_) {
      lock.unlock();
      return store_.read(std::move(work));
    }
    id = ++last_id_;
    pages_.emplace(id, Page{.work = std::move(work), .until = until});
    // It may be the first one to end.
    changed_.notify_one();
  }
  auto subscription = store_.feed().subscribe(guild, after, [this, id] { wake(id); });
  // Events that the feed had already: there is no call for them.
  const auto taken = subscription->take(1);
  const bool has_events = !taken.events.empty() || taken.is_behind || taken.is_reset;
  const std::scoped_lock lock(mutex_);
  const auto page = pages_.find(id);
  if (page == pages_.end()) return;
  page->second.subscription = std::move(subscription);
  if (!has_events) return;
  page->second.is_due = is_any_due_ = true;
  changed_.notify_one();
}

/// On the feed's thread.
void WaitingPages::wake(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  const auto page = pages_.find(id);
  if (page == pages_.end()) return;
  page->second.is_due = is_any_due_ = true;
  changed_.notify_one();
}

void WaitingPages::stop() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

bool WaitingPages::is_stopping() const {
  const std::scoped_lock lock(mutex_);
  return is_stopping_;
}

std::size_t WaitingPages::count() const {
  const std::scoped_lock lock(mutex_);
  return pages_.size();
}

void WaitingPages::run() {
  std::unique_lock lock(mutex_);
  while (!is_stopping_ || !pages_.empty()) {
    if (!is_any_due_ && !is_stopping_) changed_.wait_until(lock, next_time());
    for (Page& page : take_due()) {
      lock.unlock();
      // Before the work, and outside the lock: it waits for a call of wake().
      page.subscription.reset();
      store_.read(std::move(page.work));
      lock.lock();
    }
  }
}

std::vector<WaitingPages::Page> WaitingPages::take_due() {
  is_any_due_ = false;
  std::vector<Page> due;
  const auto now = Clock::now();
  for (auto page = pages_.begin(); page != pages_.end();) {
    if (!page->second.is_due && page->second.until > now && !is_stopping_) {
      ++page;
      continue;
    }
    due.push_back(std::move(page->second));
    page = pages_.erase(page);
  }
  return due;
}

WaitingPages::Clock::time_point WaitingPages::next_time() const {
  auto next = Clock::now() + std::chrono::hours(1);
  for (const auto& [id, page] : pages_) next = std::min(next, page.until);
  return next;
}

}  // namespace blotter::api
