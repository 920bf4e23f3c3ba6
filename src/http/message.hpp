// The values that cross the border between the HTTP engine and whoever answers requests.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace blotter::http {

// NOLINTNEXTLINE(readability-identifier-naming): "delete" alone is a keyword.
enum class Method : std::uint8_t { get, head, post, patch, delete_, other };

/// One request as views into the connection's buffer; they stay valid until the reply is given.
struct Request {
  Method method = Method::other;
  /// As sent: path and query string, neither decoded nor collapsed.
  std::string_view target;
  /// Whole and de-chunked, followed by at least `body_padding` readable bytes.
  std::string_view body;
  std::vector<std::pair<std::string_view, std::string_view>> headers;

  /// The first header of that name without regard to case, or "" when there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

/// What simdjson may read behind the end of a text.
inline constexpr std::size_t body_padding = 64;

/// The part of a long body that is made while it is sent, so that memory does not follow its size.
class BodyStream {
 public:
  enum class State : std::uint8_t { more, end, failed };
  using Done = std::function<void(State)>;

  /// Runs at any time, even while a piece is awaited: the client has gone or the server stops.
  /// After it returns, `into` must not be touched any more.
  virtual ~BodyStream() = default;
  /// Appends the next piece to `into`, then calls `done` once: at once or later, from any thread.
  /// Asked again only when the former piece has been written. A `done` that is dropped uncalled
  /// counts as `failed`; so does an exception.
  virtual void next(std::string& into, Done done) = 0;
};

/// The bytes of an answer: its own, or some that others send too.
class Body {
 public:
  Body() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): whoever has made a text may send it
  Body(std::string own) : own_(std::move(own)) {}
  /// `owner` keeps them; what lives as long as the program has none.
  Body(std::string_view shared, std::shared_ptr<const void> owner)
      : is_shared_(true), shared_(shared), owner_(std::move(owner)) {}

  [[nodiscard]] std::string_view bytes() const { return is_shared_ ? shared_ : own_; }

 private:
  bool is_shared_ = false;
  std::string own_;
  std::string_view shared_;
  std::shared_ptr<const void> owner_;
};

struct Response {
  unsigned status = 200;
  /// Must outlive the response, as a literal does; left out of the answer when empty.
  std::string_view content_type = "application/json; charset=utf-8";
  /// Complete lines, each ending in "\r\n", for example "Retry-After: 1\r\n".
  std::string extra_headers;
  Body body;
  /// Of an answer to HEAD whose body was not made: how long it would be.
  std::optional<std::size_t> body_bytes = std::nullopt;
  /// When set, `body` is only the beginning and the rest is sent with chunked transfer coding.
  std::unique_ptr<BodyStream> rest;
  /// Kept until the answer has been sent, or its client has gone.
  std::shared_ptr<const void> kept = nullptr;
  /// How long the whole answer may take, for streams that hold something dear meanwhile. A client
  /// that is slower is cut off.
  std::optional<std::chrono::milliseconds> time_max = std::nullopt;
};

/// Why the engine itself turned a request down, before any handler saw it.
enum class Refusal : std::uint8_t {
  malformed,        // 400
  request_timeout,  // 408
  body_too_large,   // 413
  head_too_large,   // 431
  overloaded,       // 503: too many connections
  reply_lost,       // 500: the handler dropped its Reply without answering
};

/// Where a reply arrives: a connection, or what a test puts in its place.
class ReplySink {
 public:
  virtual ~ReplySink() = default;
  virtual void answer(Response response) = 0;
  /// The reply was dropped without an answer.
  virtual void lose() = 0;
};

/// Answers one request, exactly once, at once or later, from any thread.
class Reply {
 public:
  explicit Reply(std::shared_ptr<ReplySink> sink);
  Reply(Reply&& other) noexcept = default;
  Reply& operator=(Reply&& other) noexcept;
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  /// Dropped without an answer, it makes the engine answer `Refusal::reply_lost`.
  ~Reply();

  /// The request's views end here. Only the first call counts.
  void send(Response response);

 private:
  void abandon() noexcept;

  std::shared_ptr<ReplySink> sink_;
};

/// Called from every I/O thread at once, so both functions must be safe to run in parallel.
class Handler {
 public:
  virtual ~Handler() = default;
  /// Must not block. An exception counts as a lost reply.
  virtual void handle(const Request& request, Reply reply) = 0;
  /// The answer to a request that the engine turned down; `why` is one plain sentence.
  virtual Response refuse(Refusal refusal, std::string_view why) = 0;
};

}  // namespace blotter::http
