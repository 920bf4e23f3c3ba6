// Threads that take work from a queue, several items at a time, until the queue is stopped.
#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "storage/store_error.hpp"
#include "storage/work_queue.hpp"

namespace blotter::storage {

template <class Item, class Policy = NoPolicy>
class LaneThreads {
 public:
  using Queue = WorkQueue<Item, Policy>;
  using Serve = std::function<void(std::vector<Item>)>;

  explicit LaneThreads(std::size_t queue_max, Policy policy = {})
      : queue_(queue_max, std::move(policy)) {}
  ~LaneThreads() { stop(); }
  LaneThreads(const LaneThreads&) = delete;
  LaneThreads& operator=(const LaneThreads&) = delete;

  /// Of `threads`, `helpers` only help while the others are held up.
  void start(std::size_t threads, std::size_t helpers, typename Queue::BatchLimit limit,
             const Serve& serve) {
    for (std::size_t i = 0; i < threads; ++i) {
      const auto take = i < helpers ? &Queue::take_as_helper : &Queue::take;
      threads_.emplace_back([this, take, limit, serve] {
        while (true) {
          auto batch = (queue_.*take)(limit);
          if (batch.empty()) return;
          serve(std::move(batch));
        }
      });
    }
  }
  /// The threads serve what is left in the queue first.
  void stop() {
    queue_.stop();
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

  /// Fails the item's work with Overloaded if the queue is full or stopped.
  void submit(Item item) {
    if (!queue_.push(item)) refuse(item);
  }
  /// Fails the work that has waited for a thread past its deadline.
  void refuse_overdue() {
    for (Item& item : queue_.take_overdue(SteadyClock::now())) refuse(item);
  }
  [[nodiscard]] Queue& queue() { return queue_; }
  [[nodiscard]] const Queue& queue() const { return queue_; }

 private:
  /// A task without work is dropped.
  static void refuse(Item& item) {
    if (item.work) item.work->done(std::make_exception_ptr(Overloaded()));
  }

  Queue queue_;
  std::vector<std::thread> threads_;
};

}  // namespace blotter::storage
