// A statement of a PostgreSQL connection: the values to send and the rows received.
#pragma once

#include <charconv>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "storage/postgres/connection.hpp"

namespace blotter::sql {

/// One run of a statement; free for another once its rows are read and no result is outstanding.
class PostgresStatement final : public Statement {
 public:
  explicit PostgresStatement(PostgresConnection& connection) : connection_(connection) {}

  void open(const Query& query) {
    query_ = &query;
    bytes_.clear();
    offsets_.clear();
    row_ = -1;
    state_ = State::open;
    is_held_ = true;
    has_more_ = true;
  }

  void bind(int parameter, const Value& value) override {
    if (static_cast<std::size_t>(parameter) != offsets_.size() + 1) {
      throw std::logic_error("values must be bound in their order");
    }
    offsets_.push_back(std::holds_alternative<std::nullptr_t>(value)
                           ? absent
                           : static_cast<std::ptrdiff_t>(bytes_.size()));
    std::visit([this](const auto& plain) { append(plain); }, value);
    bytes_ += '\0';
  }

  void start() override { connection_.send(*this); }

  bool step() override {
    connection_.receive(*this);
    if (++row_ < PQntuples(result_.get())) return true;
    if (!is_cursor()) return false;
    // The last result was that of the cursor's declaration, or of the previous fetch.
    while (has_more_) {
      connection_.fetch(*this);
      if (++row_ < PQntuples(result_.get())) return true;
    }
    return false;
  }

  void finish() override {}

  void reset() noexcept override {
    is_held_ = false;
    if (is_cursor() && has_more_) connection_.close_cursor(*this);
    if (state_ != State::sent) free();
  }

  [[nodiscard]] bool is_null(int column) const override {
    return PQgetisnull(result_.get(), row_, column) != 0;
  }
  [[nodiscard]] std::int64_t integer(int column) const override {
    return number<std::int64_t>(text(column));
  }
  [[nodiscard]] double real(int column) const override { return number<double>(text(column)); }
  [[nodiscard]] std::string_view text(int column) const override {
    return {PQgetvalue(result_.get(), row_, column),
            static_cast<std::size_t>(PQgetlength(result_.get(), row_, column))};
  }

 private:
  friend class PostgresConnection;
  enum class State : std::uint8_t { open, sent, received, failed };
  static constexpr std::ptrdiff_t absent = -1;

  template <class Number>
  static Number number(std::string_view digits) {
    Number value{};
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }

  void append(std::nullptr_t) {}
  void append(std::int64_t number) { fmt::format_to(std::back_inserter(bytes_), "{}", number); }
  void append(double number) { fmt::format_to(std::back_inserter(bytes_), "{}", number); }
  void append(std::string_view text) { bytes_ += text; }

  /// libpq takes values as C strings.
  [[nodiscard]] std::vector<const char*> values() const {
    std::vector<const char*> pointers;
    pointers.reserve(offsets_.size());
    for (const std::ptrdiff_t offset : offsets_) {
      pointers.push_back(offset == absent ? nullptr : bytes_.data() + offset);
    }
    return pointers;
  }

  [[nodiscard]] bool is_cursor() const { return query_->rows == RowCount::unbounded; }
  [[nodiscard]] std::string cursor() const { return fmt::format("list_{}", query_->index); }

  void take(PgResult result, State state) {
    state_ = state;
    row_ = -1;
    result_ = std::move(result);
    if (!is_held_) free();
  }

  void free() noexcept {
    result_.reset();
    state_ = State::open;
    connection_.free_.push_back(this);  // reserved when the statement was made
  }

  PostgresConnection& connection_;
  const Query* query_ = nullptr;
  std::string bytes_;
  std::vector<std::ptrdiff_t> offsets_;
  PgResult result_;
  int row_ = -1;
  State state_ = State::open;
  bool is_held_ = false;
  bool has_more_ = true;  // of a cursor
};

}  // namespace blotter::sql
