// How a store is opened, and how it works.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace blotter {

struct StoreOptions {
  std::size_t write_queue_max = 10'000;
  /// Large enough that many changes share one sync of the disk, small enough that the first does
  /// not wait long for the last.
  std::size_t write_batch_max = 512;
  /// After this time a commit of SQLite takes no more changes. So no change waits long for those
  /// before it, however long each takes.
  std::chrono::milliseconds write_batch_time_max{2};
  /// For a database server: connections in total, and how long work may wait for the database.
  std::size_t pool_size = 16;
  std::chrono::milliseconds time_max{5000};
  /// Changes of other processes without a notification are found within this time.
  std::chrono::milliseconds feed_poll_interval{500};
};

/// Tools may share a store with a running server; a second server on one SQLite file is refused.
/// `existing` is for tools that must not create a new store.
enum class StoreUse : std::uint8_t { server, tool, existing };

}  // namespace blotter
