// Values of statements that are kept longer than what they were bound from.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>

#include "storage/sql/connection.hpp"

namespace blotter::sql {

using OwnedValue = std::variant<std::nullptr_t, std::int64_t, double, std::string>;

inline OwnedValue to_owned(const Value& value) {
  return std::visit(
      [](const auto& plain) -> OwnedValue {
        if constexpr (std::is_same_v<decltype(plain), const std::string_view&>) {
          return std::string(plain);
        } else {
          return plain;
        }
      },
      value);
}

inline Value view_of(const OwnedValue& owned) {
  return std::visit([](const auto& plain) -> Value { return plain; }, owned);
}

}  // namespace blotter::sql
