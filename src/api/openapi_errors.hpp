// What may go wrong with an operation, as the OpenAPI document shows it.
#pragma once

#include "base/json_writer.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// Writes a member for each status into `responses`.
void write_refusals(JsonWriter& json, const Operation& operation);

/// The answers that `write_refusals` refers to, into `components`.
void write_shared_refusals(JsonWriter& json);
/// The headers that answers refer to, into `components`.
void write_headers(JsonWriter& json);
/// Headers that every counted answer has when the operator limits rates, into `headers`.
void write_rate_headers(JsonWriter& json);

/// The whole table of errors, as an array.
void write_error_table(JsonWriter& json);

}  // namespace blotter::api
