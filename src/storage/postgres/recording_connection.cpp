#include "storage/postgres/recording_connection.hpp"

namespace blotter::storage {

void RecordingConnection::send(std::shared_ptr<sql::Connection> database) {
  std::vector<sql::Value> values;
  values.reserve(values_.size());
  for (const sql::OwnedValue& owned : values_) values.push_back(sql::view_of(owned));
  is_repeated_ = false;
  result_.reset();
  database_ = std::move(database);
  result_.emplace(database_->run(*query_, std::span<const sql::Value>(values)));
}

sql::Statement& RecordingConnection::statement(const sql::Query& query) {
  // The second run begins with the same statement; any statement after that is a second one.
  const bool is_first = query_ == nullptr;
  const bool is_first_again = result_ && !is_repeated_ && query_ == &query;
  if (!is_first && !is_first_again) throw SnapshotNeeded{};
  if (query.rows == sql::RowCount::unbounded) throw SnapshotNeeded{};
  query_ = &query;
  is_repeated_ = is_first_again;
  return recorded_;
}

void RecordingConnection::RecordedStatement::bind(int parameter, const sql::Value& value) {
  auto& values = connection_.values_;
  if (!connection_.result_) return values.push_back(sql::to_owned(value));
  if (value != sql::view_of(values.at(static_cast<std::size_t>(parameter - 1)))) {
    throw SnapshotNeeded{};
  }
}

}  // namespace blotter::storage
