// Group commit: several changes share one transaction, and each can be rolled back alone.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "storage/feed.hpp"
#include "storage/store.hpp"
#include "storage/work_queue.hpp"

namespace blotter::storage {

struct QueuedWrite {
  std::unique_ptr<WriteWork> work;
  SteadyClock::time_point deadline = SteadyClock::time_point::max();
  std::exception_ptr failure = nullptr;
  bool is_in_commit = false;
  /// The events that it appended; empty when it was rolled back.
  std::vector<GuildEvent> events = {};
  /// It has changed keys; false when it was rolled back.
  bool has_account_changes = false;

  [[nodiscard]] const std::string& owner() const { return work->guild().str(); }
};

/// Runs the changes in a transaction that is not committed yet, until `time_max` has passed;
/// returns how many were run, at least one. Throws when the whole transaction is lost. A change
/// that fails alone is rolled back and has its `failure` set.
std::size_t run_batch(const std::shared_ptr<sql::Connection>& connection,
                      std::span<QueuedWrite> batch, SteadyClock::duration time_max);
/// Runs all of them and commits.
void commit_batch(const std::shared_ptr<sql::Connection>& connection, std::span<QueuedWrite> batch);

/// What the changes of the batch have changed, if their transaction is committed.
Commit describe_commit(std::span<const QueuedWrite> batch);

/// Sets the exception that is being handled as the failure of each.
void fail_batch(std::span<QueuedWrite> batch);
/// Calls `done` of each work with its result.
void deliver_results(std::span<QueuedWrite> batch);

}  // namespace blotter::storage
