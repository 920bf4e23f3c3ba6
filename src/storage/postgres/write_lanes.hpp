// Threads that change a PostgreSQL database by group commit. The changes of one guild are never
// with two threads at a time, where they would only wait for each other.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "storage/postgres/connection_pool.hpp"
#include "storage/postgres/lane_threads.hpp"
#include "storage/store_options.hpp"
#include "storage/write_batch.hpp"

namespace blotter::storage {

/// Leaves changes of a guild waiting while another thread works on some of them.
class OneThreadPerGuild {
 public:
  /// Identifies a guild. Guilds with the same hash wait for each other.
  using GuildHash = std::size_t;
  static GuildHash hash_of(const QueuedWrite& item) {
    return std::hash<std::string>()(item.work->guild().str());
  }

  [[nodiscard]] bool may_take(const QueuedWrite& item) const {
    return !at_work_.contains(hash_of(item));
  }
  void note_taken(const QueuedWrite& item) { at_work_.insert(hash_of(item)); }
  void note_done(GuildHash guild) { at_work_.extract(guild); }

 private:
  std::unordered_multiset<GuildHash> at_work_;
};

class WriteLanes {
 public:
  /// Of `lanes` threads, `helpers` only help while the others are held up.
  WriteLanes(std::shared_ptr<ConnectionPool> connections, std::size_t lanes, std::size_t helpers,
             Feed& feed, const StoreOptions& options);

  void submit(std::unique_ptr<WriteWork> work);
  /// Fails the changes that have waited for a thread past their deadline.
  void refuse_overdue() { lanes_.refuse_overdue(); }
  void stop() { lanes_.stop(); }
  [[nodiscard]] std::size_t depth() const { return lanes_.queue().depth(); }

 private:
  void serve_batch(std::vector<QueuedWrite> batch);
  void serve(std::span<QueuedWrite> batch);
  void serve_separately(std::span<QueuedWrite> batch);
  /// False when another process holds the lock of its guild, and there is time to try again.
  bool serve_single(std::span<QueuedWrite> one);
  using Savepoints = sql::PostgresConnection::Savepoints;
  /// Throws when the whole transaction was rolled back.
  void commit(std::span<QueuedWrite> batch, Savepoints savepoints);
  /// Whether the interrupted commit has happened. Throws OutcomeUnknown when the database cannot
  /// tell.
  bool has_happened(std::span<const QueuedWrite> batch, SteadyClock::time_point deadline);
  bool event_exists(const GuildEvent& event, SteadyClock::time_point deadline);

  /// Guilds whose lock timed out share no commit until one of their changes is made.
  bool is_held_by_others(OneThreadPerGuild::GuildHash guild);
  void note_held_by_others(OneThreadPerGuild::GuildHash guild, bool is_held);

  const std::shared_ptr<ConnectionPool> connections_;
  Feed& feed_;
  std::mutex held_mutex_;
  std::unordered_set<OneThreadPerGuild::GuildHash> held_by_others_;
  LaneThreads<QueuedWrite, OneThreadPerGuild> lanes_;  // last: its threads use the others
};

}  // namespace blotter::storage
