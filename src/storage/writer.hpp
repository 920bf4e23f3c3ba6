// The one thread that changes a SQLite file: it commits everything that waits at once.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "storage/checkpointer.hpp"
#include "storage/reader_pool.hpp"
#include "storage/sql/sqlite.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

class GroupWriter {
 public:
  GroupWriter(const std::string& path, std::shared_ptr<ReaderPool> readers, StoreOptions options);
  ~GroupWriter();
  GroupWriter(const GroupWriter&) = delete;
  GroupWriter& operator=(const GroupWriter&) = delete;

  /// Ends the thread. What waits is still done, unless another process holds the file: then it
  /// fails at once instead of waiting for that.
  void stop();

  /// False when the queue is full or the writer has stopped; the work is left untouched then.
  bool submit(std::unique_ptr<WriteWork>& work);
  [[nodiscard]] std::size_t depth() const;

 private:
  struct Item {
    std::unique_ptr<WriteWork> work;
    std::exception_ptr failure;
  };
  using Batch = std::vector<Item>;

  void loop();
  void finish(Batch& batch);
  Batch take_waiting();
  void run_batch(Batch& batch);
  void run_item(Item& item);

  const StoreOptions options_;
  const std::shared_ptr<ReaderPool> readers_;
  std::shared_ptr<sql::SqliteConnection> connection_;
  Checkpointer checkpointer_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::unique_ptr<WriteWork>> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::storage
