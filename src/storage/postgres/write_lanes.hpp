// Threads that change a PostgreSQL database. Each commits together what waits for it; the changes
// of one guild always meet in the same lane.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <thread>

#include "storage/postgres/connections.hpp"
#include "storage/write_batch.hpp"

namespace blotter::storage {

class WriteLanes {
 public:
  WriteLanes(std::shared_ptr<Connections> connections, std::size_t lanes, StoreOptions options);
  ~WriteLanes();
  WriteLanes(const WriteLanes&) = delete;
  WriteLanes& operator=(const WriteLanes&) = delete;

  void submit(std::unique_ptr<WriteWork> work);
  /// Gives up what has waited too long for a thread.
  void refuse_overdue();
  void stop();
  [[nodiscard]] std::size_t depth() const;

 private:
  struct Lane {
    explicit Lane(std::size_t queue_max) : waiting(queue_max) {}
    WorkQueue<QueuedWrite> waiting;
    std::thread thread;
  };

  void loop(Lane& lane);
  void serve(std::span<QueuedWrite> batch);
  void serve_alone(std::span<QueuedWrite> one);
  /// Throws when nothing of it was kept.
  using Savepoints = sql::PostgresConnection::Savepoints;
  void commit(std::span<QueuedWrite> batch, Savepoints savepoints);
  /// The failure that is being handled is everybody's.
  static void fail(std::span<QueuedWrite> batch);
  /// Whether the commit that was cut off has happened. Throws OutcomeUnknown when nobody can tell.
  bool has_happened(std::span<const QueuedWrite> batch, SteadyClock::time_point deadline);
  bool is_there(const EventMark& event, SteadyClock::time_point deadline);

  const std::shared_ptr<Connections> connections_;
  const StoreOptions options_;
  std::deque<Lane> lanes_;
};

}  // namespace blotter::storage
