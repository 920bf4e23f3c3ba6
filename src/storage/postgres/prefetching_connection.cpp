#include "storage/postgres/prefetching_connection.hpp"

#include "storage/records/sequence_allocator.hpp"
#include "storage/sql/owned_value.hpp"

namespace blotter::storage {
namespace {

/// Thrown through a change that cannot continue without a result. Not a std::exception, so that a
/// change which handles failures lets it pass.
struct ResultNeeded {};

}  // namespace

/// A statement that is sent in the first run of a change and read in the second. If the second run
/// binds other values, the statement is sent again with these.
class PrefetchingConnection::PrefetchedStatement final : public sql::Statement {
 public:
  PrefetchedStatement(sql::PostgresConnection& database, const sql::Query& query,
                      std::size_t change)
      : database_(database),
        query_(query),
        change_(change),
        statement_(&database.statement(query)) {}

  [[nodiscard]] const sql::Query& query() const { return query_; }
  [[nodiscard]] std::size_t change() const { return change_; }
  void begin_second_run() { is_second_run_ = true; }

  void bind(int parameter, const sql::Value& value) override {
    if (!is_second_run_) {
      values_.push_back(sql::to_owned(value));
      return statement_->bind(parameter, value);
    }
    const auto before = std::span(values_).first(static_cast<std::size_t>(parameter - 1));
    if (!is_sent_again_ && value != sql::view_of(values_.at(before.size()))) send_again(before);
    if (is_sent_again_) statement_->bind(parameter, value);
  }
  void start() override {
    if (!is_second_run_ || is_sent_again_) statement_->start();
  }
  bool step() override {
    if (!is_second_run_) throw ResultNeeded{};
    return statement_->step();
  }
  void finish() override {}
  void reset() noexcept override {
    if (is_second_run_) free();
  }
  void free() noexcept {
    if (!is_free_) statement_->reset();
    is_free_ = true;
  }

  [[nodiscard]] bool is_null(int column) const override { return statement_->is_null(column); }
  [[nodiscard]] std::int64_t integer(int column) const override {
    return statement_->integer(column);
  }
  [[nodiscard]] double real(int column) const override { return statement_->real(column); }
  [[nodiscard]] std::string_view text(int column) const override {
    return statement_->text(column);
  }

 private:
  /// The values before the one that differs are the same as in the first run.
  void send_again(std::span<const sql::OwnedValue> before) {
    statement_->reset();
    statement_ = &database_.statement(query_);
    is_sent_again_ = true;
    int parameter = 0;
    for (const sql::OwnedValue& value : before) {
      statement_->bind(++parameter, sql::view_of(value));
    }
  }

  sql::PostgresConnection& database_;
  const sql::Query& query_;
  const std::size_t change_;
  sql::Statement* statement_;
  std::vector<sql::OwnedValue> values_;  // of the first run
  bool is_second_run_ = false;
  bool is_sent_again_ = false;
  bool is_free_ = false;
};

PrefetchingConnection::PrefetchingConnection(std::shared_ptr<sql::PostgresConnection> database,
                                             std::span<QueuedWrite> batch)
    : database_(std::move(database)), batch_(batch) {}

PrefetchingConnection::~PrefetchingConnection() {
  for (const auto& statement : statements_) statement->free();
}

void PrefetchingConnection::begin_write() {
  database_->begin_write();
  is_prefetching_ = true;
  const GuildId* guild = nullptr;
  for (QueuedWrite& item : batch_) {
    ++changes_begun_;
    // Only for the first change of a guild: the results of the others depend on the changes before
    // them.
    const bool is_first = guild == nullptr || guild->str() != item.work->guild().str();
    guild = &item.work->guild();
    if (is_first) prefetch(item);
  }
  is_prefetching_ = false;
  changes_begun_ = 0;
  if (!statements_.empty()) database_->finish_pipeline();
}

void PrefetchingConnection::prefetch(QueuedWrite& item) {
  SequenceAllocator nothing_known;
  try {
    Writer records({std::shared_ptr<void>(), this}, item.work->guild(), nothing_known);
    item.work->run(records);
  } catch (const ResultNeeded&) {
  } catch (const sql::Failure&) {
    throw;
  } catch (const std::exception&) {
    // The change fails even before it needs a result, and will fail again in its second run.
  }
}

void PrefetchingConnection::begin_savepoint() {
  ++changes_begun_;
  database_->begin_savepoint();
}

sql::Statement& PrefetchingConnection::statement(const sql::Query& query) {
  if (is_prefetching_) {
    // A change must not be made before the changes that precede it.
    if (!query.is_look_up() || query.rows == sql::RowCount::unbounded) throw ResultNeeded{};
    statements_.push_back(std::make_unique<PrefetchedStatement>(*database_, query, changes_begun_));
    return *statements_.back();
  }
  // Skips prefetched queries that an earlier change did not repeat.
  while (has_statement() && next().change() < changes_begun_) ++next_statement_;
  if (!has_statement() || next().change() != changes_begun_ || &next().query() != &query) {
    return database_->statement(query);
  }
  PrefetchedStatement& statement = next();
  ++next_statement_;
  statement.begin_second_run();
  return statement;
}

}  // namespace blotter::storage
