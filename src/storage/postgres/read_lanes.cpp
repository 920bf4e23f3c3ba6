#include "storage/postgres/read_lanes.hpp"

#include <algorithm>
#include <iterator>

#include "base/log.hpp"
#include "storage/inline_listings.hpp"
#include "storage/postgres/recording_connection.hpp"

namespace blotter::storage {
namespace {

// Lookups that are sent together: enough to share the round trip, few enough that other lanes, and
// so other processors of the server, get their part.
constexpr std::size_t batch_max = 32;

/// A lookup in a batch; `next` is what has to be done with it.
struct BatchedRead {
  std::unique_ptr<ReadWork> work;
  SteadyClock::time_point deadline;
  std::shared_ptr<RecordingConnection> connection = std::make_shared<RecordingConnection>();
  enum class Next : std::uint8_t { finish, run_in_snapshot, nothing } next = Next::finish;

  void finish(const std::exception_ptr& failure) {
    set_next(Next::nothing);
    try {
      work->done(failure);
    } catch (const std::exception& problem) {
      log::error("a result could not be delivered", {{"cause", problem.what()}});
    }
  }

  /// Runs the work to record its query, or with the result of that query.
  void run(ListingHost& host) {
    try {
      Reader records(connection, work->guild(), host);
      work->run(records);
      if (connection->has_unsent_query()) return;
    } catch (const RecordingConnection::SnapshotNeeded&) {
      return set_next(Next::run_in_snapshot);
    } catch (const sql::Retryable&) {
      throw;
    } catch (const sql::Failure&) {
      // Perhaps the failure of another lookup, after which the database skipped this one.
      return set_next(Next::run_in_snapshot);
    } catch (...) {
      return finish(std::current_exception());
    }
    finish(nullptr);
  }

 private:
  void set_next(Next now) {
    next = now;
    connection.reset();  // its result belongs to the database connection, which others use next
  }
};

}  // namespace

ReadLanes::ReadLanes(std::shared_ptr<ConnectionPool> connections, const Shares& shares,
                     std::size_t queue_max)
    : connections_(std::move(connections)),
      lists_max_(shares.lists),
      has_snapshot_lanes_(shares.snapshots > 0),
      lanes_(queue_max),
      snapshot_lanes_(queue_max, ThreadQuota(std::max<std::size_t>(2, shares.snapshots) - 1)) {
  lanes_.start(shares.lanes, shares.helpers, {batch_max},
               [this](std::vector<QueuedRead> batch) { serve(std::move(batch)); });
  snapshot_lanes_.start(shares.snapshots, 0, {1}, [this](std::vector<QueuedRead> taken) {
    QueuedRead& item = taken.front();
    item.task ? item.task() : serve_in_snapshot(item);
    item.task = nullptr;  // now, because it may hold a connection
    snapshot_lanes_.queue().update_policy([&](ThreadQuota& quota) { quota.note_done(item.guild); });
  });
}

void ReadLanes::stop() {
  // First the lanes, which give work to the others.
  lanes_.stop();
  snapshot_lanes_.stop();
}

SteadyClock::time_point ReadLanes::deadline() const {
  return SteadyClock::now() + connections_->time_max();
}

void ReadLanes::submit(std::unique_ptr<ReadWork> work) {
  std::string guild = work->guild().str();
  lanes_.submit({std::move(guild), std::move(work), {}, deadline()});
}

bool ReadLanes::Host::may_keep() {
  if (!slot_) slot_ = lanes_.slot(guild_);
  return slot_ != nullptr;
}

void ReadLanes::Host::run(const GuildId& guild, std::function<void()> task) {
  QueuedRead item{guild.str(), nullptr, std::move(task), lanes_.deadline()};
  lanes_.has_snapshot_lanes_ ? lanes_.snapshot_lanes_.submit(std::move(item))
                             : lanes_.lanes_.submit(std::move(item));
}

void ReadLanes::refuse_overdue() {
  lanes_.refuse_overdue();
  snapshot_lanes_.refuse_overdue();
}

void ReadLanes::serve(std::vector<QueuedRead> batch) {
  std::vector<BatchedRead> reads;
  for (QueuedRead& item : batch) {
    if (item.task) {
      item.task();
    } else {
      reads.push_back({std::move(item.work), item.deadline});
    }
  }
  const auto each = [&](BatchedRead::Next next, auto task) {
    for (BatchedRead& read : reads) {
      if (read.next == next) task(read);
    }
  };
  each(BatchedRead::Next::finish, [&](BatchedRead& read) { read.run(no_more_listings()); });
  const auto is_unfinished = [](const BatchedRead& read) {
    return read.next == BatchedRead::Next::finish;
  };
  try {
    while (std::any_of(reads.begin(), reads.end(), is_unfinished)) {
      // The first has waited longest.
      connections_->attempt(reads.front().deadline, [&](const auto& connection) {
        each(BatchedRead::Next::finish,
             [&](BatchedRead& read) { read.connection->send(connection); });
        connection->end_pipeline();
        each(BatchedRead::Next::finish, [&](BatchedRead& read) { read.run(no_more_listings()); });
        connection->finish_pipeline();
        connections_->note_success();
      });
    }
  } catch (...) {
    each(BatchedRead::Next::finish,
         [&](BatchedRead& read) { read.finish(std::current_exception()); });
  }
  each(BatchedRead::Next::run_in_snapshot, [&](BatchedRead& read) {
    QueuedRead item{read.work->guild().str(), std::move(read.work), {}, read.deadline};
    has_snapshot_lanes_ ? snapshot_lanes_.submit(std::move(item)) : serve_in_snapshot(item);
  });
}

std::shared_ptr<void> ReadLanes::slot(const std::string& guild) {
  const std::scoped_lock lock(slots_->mutex);
  // At most half of what is free, so that other guilds have room; but one, if any.
  const std::size_t free = lists_max_ - std::min(lists_max_, slots_->taken);
  const auto found = slots_->of_guild.find(guild);
  const std::size_t owned = found == slots_->of_guild.end() ? 0 : found->second;
  if (owned >= free) return nullptr;
  ++slots_->taken;
  ++slots_->of_guild[guild];
  return {slots_.get(), [slots = slots_, guild](void*) {
            const std::scoped_lock lock(slots->mutex);
            --slots->taken;
            if (--slots->of_guild[guild] == 0) slots->of_guild.erase(guild);
          }};
}

void ReadLanes::serve_in_snapshot(QueuedRead& item) {
  std::exception_ptr failure;
  try {
    connections_->attempt(item.deadline,
                          [&](const std::shared_ptr<sql::PostgresConnection>& connection) {
                            connection->begin_read();
                            const auto host = std::make_shared<Host>(*this, item.guild);
                            std::shared_ptr<sql::Connection> hosted(
                                connection.get(), [connection, host](sql::Connection*) {});
                            Reader records(std::move(hosted), item.work->guild(), *host);
                            item.work->run(records);
                          });
  } catch (...) {
    failure = std::current_exception();
  }
  item.work->done(failure);
}

}  // namespace blotter::storage
