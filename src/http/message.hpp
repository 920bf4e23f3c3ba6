// The types shared by the HTTP engine and the handler of the requests.
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

#include "base/body_stream.hpp"

namespace blotter::http {

// NOLINTNEXTLINE(readability-identifier-naming): "delete" alone is a keyword.
enum class Method : std::uint8_t { get, head, post, patch, delete_, put, other };

/// One request as views into the connection's buffer; they stay valid until Reply::send().
struct Request {
  Method method = Method::other;
  /// As sent: path and query string, neither decoded nor collapsed.
  std::string_view target;
  /// Complete and de-chunked, followed by at least `body_padding` readable bytes.
  std::string_view body;
  std::vector<std::pair<std::string_view, std::string_view>> headers;

  /// The first header of that name, ignoring case; "" if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  [[nodiscard]] bool has_header(std::string_view name) const;
};

/// How many bytes simdjson may read past the end of a text.
inline constexpr std::size_t body_padding = 64;

/// The bytes of a response: its own, or bytes shared with other responses.
class Body {
 public:
  Body() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): any text can be a body
  Body(std::string own) : own_(std::move(own)) {}
  /// `owner` keeps the bytes alive; null for static data.
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
  /// Must outlive the response, as a literal does; if empty, the header is left out.
  std::string_view content_type = "application/json; charset=utf-8";
  /// Complete lines, each ending in "\r\n", for example "Retry-After: 1\r\n".
  std::string extra_headers;
  Body body;
  /// For a response to HEAD whose body was not produced: the length that it would have.
  std::optional<std::size_t> body_bytes = std::nullopt;
  /// When set, `body` is only the beginning and the rest is sent with chunked transfer coding.
  std::unique_ptr<BodyStream> rest;
  /// The rest has no end of its own: it is ended properly when the server stops, and at once when
  /// the client closes the connection, even while no piece is sent.
  bool is_live = false;
  /// For a live rest: sent when there was nothing to send for this long, so that nobody takes the
  /// connection for a dead one.
  struct Heartbeat {
    std::string_view bytes;  // must outlive the response, as a literal does
    std::chrono::milliseconds interval;
  };
  std::optional<Heartbeat> heartbeat = std::nullopt;
  /// Released when the response has been sent, or the client has disconnected.
  std::shared_ptr<const void> kept = nullptr;
  /// How long the whole response may take, for streams that hold an expensive resource meanwhile.
  /// Slower clients are disconnected.
  std::optional<std::chrono::milliseconds> time_max = std::nullopt;
};

/// Why the engine itself refused a request, before a handler got it.
enum class Refusal : std::uint8_t {
  malformed,        // 400
  request_timeout,  // 408
  body_too_large,   // 413
  head_too_large,   // 431
  overloaded,       // 503: too many connections
  reply_lost,       // 500: the handler destroyed its Reply without sending a response
};

/// Receives the response of a Reply: a connection, or a test's stand-in.
class ReplySink {
 public:
  virtual ~ReplySink() = default;
  virtual void respond(Response response) = 0;
  /// The Reply was destroyed without a response.
  virtual void on_no_response() = 0;
};

/// Sends the response to one request, exactly once, at once or later, from any thread.
class Reply {
 public:
  explicit Reply(std::shared_ptr<ReplySink> sink);
  Reply(Reply&& other) noexcept = default;
  Reply& operator=(Reply&& other) noexcept;
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  /// If no response was sent, the engine responds with `Refusal::reply_lost`.
  ~Reply();

  /// The request's views become invalid here. Only the first call has an effect.
  void send(Response response);

 private:
  void abandon() noexcept;

  std::shared_ptr<ReplySink> sink_;
};

/// All I/O threads call it in parallel, so both functions must be thread-safe.
class Handler {
 public:
  virtual ~Handler() = default;
  /// Must not block. An exception counts as a Reply without a response.
  virtual void handle(const Request& request, Reply reply) = 0;
  /// The response to a request that the engine refused; `why` is one plain sentence. The request
  /// has the headers that were read before.
  virtual Response refuse(const Request& request, Refusal refusal, std::string_view why) = 0;
};

}  // namespace blotter::http
