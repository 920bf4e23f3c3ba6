// PostgreSQL behind the connection interface, on libpq's pipeline mode: statements are sent as they
// are asked and their answers are read when somebody needs them, so that many share one journey.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <libpq-fe.h>
#include <memory>
#include <string>
#include <vector>

#include "storage/sql/connection.hpp"
#include "storage/sql/postgres_address.hpp"

namespace blotter::sql {

/// Until when the connections of a store may wait at all; shared by them, moved by the store's end.
class Patience {
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
  using TimePoint = Patience::TimePoint;
  struct Settings {
    /// How long a statement, a wait for a lock, or a silence within a transaction may last on the
    /// server: whoever vanishes in the middle of a change must not block the others.
    std::chrono::milliseconds time_max;
    /// Into how many parts the tables are split when the schema is made; 0 is not at all.
    int partitions = 0;
  };

  /// Connects to the first host that takes us, before the deadline. Throws TryAgain.
  PostgresConnection(const PostgresAddress& address, Settings settings,
                     std::shared_ptr<const Patience> patience, TimePoint deadline);
  ~PostgresConnection() override;
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  /// Nothing waits longer than this; then the connection is given up.
  void set_deadline(TimePoint deadline) { deadline_ = deadline; }
  /// Whether it must be replaced.
  [[nodiscard]] bool is_broken() const { return is_broken_; }
  /// With `none`, parts of a transaction are cheap as long as none that has changed something must
  /// be undone; then Inseparable is thrown.
  enum class Savepoints : std::uint8_t { none, real };
  void use_savepoints(Savepoints savepoints) { savepoints_ = savepoints; }
  /// Makes it fit for the next work, without waiting: undoes what was not committed.
  void leave_transaction() noexcept;
  /// Statements that have been asked go out now; the failure of a later one does not touch them.
  void end_pipeline();
  /// Reads what is left to be read of it.
  void finish_pipeline() { receive_all(); }

  void run_script(std::string_view script) override;
  bool has_table(std::string_view name) override;
  bool is_empty() override;
  void begin_read() override;
  void begin_write() override;
  void begin_migration() override;
  void commit() override;
  void rollback() noexcept override;
  void begin_savepoint() override;
  void keep_savepoint() override;
  void undo_savepoint() override;
  [[nodiscard]] bool in_transaction() const override {
    return !is_broken_ && (!is_transaction_failed_ || is_savepoint_set_);
  }

  Statement& statement(const Query& query) override;

 private:
  friend class PostgresStatement;

  /// What the server still owes us, in order.
  struct Expected {
    enum class Kind : std::uint8_t { preparation, statement, savepoint, sync };
    Kind kind;
    PostgresStatement* statement = nullptr;
    std::size_t query = 0;
    std::uint64_t part = 0;
  };
  enum class Preparation : std::uint8_t { none, asked, done };

  void connect(const PostgresAddress& address, TimePoint deadline);
  void connect_to(const PostgresAddress::Parameters& parameters, TimePoint deadline);
  void configure(const Settings& settings);

  void begin(const Query& query);
  void prepare(const Query& query);
  void send(PostgresStatement& statement, Expected::Kind kind = Expected::Kind::statement);
  void send_single(const Query& query, Expected::Kind kind);
  void send_text(PostgresStatement& statement, const std::string& text);
  /// Reads until the statement's answer is here; throws what went wrong with it or before it.
  void receive(PostgresStatement& statement);
  void receive_next();
  void receive_all();
  /// Reads what earlier work has left to be read.
  void settle();
  void note(const Expected& expected, PgResult result);
  /// The next rows of a list that may not be held in memory as a whole.
  void fetch(PostgresStatement& statement);
  void close_cursor(const PostgresStatement& statement) noexcept;

  PgResult next_result();
  void wait(short events);
  [[noreturn]] void lose(const std::string& cause);
  [[noreturn]] void raise();
  void leave_pipeline();
  void enter_pipeline();

  PGconn* handle_ = nullptr;
  std::shared_ptr<const Patience> patience_;
  std::chrono::milliseconds time_max_;
  TimePoint deadline_;
  int partitions_ = 0;

  std::vector<Preparation> preparations_;  // by the query's index
  std::vector<std::unique_ptr<PostgresStatement>> statements_;
  std::vector<PostgresStatement*> free_;
  std::deque<Expected> expected_;
  /// The first error since the last sync: behind it the server skips everything.
  PgResult failure_;
  Savepoints savepoints_ = Savepoints::real;
  /// The part of the transaction that is under way, and how many of its statements may have
  /// changed something.
  std::uint64_t part_ = 0;
  int changes_of_part_ = 0;
  bool is_unsent_ = false;
  bool has_transaction_ = false;
  bool has_leftovers_ = false;
  bool is_broken_ = false;
  bool is_commit_sent_ = false;
  bool is_transaction_failed_ = false;
  bool is_savepoint_set_ = false;
};

}  // namespace blotter::sql
