// Ends BOLOs, impounds and custody when their time has come, on a thread of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "api/pipeline.hpp"
#include "storage/store.hpp"

namespace blotter::app {

class TermClock {
 public:
  /// How often it looks for what is due.
  static constexpr std::chrono::milliseconds interval{250};

  TermClock(Store& store, api::Sources sources) : store_(store), sources_(sources) {}
  ~TermClock() { stop(); }
  TermClock(const TermClock&) = delete;
  TermClock& operator=(const TermClock&) = delete;

  void start();
  /// Begins nothing new. It may wait for the store while other parts of the server stop.
  void request_stop();
  /// Call it before the store is stopped.
  void stop();

 private:
  using SteadyClock = std::chrono::steady_clock;

  void run();
  /// Returns how long to rest.
  SteadyClock::duration end_some();
  /// Ends a part of what is due first. True if more may be due.
  bool end_first();

  Store& store_;
  const api::Sources sources_;
  bool has_failed_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::app
