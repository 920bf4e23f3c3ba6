#include "storage/write_batch.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "storage/records/sequence_allocator.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {
namespace {

void run_one(const std::shared_ptr<sql::Connection>& connection, SequenceAllocator& sequences,
             QueuedWrite& item) {
  item.failure = nullptr;
  item.is_in_commit = false;
  item.events.clear();
  item.has_account_changes = false;
  connection->begin_savepoint();
  try {
    Writer records(connection, item.work->guild(), sequences);
    switch (item.work->run(records)) {
      case WriteWork::Outcome::commit:
        connection->release_savepoint();
        item.is_in_commit = true;
        item.events = records.events();
        item.has_account_changes = records.has_account_changes();
        for (const GuildEvent& event : item.events) sequences.add(event);
        return;
      case WriteWork::Outcome::roll_back: break;
    }
    connection->rollback_savepoint();
    sequences.forget(item.work->guild());
  } catch (const sql::Locked&) {
    throw;  // it can be retried a little later, and must not hold up the others
  } catch (...) {
    // A full disk makes the engine roll back the whole transaction; then the whole batch has
    // failed.
    if (!connection->in_transaction()) throw;
    connection->rollback_savepoint();
    sequences.forget(item.work->guild());
    item.failure = std::current_exception();
  }
}

}  // namespace

std::size_t run_batch(const std::shared_ptr<sql::Connection>& connection,
                      std::span<QueuedWrite> batch, SteadyClock::duration time_max) {
  SequenceAllocator sequences;
  connection->begin_write();
  const auto began = SteadyClock::now();
  std::size_t done = 0;
  do {
    run_one(connection, sequences, batch[done++]);
  } while (done < batch.size() && SteadyClock::now() - began < time_max);
  sequences.save(*connection);
  // The row is one for all guilds. It is locked last, so that nobody who has locked it waits for a
  // guild.
  if (std::ranges::any_of(batch.first(done), &QueuedWrite::has_account_changes)) {
    connection->run(statements::accounts_bump).finish();
  }
  return done;
}

void commit_batch(const std::shared_ptr<sql::Connection>& connection,
                  std::span<QueuedWrite> batch) {
  run_batch(connection, batch, SteadyClock::duration::max());
  connection->commit();
}

Commit describe_commit(std::span<const QueuedWrite> batch) {
  Commit commit{.changes = batch.size()};
  const auto is_listed = [](const GuildEvent& event) { return event->civilian.has_value(); };
  for (const QueuedWrite& item : batch) {
    if (!item.is_in_commit) continue;
    if (item.has_account_changes) commit.has_account_changes = true;
    commit.events.insert(commit.events.end(), item.events.begin(), item.events.end());
    if (item.events.empty() || !std::ranges::all_of(item.events, is_listed)) {
      commit.has_unlisted_changes = true;
    }
  }
  return commit;
}

void fail_batch(std::span<QueuedWrite> batch) {
  for (QueuedWrite& item : batch) item.failure = std::current_exception();
}

void deliver_results(std::span<QueuedWrite> batch) {
  for (QueuedWrite& item : batch) {
    try {
      item.work->done(item.failure);
    } catch (const std::exception& failure) {
      // The change stands; only its result is not delivered.
      log::error("a result could not be delivered", {{"cause", failure.what()}});
    }
  }
}

}  // namespace blotter::storage
