// Several changes in one transaction: each can be undone alone, all share the commit.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "storage/store.hpp"
#include "storage/work_queue.hpp"

namespace blotter::storage {

struct QueuedWrite {
  std::unique_ptr<WriteWork> work;
  SteadyClock::time_point deadline = SteadyClock::time_point::max();
  std::exception_ptr failure = nullptr;
  bool is_kept = false;
  /// What it left behind; nothing when it was undone.
  std::vector<EventMark> events = {};
};

/// Runs all of them in a transaction that is not committed yet. Throws when all is lost; a change
/// that failed alone is undone and has its `failure`.
void run_together(const std::shared_ptr<sql::Connection>& connection, std::span<QueuedWrite> batch);
/// The same, and commits.
void commit_together(const std::shared_ptr<sql::Connection>& connection,
                     std::span<QueuedWrite> batch);

/// Tells each work how it went.
void answer(std::span<QueuedWrite> batch);

}  // namespace blotter::storage
