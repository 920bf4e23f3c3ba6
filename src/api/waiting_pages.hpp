// Requests for a page of events that wait for the next event.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "storage/store.hpp"

namespace blotter::api {

class WaitingPages {
 public:
  using Clock = std::chrono::steady_clock;

  explicit WaitingPages(Store& store);
  ~WaitingPages() { stop(); }
  WaitingPages(const WaitingPages&) = delete;
  WaitingPages& operator=(const WaitingPages&) = delete;

  /// Gives the work to the store when its guild has an event after the number, when the time has
  /// come, or when the server stops.
  void hold(std::unique_ptr<ReadWork> work, std::int64_t after, Clock::time_point until);
  /// From now on nothing waits.
  void stop();
  [[nodiscard]] bool is_stopping() const;
  [[nodiscard]] std::size_t count() const;

 private:
  struct Page {
    std::unique_ptr<ReadWork> work;
    Clock::time_point until;
    std::unique_ptr<Subscription> subscription = nullptr;
    bool is_due = false;
  };

  void wake(std::uint64_t id);
  void run();
  /// Moves the pages out whose wait is over.
  std::vector<Page> take_due();
  [[nodiscard]] Clock::time_point next_time() const;

  Store& store_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, Page> pages_;
  std::uint64_t last_id_ = 0;
  bool is_any_due_ = false;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::api
