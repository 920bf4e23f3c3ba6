#include "storage/postgres/one_question.hpp"

namespace blotter::storage {

void OneQuestion::ask(std::shared_ptr<sql::Connection> database) {
  std::vector<sql::Value> values;
  values.reserve(values_.size());
  for (const Kept& kept : values_) {
    values.push_back(std::visit([](const auto& plain) -> sql::Value { return plain; }, kept));
  }
  is_asked_ = false;
  answer_.reset();
  database_ = std::move(database);
  answer_.emplace(database_->run(*query_, std::span<const sql::Value>(values)));
}

sql::Statement& OneQuestion::statement(const sql::Query& query) {
  // The second run begins with the same statement; whatever comes behind that is a second one.
  const bool is_first = query_ == nullptr;
  const bool is_first_again = answer_ && !is_asked_ && query_ == &query;
  if (!is_first && !is_first_again) throw SnapshotNeeded{};
  if (query.rows == sql::RowCount::unbounded) throw SnapshotNeeded{};
  query_ = &query;
  is_asked_ = is_first_again;
  return capture_;
}

void OneQuestion::Capture::bind(int, const sql::Value& value) {
  if (question_.answer_) return;
  question_.values_.push_back(std::visit(
      [](const auto& plain) -> Kept {
        if constexpr (std::is_same_v<decltype(plain), const std::string_view&>) {
          return std::string(plain);
        } else {
          return plain;
        }
      },
      value));
}

}  // namespace blotter::storage
