#include "storage/sqlite/group_writer.hpp"

namespace blotter::storage {

GroupWriter::GroupWriter(const std::string& path, std::shared_ptr<ReaderPool> readers,
                         StoreOptions options)
    : options_(std::move(options)),
      readers_(std::move(readers)),
      connection_(
          std::make_shared<sql::SqliteConnection>(path, sql::SqliteConnection::Access::write)),
      checkpointer_(path, readers_),
      waiting_(options_.write_queue_max),
      thread_([this] { loop(); }) {}

GroupWriter::~GroupWriter() { stop(); }

void GroupWriter::stop() {
  waiting_.stop();
  connection_->stop_waiting();
  if (thread_.joinable()) thread_.join();
}

bool GroupWriter::submit(std::unique_ptr<WriteWork>& work) {
  QueuedWrite item{std::move(work)};
  if (waiting_.push(item)) return true;
  work = std::move(item.work);
  return false;
}

void GroupWriter::loop() {
  while (true) {
    auto batch = waiting_.take(options_.write_batch_max);
    if (batch.empty()) return;
    bool is_committed = false;
    try {
      commit_together(connection_, batch);
      is_committed = true;
    } catch (...) {
      connection_->rollback();
      // What was kept so far went with the transaction, so nobody may be told of success.
      for (QueuedWrite& item : batch) item.failure = std::current_exception();
    }
    // Before the answers: whoever got one reads his own change.
    readers_->outdate();
    answer(batch);
    if (!is_committed) continue;
    options_.on_commit(batch.size());
    checkpointer_.notice(*connection_);
  }
}

}  // namespace blotter::storage
