#include "domain/search.hpp"

#include <algorithm>
#include <tuple>

namespace blotter {
namespace {

/// How many edits make a run of whole words of `key` out of `wanted`: to change, leave out or add a
/// character, or to exchange two neighbours. Each row of the table belongs to one more character
/// of `wanted`, each column to one of `key`; only the last three rows are kept.
std::size_t errors_in_words(std::u32string_view key, std::u32string_view wanted) {
  const std::size_t width = key.size() + 1;
  std::vector<std::size_t> row(width), before(width), before_that(width);
  // A run may begin with any word, and so for nothing where one begins.
  for (std::size_t k = 1; k < width; ++k) row[k] = key[k - 1] == U' ' ? 0 : row[k - 1] + 1;
  for (std::size_t w = 1; w <= wanted.size(); ++w) {
    std::swap(before_that, before);
    std::swap(before, row);
    row[0] = w;
    for (std::size_t k = 1; k < width; ++k) {
      const bool is_same = wanted[w - 1] == key[k - 1];
      row[k] = std::min({before[k] + 1, row[k - 1] + 1, before[k - 1] + (is_same ? 0 : 1)});
      if (w > 1 && k > 1 && wanted[w - 1] == key[k - 2] && wanted[w - 2] == key[k - 1]) {
        row[k] = std::min(row[k], before_that[k - 2] + 1);
      }
    }
  }
  std::size_t least = row.back();
  for (std::size_t k = 1; k < key.size(); ++k) {
    if (key[k] == U' ') least = std::min(least, row[k]);
  }
  return least;
}

}  // namespace

Parsed<SearchText> SearchText::parse(std::string_view text) {
  auto clean = clean_text(text, rule);
  if (!clean) return tl::make_unexpected(clean.error());
  std::string name = blotter::name_key(*clean);
  std::string code = blotter::code_key(*clean);
  // Of the key: two code points may be one character, a letter with its accent.
  if (code_points(name).size() < characters_min || code_points(*clean).size() < characters_min) {
    return must("be at least 2 characters");
  }
  if (code_points(code).size() < characters_min) code.clear();
  return SearchText(std::move(name), std::move(code));
}

std::optional<Closeness> closeness(std::u32string_view key, std::u32string_view wanted) {
  const std::size_t rest = key.size() - std::min(key.size(), wanted.size());
  const std::size_t at = key.find(wanted);
  if (at == 0) return Closeness{rest == 0 ? Fit::equal : Fit::begins, 0, rest};
  if (at != std::u32string_view::npos) {
    const std::u32string word = U" " + std::u32string(wanted);
    const bool is_word = key.find(word) != std::u32string_view::npos;
    return Closeness{is_word ? Fit::word_begins : Fit::contains, 0, rest};
  }
  if (wanted.size() <= SearchText::characters_min) return std::nullopt;
  const std::size_t errors = errors_in_words(key, wanted);
  if (errors > errors_max(wanted.size())) return std::nullopt;
  return Closeness{Fit::misspelled, errors, rest};
}

SearchRanking::SearchRanking(const SearchText& wanted) {
  for (const SearchKind kind : every_search_kind) {
    wanted_[static_cast<std::size_t>(kind)] = code_points(wanted.key(kind));
  }
}

void SearchRanking::add(SearchResult result) {
  if (!seen_.emplace(result.kind, result.id).second) return;
  const auto& wanted = wanted_[static_cast<std::size_t>(result.kind)];
  if (const auto found = closeness(code_points(result.key), wanted)) {
    ranked_.push_back({*found, std::move(result)});
  }
}

std::size_t SearchRanking::count(Fit worst) const {
  const auto fits = [&](const Ranked& each) { return each.closeness.fit <= worst; };
  return static_cast<std::size_t>(std::count_if(ranked_.begin(), ranked_.end(), fits));
}

std::vector<SearchResult> SearchRanking::best(std::size_t count) && {
  const auto place = [](const Ranked& each) {
    return std::tie(each.closeness, each.result.key, each.result.id, each.result.kind);
  };
  const auto end = ranked_.begin() + static_cast<std::ptrdiff_t>(std::min(count, ranked_.size()));
  std::partial_sort(ranked_.begin(), end, ranked_.end(),
                    [&](const Ranked& a, const Ranked& b) { return place(a) < place(b); });
  std::vector<SearchResult> results;
  for (auto each = ranked_.begin(); each != end; ++each) results.push_back(std::move(each->result));
  return results;
}

}  // namespace blotter
