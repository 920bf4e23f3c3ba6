#include "storage/write_batch.hpp"

#include "base/log.hpp"
#include "storage/event_book.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {
namespace {

void run_one(const std::shared_ptr<sql::Connection>& connection, EventBook& book,
             QueuedWrite& item) {
  item.failure = nullptr;
  item.is_kept = false;
  item.events.clear();
  connection->begin_savepoint();
  try {
    Writer records(connection, item.work->guild(), book);
    switch (item.work->run(records)) {
      case WriteWork::Verdict::keep:
        connection->keep_savepoint();
        item.is_kept = true;
        item.events = records.events();
        for (const EventMark& event : item.events) book.keep(event);
        return;
      case WriteWork::Verdict::undo: break;
    }
    connection->undo_savepoint();
    book.forget(item.work->guild());
  } catch (const sql::Locked&) {
    throw;  // it may be made a little later, and must not hold up the others meanwhile
  } catch (...) {
    // A full disk makes the engine give up the whole transaction; then all of the batch has failed.
    if (!connection->in_transaction()) throw;
    connection->undo_savepoint();
    book.forget(item.work->guild());
    item.failure = std::current_exception();
  }
}

}  // namespace

std::size_t run_together(const std::shared_ptr<sql::Connection>& connection,
                         std::span<QueuedWrite> batch, SteadyClock::duration time_max) {
  EventBook book;
  connection->begin_write();
  const auto began = SteadyClock::now();
  std::size_t done = 0;
  do {
    run_one(connection, book, batch[done++]);
  } while (done < batch.size() && SteadyClock::now() - began < time_max);
  book.save(*connection);
  return done;
}

void commit_together(const std::shared_ptr<sql::Connection>& connection,
                     std::span<QueuedWrite> batch) {
  run_together(connection, batch, SteadyClock::duration::max());
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
