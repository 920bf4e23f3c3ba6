// Read connections to one SQLite file, each used by one piece of work at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/coarse_clock.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/file_map.hpp"
#include "storage/store_error.hpp"

namespace blotter::storage {

/// A read takes the connection that was given back last, whose cache is warm. So there are as many
/// connections as were ever needed at once: one per thread, and one per listing that is being sent.
///
/// A connection keeps its snapshot when it is given back: opening one takes a lock that all threads
/// share, and most reads come while nothing has changed. `invalidate_snapshots` after every change
/// makes sure that no read uses an old one; during the commit itself, GuildVersions tells which
/// reads need a new one.
class ReaderPool : public std::enable_shared_from_this<ReaderPool> {
 public:
  /// A change by another process is noticed within this time.
  static constexpr auto snapshot_age_max = std::chrono::milliseconds(100);

  /// With a map, short reads take their pages from there.
  explicit ReaderPool(std::string path, std::shared_ptr<sql::FileMap> map = nullptr);
  /// Keeps an object alive as long as there are connections.
  void keep(std::shared_ptr<void> kept) { kept_.push_back(std::move(kept)); }

  struct Lease {
    /// In a read transaction; returned to the pool when the last pointer is destroyed.
    std::shared_ptr<sql::SqliteConnection> connection;
    bool may_keep;                // after the end of the work, for a listing
    const sql::FileMap* trusted;  // the pool's map, alive as long as the lease
    /// Must be called after the last read: throws when the disk failed to provide something that
    /// was read.
    void confirm() const;
  };
  /// `recent` sees every change of this process, `latest` those of other processes too.
  enum class Snapshot : std::uint8_t { recent, latest };
  /// Throws Overloaded when too many are in use.
  Lease take(Snapshot snapshot = Snapshot::recent);

  /// From now on, reads begin with a new snapshot.
  void invalidate_snapshots() { generation_.fetch_add(1, std::memory_order_acq_rel); }
  /// Ends the snapshots that are not in use, so that a checkpoint can pass them.
  void release_idle();

 private:
  struct PooledConnection {
    std::unique_ptr<sql::SqliteConnection> connection;
    std::uint64_t generation = 0;
    CoarseClock::time_point began = {};
    bool has_snapshot = false;
  };

  std::unique_ptr<PooledConnection> idle_or_new();
  void renew(PooledConnection& pooled, Snapshot snapshot);
  void give_back(std::unique_ptr<PooledConnection> pooled) noexcept;
  void forget_one();

  std::vector<std::shared_ptr<void>> kept_;  // first, so that it is destroyed after the connections
  const std::string path_;
  const std::shared_ptr<sql::FileMap> map_;
  std::atomic<std::uint64_t> generation_{1};
  std::mutex mutex_;
  std::vector<std::unique_ptr<PooledConnection>> idle_;
  std::size_t in_use_ = 0;
};

}  // namespace blotter::storage
