// Builds HTTP responses: successes and the errors of the API contract.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "http/message.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// The body of an error: `error` and `details`, or also the texts of the headers X-Error-Hint and
/// Retry-After, for clients that cannot see headers.
enum class ErrorBody : std::uint8_t { usual, with_hint };
/// The body that the request asks for in Accept.
ErrorBody error_body_for(const http::Request& request);

/// `operation` is null if the error occurred before the operation was known.
http::Response error_response(const Error& error, const Operation* operation = nullptr,
                              ErrorBody body = ErrorBody::usual);

/// A response with a cached body.
http::Response cached_response(const Operation& operation, http::Body body);
http::Response success_response(const Operation& operation, Rendered rendered);
http::Response stream_response(Stream stream);

/// A complete header line. Control characters and non-ASCII bytes are percent-encoded.
std::string header_line(std::string_view name, std::string_view value);

}  // namespace blotter::api
