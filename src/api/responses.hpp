// Builds HTTP responses: successes and the errors of the API contract.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "http/message.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// `operation` is null if the error occurred before the operation was known.
http::Response error_response(const Error& error, const Operation* operation = nullptr);

/// A response with a cached body.
http::Response cached_response(const Operation& operation, http::Body body);
http::Response success_response(const Operation& operation, Rendered rendered);
http::Response stream_response(Stream stream);

/// A complete header line. Control characters and non-ASCII bytes are percent-encoded.
std::string header_line(std::string_view name, std::string_view value);

}  // namespace blotter::api
