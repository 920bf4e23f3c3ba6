// Runs checkpoints on a thread of its own: copies the WAL into the database, in turns with the
// commits, so that no commit waits for it long. It needs the writer only to restart the WAL, for a
// moment when almost everything is copied.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/reader_pool.hpp"

namespace blotter::storage {

class Checkpointer {
 public:
  Checkpointer(std::string path, std::shared_ptr<ReaderPool> readers);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  /// Called by the writer after each commit, with its connection.
  void notice(sql::SqliteConnection& writer);

 private:
  void work();
  void restart_wal(sql::SqliteConnection& writer);
  std::optional<sql::SqliteConnection::CheckpointResult> copy_frames();
  int next_burst();
  [[nodiscard]] bool is_much_left() const;

  const std::string path_;
  const std::shared_ptr<ReaderPool> readers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  int frames_ = 0;        // of the WAL after the last commit; 0 when the next one restarts it
  int added_frames_ = 0;  // by the last commit
  int copied_frames_ = 0;
  std::uint64_t commits_ = 0;
  bool is_wanted_ = false;
  bool stopping_ = false;
  std::unique_ptr<sql::SqliteConnection> connection_;  // of the thread; calls next_burst
  std::thread thread_;
};

}  // namespace blotter::storage
