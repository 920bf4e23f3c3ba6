// A connection that finds out what a piece of work asks, so that the questions of many can travel
// together. The work is run twice: the first time nothing is found, and what it makes of that is
// thrown away; the second time it gets the answer.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "storage/sql/connection.hpp"

namespace blotter::storage {

class OneQuestion final : public sql::Connection {
 public:
  /// Thrown through the work: it asks several things, and they must be of one moment.
  struct SnapshotNeeded {};

  OneQuestion() : capture_(*this) {}

  /// Whether the work has asked something that was not answered yet.
  [[nodiscard]] bool is_open() const { return query_ != nullptr && !answer_; }
  /// Sends the question; its answer is read when the work is run again.
  void ask(std::shared_ptr<sql::Connection> database);

  void expect_several() override { throw SnapshotNeeded{}; }

  // A look-up in shared company needs none of these.
  void run_script(std::string_view) override { throw SnapshotNeeded{}; }
  bool has_table(std::string_view) override { throw SnapshotNeeded{}; }
  bool is_empty() override { throw SnapshotNeeded{}; }
  void begin_read() override { throw SnapshotNeeded{}; }
  void begin_write() override { throw SnapshotNeeded{}; }
  void begin_migration() override { throw SnapshotNeeded{}; }
  void commit() override { throw SnapshotNeeded{}; }
  void rollback() noexcept override {}
  void begin_savepoint() override { throw SnapshotNeeded{}; }
  void keep_savepoint() override { throw SnapshotNeeded{}; }
  void undo_savepoint() override { throw SnapshotNeeded{}; }
  [[nodiscard]] bool in_transaction() const override { return false; }

 protected:
  sql::Statement& statement(const sql::Query& query) override;

 private:
  class Capture final : public sql::Statement {
   public:
    explicit Capture(OneQuestion& question) : question_(question) {}
    void bind(int parameter, const sql::Value& value) override;
    bool step() override { return question_.answer_ && question_.answer_->next(); }
    void finish() override {}
    void reset() noexcept override {}
    [[nodiscard]] bool is_null(int column) const override { return row().is_null(column); }
    [[nodiscard]] std::int64_t integer(int column) const override { return row().integer(column); }
    [[nodiscard]] double real(int column) const override { return row().real(column); }
    [[nodiscard]] std::string_view text(int column) const override { return row().text(column); }

   private:
    /// Work that reads a row without looking whether there is one cannot be run without an answer.
    [[nodiscard]] const sql::Rows& row() const {
      if (!question_.answer_) throw SnapshotNeeded{};
      return *question_.answer_;
    }

    OneQuestion& question_;
  };
  using Kept = std::variant<std::nullptr_t, std::int64_t, double, std::string>;

  Capture capture_;
  const sql::Query* query_ = nullptr;
  std::vector<Kept> values_;
  std::shared_ptr<sql::Connection> database_;
  std::optional<sql::Rows> answer_;  // must go before its connection
  bool is_asked_ = false;
};

}  // namespace blotter::storage
