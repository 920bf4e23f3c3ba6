// The part of a connection that begins and ends transactions, and their parts.
#include "storage/postgres/connection.hpp"

namespace blotter::sql {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto commit_time_min = std::chrono::milliseconds(100);
// The number of the advisory lock on the schema: "blotter" in ASCII.
constexpr std::int64_t schema_lock = 0x626c6f74746572;

const Query begin_snapshot{"begin isolation level repeatable read, read only"};
const Query keep_snapshot{"set local idle_in_transaction_session_timeout = '90s'"};
const Query begin_change{"begin isolation level read committed, read write"};
const Query wait_for_locks{"set local lock_timeout = 0"};
const Query wait_for_statements{"set local statement_timeout = 0"};
const Query lock_schema{"select pg_advisory_xact_lock($1)"};
const Query commit_all{"commit"};
const Query rollback_all{"rollback"};
const Query savepoint_begin{"savepoint request"};
const Query savepoint_release{"release request"};
const Query savepoint_rollback{"rollback to request"};
const Query table_count{"select count(*) from pg_tables where schemaname = current_schema()"};
const Query table_named{
    "select 1 from pg_tables where schemaname = current_schema() and tablename = $1"};
const Query partition_count{
    "select count(*) from pg_inherits where inhparent = to_regclass('civilian')"};

}  // namespace

bool PostgresConnection::has_table(std::string_view name) { return run(table_named, name).next(); }

bool PostgresConnection::is_empty() {
  auto rows = run(table_count);
  rows.next();
  return rows.integer(0) == 0;
}

void PostgresConnection::begin_read() {
  begin(begin_snapshot);
  // A snapshot holds no locks that others wait for, and the client that reads a list may be slow.
  run(keep_snapshot).finish();
}

void PostgresConnection::begin_write() {
  is_savepoint_set_ = false;
  begin(begin_change);
}

void PostgresConnection::begin(const Query& query) {
  drain_results();
  is_transaction_failed_ = false;
  run(query).finish();
  has_transaction_ = true;
}

void PostgresConnection::begin_migration() {
  begin_write();
  // Tables of millions of rows take long, and no client waits for a response. The connection itself
  // notices if the server is gone.
  deadline_ = TimePoint::max();
  run(wait_for_locks).finish();
  run(wait_for_statements).finish();
  run(lock_schema, schema_lock).finish();
  auto rows = run(partition_count);
  rows.next();
  // New tables get as many partitions as the existing ones have.
  if (rows.integer(0) > 0) partitions_ = static_cast<int>(rows.integer(0));
}

void PostgresConnection::commit() {
  const auto now = SteadyClock::now();
  // There would be no time to wait for the result, or to look up the outcome.
  if (deadline_ - now < commit_time_min) throw Retryable("too little time is left for a commit");
  // Half of the time, so that the other half is left to look up the outcome.
  if (deadline_ != TimePoint::max()) deadline_ = now + (deadline_ - now) / 2;
  // Before it is sent: some of it may go out at once.
  is_commit_sent_ = true;
  run(commit_all).finish();
  end_pipeline();
  receive_all();
  is_commit_sent_ = false;
  if (failure_) raise();
  has_transaction_ = false;
}

void PostgresConnection::rollback() noexcept {
  if (is_broken_) return;
  try {
    // After a failure everything is skipped up to the end of the pipeline.
    end_pipeline();
    run(rollback_all).finish();
    end_pipeline();
    has_unread_results_ = true;
    has_transaction_ = false;
  } catch (...) {
    is_broken_ = true;
  }
}

void PostgresConnection::leave_transaction() noexcept {
  if (has_transaction_) return rollback();
  if (!expected_.empty()) has_unread_results_ = true;
}

void PostgresConnection::begin_savepoint() {
  is_savepoint_set_ = false;
  ++part_;
  changes_of_part_ = 0;
  if (savepoints_ == Savepoints::none) return;
  send_single(savepoint_begin, Expected::Kind::savepoint);
}

void PostgresConnection::release_savepoint() {
  if (savepoints_ == Savepoints::real) run(savepoint_release).finish();
}

void PostgresConnection::rollback_savepoint() {
  if (savepoints_ == Savepoints::none) {
    if (is_transaction_failed_ || changes_of_part_ > 0)
      throw SavepointNeeded("a savepoint must be rolled back");
    return;
  }
  if (!in_transaction()) throw Retryable("the transaction was lost");
  is_transaction_failed_ = false;
  run(savepoint_rollback).finish();
  run(savepoint_release).finish();
}

}  // namespace blotter::sql
