// Beast's parser with stricter checks; fills a Request with views instead of copies.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <boost/beast/http/basic_parser.hpp>

#include "http/limits.hpp"
#include "http/message.hpp"

namespace blotter::http {

/// Why a request is refused, passed to the handler's refuse().
struct Problem {
  Refusal refusal;
  /// A literal: one plain sentence, without a capital letter or a full stop, like all hints.
  std::string_view why;
};

/// Parses one request. Rejects whatever a proxy and this server might interpret differently,
/// because that allows request smuggling.
class RequestParser final : private boost::beast::http::basic_parser<true> {
 public:
  /// Fills `request` with views into the head, and `body` with the bytes given to decode().
  RequestParser(Request& request, std::string& body, const Limits& limits);

  /// Takes a complete head. Its bytes must not move while the request is in use.
  std::optional<Problem> read_head(std::string_view head);

  // Valid after read_head().
  [[nodiscard]] bool is_http_1_0() const { return is_http_1_0_; }
  [[nodiscard]] bool keeps_alive() const { return keeps_alive_; }
  [[nodiscard]] bool expects_continue() const { return expects_continue_; }
  [[nodiscard]] bool has_body() const { return !is_done(); }
  /// Empty if the body is chunked.
  [[nodiscard]] std::optional<std::size_t> body_bytes() const;

  struct DecodeResult {
    std::size_t bytes_used = 0;
    std::optional<Problem> problem;
  };
  /// Decodes a body that arrives in pieces, chunked or not. Bytes that were not used must be passed
  /// again, before the bytes that follow them.
  DecodeResult decode(std::string_view bytes);
  [[nodiscard]] bool body_is_complete() const { return is_done(); }

 private:
  using Error = boost::beast::error_code;
  using View = boost::beast::string_view;
  using Verb = boost::beast::http::verb;
  using Field = boost::beast::http::field;

  void on_request_impl(Verb verb, View name, View target, int version, Error& error) override;
  void on_response_impl(int status, View reason, int version, Error& error) override;
  void on_field_impl(Field field, View name, View value, Error& error) override;
  void on_header_impl(Error& error) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, Error& error) override;
  std::size_t on_body_impl(View bytes, Error& error) override;
  void on_chunk_header_impl(std::uint64_t size, View extension, Error& error) override;
  std::size_t on_chunk_body_impl(std::uint64_t remaining, View bytes, Error& error) override;
  void on_finish_impl(Error& error) override;

  void check_field(Field field, std::string_view value, Error& error);
  void fail(Error& error, Refusal refusal, std::string_view why);
  [[nodiscard]] Problem problem_of(const Error& error) const;

  Request& request_;
  std::string& body_;
  std::size_t header_lines_max_;
  std::size_t body_bytes_max_;
  std::optional<Problem> problem_;
  bool is_http_1_0_ = false;
  bool keeps_alive_ = false;
  bool expects_continue_ = false;
  bool head_is_read_ = false;
  bool has_host_ = false;
  bool has_length_ = false;
};

}  // namespace blotter::http
