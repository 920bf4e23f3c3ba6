// The connection interface for PostgreSQL, in libpq's pipeline mode: statements are sent when
// they are started and their results are read when they are needed, so that many share one round
// trip.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <libpq-fe.h>
#include <memory>
#include <string>
#include <vector>

#include "storage/postgres/address.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::sql {

/// The latest time until which the connections of a store may wait. They share it; stopping the
/// store brings it forward.
class WaitLimit {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  void end_at(TimePoint latest) { latest_ = latest; }
  [[nodiscard]] TimePoint latest() const { return latest_; }

 private:
  std::atomic<TimePoint> latest_{TimePoint::max()};
};

struct PgResultEnd {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PgResult = std::unique_ptr<PGresult, PgResultEnd>;

class PostgresStatement;

class PostgresConnection final : public Connection {
 public:
  using TimePoint = WaitLimit::TimePoint;
  struct Settings {
    /// How long a statement, a wait for a lock, or an idle transaction may last on the server: a
    /// client that vanishes in the middle of a change must not block the others.
    std::chrono::milliseconds time_max;
    /// The number of partitions of each table when the schema is created; 0 means none.
    int partitions = 0;
  };

  /// Connects to the first host that accepts, before the deadline. Throws Retryable.
  PostgresConnection(const PostgresAddress& address, Settings settings,
                     std::shared_ptr<const WaitLimit> wait_limit, TimePoint deadline);
  ~PostgresConnection() override;
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  /// No wait lasts longer than this; after it the connection is broken.
  void set_deadline(TimePoint deadline) { deadline_ = deadline; }
  /// Whether it must be replaced.
  [[nodiscard]] bool is_broken() const { return is_broken_; }
  /// With `none`, parts of a transaction cost nothing as long as none that has changed
  /// something must be rolled back; then SavepointNeeded is thrown.
  enum class Savepoints : std::uint8_t { none, real };
  void use_savepoints(Savepoints savepoints) { savepoints_ = savepoints; }
  /// Makes the connection ready for the next work, without waiting: rolls back what was not
  /// committed.
  void leave_transaction() noexcept;
  /// Sends the statements that were started; the failure of a later one does not affect them.
  void end_pipeline();
  /// Reads the results that are left in the pipeline.
  void finish_pipeline() { receive_all(); }

  /// Waits for notifications, until `until` or until there is something to read from `wake`.
  /// Returns what they say. Only outside of transactions.
  std::vector<std::string> wait_for_notifications(int wake, TimePoint until);

  void run_script(std::string_view script) override;
  bool has_table(std::string_view name) override;
  bool is_empty() override;
  void begin_read() override;
  void begin_write() override;
  void begin_migration() override;
  void commit() override;
  void rollback() noexcept override;
  void begin_savepoint() override;
  void release_savepoint() override;
  void rollback_savepoint() override;
  [[nodiscard]] bool in_transaction() const override {
    return !is_broken_ && (!is_transaction_failed_ || is_savepoint_set_);
  }

  Statement& statement(const Query& query) override;

 private:
  friend class PostgresStatement;

  /// The results that the server still has to send, in order.
  struct Expected {
    enum class Kind : std::uint8_t { preparation, statement, savepoint, sync };
    Kind kind;
    PostgresStatement* statement = nullptr;
    std::size_t query = 0;
    std::uint64_t part = 0;
  };
  enum class Preparation : std::uint8_t { none, sent, done };

  void connect(const PostgresAddress& address, TimePoint deadline);
  void connect_to(const PostgresAddress::Parameters& parameters, TimePoint deadline);
  void configure(const Settings& settings);

  void begin(const Query& query);
  void prepare(const Query& query);
  void send(PostgresStatement& statement, Expected::Kind kind = Expected::Kind::statement);
  void send_single(const Query& query, Expected::Kind kind);
  void send_text(PostgresStatement& statement, const std::string& text);
  /// Reads until the statement's result is here; throws the failure of it or of one before it.
  void receive(PostgresStatement& statement);
  void receive_next();
  void receive_all();
  /// Reads the results that earlier work has left unread.
  void drain_results();
  void note(const Expected& expected, PgResult result);
  /// The next rows of a list that must not be held in memory as a whole.
  void fetch(PostgresStatement& statement);
  void close_cursor(const PostgresStatement& statement) noexcept;

  PgResult next_result();
  void wait(short events);
  [[noreturn]] void raise_lost(const std::string& cause);
  [[noreturn]] void raise();
  void leave_pipeline();
  void enter_pipeline();

  PGconn* handle_ = nullptr;
  std::shared_ptr<const WaitLimit> wait_limit_;
  std::chrono::milliseconds time_max_;
  TimePoint deadline_;
  int partitions_ = 0;

  std::vector<Preparation> preparations_;  // by the query's index
  std::vector<std::unique_ptr<PostgresStatement>> statements_;
  std::vector<PostgresStatement*> free_;
  std::deque<Expected> expected_;
  /// The first error since the last sync: after it the server skips everything.
  PgResult failure_;
  Savepoints savepoints_ = Savepoints::real;
  /// The current part of the transaction, and how many of its statements may have changed
  /// something.
  std::uint64_t part_ = 0;
  int changes_of_part_ = 0;
  bool is_unsent_ = false;
  bool has_transaction_ = false;
  bool has_unread_results_ = false;
  bool is_broken_ = false;
  bool is_commit_sent_ = false;
  bool is_transaction_failed_ = false;
  bool is_savepoint_set_ = false;
};

}  // namespace blotter::sql
