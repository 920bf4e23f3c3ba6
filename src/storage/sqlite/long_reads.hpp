// Threads for long lookups, so that the network threads never wait for them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "storage/queued_read.hpp"
#include "storage/thread_quota.hpp"

namespace blotter::storage {

class LongReads final : public ListingHost {
 public:
  using Run = std::function<void(std::unique_ptr<ReadWork>)>;

  /// There are at least two threads, and one guild never has all of them. `run` does the work and
  /// calls its `done`.
  LongReads(std::size_t threads, Run run);
  ~LongReads() override;
  LongReads(const LongReads&) = delete;
  LongReads& operator=(const LongReads&) = delete;

  /// Fails the work with Overloaded if too much is waiting already.
  void submit(std::unique_ptr<ReadWork> work);
  /// Whether work of the guild is waiting or in progress.
  [[nodiscard]] bool is_busy_with(const GuildId& guild) const;
  /// Refuses waiting work, and work in progress if its `run` checks `is_stopping`.
  void stop();

  /// Set when `stop` is called: the result of a read in progress is not needed any more.
  [[nodiscard]] const std::atomic<bool>& is_stopping() const { return is_stopping_; }

  [[nodiscard]] bool may_keep() override { return true; }
  /// Reads more of a list.
  void run(const GuildId& guild, std::function<void()> task) override;

 private:
  void loop();
  void serve(QueuedRead& item);

  const Run run_;
  std::atomic<bool> is_stopping_{false};
  std::atomic<std::size_t> unfinished_{0};
  WorkQueue<QueuedRead, ThreadQuota> waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace blotter::storage
