#include "http/parser.hpp"

#include <algorithm>
#include <limits>

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>

namespace blotter::http {
namespace {

namespace beast_http = boost::beast::http;

Method method_of(beast_http::verb verb) {
  switch (verb) {
    case beast_http::verb::get: return Method::get;
    case beast_http::verb::head: return Method::head;
    case beast_http::verb::post: return Method::post;
    case beast_http::verb::patch: return Method::patch;
    case beast_http::verb::delete_: return Method::delete_;
    case beast_http::verb::put: return Method::put;
    default:  // Beast's enumeration, not ours: some thirty verbs that no handler supports.
      return Method::other;
  }
}

std::string_view to_std(boost::beast::string_view text) { return {text.data(), text.size()}; }

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char digit) { return digit >= '0' && digit <= '9'; });
}

}  // namespace

RequestParser::RequestParser(Request& request, std::string& body, const Limits& limits)
    : request_(request),
      body_(body),
      header_lines_max_(limits.header_lines_max),
      body_bytes_max_(limits.body_bytes_max) {
  eager(true);
  // The session counts the bytes of the head, and this class those of the body. A second check of
  // the same limit would only change which error is reported.
  header_limit(std::numeric_limits<std::uint32_t>::max());
  body_limit(boost::none);
}

std::optional<Problem> RequestParser::read_head(std::string_view head) {
  Error error;
  put(boost::asio::const_buffer(head.data(), head.size()), error);
  if (error) return problem_of(error);
  if (!is_header_done()) return Problem{Refusal::malformed, "the request head is not complete"};
  head_is_read_ = true;
  keeps_alive_ = keep_alive();
  if (const auto length = body_bytes(); length && *length > body_bytes_max_) {
    return Problem{Refusal::body_too_large, "the request body is too large"};
  }
  return std::nullopt;
}

std::optional<std::size_t> RequestParser::body_bytes() const {
  if (chunked()) return std::nullopt;
  return content_length().value_or(0);
}

RequestParser::DecodeResult RequestParser::decode(std::string_view bytes) {
  DecodeResult result;
  Error error;
  // Beast may report need_more although it has just used some bytes; stop when it uses none.
  while (!is_done() && result.bytes_used < bytes.size()) {
    const auto rest = bytes.substr(result.bytes_used);
    const auto used = put(boost::asio::const_buffer(rest.data(), rest.size()), error);
    result.bytes_used += used;
    if (error && error != beast_http::error::need_more) {
      result.problem = problem_of(error);
      break;
    }
    if (used == 0) break;
  }
  return result;
}

void RequestParser::on_request_impl(Verb verb, View /*name*/, View target, int version,
                                    Error& /*error*/) {
  request_.method = method_of(verb);
  request_.target = to_std(target);
  is_http_1_0_ = version == 10;
}

void RequestParser::on_response_impl(int /*status*/, View /*reason*/, int /*version*/,
                                     Error& /*error*/) {}

void RequestParser::on_field_impl(Field field, View name, View value, Error& error) {
  // Trailers of a chunked body: not needed, and their bytes do not stay in the buffer.
  if (head_is_read_) return;
  if (request_.headers.size() == header_lines_max_) {
    return fail(error, Refusal::head_too_large, "the request has too many header lines");
  }
  check_field(field, to_std(value), error);
  request_.headers.emplace_back(to_std(name), to_std(value));
}

void RequestParser::check_field(Field field, std::string_view value, Error& error) {
  switch (field) {
    case Field::host:
      if (has_host_) fail(error, Refusal::malformed, "the Host header is repeated");
      has_host_ = true;
      break;
    case Field::content_length:
      if (has_length_) fail(error, Refusal::malformed, "the Content-Length header is repeated");
      if (!is_number(value)) fail(error, Refusal::malformed, "Content-Length is not a number");
      has_length_ = true;
      break;
    case Field::transfer_encoding:
      // HTTP/1.0 has no chunks, so an HTTP/1.0 proxy would have forwarded them undecoded.
      if (is_http_1_0_ || !boost::beast::iequals(View(value.data(), value.size()), "chunked")) {
        fail(error, Refusal::malformed, "Transfer-Encoding must be chunked, with HTTP/1.1");
      }
      break;
    case Field::expect:
      if (is_http_1_0_) break;  // RFC 9110, 10.1.1: must be ignored.
      expects_continue_ = boost::beast::iequals(View(value.data(), value.size()), "100-continue");
      if (!expects_continue_) {
        fail(error, Refusal::malformed, "the Expect header must be 100-continue");
      }
      break;
    default:  // Beast's enumeration: hundreds of headers that the engine ignores.
      break;
  }
}

void RequestParser::on_header_impl(Error& error) {
  if (!has_host_ && !is_http_1_0_) fail(error, Refusal::malformed, "the Host header is missing");
}

void RequestParser::on_body_init_impl(const boost::optional<std::uint64_t>& /*length*/,
                                      Error& /*error*/) {}

std::size_t RequestParser::on_body_impl(View bytes, Error& /*error*/) {
  body_.append(bytes.data(), bytes.size());
  return bytes.size();
}

void RequestParser::on_chunk_header_impl(std::uint64_t size, View /*extension*/, Error& error) {
  if (size > body_bytes_max_ - body_.size()) {
    fail(error, Refusal::body_too_large, "the request body is too large");
  }
}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t /*remaining*/, View bytes,
                                              Error& /*error*/) {
  body_.append(bytes.data(), bytes.size());
  return bytes.size();
}

void RequestParser::on_finish_impl(Error& /*error*/) {}

void RequestParser::fail(Error& error, Refusal refusal, std::string_view why) {
  problem_ = Problem{refusal, why};
  error = beast_http::error::bad_value;
}

Problem RequestParser::problem_of(const Error& error) const {
  if (problem_) return *problem_;
  if (error == beast_http::error::bad_chunk || error == beast_http::error::bad_chunk_extension) {
    return {Refusal::malformed, "the chunks of the request body are not valid"};
  }
  if (error == beast_http::error::bad_content_length ||
      error == beast_http::error::multiple_content_length ||
      error == beast_http::error::bad_transfer_encoding) {
    return {Refusal::malformed, "the length of the request body is ambiguous"};
  }
  return {Refusal::malformed, "the request is not valid HTTP"};
}

}  // namespace blotter::http
