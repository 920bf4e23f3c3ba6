// The only thread that changes a SQLite file, by group commit of all waiting changes.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>

#include "storage/sqlite/checkpointer.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/file_map.hpp"
#include "storage/sqlite/file_watch.hpp"
#include "storage/sqlite/guild_versions.hpp"
#include "storage/sqlite/reader_pool.hpp"
#include "storage/store_options.hpp"
#include "storage/write_batch.hpp"

namespace blotter::storage {

class GroupWriter {
 public:
  /// With a map, pages are read from the map.
  GroupWriter(const std::string& path, std::shared_ptr<sql::FileMap> map,
              std::shared_ptr<ReaderPool> readers, GuildVersions& versions, Feed& feed,
              const StoreOptions& options);
  /// From now on no commit counts as made if the files are no longer the same. Must be called
  /// before the first change.
  void watch(std::shared_ptr<FileWatch> files) { files_ = std::move(files); }
  ~GroupWriter();
  GroupWriter(const GroupWriter&) = delete;
  GroupWriter& operator=(const GroupWriter&) = delete;

  /// Ends the thread. Waiting changes are still made, unless another process holds the file: then
  /// they fail at once instead of waiting for it.
  void stop();

  /// False when the queue is full or the writer has stopped; the work is left untouched then.
  bool submit(std::unique_ptr<WriteWork>& work);
  [[nodiscard]] std::size_t depth() const { return waiting_.depth(); }
  /// Runs the task in a transaction of its own, on the calling thread. Waits at most `lock_timeout`
  /// for the file, then throws.
  void administer(const Store::AccountsTask& task, std::chrono::milliseconds lock_timeout);
  /// Checks whether another process has changed the file, unless a commit is in progress, which
  /// checks too. May be called from any thread.
  void check_for_other_writers();

 private:
  void loop();
  /// Commits as many of them as fit into one commit, and puts the others back.
  void serve(std::span<QueuedWrite> taken);
  /// Ends the prepared commit, which has happened or failed.
  void publish(Commit& commit, Commit::Origin origin) noexcept;
  void check_data_version();

  const StoreOptions options_;
  GuildVersions& versions_;
  Feed& feed_;
  std::shared_ptr<FileWatch> files_;  // must be destroyed after the connection
  std::timed_mutex connection_mutex_;
  std::shared_ptr<sql::SqliteConnection> connection_;
  std::int64_t data_version_ = 0;
  Checkpointer checkpointer_;
  WorkQueue<QueuedWrite> waiting_;
  std::thread thread_;
};

}  // namespace blotter::storage
