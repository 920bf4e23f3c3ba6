// The errors of an operation in the OpenAPI document.
#pragma once

#include "base/json_writer.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// Writes one member per status into `responses`.
void write_refusals(JsonWriter& json, const Operation& operation);

/// The responses that `write_refusals` refers to, into `components`.
void write_shared_refusals(JsonWriter& json);
/// The headers that responses refer to, into `components`.
void write_headers(JsonWriter& json);
/// Headers of every response that counts against a rate limit, into `headers`.
void write_rate_headers(JsonWriter& json);
void write_header_reference(JsonWriter& json, std::string_view name);

/// The whole error table, as an array.
void write_error_table(JsonWriter& json);

}  // namespace blotter::api
