// Work that waits for a thread of the store: bounded, and none of it waits for ever.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace blotter::storage {

using SteadyClock = std::chrono::steady_clock;

/// Items have a `deadline`; those that came first have the earlier one.
template <class Item>
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t items_max) : items_max_(items_max) {}

  /// False when the queue is full or stopped; the item is left untouched then.
  bool push(Item& item) {
    {
      const std::scoped_lock lock(mutex_);
      if (is_stopped_ || waiting_.size() >= items_max_) return false;
      waiting_.push_back(std::move(item));
    }
    wake_.notify_one();
    return true;
  }

  /// Waits for something to do. Empty when the queue has stopped and nothing is left in it.
  std::vector<Item> take(std::size_t most) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return is_stopped_ || !waiting_.empty(); });
    return take_front(std::min(most, waiting_.size()));
  }

  std::vector<Item> take_overdue(SteadyClock::time_point now) {
    const std::scoped_lock lock(mutex_);
    const auto in_time = std::find_if(waiting_.begin(), waiting_.end(),
                                      [&](const Item& item) { return item.deadline > now; });
    return take_front(static_cast<std::size_t>(in_time - waiting_.begin()));
  }

  void stop() {
    {
      const std::scoped_lock lock(mutex_);
      is_stopped_ = true;
    }
    wake_.notify_all();
  }

  [[nodiscard]] std::size_t depth() const {
    const std::scoped_lock lock(mutex_);
    return waiting_.size();
  }

 private:
  std::vector<Item> take_front(std::size_t count) {
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<Item> taken(std::make_move_iterator(waiting_.begin()),
                            std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    return taken;
  }

  const std::size_t items_max_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Item> waiting_;
  bool is_stopped_ = false;
};

}  // namespace blotter::storage
