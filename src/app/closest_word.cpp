#include "app/closest_word.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace blotter::app {
namespace {

// Shorter prefixes match too many words.
constexpr std::size_t beginning_letters_min = 3;
constexpr std::size_t letters_per_mistake = 3;

/// Lower case, without leading dashes.
std::string letters_of(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  std::string letters(word);
  std::ranges::transform(letters, letters.begin(), [](unsigned char c) { return std::tolower(c); });
  return letters;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  // Rows of the usual table: row[j] is the distance between the first i and the first j letters.
  std::vector<std::size_t> before_last(right.size() + 1);
  std::vector<std::size_t> last(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool is_swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (is_swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[right.size()];
}

std::optional<std::string> closest_word(std::string_view typed,
                                        std::span<const std::string> known) {
  const std::string letters = letters_of(typed);
  const std::string* closest = nullptr;
  std::size_t least = (letters.size() + 1) / letters_per_mistake + 1;
  for (const std::string& word : known) {
    const std::size_t distance = edit_distance(letters, letters_of(word));
    if (distance >= least) continue;
    least = distance;
    closest = &word;
  }
  if (closest != nullptr) return *closest;
  if (letters.size() < beginning_letters_min) return std::nullopt;
  const auto begun = std::ranges::find_if(
      known, [&](const std::string& word) { return letters_of(word).starts_with(letters); });
  return begun == known.end() ? std::nullopt : std::optional(*begun);
}

}  // namespace blotter::app
