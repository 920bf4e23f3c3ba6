// Background work of a running server, on a thread of its own: it refreshes the keys, saves when
// they were last used, removes leftovers and runs tasks that may block on the store.
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
  /// Changes of guilds and keys, and unknown keys, trigger a refresh at once, but refreshes are
  /// never closer together than this. Other work is done once in this time.
  static constexpr std::chrono::milliseconds interval{250};

  /// Deleted records are removed permanently after `keep_deleted`.
  Housekeeping(Store& store, api::KeyRing& keys, const Clock& clock,
               std::optional<std::chrono::milliseconds> keep_deleted = std::nullopt)
      : store_(store),
        keys_(keys),
        clock_(clock),
        keep_deleted_(keep_deleted.value_or(std::chrono::milliseconds(0))) {}
  ~Housekeeping() { stop(); }
  Housekeeping(const Housekeeping&) = delete;
  Housekeeping& operator=(const Housekeeping&) = delete;

  /// Runs a task soon, on the housekeeping thread. May be called from any thread.
  void run_soon(std::function<void()> task);

  /// From now on, requests with unknown keys are held and retried after a refresh.
  void start(api::Pipeline& pipeline);
  /// Ends the thread. Call it when no more requests arrive: requests that wait for a key are
  /// dropped.
  void stop();
  /// Saves what is not saved yet; call it after `stop`.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct BackgroundTask {
    void (*warn)(log::Fields fields);
    bool has_failed = false;
  };

  void ask_for_refresh();
  void run();
  void tick();
  void refresh_keys();
  template <class Any, class Remove>
  bool remove(Any any, Remove remove_some);
  void remove_leftovers();
  void remove_old_responses();
  void remove_old_kept();
  void remove_ended_invitations();
  /// False if the task has failed.
  template <class Body>
  static bool attempt(BackgroundTask& task, Body body);

  Store& store_;
  api::KeyRing& keys_;
  const Clock& clock_;
  const std::chrono::milliseconds keep_deleted_;
  api::Pipeline* pipeline_ = nullptr;
  api::UnknownKeys unknown_keys_{[this] { ask_for_refresh(); }};
  int ticks_ = 0;
  // Old ones, to be removed.
  bool are_responses_left_ = false;
  bool are_kept_left_ = false;
  BackgroundTask syncing_{
      [](log::Fields fields) { log::warning("the keys could not be synced", fields); }};
  BackgroundTask removing_{
      [](log::Fields fields) { log::warning("leftovers could not be removed", fields); }};

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stopping_ = false;
  bool is_refresh_wanted_ = false;
  std::vector<std::function<void()>> tasks_;
  std::thread thread_;
};

}  // namespace blotter::app
