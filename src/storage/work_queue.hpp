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

/// Which items may be taken while others are at work: all of them. Called with the queue locked.
struct Anything {
  template <class Item>
  [[nodiscard]] bool may_take(const Item&) const {
    return true;
  }
  template <class Item>
  void note_taken(const Item&) {}
};

/// Items have a `deadline`; those that came first have the earlier one.
template <class Item, class Choice = Anything>
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t items_max) : items_max_(items_max) {}

  /// False when the queue is full or stopped; the item is left untouched then.
  bool push(Item& item) {
    {
      const std::scoped_lock lock(mutex_);
      if (is_stopped_ || waiting_.size() >= items_max_) return false;
      const auto now = SteadyClock::now();
      if (waiting_.empty()) untouched_since_ = now;
      waiting_.push_back(std::move(item));
      call_helper(now);
    }
    wake_.notify_one();
    return true;
  }

  /// Waits for something to do. Empty when the queue has stopped and nothing is left in it.
  std::vector<Item> take(std::size_t most) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return is_stopped_ || has_choice(); });
    return take_some(most);
  }

  /// The same for threads that help out while nobody else comes for more.
  std::vector<Item> take_as_helper(std::size_t most) {
    std::unique_lock lock(mutex_);
    wake_helper_.wait(lock, [this] { return is_stopped_ || is_help_wanted_; });
    return take_some(most);
  }

  /// Something is done, so that other items may be taken now.
  template <class Change>
  void revise(Change change) {
    {
      const std::scoped_lock lock(mutex_);
      change(choice_);
    }
    wake_.notify_one();
  }

  /// To be called now and then.
  std::vector<Item> take_overdue(SteadyClock::time_point now) {
    const std::scoped_lock lock(mutex_);
    call_helper(now);
    const auto in_time = std::find_if(waiting_.begin(), waiting_.end(),
                                      [&](const Item& item) { return item.deadline > now; });
    std::vector<Item> overdue(std::make_move_iterator(waiting_.begin()),
                              std::make_move_iterator(in_time));
    waiting_.erase(waiting_.begin(), in_time);
    return overdue;
  }

  void stop() {
    {
      const std::scoped_lock lock(mutex_);
      is_stopped_ = true;
    }
    wake_.notify_all();
    wake_helper_.notify_all();
  }

  [[nodiscard]] std::size_t depth() const {
    const std::scoped_lock lock(mutex_);
    return waiting_.size();
  }

 private:
  // Longer than anybody is away with his work, unless the database keeps him waiting.
  static constexpr auto patience = std::chrono::milliseconds(20);

  [[nodiscard]] bool has_choice() const {
    return std::any_of(waiting_.begin(), waiting_.end(),
                       [this](const Item& item) { return choice_.may_take(item); });
  }

  void call_helper(SteadyClock::time_point now) {
    if (now - untouched_since_ < patience || !has_choice()) return;
    is_help_wanted_ = true;
    wake_helper_.notify_one();
  }

  std::vector<Item> take_some(std::size_t most) {
    std::vector<Item> taken;
    auto left = waiting_.begin();  // behind those that stay
    auto next = waiting_.begin();
    for (; next != waiting_.end() && taken.size() < most; ++next) {
      if (is_stopped_ || choice_.may_take(*next)) {
        taken.push_back(std::move(*next));
      } else {
        if (left != next) *left = std::move(*next);
        ++left;
      }
    }
    waiting_.erase(left, next);
    for (const Item& item : taken) choice_.note_taken(item);
    untouched_since_ = SteadyClock::now();
    is_help_wanted_ = false;
    return taken;
  }

  const std::size_t items_max_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable wake_helper_;
  std::deque<Item> waiting_;
  Choice choice_;
  SteadyClock::time_point untouched_since_{};
  bool is_help_wanted_ = false;
  bool is_stopped_ = false;
};

}  // namespace blotter::storage
