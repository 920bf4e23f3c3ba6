#include "storage/writer.hpp"

#include "base/log.hpp"

namespace blotter::storage {
GroupWriter::GroupWriter(const std::string& path, std::shared_ptr<ReaderPool> readers,
                         StoreOptions options)
    : options_(std::move(options)),
      readers_(std::move(readers)),
      connection_(
          std::make_shared<sql::SqliteConnection>(path, sql::SqliteConnection::Access::write)),
      checkpointer_(path, readers_),
      thread_([this] { loop(); }) {}

GroupWriter::~GroupWriter() { stop(); }

void GroupWriter::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  connection_->stop_waiting();
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool GroupWriter::submit(std::unique_ptr<WriteWork>& work) {
  {
    const std::scoped_lock lock(mutex_);
    if (stopping_ || waiting_.size() >= options_.write_queue_max) return false;
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

std::size_t GroupWriter::depth() const {
  const std::scoped_lock lock(mutex_);
  return waiting_.size();
}

GroupWriter::Batch GroupWriter::take_waiting() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
  Batch batch;
  while (!waiting_.empty() && batch.size() < options_.write_batch_max) {
    batch.push_back({std::move(waiting_.front()), nullptr});
    waiting_.pop_front();
  }
  return batch;
}

void GroupWriter::loop() {
  while (true) {
    Batch batch = take_waiting();
    if (batch.empty()) return;
    bool is_committed = false;
    try {
      run_batch(batch);
      is_committed = true;
    } catch (...) {
      connection_->rollback();
      // What was kept so far went with the transaction, so nobody may be told of success.
      for (Item& item : batch) item.failure = std::current_exception();
    }
    finish(batch);
    if (!is_committed) continue;
    options_.on_commit(batch.size());
    checkpointer_.notice(connection_->log_frames());
  }
}

void GroupWriter::finish(Batch& batch) {
  // Before the answers: whoever got one reads his own change.
  readers_->outdate();
  for (Item& item : batch) {
    try {
      item.work->done(item.failure);
    } catch (const std::exception& failure) {
      // The change stands as it is; only its answer is lost.
      log::error("an answer could not be given", {{"cause", failure.what()}});
    }
  }
}

void GroupWriter::run_batch(Batch& batch) {
  connection_->begin_write();
  for (Item& item : batch) run_item(item);
  connection_->commit();
}

void GroupWriter::run_item(Item& item) {
  connection_->begin_savepoint();
  try {
    Writer records(connection_, item.work->guild());
    switch (item.work->run(records)) {
      case WriteWork::Verdict::keep: connection_->keep_savepoint(); return;
      case WriteWork::Verdict::undo: connection_->undo_savepoint(); return;
    }
  } catch (...) {
    // A full disk makes the engine give up the whole transaction; then all of the batch has failed.
    if (!connection_->in_transaction()) throw;
    connection_->undo_savepoint();
    item.failure = std::current_exception();
  }
}

}  // namespace blotter::storage
