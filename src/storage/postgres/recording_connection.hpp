// A connection that records the query of a piece of work, so that the queries of many can be sent
// together. The work is run twice: the first run finds no rows and its outcome is discarded; the
// second run gets the result, if it makes the same query with the same values.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "storage/sql/connection.hpp"
#include "storage/sql/owned_value.hpp"

namespace blotter::storage {

class RecordingConnection final : public sql::Connection {
 public:
  /// Thrown through the work: it cannot be done with one statement that was sent ahead, and must
  /// run in a snapshot of its own. Not a std::exception, so that work which handles failures lets
  /// it pass.
  struct SnapshotNeeded {};

  RecordingConnection() : recorded_(*this) {}

  /// Whether the work has made a query that has no result yet.
  [[nodiscard]] bool has_unsent_query() const { return query_ != nullptr && !result_; }
  /// Sends the recorded query; its result is read when the work is run again.
  void send(std::shared_ptr<sql::Connection> database);

  void require_snapshot() override { throw SnapshotNeeded{}; }

  // A lookup that is sent together with others needs none of these.
  void run_script(std::string_view) override { throw SnapshotNeeded{}; }
  bool has_table(std::string_view) override { throw SnapshotNeeded{}; }
  bool is_empty() override { throw SnapshotNeeded{}; }
  void begin_read() override { throw SnapshotNeeded{}; }
  void begin_write() override { throw SnapshotNeeded{}; }
  void begin_migration() override { throw SnapshotNeeded{}; }
  void commit() override { throw SnapshotNeeded{}; }
  void rollback() noexcept override {}
  void begin_savepoint() override { throw SnapshotNeeded{}; }
  void release_savepoint() override { throw SnapshotNeeded{}; }
  void rollback_savepoint() override { throw SnapshotNeeded{}; }
  [[nodiscard]] bool in_transaction() const override { return false; }

 protected:
  sql::Statement& statement(const sql::Query& query) override;

 private:
  class RecordedStatement final : public sql::Statement {
   public:
    explicit RecordedStatement(RecordingConnection& connection) : connection_(connection) {}
    void bind(int parameter, const sql::Value& value) override;
    bool step() override { return connection_.result_ && connection_.result_->next(); }
    void finish() override {}
    void reset() noexcept override {}
    [[nodiscard]] bool is_null(int column) const override { return row().is_null(column); }
    [[nodiscard]] std::int64_t integer(int column) const override { return row().integer(column); }
    [[nodiscard]] double real(int column) const override { return row().real(column); }
    [[nodiscard]] std::string_view text(int column) const override { return row().text(column); }

   private:
    /// Work that reads a row without checking that there is one cannot be run without a result.
    [[nodiscard]] const sql::Rows& row() const {
      if (!connection_.result_) throw SnapshotNeeded{};
      return *connection_.result_;
    }

    RecordingConnection& connection_;
  };

  RecordedStatement recorded_;
  const sql::Query* query_ = nullptr;
  std::vector<sql::OwnedValue> values_;
  std::shared_ptr<sql::Connection> database_;
  std::optional<sql::Rows> result_;  // must be destroyed before its connection
  bool is_repeated_ = false;
};

}  // namespace blotter::storage
