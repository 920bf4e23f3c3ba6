// "Did you mean": the known word that is closest to the typed one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace blotter::app {

/// The number of letters to insert, delete, replace or swap with their neighbour.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The closest known word, if it is close enough: at most every third letter differs, or it begins
/// with what was typed. Case and leading dashes do not count.
std::optional<std::string> closest_word(std::string_view typed, std::span<const std::string> known);

}  // namespace blotter::app
