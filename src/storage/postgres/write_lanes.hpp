// Threads that change a PostgreSQL database. Each commits together what waits; the changes of one
// guild are never with two of them, where they would only wait for each other.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "storage/postgres/connections.hpp"
#include "storage/write_batch.hpp"

namespace blotter::storage {

/// Leaves changes of a guild waiting while another thread has some of them.
class OneThreadPerGuild {
 public:
  /// Stands for a guild. Others may share it, and then they wait for each other.
  using Mark = std::size_t;
  static Mark mark(const QueuedWrite& item) {
    return std::hash<std::string>()(item.work->guild().str());
  }

  [[nodiscard]] bool may_take(const QueuedWrite& item) const {
    return !at_work_.contains(mark(item));
  }
  void note_taken(const QueuedWrite& item) { at_work_.insert(mark(item)); }
  void note_done(Mark mark) { at_work_.extract(mark); }

 private:
  std::unordered_multiset<Mark> at_work_;
};

class WriteLanes {
 public:
  /// Of `lanes` threads, `helpers` only help while the others are held up.
  WriteLanes(std::shared_ptr<Connections> connections, std::size_t lanes, std::size_t helpers,
             StoreOptions options);
  ~WriteLanes();
  WriteLanes(const WriteLanes&) = delete;
  WriteLanes& operator=(const WriteLanes&) = delete;

  void submit(std::unique_ptr<WriteWork> work);
  /// Gives up what has waited too long for a thread.
  void refuse_overdue();
  void stop();
  [[nodiscard]] std::size_t depth() const { return waiting_.depth(); }

 private:
  using Queue = WorkQueue<QueuedWrite, OneThreadPerGuild>;
  using Take = std::vector<QueuedWrite> (Queue::*)(Queue::Most);

  void loop(Take take);
  void serve(std::span<QueuedWrite> batch);
  void serve_each_alone(std::span<QueuedWrite> batch);
  /// False when somebody else holds its guild, and there is time to try again.
  bool serve_alone(std::span<QueuedWrite> one);
  /// Throws when nothing of it was kept.
  using Savepoints = sql::PostgresConnection::Savepoints;
  void commit(std::span<QueuedWrite> batch, Savepoints savepoints);
  /// The failure that is being handled is everybody's.
  static void fail(std::span<QueuedWrite> batch);
  /// Whether the commit that was cut off has happened. Throws OutcomeUnknown when nobody can tell.
  bool has_happened(std::span<const QueuedWrite> batch, SteadyClock::time_point deadline);
  bool is_there(const EventMark& event, SteadyClock::time_point deadline);

  /// Guilds that had to be waited for in vain share no commit until one of their changes is made.
  bool is_held_by_others(OneThreadPerGuild::Mark guild);
  void note_held_by_others(OneThreadPerGuild::Mark guild, bool is_held);

  const std::shared_ptr<Connections> connections_;
  const StoreOptions options_;
  std::mutex held_mutex_;
  std::unordered_set<OneThreadPerGuild::Mark> held_by_others_;
  Queue waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace blotter::storage
