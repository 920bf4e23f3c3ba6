// What a running server does besides answering, on a thread of its own: it keeps the keys up to
// date, saves when they were used, removes leftovers and runs tasks that may wait for the store.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "api/key_ring.hpp"
#include "api/pipeline.hpp"
#include "api/unknown_keys.hpp"
#include "base/log.hpp"
#include "storage/store.hpp"

namespace blotter::app {

class Housekeeping {
 public:
  /// Keys and revocations made elsewhere are honoured within this time. Unknown keys make the
  /// server refresh its keys at once, but not more often than this either.
  static constexpr std::chrono::milliseconds interval{250};

  Housekeeping(Store& store, api::KeyRing& keys) : store_(store), keys_(keys) {}
  ~Housekeeping() { stop(); }
  Housekeeping(const Housekeeping&) = delete;
  Housekeeping& operator=(const Housekeeping&) = delete;

  /// Runs a task soon on the thread of this object; from any thread.
  void run_soon(std::function<void()> task);

  /// Requests with unknown keys are held and tried again after a refresh from now on.
  void start(api::Pipeline& pipeline);
  /// Ends the thread. Call it when no more requests come, for those that wait for a key are
  /// dropped.
  void stop();
  /// Saves what the ticks have not saved yet; after `stop`.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Chore {
    void (*warn)(log::Fields fields);
    bool is_troubled = false;
  };

  void ask_for_refresh();
  void run();
  void tick();
  void refresh_for_unknown_keys();
  void remove_leftovers();
  template <class Task>
  static void attempt(Chore& chore, Task task);

  Store& store_;
  api::KeyRing& keys_;
  api::Pipeline* pipeline_ = nullptr;
  api::UnknownKeys unknown_keys_{[this] { ask_for_refresh(); }};
  int ticks_ = 0;
  Chore syncing_{[](log::Fields fields) { log::warning("the keys could not be synced", fields); }};
  Chore removing_{
      [](log::Fields fields) { log::warning("leftovers could not be removed", fields); }};

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stopping_ = false;
  bool is_refresh_wanted_ = false;
  std::vector<std::function<void()>> tasks_;
  std::thread thread_;
};

}  // namespace blotter::app
