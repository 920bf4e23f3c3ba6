// Read connections to one SQLite file, each used by one piece of work at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/coarse_clock.hpp"
#include "storage/sql/file_map.hpp"
#include "storage/sql/sqlite.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

/// A thread that reads takes the connection that was given back last, whose pages are warm; so as
/// many exist as were ever needed at once: one per thread, and one per listing that is being sent.
///
/// A connection keeps its snapshot when it is given back: opening one takes a lock that all threads
/// share, and most reads come while nothing has changed. `outdate` after every change makes sure
/// that nobody reads an old one; during the commit itself, GuildVersions tells who needs a new one.
class ReaderPool : public std::enable_shared_from_this<ReaderPool> {
 public:
  /// A change by another process is noticed no later than this.
  static constexpr auto snapshot_age_max = std::chrono::milliseconds(100);

  /// With a map, short reads take their pages from there.
  explicit ReaderPool(std::string path, std::shared_ptr<sql::FileMap> map = nullptr);
  /// Keeps something as long as there are connections.
  void keep(std::shared_ptr<void> kept) { kept_.push_back(std::move(kept)); }

  struct Lease {
    /// Inside a read transaction; its end gives it back.
    std::shared_ptr<sql::SqliteConnection> connection;
    bool may_keep;                // behind the end of the work, for a listing
    const sql::FileMap* trusted;  // the pool's, which lives as long as the connection is leased
    /// Behind the last read: throws when the disk did not give something that was read.
    void confirm() const;
  };
  /// `recent` sees every change of this process, `latest` those of other processes too.
  enum class Snapshot : std::uint8_t { recent, latest };
  /// Throws Overloaded when too many are in use.
  Lease take(Snapshot snapshot = Snapshot::recent);

  /// From now on reads begin with a new snapshot.
  void outdate() { generation_.fetch_add(1, std::memory_order_acq_rel); }
  /// Ends the snapshots that nobody is using, so that the log behind them can be emptied.
  void release_idle();

 private:
  struct Member {
    std::unique_ptr<sql::SqliteConnection> connection;
    std::uint64_t generation = 0;
    CoarseClock::time_point began = {};
    bool has_snapshot = false;
  };

  std::unique_ptr<Member> idle_or_new();
  void renew(Member& member, Snapshot snapshot);
  void give_back(std::unique_ptr<Member> member) noexcept;
  void forget_one();

  std::vector<std::shared_ptr<void>> kept_;  // first, so that it goes behind the connections
  const std::string path_;
  const std::shared_ptr<sql::FileMap> map_;
  std::atomic<std::uint64_t> generation_{1};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Member>> idle_;
  std::size_t in_use_ = 0;
};

}  // namespace blotter::storage
