#include "storage/write_batch.hpp"

#include "base/log.hpp"
#include "storage/seq_book.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {
namespace {

void run_one(const std::shared_ptr<sql::Connection>& connection, SeqBook& seqs, QueuedWrite& item) {
  item.failure = nullptr;
  item.event = std::nullopt;
  connection->begin_savepoint();
  try {
    Writer records(connection, item.work->guild(), seqs);
    switch (item.work->run(records)) {
      case WriteWork::Verdict::keep:
        connection->keep_savepoint();
        item.event = records.last_event();
        if (item.event) seqs.keep(*item.event);
        return;
      case WriteWork::Verdict::undo: break;
    }
    connection->undo_savepoint();
    seqs.forget(item.work->guild());
  } catch (const sql::Locked&) {
    throw;  // it may be made a little later, and must not hold up the others meanwhile
  } catch (...) {
    // A full disk makes the engine give up the whole transaction; then all of the batch has failed.
    if (!connection->in_transaction()) throw;
    connection->undo_savepoint();
    seqs.forget(item.work->guild());
    item.failure = std::current_exception();
  }
}

}  // namespace

void commit_together(const std::shared_ptr<sql::Connection>& connection,
                     std::span<QueuedWrite> batch) {
  SeqBook seqs;
  connection->begin_write();
  for (QueuedWrite& item : batch) run_one(connection, seqs, item);
  seqs.save(*connection);
  connection->commit();
}

void answer(std::span<QueuedWrite> batch) {
  for (QueuedWrite& item : batch) {
    try {
      item.work->done(item.failure);
    } catch (const std::exception& failure) {
      // The change stands as it is; only its answer is lost.
      log::error("an answer could not be given", {{"cause", failure.what()}});
    }
  }
}

}  // namespace blotter::storage
