// One operation as the rest of the program sees it: a row of the table in table.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/body_stream.hpp"
#include "base/result.hpp"
#include "domain/api_key.hpp"
#include "operations/call.hpp"
#include "operations/input.hpp"
#include "operations/outbound.hpp"
#include "operations/rights.hpp"
#include "operations/schema_registry.hpp"

namespace blotter {

// NOLINTNEXTLINE(readability-identifier-naming): `delete` is a keyword
enum class Verb : std::uint8_t { get, post, patch, delete_, put };
template <>
struct Spellings<Verb> {
  static constexpr std::array<std::string_view, 5> spellings{"GET", "POST", "PATCH", "DELETE",
                                                             "PUT"};
};

/// The response of a read or a change.
struct Rendered {
  std::string body;
  /// The part of a long response that is produced while it is sent.
  std::unique_ptr<BodyStream> rest;
  /// The response of an earlier request, which this one repeats: nothing was changed.
  bool is_replay = false;
  /// Of a change: the number of its event.
  std::optional<std::int64_t> event_number = std::nullopt;
};

/// A response that has no end of its own.
struct Stream {
  std::string_view content_type;
  /// Complete lines, each ending in "\r\n".
  std::string headers;
  /// Sent at once, with the headers.
  std::string begin;
  /// Sent from time to time while there is nothing else to send; a literal.
  std::string_view heartbeat;
  std::unique_ptr<BodyStream> rest;
};

/// The response of a stream to a client that cannot stream.
struct StreamPage {
  /// Set if there is nothing yet, and the client waits for it. Then the operation is run again when
  /// the guild has an event after this number, or the time has passed.
  struct Wait {
    std::int64_t after;
    std::chrono::milliseconds time_max;
  };
  Rendered rendered;
  std::optional<Wait> wait = std::nullopt;
};

using StreamResponse = std::variant<Stream, StreamPage>;

/// A request to another server; the response of the operation comes from its reply.
struct Exchange {
  HttpPost post;
  std::function<Rendered(HttpReply)> respond;
};

/// An operation with its parsed input, ready to run. A read and a change have their response when
/// they have run; a stream begins it then, and an exchange sends a request.
using PreparedRead = std::function<Result<Rendered>(ReadCall&)>;
using PreparedChange = std::function<Result<Rendered>(WriteCall&)>;
using PreparedStream = std::function<Result<StreamResponse>(StreamCall&)>;
using PreparedExchange = std::function<Result<Exchange>(ExchangeCall&)>;
using Prepared = std::variant<PreparedRead, PreparedChange, PreparedStream, PreparedExchange>;

struct HandlerRef {
  InputFrom input;
  Result<Prepared> (*prepare)(const MemberValues&, const InputSettings&);
  std::vector<MemberDoc> (*document)();
  void (*describe_response)(JsonWriter&, SchemaRegistry&);
  /// Whether clients may ask for a stream instead, with Accept.
  bool is_stream = false;
  /// The member of valid input with a URL whose host must be checked before the change, if any.
  std::optional<Member> (*url_in)(const MemberValues&) = nullptr;
  /// Whether the response has a secret that is shown only once.
  bool has_secret = false;
};

/// The operation's own errors, besides those of the checks that all operations share.
class Refusals {
 public:
  constexpr Refusals(std::initializer_list<ErrorId> ids) : size_(ids.size()) {
    std::copy(ids.begin(), ids.end(), ids_.begin());
  }
  [[nodiscard]] constexpr std::span<const ErrorId> ids() const { return {ids_.data(), size_}; }

 private:
  std::array<ErrorId, 9> ids_{};
  std::size_t size_;
};

/// Whether the response has a member `found`; then its 404 has one too.
enum class FoundMember : std::uint8_t { absent, present };

/// What the response of a read depends on, besides its input. Only one that depends on the guild's
/// records alone may be cached, until they change; the time and the key are not records.
enum class DependsOn : std::uint8_t { anything, records };

struct Operation {
  std::string_view id;
  Verb verb;
  std::string_view path;
  Rights rights;
  HandlerRef handler;
  /// The kind of the event that a successful change appends; empty for reads.
  std::string_view event;
  std::string_view summary;
  Refusals refusals;
  FoundMember found_member = FoundMember::absent;
  DependsOn depends_on = DependsOn::anything;

  [[nodiscard]] unsigned success_status() const {
    return verb == Verb::post || verb == Verb::patch ? 201 : 200;
  }
  /// The error when the store fails; nothing was changed.
  [[nodiscard]] ErrorId storage_failure() const {
    switch (verb) {
      case Verb::get: return ErrorId::read_failed;
      case Verb::post: return ErrorId::create_failed;
      case Verb::patch:
      case Verb::delete_:
      case Verb::put: break;
    }
    return ErrorId::change_failed;
  }
};

std::span<const Operation> operations();

/// For an operation whose kind of event depends on its input.
inline constexpr std::string_view any_event = "*";

/// What a client should know about an operation beyond its row, in Markdown.
struct Remark {
  std::string_view operation_id;
  std::string_view text;
};
std::span<const Remark> remarks();

}  // namespace blotter
