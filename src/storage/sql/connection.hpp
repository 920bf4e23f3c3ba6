// The small part of SQL that the program needs, as an interface that two engines implement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace blotter::sql {

/// The database is broken or unreachable: no client input can cause it.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The whole transaction was rolled back. A retry may succeed.
class Retryable : public Failure {
 public:
  using Failure::Failure;
};

/// Another transaction held a lock for too long, and this whole transaction was rolled back.
class Locked : public Failure {
 public:
  using Failure::Failure;
};

/// Several changes shared a transaction without savepoints, and one of them cannot be rolled back
/// alone: each must be run in a transaction of its own.
class SavepointNeeded : public Failure {
 public:
  using Failure::Failure;
};

/// The connection was lost during a commit: the commit may have happened or not.
class OutcomeUnknown : public Failure {
 public:
  using Failure::Failure;
};

/// A statement would have exceeded its step limit; the read may be run again without the limit.
class TooManySteps : public Failure {
 public:
  using Failure::Failure;
};

/// Whether all rows of a statement may be held in memory at once.
enum class RowCount : std::uint8_t { bounded, unbounded };

/// One statement of the program, in SQL that every engine takes, with parameters $1, $2, …. Each
/// connection prepares it once and finds it again by `index`.
class Query {
 public:
  explicit Query(std::string_view text, RowCount rows = RowCount::bounded);

  [[nodiscard]] bool is_look_up() const { return text.starts_with("select"); }

  const std::string_view text;
  const RowCount rows;
  const std::size_t index;
};

using Value = std::variant<std::nullptr_t, std::int64_t, double, std::string_view>;

/// A prepared statement of one connection.
class Statement {
 public:
  virtual ~Statement() = default;
  virtual void bind(int parameter, const Value& value) = 0;
  /// All values are bound. A database server gets the statement now, so that several statements
  /// share a round trip; none is sure to be run before `step` or `finish`.
  virtual void start() {}
  /// Moves to the next row; false after the last one.
  virtual bool step() = 0;
  /// For statements whose rows are not needed. A failure may show later, at the latest at the
  /// commit.
  virtual void finish() = 0;
  virtual void reset() noexcept = 0;

  // Columns of the current row, counted from 0. Text stays valid until the next step.
  [[nodiscard]] virtual bool is_null(int column) const = 0;
  [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
  [[nodiscard]] virtual double real(int column) const = 0;
  [[nodiscard]] virtual std::string_view text(int column) const = 0;
};

/// The rows of a running statement; the destructor frees the statement for its next run.
class Rows {
 public:
  explicit Rows(Statement& statement) : statement_(&statement) {}
  Rows(Rows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  Rows& operator=(Rows&&) = delete;
  ~Rows() {
    if (statement_ != nullptr) statement_->reset();
  }

  bool next() { return statement_->step(); }
  void finish() { statement_->finish(); }

  [[nodiscard]] bool is_null(int column) const { return statement_->is_null(column); }
  [[nodiscard]] std::int64_t integer(int column) const { return statement_->integer(column); }
  [[nodiscard]] double real(int column) const { return statement_->real(column); }
  [[nodiscard]] std::string_view text(int column) const { return statement_->text(column); }

 private:
  Statement* statement_;
};

class Connection {
 public:
  virtual ~Connection() = default;

  template <class... Values>
  Rows run(const Query& query, const Values&... values) {
    Statement& prepared = statement(query);
    Rows rows(prepared);
    int parameter = 0;
    (prepared.bind(++parameter, to_value(values)), ...);
    prepared.start();
    return rows;
  }

  /// The same with values from a list.
  Rows run(const Query& query, std::span<const Value> values) {
    Statement& prepared = statement(query);
    Rows rows(prepared);
    int parameter = 0;
    for (const Value& value : values) prepared.bind(++parameter, value);
    prepared.start();
    return rows;
  }

  /// Must be called before the first of several statements that share one snapshot.
  virtual void require_snapshot() {}

  /// Must be called before reading rows that may lie far apart, with many unwanted rows between
  /// them. Throws TooManySteps where there is no time for that.
  virtual void expect_many_steps() {}

  /// Several statements in one text, without parameters or rows.
  virtual void run_script(std::string_view script) = 0;
  virtual bool has_table(std::string_view name) = 0;
  /// Whether the database has no tables at all.
  virtual bool is_empty() = 0;

  virtual void begin_read() = 0;
  virtual void begin_write() = 0;
  /// Begins a transaction in which no other connection can change the schema.
  virtual void begin_migration() = 0;
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;

  virtual void begin_savepoint() = 0;
  virtual void release_savepoint() = 0;
  virtual void rollback_savepoint() = 0;
  /// False once the engine has rolled back the transaction by itself, for example on a full disk.
  [[nodiscard]] virtual bool in_transaction() const = 0;

 protected:
  virtual Statement& statement(const Query& query) = 0;

 private:
  static Value to_value(std::nullptr_t) { return nullptr; }
  static Value to_value(std::int64_t number) { return number; }
  static Value to_value(int number) { return std::int64_t{number}; }
  static Value to_value(bool flag) { return std::int64_t{flag}; }
  static Value to_value(double number) { return number; }
  static Value to_value(std::string_view text) { return text; }
  /// Would become a bool.
  static Value to_value(const char* text) = delete;
  static Value to_value(const std::string& text) { return std::string_view(text); }
  template <class T>
  static Value to_value(const std::optional<T>& value) {
    return value ? to_value(*value) : Value(nullptr);
  }
};

/// A write transaction; rolls back unless it was committed.
class Transaction {
 public:
  explicit Transaction(Connection& connection,
                       void (Connection::*begin)() = &Connection::begin_write)
      : connection_(&connection) {
    (connection.*begin)();
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (connection_ != nullptr) connection_->rollback();
  }

  void commit() {
    connection_->commit();
    connection_ = nullptr;
  }

 private:
  Connection* connection_;
};

}  // namespace blotter::sql
