// A policy for WorkQueue that limits the threads of each owner.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

namespace blotter::storage {

/// Leaves the items of an owner waiting while it has as many threads as it may have.
class ThreadQuota {
 public:
  explicit ThreadQuota(std::size_t threads_max) : threads_max_(threads_max) {}

  template <class Item>
  [[nodiscard]] bool may_take(const Item& item) const {
    const auto found = at_work_.find(item.owner());
    return found == at_work_.end() || found->second < threads_max_;
  }
  template <class Item>
  void note_taken(const Item& item) {
    ++at_work_[item.owner()];
  }
  void note_done(const std::string& owner) {
    const auto found = at_work_.find(owner);
    if (--found->second == 0) at_work_.erase(found);
  }
  [[nodiscard]] bool is_at_work_for(const std::string& owner) const {
    return at_work_.contains(owner);
  }

 private:
  std::size_t threads_max_;
  std::unordered_map<std::string, std::size_t> at_work_;
};

}  // namespace blotter::storage
