// Responses as values: successes and the errors of the contract.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "http/message.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// `operation` is null when the error came before it was known.
http::Response error_response(const Error& error, const Operation* operation = nullptr);

/// An answer that was made before.
http::Response known_response(const Operation& operation, http::Body body);
http::Response success_response(const Operation& operation, Rendered rendered);

/// A complete header line. Bytes that a header should not hold are percent-encoded.
std::string header_line(std::string_view name, std::string_view value);

}  // namespace blotter::api
