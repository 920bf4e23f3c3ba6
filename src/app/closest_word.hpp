// "Did you mean": the known word that is nearest to one that was typed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace blotter::app {

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The nearest of the known words, if it is near enough to be what was meant: at most every third
/// letter differs, or it begins with what was typed. Case and leading dashes do not count.
std::optional<std::string> closest_word(std::string_view typed, std::span<const std::string> known);

}  // namespace blotter::app
