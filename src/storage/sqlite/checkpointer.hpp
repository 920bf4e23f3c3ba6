// Moves the write-ahead log into the database on a thread of its own, so that no commit waits for
// it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "storage/sqlite/reader_pool.hpp"

namespace blotter::storage {

class Checkpointer {
 public:
  Checkpointer(std::string path, std::shared_ptr<ReaderPool> readers);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  /// Told after each commit how many frames the log holds.
  void notice(int log_frames);

 private:
  void work();
  void empty_log(int frames);

  const std::string path_;
  const std::shared_ptr<ReaderPool> readers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  int frames_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::storage
