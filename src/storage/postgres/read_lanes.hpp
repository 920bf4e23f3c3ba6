// Threads that read from PostgreSQL. Each takes several look-ups at a time and sends them together;
// what needs more than one statement gets a snapshot of its own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "storage/postgres/connections.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

class ReadLanes {
 public:
  /// Of `lanes` threads, `helpers` only help while the others are held up. `lists_max` long lists
  /// may keep a connection behind the end of their work.
  ReadLanes(std::shared_ptr<Connections> connections, std::size_t lanes, std::size_t helpers,
            std::size_t lists_max, std::size_t queue_max);
  ~ReadLanes();
  ReadLanes(const ReadLanes&) = delete;
  ReadLanes& operator=(const ReadLanes&) = delete;

  void submit(std::unique_ptr<ReadWork> work);
  /// Gives up what has waited too long for a thread.
  void refuse_overdue();
  void stop();

 private:
  /// A piece of work, or a task that reads on in a list.
  struct Queued {
    std::unique_ptr<ReadWork> work;
    std::function<void()> task;
    SteadyClock::time_point deadline;
  };

  class Host final : public ListingHost {
   public:
    Host(ReadLanes& lanes, bool may_keep) : lanes_(lanes), may_keep_(may_keep) {}
    [[nodiscard]] bool may_keep() const override { return may_keep_; }
    void run(std::function<void()> task) override;

   private:
    ReadLanes& lanes_;
    const bool may_keep_;
  };

  using Queue = WorkQueue<Queued>;
  using Take = std::vector<Queued> (Queue::*)(std::size_t);

  void loop(Take take);
  void serve(std::vector<Queued> batch);
  void serve_alone(Queued& item);
  [[nodiscard]] SteadyClock::time_point deadline() const;

  const std::shared_ptr<Connections> connections_;
  const std::size_t lists_max_;
  const std::shared_ptr<std::atomic<std::size_t>> lists_ =
      std::make_shared<std::atomic<std::size_t>>(0);
  Host keeping_{*this, true};
  Host refusing_{*this, false};
  Queue waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace blotter::storage
