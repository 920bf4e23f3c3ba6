// The one thread that changes a SQLite file: it commits everything that waits at once.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "storage/sql/sqlite.hpp"
#include "storage/sqlite/checkpointer.hpp"
#include "storage/sqlite/reader_pool.hpp"
#include "storage/write_batch.hpp"

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
  [[nodiscard]] std::size_t depth() const { return waiting_.depth(); }

 private:
  void loop();

  const StoreOptions options_;
  const std::shared_ptr<ReaderPool> readers_;
  std::shared_ptr<sql::SqliteConnection> connection_;
  Checkpointer checkpointer_;
  WorkQueue<QueuedWrite> waiting_;
  std::thread thread_;
};

}  // namespace blotter::storage
