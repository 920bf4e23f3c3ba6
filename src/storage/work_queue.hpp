// A bounded queue of work for the threads of the store. An item past its deadline times out.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace blotter::storage {

using SteadyClock = std::chrono::steady_clock;

/// The default policy: all items may be taken while others are at work. Called with the queue
/// locked.
struct NoPolicy {
  template <class Item>
  [[nodiscard]] bool may_take(const Item&) const {
    return true;
  }
  template <class Item>
  void note_taken(const Item&) {}
};

/// Items have an `owner` and a `deadline`; of one owner, earlier items have the earlier deadline.
/// Each owner has a line of its own, and the lines take turns (round robin): an owner with little
/// work does not wait until others have done much.
template <class Item, class Policy = NoPolicy>
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t items_max, Policy policy = {})
      : items_max_(items_max), policy_(std::move(policy)) {}

  /// False when the queue is stopped, or so full that the owner has used up its share; the item is
  /// left untouched then.
  bool push(Item& item) {
    {
      const std::scoped_lock lock(mutex_);
      if (is_stopped_) return false;
      const auto found = by_owner_.find(item.owner());
      // No owner may hold more than it leaves free for the others.
      const std::size_t owned = found == by_owner_.end() ? 0 : found->second->items.size();
      if (owned >= items_max_ - std::min(items_max_, depth_)) return false;
      const auto now = SteadyClock::now();
      if (depth_ == 0) untouched_since_ = now;
      line_of(item)->items.push_back(std::move(item));
      ++depth_;
      call_helper(now);
    }
    wake_.notify_one();
    return true;
  }

  /// Puts back the items that were taken last and could not be begun, in the same order. They are
  /// taken before anything else, so that no owner gets a second turn.
  void put_back(std::span<Item> items) {
    {
      const std::scoped_lock lock(mutex_);
      for (auto item = items.rbegin(); item != items.rend(); ++item) {
        const auto line = line_of(*item);
        line->items.push_front(std::move(*item));
        lines_.splice(lines_.begin(), lines_, line);
      }
      depth_ += items.size();
    }
    wake_.notify_one();
  }

  /// How many items are taken at a time; at most `of_one` per owner, if others wait too.
  struct BatchLimit {
    std::size_t of_all;
    std::size_t of_one = of_all;
  };

  /// Waits for an item. Empty when the queue is stopped and nothing is left in it.
  std::vector<Item> take(BatchLimit limit) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return is_stopped_ || has_eligible(); });
    return take_some(limit);
  }

  /// The same for helper threads, which take items only while the regular threads are held up.
  std::vector<Item> take_as_helper(BatchLimit limit) {
    std::unique_lock lock(mutex_);
    wake_helper_.wait(lock, [this] { return is_stopped_ || (is_help_wanted_ && has_eligible()); });
    return take_some(limit);
  }

  /// Tells the policy that something is done, so that other items may be taken now.
  template <class Change>
  void update_policy(Change change) {
    {
      const std::scoped_lock lock(mutex_);
      change(policy_);
    }
    wake_.notify_one();
  }

  /// Takes the items whose deadline has passed. Must be called periodically.
  std::vector<Item> take_overdue(SteadyClock::time_point now) {
    const std::scoped_lock lock(mutex_);
    std::vector<Item> overdue;
    for (auto line = lines_.begin(); line != lines_.end();) {
      const auto this_line = line++;  // an empty line is erased
      while (this_line->items.front().deadline <= now) {
        const bool is_last = this_line->items.size() == 1;
        overdue.push_back(take_first(this_line));
        if (is_last) break;
      }
    }
    call_helper(now);
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

  /// The result of `question`, called on the policy under the lock.
  template <class Question>
  [[nodiscard]] auto look(Question question) const {
    const std::scoped_lock lock(mutex_);
    return question(policy_);
  }

  [[nodiscard]] std::size_t depth() const {
    const std::scoped_lock lock(mutex_);
    return depth_;
  }
  [[nodiscard]] std::size_t depth(const std::string& owner) const {
    const std::scoped_lock lock(mutex_);
    const auto found = by_owner_.find(owner);
    return found == by_owner_.end() ? 0 : found->second->items.size();
  }

 private:
  // Longer than a thread needs for its work, unless the database keeps it waiting.
  static constexpr auto helper_delay = std::chrono::milliseconds(20);

  /// Never empty.
  struct Line {
    std::string owner;
    std::list<Item> items;
  };
  using Lines = std::list<Line>;

  [[nodiscard]] bool has_eligible() const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [this](const Line& line) { return policy_.may_take(line.items.front()); });
  }

  void call_helper(SteadyClock::time_point now) {
    if (now - untouched_since_ < helper_delay || !has_eligible()) return;
    is_help_wanted_ = true;
    wake_helper_.notify_one();
  }

  /// The line of the item's owner; a new line comes last.
  typename Lines::iterator line_of(const Item& item) {
    const auto [found, is_new] = by_owner_.try_emplace(item.owner());
    if (is_new) found->second = lines_.insert(lines_.end(), Line{item.owner(), {}});
    return found->second;
  }

  /// Afterwards the line comes last.
  Item take_first(typename Lines::iterator line) {
    Item item = std::move(line->items.front());
    line->items.pop_front();
    --depth_;
    if (line->items.empty()) {
      by_owner_.erase(line->owner);
      lines_.erase(line);
    } else {
      lines_.splice(lines_.end(), lines_, line);
    }
    return item;
  }

  std::vector<Item> take_some(BatchLimit limit) {
    // How many items each line gives, counted here because an empty line is erased.
    std::vector<std::pair<typename Lines::iterator, std::size_t>> open;
    for (auto line = lines_.begin(); line != lines_.end(); ++line) {
      if (is_stopped_ || policy_.may_take(line->items.front())) {
        open.emplace_back(line, line->items.size());
      }
    }
    if (open.size() > 1) {
      for (auto& [line, left] : open) left = std::min(left, limit.of_one);
    }
    std::vector<Item> taken;
    while (taken.size() < limit.of_all && !open.empty()) {
      for (auto& [line, left] : open) {
        if (taken.size() == limit.of_all) break;
        taken.push_back(take_first(line));
        --left;
      }
      std::erase_if(open, [](const auto& each) { return each.second == 0; });
    }
    for (const Item& item : taken) policy_.note_taken(item);
    untouched_since_ = SteadyClock::now();
    is_help_wanted_ = false;
    return taken;
  }

  const std::size_t items_max_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable wake_helper_;
  Lines lines_;
  std::unordered_map<std::string, typename Lines::iterator> by_owner_;
  std::size_t depth_ = 0;
  Policy policy_;
  SteadyClock::time_point untouched_since_{};
  bool is_help_wanted_ = false;
  bool is_stopped_ = false;
};

}  // namespace blotter::storage
