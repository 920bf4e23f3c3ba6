#include "storage/postgres/write_lanes.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "storage/postgres/prefetching_connection.hpp"
#include "storage/records/statements.hpp"

namespace blotter::storage {
namespace {

// The guilds of a batch stay locked until all of it is done; other instances wait for them.
constexpr std::size_t batch_max = 64;
// The most changes of one guild, if other guilds wait too: those would wait for all of them.
constexpr std::size_t of_one_guild = 8;

}  // namespace

WriteLanes::WriteLanes(std::shared_ptr<ConnectionPool> connections, std::size_t lanes,
                       std::size_t helpers, Feed& feed, const StoreOptions& options)
    : connections_(std::move(connections)), feed_(feed), lanes_(options.write_queue_max) {
  lanes_.start(lanes, helpers, {std::min(batch_max, options.write_batch_max), of_one_guild},
               [this](std::vector<QueuedWrite> batch) { serve_batch(std::move(batch)); });
}

void WriteLanes::submit(std::unique_ptr<WriteWork> work) {
  lanes_.submit({std::move(work), SteadyClock::now() + connections_->time_max()});
}

void WriteLanes::serve_batch(std::vector<QueuedWrite> batch) {
  // All writers lock guilds in this order, so that there is no deadlock.
  std::stable_sort(batch.begin(), batch.end(), [](const QueuedWrite& a, const QueuedWrite& b) {
    return a.work->guild().str() < b.work->guild().str();
  });
  // Now, because a work must not be used after its `done` was called.
  std::vector<OneThreadPerGuild::GuildHash> guilds;
  guilds.reserve(batch.size());
  for (const QueuedWrite& item : batch) guilds.push_back(OneThreadPerGuild::hash_of(item));
  const auto held = std::stable_partition(batch.begin(), batch.end(), [&](const auto& item) {
    return !is_held_by_others(OneThreadPerGuild::hash_of(item));
  });
  if (held != batch.begin()) serve({batch.begin(), held});
  if (held != batch.end()) serve_separately({held, batch.end()});
  lanes_.queue().update_policy([&](OneThreadPerGuild& choice) {
    for (const auto guild : guilds) choice.note_done(guild);
  });
}

void WriteLanes::serve(std::span<QueuedWrite> batch) {
  try {
    commit(batch, Savepoints::none);
  } catch (const sql::OutcomeUnknown&) {
    fail_batch(batch);
    return deliver_results(batch);
  } catch (const std::exception&) {
    // The cause may be a single change.
    return serve_separately(batch);
  }
  feed_.publish(describe_commit(batch));
  deliver_results(batch);
}

void WriteLanes::serve_separately(std::span<QueuedWrite> batch) {
  // No change waits for the result of another, nor for the lock of another's guild.
  std::vector<std::span<QueuedWrite>> held_up;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (!serve_single(batch.subspan(i, 1))) held_up.push_back(batch.subspan(i, 1));
  }
  for (const auto one : held_up) {
    while (!serve_single(one)) {
    }
  }
}

bool WriteLanes::serve_single(std::span<QueuedWrite> one) {
  const auto guild = OneThreadPerGuild::hash_of(one.front());
  bool is_committed = false;
  try {
    commit(one, Savepoints::real);
    is_committed = true;
  } catch (const sql::Locked&) {
    note_held_by_others(guild, true);
    if (SteadyClock::now() < one.front().deadline) return false;
    fail_batch(one);
  } catch (const std::exception&) {
    fail_batch(one);
  }
  if (is_committed) {
    feed_.publish(describe_commit(one));
    note_held_by_others(guild, false);
  }
  deliver_results(one);
  return true;
}

bool WriteLanes::is_held_by_others(OneThreadPerGuild::GuildHash guild) {
  const std::scoped_lock lock(held_mutex_);
  return held_by_others_.contains(guild);
}

void WriteLanes::note_held_by_others(OneThreadPerGuild::GuildHash guild, bool is_held) {
  const std::scoped_lock lock(held_mutex_);
  if (is_held) {
    held_by_others_.insert(guild);
  } else {
    held_by_others_.erase(guild);
  }
}

void WriteLanes::commit(std::span<QueuedWrite> batch, Savepoints savepoints) {
  const auto earlier = [](const auto& a, const auto& b) { return a.deadline < b.deadline; };
  const auto deadline = std::min_element(batch.begin(), batch.end(), earlier)->deadline;
  while (true) {
    try {
      connections_->attempt(deadline, [&](const std::shared_ptr<sql::PostgresConnection>& c) {
        c->use_savepoints(savepoints);
        // A single change costs only one round trip anyway.
        if (batch.size() == 1) return commit_batch(c, batch);
        commit_batch(std::make_shared<PrefetchingConnection>(c, batch), batch);
      });
      connections_->note_success();
      return;
    } catch (const sql::OutcomeUnknown& failure) {
      log::warning("the connection was lost during a commit", {{"cause", failure.what()}});
    }
    if (has_happened(batch, deadline)) return;
  }
}

bool WriteLanes::has_happened(std::span<const QueuedWrite> batch,
                              SteadyClock::time_point deadline) {
  const auto change = std::find_if(batch.begin(), batch.end(),
                                   [](const QueuedWrite& item) { return !item.events.empty(); });
  if (change == batch.end()) return true;  // there was nothing to commit
  try {
    return event_exists(change->events.back(), deadline);
  } catch (const sql::Failure& failure) {
    log::error("the outcome of a commit is unknown", {{"cause", failure.what()}});
    throw sql::OutcomeUnknown(failure.what());
  }
}

bool WriteLanes::event_exists(const GuildEvent& event, SteadyClock::time_point deadline) {
  bool is_found = false;
  connections_->attempt(deadline, [&](const std::shared_ptr<sql::PostgresConnection>& c) {
    try {
      c->begin_write();
      // Waits for the guild's lock: a transaction that still holds it has not ended yet.
      c->run(statements::guild_lock, event.guild().str()).finish();
      is_found = c->run(statements::event_by_id, event.guild().str(), event->seq, event->id).next();
      // Waits for a synchronous standby, if there is one: then the standby has the event too.
      c->commit();
    } catch (const sql::Locked& failure) {
      throw sql::Retryable(failure.what());
    }
  });
  return is_found;
}

}  // namespace blotter::storage
