// The one thread that changes a SQLite file: it commits everything that waits at once.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>

#include "storage/sql/file_map.hpp"
#include "storage/sql/sqlite.hpp"
#include "storage/sqlite/checkpointer.hpp"
#include "storage/sqlite/file_watch.hpp"
#include "storage/sqlite/guild_versions.hpp"
#include "storage/sqlite/reader_pool.hpp"
#include "storage/write_batch.hpp"

namespace blotter::storage {

class GroupWriter {
 public:
  /// With a map, pages are read from there.
  GroupWriter(const std::string& path, std::shared_ptr<sql::FileMap> map,
              std::shared_ptr<ReaderPool> readers, GuildVersions& versions, StoreOptions options);
  /// From now on nothing is taken for committed if the files are not what they were. Before the
  /// first change.
  void watch(std::shared_ptr<FileWatch> files) { files_ = std::move(files); }
  ~GroupWriter();
  GroupWriter(const GroupWriter&) = delete;
  GroupWriter& operator=(const GroupWriter&) = delete;

  /// Ends the thread. What waits is still done, unless another process holds the file: then it
  /// fails at once instead of waiting for that.
  void stop();

  /// False when the queue is full or the writer has stopped; the work is left untouched then.
  bool submit(std::unique_ptr<WriteWork>& work);
  [[nodiscard]] std::size_t depth() const { return waiting_.depth(); }
  /// Runs the task in a transaction of its own, on the calling thread. Waits so long for the file,
  /// then throws.
  void administer(const Store::AccountsTask& task, std::chrono::milliseconds patience);
  /// Looks whether somebody else has changed the file, unless a commit is under way, which looks
  /// too. From any thread.
  void look_for_others();

 private:
  void loop();
  /// Commits as many of them as go into one commit, and puts the others back.
  void serve(std::span<QueuedWrite> taken);
  static void fail(std::span<QueuedWrite> batch);
  GuildVersions::Flight flight_of(std::span<const QueuedWrite> batch);
  void note_change(const QueuedWrite& item);
  void note_others();

  const StoreOptions options_;
  const std::shared_ptr<ReaderPool> readers_;
  GuildVersions& versions_;
  std::shared_ptr<FileWatch> files_;  // goes behind the connection
  std::timed_mutex connection_mutex_;
  std::shared_ptr<sql::SqliteConnection> connection_;
  std::int64_t version_of_others_ = 0;
  Checkpointer checkpointer_;
  WorkQueue<QueuedWrite> waiting_;
  std::thread thread_;
};

}  // namespace blotter::storage
