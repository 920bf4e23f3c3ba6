// The input of an operation in the OpenAPI document.
#pragma once

#include "base/json_writer.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// Writes `parameters` or `requestBody` into the object of an operation, if it has any input.
void write_input(JsonWriter& json, const Operation& operation, const InputSettings& settings);

}  // namespace blotter::api
