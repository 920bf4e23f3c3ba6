#include "storage/postgres/read_lanes.hpp"

#include <algorithm>
#include <iterator>

#include "base/log.hpp"
#include "storage/listings_at_once.hpp"
#include "storage/postgres/one_question.hpp"

namespace blotter::storage {
namespace {

// So many look-ups travel together: enough to share the journey, few enough that other lanes, and
// so other processors of the server, get their part.
constexpr std::size_t batch_max = 32;

/// A look-up on its way; `rest` is what has to be done about it.
struct Asked {
  std::unique_ptr<ReadWork> work;
  SteadyClock::time_point deadline;
  std::shared_ptr<OneQuestion> question = std::make_shared<OneQuestion>();
  enum class Rest : std::uint8_t { answer, run_alone, nothing } rest = Rest::answer;

  void finish(const std::exception_ptr& failure) {
    settle(Rest::nothing);
    try {
      work->done(failure);
    } catch (const std::exception& problem) {
      log::error("an answer could not be given", {{"cause", problem.what()}});
    }
  }

  /// Runs the work to find out its question, or with the answer.
  void run(ListingHost& host) {
    try {
      Reader records(question, work->guild(), host);
      work->run(records);
      if (question->is_open()) return;
    } catch (const OneQuestion::SnapshotNeeded&) {
      return settle(Rest::run_alone);
    } catch (const sql::TryAgain&) {
      throw;
    } catch (const sql::Failure&) {
      // Perhaps another look-up's failure, behind which the database skipped ours.
      return settle(Rest::run_alone);
    } catch (...) {
      return finish(std::current_exception());
    }
    finish(nullptr);
  }

 private:
  void settle(Rest now) {
    rest = now;
    question.reset();  // its answer belongs to the connection, which others use after us
  }
};

}  // namespace

ReadLanes::ReadLanes(std::shared_ptr<Connections> connections, const Shares& shares,
                     std::size_t queue_max)
    : connections_(std::move(connections)),
      lists_max_(shares.lists),
      has_alone_(shares.alone > 0),
      waiting_(queue_max),
      alone_(queue_max, ShareOfThreads(std::max<std::size_t>(2, shares.alone) - 1)) {
  for (std::size_t i = 0; i < shares.lanes; ++i) {
    const Take take = i < shares.helpers ? &Queue::take_as_helper : &Queue::take;
    threads_.emplace_back([this, take] { loop(take); });
  }
  for (std::size_t i = 0; i < shares.alone; ++i) {
    threads_.emplace_back([this] { loop_alone(); });
  }
}

ReadLanes::~ReadLanes() { stop(); }

void ReadLanes::stop() {
  waiting_.stop();
  alone_.stop();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

SteadyClock::time_point ReadLanes::deadline() const {
  return SteadyClock::now() + connections_->time_max();
}

void ReadLanes::submit(std::unique_ptr<ReadWork> work) {
  Queued item{work->guild().str(), std::move(work), {}, deadline()};
  if (!waiting_.push(item)) item.work->done(std::make_exception_ptr(Overloaded()));
}

bool ReadLanes::Host::may_keep() {
  if (!seat_) seat_ = lanes_.seat(guild_);
  return seat_ != nullptr;
}

void ReadLanes::Host::run(const GuildId& guild, std::function<void()> task) {
  Queued item{guild.str(), nullptr, std::move(task), lanes_.deadline()};
  lanes_.has_alone_ ? lanes_.alone_.push(item) : lanes_.waiting_.push(item);
}

void ReadLanes::refuse_overdue() {
  const auto now = SteadyClock::now();
  auto overdue = waiting_.take_overdue(now);
  std::ranges::move(alone_.take_overdue(now), std::back_inserter(overdue));
  for (Queued& item : overdue) {
    if (item.work) item.work->done(std::make_exception_ptr(Overloaded()));
  }
}

void ReadLanes::loop(Take take) {
  while (true) {
    auto batch = (waiting_.*take)({batch_max});
    if (batch.empty()) return;
    serve(std::move(batch));
  }
}

void ReadLanes::loop_alone() {
  while (true) {
    auto taken = alone_.take({1});
    if (taken.empty()) return;
    Queued& item = taken.front();
    item.task ? item.task() : serve_alone(item);
    item.task = nullptr;  // now, for it may hold a connection
    alone_.revise([&](ShareOfThreads& share) { share.note_done(item.guild); });
  }
}

void ReadLanes::serve(std::vector<Queued> batch) {
  std::vector<Asked> asked;
  for (Queued& item : batch) {
    if (item.task) {
      item.task();
    } else {
      asked.push_back({std::move(item.work), item.deadline});
    }
  }
  const auto each = [&](Asked::Rest rest, auto task) {
    for (Asked& look_up : asked) {
      if (look_up.rest == rest) task(look_up);
    }
  };
  each(Asked::Rest::answer, [&](Asked& look_up) { look_up.run(no_more_listings()); });
  const auto is_unanswered = [](const Asked& look_up) {
    return look_up.rest == Asked::Rest::answer;
  };
  try {
    while (std::any_of(asked.begin(), asked.end(), is_unanswered)) {
      // The first has waited longest.
      connections_->attempt(asked.front().deadline, [&](const auto& connection) {
        each(Asked::Rest::answer, [&](Asked& look_up) { look_up.question->ask(connection); });
        connection->end_pipeline();
        each(Asked::Rest::answer, [&](Asked& look_up) { look_up.run(no_more_listings()); });
        connection->finish_pipeline();
        connections_->note_success();
      });
    }
  } catch (...) {
    each(Asked::Rest::answer, [&](Asked& look_up) { look_up.finish(std::current_exception()); });
  }
  each(Asked::Rest::run_alone, [&](Asked& look_up) {
    Queued item{look_up.work->guild().str(), std::move(look_up.work), {}, look_up.deadline};
    if (!has_alone_) return serve_alone(item);
    if (!alone_.push(item)) item.work->done(std::make_exception_ptr(Overloaded()));
  });
}

std::shared_ptr<void> ReadLanes::seat(const std::string& guild) {
  const std::scoped_lock lock(seats_->mutex);
  // Half of what is free, so that there is room for others; but one, if any.
  const std::size_t free = lists_max_ - std::min(lists_max_, seats_->taken);
  const auto found = seats_->of_guild.find(guild);
  const std::size_t owned = found == seats_->of_guild.end() ? 0 : found->second;
  if (owned >= free) return nullptr;
  ++seats_->taken;
  ++seats_->of_guild[guild];
  return {seats_.get(), [seats = seats_, guild](void*) {
            const std::scoped_lock lock(seats->mutex);
            --seats->taken;
            if (--seats->of_guild[guild] == 0) seats->of_guild.erase(guild);
          }};
}

void ReadLanes::serve_alone(Queued& item) {
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
