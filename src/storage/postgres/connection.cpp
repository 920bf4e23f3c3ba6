#include "storage/postgres/connection.hpp"

#include <poll.h>

#include <fmt/format.h>

#include "storage/postgres/schema.hpp"
#include "storage/postgres/statement.hpp"

namespace blotter::sql {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Results that may be outstanding before we read them: neither side may run out of buffers.
constexpr std::size_t expected_max = 256;
// Some hundred kilobytes at most.
constexpr int rows_per_fetch = 200;
// How soon a wait notices that the store stops.
constexpr auto wait_step = std::chrono::milliseconds(100);
// A host that does not accept a connection in this time is skipped.
constexpr auto connect_time_max = std::chrono::seconds(2);
// This many waits for a lock fit into the time of a piece of work: several guilds may share a
// transaction, and when one of them is locked, there must be time to serve the others without it.
constexpr int lock_waits = 4;

/// SQLSTATE: the message is for people, and its language varies.
std::string_view code_of(const PGresult* result) {
  const char* code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  return code == nullptr ? std::string_view() : std::string_view(code);
}

/// libpq's messages have several lines.
std::string one_line(std::string_view message) {
  std::string line;
  for (const char c : message) {
    const bool is_space = c == '\n' || c == '\t' || c == ' ';
    if (!is_space) line += c;
    if (is_space && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

/// The server is gone, is shutting down, or no longer accepts changes.
bool means_server_is_away(std::string_view code) {
  return code.starts_with("08") || code.starts_with("57P") || code == "25006";
}

/// Whether a statement that may change rows changed none: an insert with a conflict, an update that
/// found no row.
bool changed_nothing(PGresult* result) {
  const std::string_view command = PQcmdStatus(result);
  return !command.starts_with("SELECT") && std::string_view(PQcmdTuples(result)) == "0";
}

/// A conflict with another transaction: serialization failure, deadlock.
bool means_conflict(std::string_view code) { return code == "40001" || code == "40P01"; }

/// The wait for a lock has timed out.
bool means_locked(std::string_view code) { return code == "55P03"; }

}  // namespace

PostgresConnection::PostgresConnection(const PostgresAddress& address, Settings settings,
                                       std::shared_ptr<const WaitLimit> wait_limit,
                                       TimePoint deadline)
    : wait_limit_(std::move(wait_limit)),
      time_max_(settings.time_max),
      deadline_(deadline),
      partitions_(settings.partitions) {
  try {
    connect(address, deadline);
    configure(settings);
  } catch (...) {
    PQfinish(handle_);
    throw;
  }
}

PostgresConnection::~PostgresConnection() { PQfinish(handle_); }

void PostgresConnection::connect(const PostgresAddress& address, TimePoint deadline) {
  std::string problems;
  const std::size_t count = address.hosts().size();
  const std::size_t first = address.preferred();
  for (std::size_t turn = 0; turn < count; ++turn) {
    const std::size_t host = (first + turn) % count;
    // A host that hangs must leave time for the others.
    const auto now = SteadyClock::now();
    const auto share = (deadline - now) / static_cast<std::int64_t>(count - turn);
    try {
      connect_to(address.hosts()[host],
                 now + std::min<SteadyClock::duration>(share, connect_time_max));
      deadline_ = deadline;
      address.prefer(host);
      return;
    } catch (const Failure& failure) {
      if (!problems.empty()) problems += "; ";
      problems += failure.what();
      PQfinish(std::exchange(handle_, nullptr));
    }
  }
  throw Retryable(problems);
}

void PostgresConnection::connect_to(const PostgresAddress::Parameters& parameters,
                                    TimePoint deadline) {
  std::vector<const char*> names;
  std::vector<const char*> values;
  for (const auto& [name, value] : parameters) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  deadline_ = deadline;
  is_broken_ = false;
  handle_ = PQconnectStartParams(names.data(), values.data(), 0);
  if (handle_ == nullptr) throw std::bad_alloc();
  // Notices ("relation exists already") would go to standard error.
  PQsetNoticeProcessor(handle_, [](void*, const char*) {}, nullptr);
  auto state = PQstatus(handle_) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
  while (state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING) {
    wait(state == PGRES_POLLING_READING ? POLLIN : POLLOUT);
    state = PQconnectPoll(handle_);
  }
  if (state != PGRES_POLLING_OK) throw Retryable(one_line(PQerrorMessage(handle_)));
  PQsetnonblocking(handle_, 1);
  enter_pipeline();
}

void PostgresConnection::configure(const Settings& settings) {
  // Not in the connection string: poolers such as PgBouncer refuse parameters that they do not know
  // there. A 2xx means that the change is on disk, whatever the server's default is. Our statements
  // look up whole keys: one plan is enough, except for Citus, which plans by the guild. Nested
  // loops over the keys are the right plan, which the planner cannot know for partitioned tables.
  run_script(
      fmt::format("set statement_timeout = {0}; set lock_timeout = {1}; "
                  "set idle_in_transaction_session_timeout = {0}; set tcp_user_timeout = {0}; "
                  "set jit = off; set enable_hashjoin = off; set enable_mergejoin = off; "
                  "set enable_material = off; "
                  "select set_config('plan_cache_mode', 'force_generic_plan', false) "
                  "where not exists (select 1 from pg_extension where extname = 'citus'); "
                  "select set_config('synchronous_commit', 'on', false) "
                  "where current_setting('synchronous_commit') = 'off'",
                  settings.time_max.count(), settings.time_max.count() / lock_waits));
}

void PostgresConnection::enter_pipeline() {
  if (PQenterPipelineMode(handle_) != 1) raise_lost(PQerrorMessage(handle_));
}

void PostgresConnection::leave_pipeline() {
  drain_results();
  end_pipeline();
  receive_all();
  if (failure_) raise();
  if (PQexitPipelineMode(handle_) != 1) raise_lost(PQerrorMessage(handle_));
}

Statement& PostgresConnection::statement(const Query& query) {
  if (free_.empty()) {
    statements_.push_back(std::make_unique<PostgresStatement>(*this));
    free_.reserve(statements_.size());
    free_.push_back(statements_.back().get());
  }
  PostgresStatement* taken = free_.back();
  free_.pop_back();
  taken->open(query);
  return *taken;
}

void PostgresConnection::prepare(const Query& query) {
  if (query.index >= preparations_.size()) preparations_.resize(query.index + 1);
  if (preparations_[query.index] != Preparation::none) return;
  const std::string name = std::to_string(query.index);
  std::string text = for_postgres(query.text);
  if (query.rows == RowCount::unbounded) {
    text = fmt::format("declare list_{} no scroll cursor for {}", query.index, text);
  }
  if (PQsendPrepare(handle_, name.c_str(), text.c_str(), 0, nullptr) != 1) {
    raise_lost(PQerrorMessage(handle_));
  }
  preparations_[query.index] = Preparation::sent;
  expected_.push_back({Expected::Kind::preparation, nullptr, query.index});
}

void PostgresConnection::send(PostgresStatement& statement, Expected::Kind kind) {
  if (is_broken_) throw Retryable("the connection to the database is lost");
  drain_results();
  if (expected_.size() >= expected_max) receive_all();
  prepare(*statement.query_);
  const auto values = statement.values();
  const std::string name = std::to_string(statement.query_->index);
  if (PQsendQueryPrepared(handle_, name.c_str(), static_cast<int>(values.size()), values.data(),
                          nullptr, nullptr, 0) != 1) {
    raise_lost(PQerrorMessage(handle_));
  }
  statement.state_ = PostgresStatement::State::sent;
  expected_.push_back({kind, &statement, statement.query_->index, part_});
  if (!statement.query_->is_look_up()) ++changes_of_part_;
  is_unsent_ = true;
}

void PostgresConnection::send_single(const Query& query, Expected::Kind kind) {
  auto& one = static_cast<PostgresStatement&>(statement(query));
  one.is_held_ = false;
  send(one, kind);
}

void PostgresConnection::end_pipeline() {
  if (is_broken_) throw Retryable("the connection to the database is lost");
  if (PQpipelineSync(handle_) != 1) raise_lost(PQerrorMessage(handle_));
  expected_.push_back({Expected::Kind::sync});
  is_unsent_ = false;
  if (PQflush(handle_) < 0) raise_lost(PQerrorMessage(handle_));
}

void PostgresConnection::receive(PostgresStatement& statement) {
  using State = PostgresStatement::State;
  // A flush would bring the result too. But only after the end of a pipeline does the server see
  // that we are idle in a transaction, and can free our locks if we stay so.
  if (statement.state_ == State::sent && is_unsent_) end_pipeline();
  while (statement.state_ == State::sent) {
    if (is_broken_) throw Retryable("the connection to the database is lost");
    receive_next();
  }
  if (statement.state_ == State::failed) raise();
}

void PostgresConnection::receive_all() {
  if (is_unsent_) end_pipeline();
  while (!expected_.empty()) receive_next();
}

void PostgresConnection::drain_results() {
  if (!has_unread_results_) return;
  receive_all();
  has_unread_results_ = false;
  failure_.reset();
  is_transaction_failed_ = false;
}

void PostgresConnection::receive_next() {
  PgResult result = next_result();
  const Expected expected = expected_.front();
  if (!result) {  // the end of a statement
    expected_.pop_front();
    return;
  }
  if (PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) expected_.pop_front();
  note(expected, std::move(result));
}

void PostgresConnection::note(const Expected& expected, PgResult result) {
  const auto status = PQresultStatus(result.get());
  const bool is_good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  if (status == PGRES_FATAL_ERROR) {
    is_transaction_failed_ = true;
    // A server that shuts down says so, and then closes the connection.
    if (PQstatus(handle_) == CONNECTION_BAD || means_server_is_away(code_of(result.get()))) {
      raise_lost(PQresultErrorMessage(result.get()));
    }
    if (!failure_) failure_ = std::move(result);
  }
  switch (expected.kind) {
    case Expected::Kind::sync: return;
    case Expected::Kind::preparation:
      preparations_[expected.query] = is_good ? Preparation::done : Preparation::none;
      return;
    case Expected::Kind::savepoint:
      if (is_good) is_savepoint_set_ = true;
      break;
    case Expected::Kind::statement: break;
  }
  using State = PostgresStatement::State;
  if (is_good && expected.part == part_ && changed_nothing(result.get())) --changes_of_part_;
  if (is_good) return expected.statement->take(std::move(result), State::received);
  expected.statement->take(nullptr, State::failed);
}

/// Brings the pipeline into a usable state and throws the failure that stopped it.
void PostgresConnection::raise() {
  end_pipeline();
  while (!expected_.empty()) receive_next();
  const PgResult failure = std::move(failure_);
  if (!failure) throw Failure("a statement was skipped by the database");
  const auto code = code_of(failure.get());
  const std::string cause = one_line(PQresultErrorMessage(failure.get()));
  if (means_conflict(code)) throw Retryable(cause);
  if (means_locked(code)) throw Locked(cause);
  throw Failure(fmt::format("{} ({})", cause, code));
}

void PostgresConnection::raise_lost(const std::string& cause) {
  is_broken_ = true;
  const std::string line = one_line(cause);
  if (is_commit_sent_) throw OutcomeUnknown(line);
  throw Retryable(line);
}

PgResult PostgresConnection::next_result() {
  while (true) {
    const int unsent = PQflush(handle_);
    if (unsent < 0) raise_lost(PQerrorMessage(handle_));
    if (PQisBusy(handle_) == 0) return PgResult(PQgetResult(handle_));
    wait(static_cast<short>(unsent == 1 ? POLLIN | POLLOUT : POLLIN));
    if (PQconsumeInput(handle_) != 1) raise_lost(PQerrorMessage(handle_));
  }
}

void PostgresConnection::wait(short events) {
  while (true) {
    const auto left = std::min(deadline_, wait_limit_->latest()) - SteadyClock::now();
    if (left <= SteadyClock::duration::zero()) raise_lost("the database did not respond in time");
    const auto step = std::min<SteadyClock::duration>(left, wait_step);
    pollfd socket{PQsocket(handle_), events, 0};
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(step).count() + 1;
    if (::poll(&socket, 1, static_cast<int>(ms)) > 0) return;
  }
}

std::vector<std::string> PostgresConnection::wait_for_notifications(int wake, TimePoint until) {
  std::vector<std::string> payloads;
  while (true) {
    if (PQconsumeInput(handle_) != 1) raise_lost(PQerrorMessage(handle_));
    while (PGnotify* const notification = PQnotifies(handle_)) {
      payloads.emplace_back(notification->extra);
      PQfreemem(notification);
    }
    const auto left = std::min(until, wait_limit_->latest()) - SteadyClock::now();
    if (!payloads.empty() || left <= SteadyClock::duration::zero()) return payloads;
    std::array<pollfd, 2> ready{{{PQsocket(handle_), POLLIN, 0}, {wake, POLLIN, 0}}};
    const auto step = std::min<SteadyClock::duration>(left, wait_step);
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(step).count() + 1;
    ::poll(ready.data(), ready.size(), static_cast<int>(ms));
    if ((ready[1].revents & POLLIN) != 0) return payloads;
  }
}

void PostgresConnection::send_text(PostgresStatement& statement, const std::string& text) {
  if (PQsendQueryParams(handle_, text.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) != 1) {
    raise_lost(PQerrorMessage(handle_));
  }
  statement.state_ = PostgresStatement::State::sent;
  expected_.push_back({Expected::Kind::statement, &statement});
  is_unsent_ = true;
}

void PostgresConnection::fetch(PostgresStatement& statement) {
  // A client that reads a long list has time for the whole of it; the database has `time_max_` for
  // each part. If there is no deadline, as in a migration, none is set: commit() would use only
  // half of it.
  if (deadline_ != TimePoint::max()) deadline_ = SteadyClock::now() + time_max_;
  send_text(statement, fmt::format("fetch {} from {}", rows_per_fetch, statement.cursor()));
  receive(statement);
  statement.has_more_ = PQntuples(statement.result_.get()) == rows_per_fetch;
  if (!statement.has_more_) close_cursor(statement);
}

void PostgresConnection::close_cursor(const PostgresStatement& statement) noexcept {
  if (is_broken_) return;
  try {
    auto& closing = static_cast<PostgresStatement&>(this->statement(*statement.query_));
    closing.is_held_ = false;
    closing.has_more_ = false;
    send_text(closing, "close " + statement.cursor());
  } catch (...) {
    is_broken_ = true;
  }
}

void PostgresConnection::run_script(std::string_view script) {
  leave_pipeline();
  const std::string text = for_postgres(script, partitions_);
  if (PQsendQuery(handle_, text.c_str()) != 1) raise_lost(PQerrorMessage(handle_));
  while (PgResult result = next_result()) {
    if (PQresultStatus(result.get()) != PGRES_FATAL_ERROR) continue;
    if (PQstatus(handle_) == CONNECTION_BAD || means_server_is_away(code_of(result.get()))) {
      raise_lost(PQresultErrorMessage(result.get()));
    }
    is_transaction_failed_ = true;
    if (!failure_) failure_ = std::move(result);
  }
  enter_pipeline();
  if (failure_) raise();
}

}  // namespace blotter::sql
