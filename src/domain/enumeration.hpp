// Enumerations with their exact spellings in the API contract.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace blotter {

/// Specialised next to each enumeration: `spellings`, in the order of its constants.
template <class Enum>
struct Spellings;

template <class Enum>
constexpr std::string_view spelling(Enum constant) {
  return Spellings<Enum>::spellings[static_cast<std::size_t>(constant)];
}

template <class Enum>
constexpr std::optional<Enum> find_spelling(std::string_view text) {
  const auto& all = Spellings<Enum>::spellings;
  const auto found = std::find(all.begin(), all.end(), text);
  if (found == all.end()) return std::nullopt;
  return static_cast<Enum>(found - all.begin());
}

template <class Enum>
constexpr std::span<const std::string_view> all_spellings() {
  return Spellings<Enum>::spellings;
}

}  // namespace blotter
