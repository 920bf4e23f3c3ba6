// One operation as the rest of the program sees it: a row of the table in table.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "domain/api_key.hpp"
#include "operations/call.hpp"
#include "operations/input.hpp"
#include "operations/schema_book.hpp"

namespace blotter {

// NOLINTNEXTLINE(readability-identifier-naming): `delete` is a keyword
enum class Verb : std::uint8_t { get, post, patch, delete_ };
template <>
struct Spellings<Verb> {
  static constexpr std::array<std::string_view, 4> spellings{"GET", "POST", "PATCH", "DELETE"};
};

/// The part of a long answer that is made while it is sent.
class Remainder {
 public:
  virtual ~Remainder() = default;
  /// Appends the next piece; false when it was the last. May wait for the store.
  virtual bool next(std::string& into) = 0;
  /// Runs a task that calls `next` where waiting does no harm, at once or later. One that cannot
  /// be run is dropped.
  virtual void run_where_it_may_wait(std::function<void()> task) = 0;
};

struct Rendered {
  std::string body;
  std::unique_ptr<Remainder> rest;
};

/// An operation with its input, ready to run.
using PreparedRead = std::function<Result<Rendered>(ReadCall&)>;
using PreparedWrite = std::function<Result<Rendered>(WriteCall&)>;
using Prepared = std::variant<PreparedRead, PreparedWrite>;

struct HandlerRef {
  InputFrom input;
  Result<Prepared> (*prepare)(const MemberValues&, const InputSettings&);
  std::vector<MemberDoc> (*document)();
  void (*describe_answer)(JsonWriter&, SchemaBook&);
};

/// What an operation itself refuses, behind the checks that all share.
class Refusals {
 public:
  constexpr Refusals(std::initializer_list<ErrorId> ids) : size_(ids.size()) {
    std::copy(ids.begin(), ids.end(), ids_.begin());
  }
  [[nodiscard]] constexpr std::span<const ErrorId> ids() const { return {ids_.data(), size_}; }

 private:
  std::array<ErrorId, 4> ids_{};
  std::size_t size_;
};

/// Whether its answer says `found`, and so must its 404.
enum class Answers : std::uint8_t { plainly, with_found };

/// Whether its answer follows from the guild's records alone, and so may be given again for as long
/// as they stay as they are.
enum class DependsOn : std::uint8_t { records, more_than_records };

/// The scope of an operation that every key for the guild may use.
inline constexpr std::optional<Scope> no_scope = std::nullopt;

struct Operation {
  std::string_view id;
  Verb verb;
  std::string_view path;
  std::optional<Scope> scope;
  HandlerRef handler;
  /// The kind of the event that a success leaves; empty for reads.
  std::string_view event;
  std::string_view summary;
  Refusals refusals;
  Answers answers = Answers::plainly;
  DependsOn depends_on = DependsOn::records;

  [[nodiscard]] unsigned success_status() const {
    return verb == Verb::post || verb == Verb::patch ? 201 : 200;
  }
  /// The error when the store fails; nothing was changed.
  [[nodiscard]] ErrorId storage_failure() const {
    switch (verb) {
      case Verb::get: return ErrorId::read_failed;
      case Verb::post: return ErrorId::create_failed;
      case Verb::patch:
      case Verb::delete_: break;
    }
    return ErrorId::change_failed;
  }
};

std::span<const Operation> operations();

/// What a client should know of an operation beyond its row, in Markdown.
struct Remark {
  std::string_view operation_id;
  std::string_view text;
};
std::span<const Remark> remarks();

/// Runs a prepared change and appends its event to the same transaction; a change without an event
/// cannot happen.
Result<Rendered> run_change(const Operation& operation, const PreparedWrite& prepared,
                            WriteCall& call);

}  // namespace blotter
