// Work that waits for a thread of the store: bounded, and none of it waits for ever.
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

/// Which items may be taken while others are at work: all of them. Called with the queue locked.
struct Anything {
  template <class Item>
  [[nodiscard]] bool may_take(const Item&) const {
    return true;
  }
  template <class Item>
  void note_taken(const Item&) {}
};

/// Items have an `owner` and a `deadline`; of one owner, those that came first have the earlier
/// one. Each owner has a line of his own, and the lines take turns: who has little to do does not
/// wait until others have done much.
template <class Item, class Choice = Anything>
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t items_max, Choice choice = {})
      : items_max_(items_max), choice_(std::move(choice)) {}

  /// False when the queue is stopped, or so full that the owner has had his part of it; the item is
  /// left untouched then.
  bool push(Item& item) {
    {
      const std::scoped_lock lock(mutex_);
      if (is_stopped_) return false;
      const auto found = by_owner_.find(item.owner());
      // Nobody takes more than he leaves to the others.
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

  /// Gives back what was taken last, in the same order, and could not be begun. It is taken before
  /// anything else, so that it is nobody's turn twice.
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

  /// How much is taken at a time; of one owner no more than `of_one`, if others wait too.
  struct Most {
    std::size_t of_all;
    std::size_t of_one = of_all;
  };

  /// Waits for something to do. Empty when the queue has stopped and nothing is left in it.
  std::vector<Item> take(Most most) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return is_stopped_ || has_choice(); });
    return take_some(most);
  }

  /// The same for threads that help out while nobody else comes for more.
  std::vector<Item> take_as_helper(Most most) {
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
    std::vector<Item> overdue;
    for (auto line = lines_.begin(); line != lines_.end();) {
      const auto this_line = line++;  // the last item takes its line away
      while (this_line->items.front().deadline <= now) {
        const bool is_last = this_line->items.size() == 1;
        overdue.push_back(take_first(this_line));
        if (is_last) break;
      }
    }
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

  /// What `question` wants to know of the choice.
  template <class Question>
  [[nodiscard]] auto look(Question question) const {
    const std::scoped_lock lock(mutex_);
    return question(choice_);
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
  // Longer than anybody is away with his work, unless the database keeps him waiting.
  static constexpr auto patience = std::chrono::milliseconds(20);

  /// Never empty.
  struct Line {
    std::string owner;
    std::list<Item> items;
  };
  using Lines = std::list<Line>;

  [[nodiscard]] bool has_choice() const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [this](const Line& line) { return choice_.may_take(line.items.front()); });
  }

  void call_helper(SteadyClock::time_point now) {
    if (now - untouched_since_ < patience || !has_choice()) return;
    is_help_wanted_ = true;
    wake_helper_.notify_one();
  }

  /// A new line comes last.
  typename Lines::iterator line_of(const Item& item) {
    const auto [found, is_new] = by_owner_.try_emplace(item.owner());
    if (is_new) found->second = lines_.insert(lines_.end(), Line{item.owner(), {}});
    return found->second;
  }

  /// Whose turn it was comes last.
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

  std::vector<Item> take_some(Most most) {
    // How many each line gives, for a line that is empty is gone.
    std::vector<std::pair<typename Lines::iterator, std::size_t>> open;
    for (auto line = lines_.begin(); line != lines_.end(); ++line) {
      if (is_stopped_ || choice_.may_take(line->items.front())) {
        open.emplace_back(line, line->items.size());
      }
    }
    if (open.size() > 1) {
      for (auto& [line, left] : open) left = std::min(left, most.of_one);
    }
    std::vector<Item> taken;
    while (taken.size() < most.of_all && !open.empty()) {
      for (auto& [line, left] : open) {
        if (taken.size() == most.of_all) break;
        taken.push_back(take_first(line));
        --left;
      }
      std::erase_if(open, [](const auto& each) { return each.second == 0; });
    }
    for (const Item& item : taken) choice_.note_taken(item);
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
  Choice choice_;
  SteadyClock::time_point untouched_since_{};
  bool is_help_wanted_ = false;
  bool is_stopped_ = false;
};

}  // namespace blotter::storage
