// Moves the write-ahead log into the database on a thread of its own, so that no commit waits for
// it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace blotter::storage {

class Checkpointer {
 public:
  explicit Checkpointer(std::string path);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  /// Told after each commit how many frames the log holds.
  void notice(int log_frames);

 private:
  void work();
  void empty_log(int frames);

  const std::string path_;
  std::mutex mutex_;
  std::condition_variable wake_;
  int frames_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::storage
