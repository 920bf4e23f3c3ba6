// Threads for look-ups that take long, so that the threads of the network never wait for them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "storage/share_of_threads.hpp"
#include "storage/store.hpp"
#include "storage/work_queue.hpp"

namespace blotter::storage {

class LongReads final : public ListingHost {
 public:
  using Run = std::function<void(std::unique_ptr<ReadWork>)>;

  /// One guild never has all of the threads; there are at least two. `run` does the work and
  /// answers it.
  LongReads(std::size_t threads, Run run);
  ~LongReads() override;
  LongReads(const LongReads&) = delete;
  LongReads& operator=(const LongReads&) = delete;

  /// Answers it with Overloaded if too much waits already.
  void submit(std::unique_ptr<ReadWork> work);
  /// Whether something of the guild waits or is being done.
  [[nodiscard]] bool is_busy_with(const GuildId& guild) const;
  /// Refuses what waits, and what has begun if its `run` looks at `is_stopping`.
  void stop();

  /// Set when `stop` is called: what is being read is not wanted any more.
  [[nodiscard]] const std::atomic<bool>& is_stopping() const { return is_stopping_; }

  [[nodiscard]] bool may_keep() override { return true; }
  /// Reads on in a list.
  void run(const GuildId& guild, std::function<void()> task) override;

 private:
  /// A piece of work, or a task that reads on in a list.
  struct Queued {
    std::string guild;
    std::unique_ptr<ReadWork> work;
    std::function<void()> task;
    SteadyClock::time_point deadline = SteadyClock::time_point::max();

    [[nodiscard]] const std::string& owner() const { return guild; }
  };

  void loop();
  void serve(Queued& item);

  const Run run_;
  std::atomic<bool> is_stopping_{false};
  std::atomic<std::size_t> unfinished_{0};
  WorkQueue<Queued, ShareOfThreads> waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace blotter::storage
