#include "storage/postgres/asked_ahead.hpp"

#include "storage/event_book.hpp"

namespace blotter::storage {
namespace {

/// Thrown through a change that cannot go on without an answer.
struct AnswerNeeded {};

}  // namespace

/// A statement that is asked in the first run of a change and answered in the second.
class AskedAhead::Question final : public sql::Statement {
 public:
  Question(const sql::Query& query, sql::Statement& asked, std::size_t change)
      : query_(query), asked_(asked), change_(change) {}

  [[nodiscard]] const sql::Query& query() const { return query_; }
  [[nodiscard]] std::size_t change() const { return change_; }
  void answer() { is_answered_ = true; }

  // A change asks the same again, so there is nothing to bind or to start the second time.
  void bind(int parameter, const sql::Value& value) override {
    if (!is_answered_) asked_.bind(parameter, value);
  }
  void start() override {
    if (!is_answered_) asked_.start();
  }
  bool step() override {
    if (!is_answered_) throw AnswerNeeded{};
    return asked_.step();
  }
  void finish() override {}
  void reset() noexcept override {
    if (is_answered_) free();
  }
  void free() noexcept {
    if (!is_free_) asked_.reset();
    is_free_ = true;
  }

  [[nodiscard]] bool is_null(int column) const override { return asked_.is_null(column); }
  [[nodiscard]] std::int64_t integer(int column) const override { return asked_.integer(column); }
  [[nodiscard]] double real(int column) const override { return asked_.real(column); }
  [[nodiscard]] std::string_view text(int column) const override { return asked_.text(column); }

 private:
  const sql::Query& query_;
  sql::Statement& asked_;
  const std::size_t change_;
  bool is_answered_ = false;
  bool is_free_ = false;
};

AskedAhead::AskedAhead(std::shared_ptr<sql::PostgresConnection> database,
                       std::span<QueuedWrite> batch)
    : database_(std::move(database)), batch_(batch) {}

AskedAhead::~AskedAhead() {
  for (const auto& question : questions_) question->free();
}

void AskedAhead::begin_write() {
  database_->begin_write();
  is_asking_ = true;
  const GuildId* guild = nullptr;
  for (QueuedWrite& item : batch_) {
    ++changes_begun_;
    // Only for the first of its guild: what the others find depends on what is changed before them.
    const bool is_first = guild == nullptr || guild->str() != item.work->guild().str();
    guild = &item.work->guild();
    if (is_first) ask(item);
  }
  is_asking_ = false;
  changes_begun_ = 0;
  if (!questions_.empty()) database_->finish_pipeline();
}

void AskedAhead::ask(QueuedWrite& item) {
  EventBook nothing_known;
  try {
    Writer records({std::shared_ptr<void>(), this}, item.work->guild(), nothing_known);
    item.work->run(records);
  } catch (const sql::Failure&) {
    throw;
  } catch (...) {
    // It needs an answer; or it fails, and will do so again in its second run.
  }
}

void AskedAhead::begin_savepoint() {
  ++changes_begun_;
  database_->begin_savepoint();
}

sql::Statement& AskedAhead::statement(const sql::Query& query) {
  if (is_asking_) {
    // A change must not be made before those that come before it.
    if (!query.is_look_up() || query.rows == sql::RowCount::unbounded) throw AnswerNeeded{};
    questions_.push_back(
        std::make_unique<Question>(query, database_->statement(query), changes_begun_));
    return *questions_.back();
  }
  // Questions that an earlier change has not asked again are nobody's.
  while (has_question() && next().change() < changes_begun_) ++next_question_;
  if (!has_question() || next().change() != changes_begun_ || &next().query() != &query) {
    return database_->statement(query);
  }
  Question& question = next();
  ++next_question_;
  question.answer();
  return question;
}

}  // namespace blotter::storage
