// A connection for several changes that share a transaction. It asks the first questions of all of
// them together: one journey to the database instead of one for each.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "storage/sql/postgres.hpp"
#include "storage/write_batch.hpp"

namespace blotter::storage {

class AskedAhead final : public sql::Connection {
 public:
  /// Changes of one guild stand beside each other in `batch`.
  AskedAhead(std::shared_ptr<sql::PostgresConnection> database, std::span<QueuedWrite> batch);
  ~AskedAhead() override;
  AskedAhead(const AskedAhead&) = delete;
  AskedAhead& operator=(const AskedAhead&) = delete;

  /// Runs the changes up to where they need an answer. Each is run again from its beginning later,
  /// and then its answers are here.
  void begin_write() override;
  /// The next change of the batch begins.
  void begin_savepoint() override;

  void keep_savepoint() override { database_->keep_savepoint(); }
  void undo_savepoint() override { database_->undo_savepoint(); }
  void commit() override { database_->commit(); }
  void rollback() noexcept override { database_->rollback(); }
  [[nodiscard]] bool in_transaction() const override { return database_->in_transaction(); }
  void run_script(std::string_view script) override { database_->run_script(script); }
  bool has_table(std::string_view name) override { return database_->has_table(name); }
  bool is_empty() override { return database_->is_empty(); }
  void begin_read() override { database_->begin_read(); }
  void begin_migration() override { database_->begin_migration(); }

 protected:
  sql::Statement& statement(const sql::Query& query) override;

 private:
  class Question;

  void ask(QueuedWrite& item);
  [[nodiscard]] bool has_question() const { return next_question_ < questions_.size(); }
  [[nodiscard]] Question& next() const { return *questions_[next_question_]; }

  const std::shared_ptr<sql::PostgresConnection> database_;
  const std::span<QueuedWrite> batch_;
  std::vector<std::unique_ptr<Question>> questions_;  // in the order of the changes
  std::size_t next_question_ = 0;
  std::size_t changes_begun_ = 0;
  bool is_asking_ = false;
};

}  // namespace blotter::storage
