// What an operation takes, as the OpenAPI document shows it.
#pragma once

#include "base/json_writer.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// Writes `parameters` or `requestBody` into the object of an operation, if it takes anything.
void write_input(JsonWriter& json, const Operation& operation, const InputSettings& settings);

}  // namespace blotter::api
