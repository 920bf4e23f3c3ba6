// A connection for several changes that share a transaction. It prefetches the first queries of all
// of them in one round trip instead of one for each.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "storage/postgres/connection.hpp"
#include "storage/write_batch.hpp"

namespace blotter::storage {

class PrefetchingConnection final : public sql::Connection {
 public:
  /// Changes of one guild are adjacent in `batch`.
  PrefetchingConnection(std::shared_ptr<sql::PostgresConnection> database,
                        std::span<QueuedWrite> batch);
  ~PrefetchingConnection() override;
  PrefetchingConnection(const PrefetchingConnection&) = delete;
  PrefetchingConnection& operator=(const PrefetchingConnection&) = delete;

  /// Runs each change until it needs a result. Each is run again from its beginning later, and then
  /// the results of its first queries are here.
  void begin_write() override;
  /// The next change of the batch begins.
  void begin_savepoint() override;

  void release_savepoint() override { database_->release_savepoint(); }
  void rollback_savepoint() override { database_->rollback_savepoint(); }
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
  class PrefetchedStatement;

  void prefetch(QueuedWrite& item);
  [[nodiscard]] bool has_statement() const { return next_statement_ < statements_.size(); }
  [[nodiscard]] PrefetchedStatement& next() const { return *statements_[next_statement_]; }

  const std::shared_ptr<sql::PostgresConnection> database_;
  const std::span<QueuedWrite> batch_;
  std::vector<std::unique_ptr<PrefetchedStatement>> statements_;  // in the order of the changes
  std::size_t next_statement_ = 0;
  std::size_t changes_begun_ = 0;
  bool is_prefetching_ = false;
};

}  // namespace blotter::storage
