// Moves the write-ahead log into the database on a thread of its own, so that no commit waits for
// it. Only to begin the log anew it needs the writer, for a moment when almost all is moved.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "storage/sql/sqlite.hpp"
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
  void begin_anew(sql::SqliteConnection& writer);
  int move_some();

  const std::string path_;
  const std::shared_ptr<ReaderPool> readers_;
  std::unique_ptr<sql::SqliteConnection> connection_;  // of the thread
  std::mutex mutex_;
  std::condition_variable wake_;
  int moved_frames_ = 0;
  bool is_wanted_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::storage
