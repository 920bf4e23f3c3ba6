// The value of one editable field, in the JSON type that clients see.
#pragma once

#include <string>
#include <variant>

namespace blotter {

using FieldValue = std::variant<std::string, double, bool>;

}  // namespace blotter
