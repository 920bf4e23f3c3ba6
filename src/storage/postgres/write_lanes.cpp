#include "storage/postgres/write_lanes.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "storage/postgres/asked_ahead.hpp"
#include "storage/statements.hpp"

namespace blotter::storage {
namespace {

// The guilds of a batch stay locked until all of it is done; other instances wait for them.
constexpr std::size_t batch_max = 64;
// So many changes of one guild, if others wait too: they would wait for all of them.
constexpr std::size_t of_one_guild = 8;

}  // namespace

WriteLanes::WriteLanes(std::shared_ptr<Connections> connections, std::size_t lanes,
                       std::size_t helpers, StoreOptions options)
    : connections_(std::move(connections)),
      options_(std::move(options)),
      waiting_(options_.write_queue_max) {
  for (std::size_t i = 0; i < lanes; ++i) {
    const Take take = i < helpers ? &Queue::take_as_helper : &Queue::take;
    threads_.emplace_back([this, take] { loop(take); });
  }
}

WriteLanes::~WriteLanes() { stop(); }

void WriteLanes::stop() {
  waiting_.stop();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void WriteLanes::submit(std::unique_ptr<WriteWork> work) {
  QueuedWrite item{std::move(work), SteadyClock::now() + connections_->time_max()};
  if (!waiting_.push(item)) item.work->done(std::make_exception_ptr(Overloaded()));
}

void WriteLanes::refuse_overdue() {
  auto overdue = waiting_.take_overdue(SteadyClock::now());
  for (QueuedWrite& item : overdue) item.failure = std::make_exception_ptr(Overloaded());
  answer(overdue);
}

void WriteLanes::loop(Take take) {
  while (true) {
    auto batch = (waiting_.*take)({std::min(batch_max, options_.write_batch_max), of_one_guild});
    if (batch.empty()) return;
    // Everybody locks guilds in this order, so nobody can wait in a circle.
    std::stable_sort(batch.begin(), batch.end(), [](const QueuedWrite& a, const QueuedWrite& b) {
      return a.work->guild().str() < b.work->guild().str();
    });
    // Now, for once it is answered a work may not be asked any more.
    std::vector<OneThreadPerGuild::Mark> guilds;
    guilds.reserve(batch.size());
    for (const QueuedWrite& item : batch) guilds.push_back(OneThreadPerGuild::mark(item));
    const auto held = std::stable_partition(batch.begin(), batch.end(), [&](const auto& item) {
      return !is_held_by_others(OneThreadPerGuild::mark(item));
    });
    if (held != batch.begin()) serve({batch.begin(), held});
    if (held != batch.end()) serve_each_alone({held, batch.end()});
    waiting_.revise([&](OneThreadPerGuild& choice) {
      for (const auto guild : guilds) choice.note_done(guild);
    });
  }
}

void WriteLanes::serve(std::span<QueuedWrite> batch) {
  try {
    commit(batch, Savepoints::none);
    options_.on_commit(batch.size());
  } catch (const sql::OutcomeUnknown&) {
    fail(batch);
  } catch (const std::exception&) {
    // Whatever it was, it need not be everybody's fault.
    return serve_each_alone(batch);
  }
  answer(batch);
}

void WriteLanes::serve_each_alone(std::span<QueuedWrite> batch) {
  // Nobody waits for another's answer, nor for another's guild.
  std::vector<std::span<QueuedWrite>> held_up;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (!serve_alone(batch.subspan(i, 1))) held_up.push_back(batch.subspan(i, 1));
  }
  for (const auto one : held_up) {
    while (!serve_alone(one)) {
    }
  }
}

bool WriteLanes::serve_alone(std::span<QueuedWrite> one) {
  const auto guild = OneThreadPerGuild::mark(one.front());
  try {
    commit(one, Savepoints::real);
    options_.on_commit(1);
    note_held_by_others(guild, false);
  } catch (const sql::Locked&) {
    note_held_by_others(guild, true);
    if (SteadyClock::now() < one.front().deadline) return false;
    fail(one);
  } catch (const std::exception&) {
    fail(one);
  }
  answer(one);
  return true;
}

bool WriteLanes::is_held_by_others(OneThreadPerGuild::Mark guild) {
  const std::scoped_lock lock(held_mutex_);
  return held_by_others_.contains(guild);
}

void WriteLanes::note_held_by_others(OneThreadPerGuild::Mark guild, bool is_held) {
  const std::scoped_lock lock(held_mutex_);
  if (is_held) {
    held_by_others_.insert(guild);
  } else {
    held_by_others_.erase(guild);
  }
}

void WriteLanes::fail(std::span<QueuedWrite> batch) {
  for (QueuedWrite& item : batch) item.failure = std::current_exception();
}

void WriteLanes::commit(std::span<QueuedWrite> batch, Savepoints savepoints) {
  const auto earlier = [](const auto& a, const auto& b) { return a.deadline < b.deadline; };
  const auto deadline = std::min_element(batch.begin(), batch.end(), earlier)->deadline;
  while (true) {
    try {
      connections_->attempt(deadline, [&](const std::shared_ptr<sql::PostgresConnection>& c) {
        c->use_savepoints(savepoints);
        // A change that is alone has only one journey to make anyway.
        if (batch.size() == 1) return commit_together(c, batch);
        commit_together(std::make_shared<AskedAhead>(c, batch), batch);
      });
      connections_->note_success();
      return;
    } catch (const sql::OutcomeUnknown& failure) {
      log::warning("a commit was cut off", {{"cause", failure.what()}});
    }
    if (has_happened(batch, deadline)) return;
  }
}

bool WriteLanes::has_happened(std::span<const QueuedWrite> batch,
                              SteadyClock::time_point deadline) {
  const auto kept = std::find_if(batch.begin(), batch.end(),
                                 [](const QueuedWrite& item) { return !item.events.empty(); });
  if (kept == batch.end()) return true;  // there was nothing to commit
  try {
    return is_there(kept->events.back(), deadline);
  } catch (const sql::Failure& failure) {
    log::error("whether a commit happened is unknown", {{"cause", failure.what()}});
    throw sql::OutcomeUnknown(failure.what());
  }
}

bool WriteLanes::is_there(const EventMark& event, SteadyClock::time_point deadline) {
  bool is_found = false;
  connections_->attempt(deadline, [&](const std::shared_ptr<sql::PostgresConnection>& c) {
    try {
      c->begin_write();
      // Waits for the guild's lock: a transaction that still holds it has not ended yet.
      c->run(statements::guild_lock, event.guild.str()).finish();
      is_found = c->run(statements::event_by_id, event.guild.str(), event.seq, event.id).next();
      // Waits for a synchronous standby, if there is one: what was found is there as well then.
      c->commit();
    } catch (const sql::Locked& failure) {
      throw sql::TryAgain(failure.what());
    }
  });
  return is_found;
}

}  // namespace blotter::storage
