// A read that waits for a thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "storage/store.hpp"
#include "storage/work_queue.hpp"

namespace blotter::storage {

/// A piece of work, or a task that reads more of a list.
struct QueuedRead {
  std::string guild;
  std::unique_ptr<ReadWork> work;
  std::function<void()> task;
  SteadyClock::time_point deadline = SteadyClock::time_point::max();

  [[nodiscard]] const std::string& owner() const { return guild; }
};

}  // namespace blotter::storage
