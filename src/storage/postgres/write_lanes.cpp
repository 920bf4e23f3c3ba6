#include "storage/postgres/write_lanes.hpp"

#include <algorithm>
#include <functional>

#include "base/log.hpp"
#include "storage/statements.hpp"

namespace blotter::storage {
namespace {

// The guilds of a batch stay locked until all of it is done; other instances wait for them.
constexpr std::size_t batch_max = 64;

}  // namespace

WriteLanes::WriteLanes(std::shared_ptr<Connections> connections, std::size_t lanes,
                       StoreOptions options)
    : connections_(std::move(connections)), options_(std::move(options)) {
  for (std::size_t i = 0; i < lanes; ++i) lanes_.emplace_back(options_.write_queue_max);
  for (Lane& lane : lanes_) {
    lane.thread = std::thread([this, &lane] { loop(lane); });
  }
}

WriteLanes::~WriteLanes() { stop(); }

void WriteLanes::stop() {
  for (Lane& lane : lanes_) lane.waiting.stop();
  for (Lane& lane : lanes_) {
    if (lane.thread.joinable()) lane.thread.join();
  }
}

void WriteLanes::submit(std::unique_ptr<WriteWork> work) {
  // One lane for one guild: its changes share commits instead of waiting for each other's.
  const std::size_t lane = std::hash<std::string>()(work->guild().str()) % lanes_.size();
  QueuedWrite item{std::move(work), SteadyClock::now() + connections_->time_max()};
  if (depth() >= options_.write_queue_max || !lanes_[lane].waiting.push(item)) {
    item.work->done(std::make_exception_ptr(Overloaded()));
  }
}

std::size_t WriteLanes::depth() const {
  std::size_t total = 0;
  for (const Lane& lane : lanes_) total += lane.waiting.depth();
  return total;
}

void WriteLanes::refuse_overdue() {
  for (Lane& lane : lanes_) {
    auto overdue = lane.waiting.take_overdue(SteadyClock::now());
    for (QueuedWrite& item : overdue) item.failure = std::make_exception_ptr(Overloaded());
    answer(overdue);
  }
}

void WriteLanes::loop(Lane& lane) {
  while (true) {
    auto batch = lane.waiting.take(std::min(batch_max, options_.write_batch_max));
    if (batch.empty()) return;
    // Everybody locks guilds in this order, so nobody can wait in a circle.
    std::stable_sort(batch.begin(), batch.end(), [](const QueuedWrite& a, const QueuedWrite& b) {
      return a.work->guild().str() < b.work->guild().str();
    });
    serve(batch);
  }
}

void WriteLanes::serve(std::span<QueuedWrite> batch) {
  try {
    commit(batch, Savepoints::none);
    options_.on_commit(batch.size());
  } catch (const sql::OutcomeUnknown&) {
    fail(batch);
  } catch (const std::exception&) {
    // Whatever it was, it need not be everybody's fault; and nobody waits for the others' answers.
    for (std::size_t i = 0; i < batch.size(); ++i) serve_alone(batch.subspan(i, 1));
    return;
  }
  answer(batch);
}

void WriteLanes::serve_alone(std::span<QueuedWrite> one) {
  try {
    commit(one, Savepoints::real);
    options_.on_commit(1);
  } catch (const std::exception&) {
    fail(one);
  }
  answer(one);
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
        commit_together(c, batch);
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
                                 [](const QueuedWrite& item) { return item.event.has_value(); });
  if (kept == batch.end()) return true;  // there was nothing to commit
  try {
    return is_there(*kept->event, deadline);
  } catch (const sql::Failure& failure) {
    log::error("whether a commit happened is unknown", {{"cause", failure.what()}});
    throw sql::OutcomeUnknown(failure.what());
  }
}

bool WriteLanes::is_there(const EventMark& event, SteadyClock::time_point deadline) {
  bool is_found = false;
  connections_->attempt(deadline, [&](const std::shared_ptr<sql::PostgresConnection>& c) {
    c->begin_write();
    // Waits for the guild's lock: a transaction that still holds it has not ended yet.
    c->run(statements::guild_lock, event.guild.str()).finish();
    is_found = c->run(statements::event_by_id, event.guild.str(), event.seq, event.id).next();
    // Waits for a synchronous standby, if there is one: what was found is there as well then.
    c->commit();
  });
  return is_found;
}

}  // namespace blotter::storage
