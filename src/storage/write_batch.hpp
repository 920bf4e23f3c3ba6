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

  [[nodiscard]] const std::string& owner() const { return work->guild().str(); }
};

/// Runs them in a transaction that is not committed yet, until so much time is used up; says how
/// many were run, at least one. Throws when all is lost; a change that failed alone is undone and
/// has its `failure`.
std::size_t run_together(const std::shared_ptr<sql::Connection>& connection,
                         std::span<QueuedWrite> batch, SteadyClock::duration time_max);
/// Runs all of them and commits.
void commit_together(const std::shared_ptr<sql::Connection>& connection,
                     std::span<QueuedWrite> batch);

/// Tells each work how it went.
void answer(std::span<QueuedWrite> batch);

}  // namespace blotter::storage
