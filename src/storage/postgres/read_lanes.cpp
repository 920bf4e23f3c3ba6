#include "storage/postgres/read_lanes.hpp"

#include <algorithm>

#include "base/log.hpp"
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

ReadLanes::ReadLanes(std::shared_ptr<Connections> connections, std::size_t lanes,
                     std::size_t helpers, std::size_t lists_max, std::size_t queue_max)
    : connections_(std::move(connections)), lists_max_(lists_max), waiting_(queue_max) {
  for (std::size_t i = 0; i < lanes; ++i) {
    const Take take = i < helpers ? &Queue::take_as_helper : &Queue::take;
    threads_.emplace_back([this, take] { loop(take); });
  }
}

ReadLanes::~ReadLanes() { stop(); }

void ReadLanes::stop() {
  waiting_.stop();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

SteadyClock::time_point ReadLanes::deadline() const {
  return SteadyClock::now() + connections_->time_max();
}

void ReadLanes::submit(std::unique_ptr<ReadWork> work) {
  Queued item{std::move(work), {}, deadline()};
  if (!waiting_.push(item)) item.work->done(std::make_exception_ptr(Overloaded()));
}

void ReadLanes::Host::run(std::function<void()> task) {
  Queued item{nullptr, std::move(task), lanes_.deadline()};
  lanes_.waiting_.push(item);
}

void ReadLanes::refuse_overdue() {
  for (Queued& item : waiting_.take_overdue(SteadyClock::now())) {
    if (item.work) item.work->done(std::make_exception_ptr(Overloaded()));
  }
}

void ReadLanes::loop(Take take) {
  while (true) {
    auto batch = (waiting_.*take)(batch_max);
    if (batch.empty()) return;
    serve(std::move(batch));
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
  each(Asked::Rest::answer, [&](Asked& look_up) { look_up.run(refusing_); });
  const auto is_unanswered = [](const Asked& look_up) {
    return look_up.rest == Asked::Rest::answer;
  };
  try {
    while (std::any_of(asked.begin(), asked.end(), is_unanswered)) {
      // The first has waited longest.
      connections_->attempt(asked.front().deadline, [&](const auto& connection) {
        each(Asked::Rest::answer, [&](Asked& look_up) { look_up.question->ask(connection); });
        connection->end_pipeline();
        each(Asked::Rest::answer, [&](Asked& look_up) { look_up.run(refusing_); });
        connection->finish_pipeline();
        connections_->note_success();
      });
    }
  } catch (...) {
    each(Asked::Rest::answer, [&](Asked& look_up) { look_up.finish(std::current_exception()); });
  }
  each(Asked::Rest::run_alone, [&](Asked& look_up) {
    Queued item{std::move(look_up.work), {}, look_up.deadline};
    serve_alone(item);
  });
}

void ReadLanes::serve_alone(Queued& item) {
  // A seat is kept as long as the connection is, for a list may outlive this work.
  const std::shared_ptr<void> seat(nullptr, [lists = lists_](void*) { --*lists; });
  ListingHost& host = lists_->fetch_add(1) < lists_max_ ? keeping_ : refusing_;
  std::exception_ptr failure;
  try {
    connections_->attempt(item.deadline,
                          [&](const std::shared_ptr<sql::PostgresConnection>& connection) {
                            connection->begin_read();
                            std::shared_ptr<sql::Connection> seated(
                                connection.get(), [connection, seat](sql::Connection*) {});
                            Reader records(std::move(seated), item.work->guild(), host);
                            item.work->run(records);
                          });
  } catch (...) {
    failure = std::current_exception();
  }
  item.work->done(failure);
}

}  // namespace blotter::storage
