#include "domain/search.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace blotter {
namespace {

/// Finding one text in another is this much faster than computing the edit distance table of both.
constexpr std::size_t characters_per_step = 16;

/// The edit distance between `wanted` and a run of whole words in `key`: replaced, missing, extra
/// or swapped neighbouring characters. Empty if it exceeds `errors_max`, or if the effort is used
/// up. Rows of the table stand for characters of `wanted`, columns for characters of `key`. Only
/// the last three rows are kept, and only the band of columns with few enough errors is computed.
std::optional<std::size_t> errors_in_words(std::u32string_view key, std::u32string_view wanted,
                                           SearchEffort& effort) {
  const std::size_t width = key.size() + 1;
  const auto most = static_cast<std::uint8_t>(errors_max(wanted.size()));
  const auto too_many = static_cast<std::uint8_t>(most + 1);
  std::vector<std::uint8_t> row(width, too_many), before(width, too_many), before_that(width);
  // A run may begin with any word, so the cost is 0 where a word begins.
  row[0] = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  for (std::size_t k = 1; k < width; ++k) {
    const int errors = key[k - 1] == U' ' ? 0 : row[k - 1] + 1;
    if (errors > most) continue;
    row[k] = static_cast<std::uint8_t>(errors);
    to = k;
  }
  for (std::size_t w = 1; w <= wanted.size(); ++w) {
    if (!effort.take(to - from + 1)) return std::nullopt;
    std::swap(before_that, before);
    std::swap(before, row);
    std::fill(row.begin(), row.end(), too_many);
    const std::size_t first = from;
    const std::size_t reached = to + 2;  // by a swap
    from = width;
    for (std::size_t k = first; k < width; ++k) {
      if (k > reached && row[k - 1] >= most) break;
      int errors = before[k] + 1;
      if (k > 0) {
        const bool is_same = wanted[w - 1] == key[k - 1];
        errors = std::min({errors, row[k - 1] + 1, before[k - 1] + (is_same ? 0 : 1)});
      }
      if (w > 1 && k > 1 && wanted[w - 1] == key[k - 2] && wanted[w - 2] == key[k - 1]) {
        errors = std::min(errors, before_that[k - 2] + 1);
      }
      if (errors > most) continue;
      row[k] = static_cast<std::uint8_t>(errors);
      from = std::min(from, k);
      to = k;
    }
    if (from == width) return std::nullopt;
  }
  std::uint8_t least = row.back();
  for (std::size_t k = 1; k < key.size(); ++k) {
    if (key[k] == U' ') least = std::min(least, row[k]);
  }
  if (least > most) return std::nullopt;
  return least;
}

std::vector<std::u32string_view> words_of(std::u32string_view key) {
  std::vector<std::u32string_view> words;
  while (!key.empty()) {
    const std::size_t end = std::min(key.find(U' '), key.size());
    words.push_back(key.substr(0, end));
    key.remove_prefix(std::min(end + 1, key.size()));
  }
  return words;
}

/// Many words are similar to a short one, so a short one must be spelled correctly.
std::size_t errors_max_of_word(std::size_t characters) {
  constexpr std::size_t misspelled_min = 4;
  return characters < misspelled_min ? 0 : errors_max(characters);
}

/// The last three rows of a table of edit distances, reused for many short words.
struct EditRows {
  std::vector<std::size_t> row = {};
  std::vector<std::size_t> before = {};
  std::vector<std::size_t> before_that = {};
};

/// The edit distance between `wanted` and the most similar beginning of `word`; empty if it exceeds
/// the maximum of a word, or if the effort is used up.
std::optional<std::size_t> errors_in_beginning(std::u32string_view word, std::u32string_view wanted,
                                               EditRows& rows, SearchEffort& effort) {
  if (word.starts_with(wanted)) return 0;
  const std::size_t most = errors_max_of_word(wanted.size());
  if (most == 0) return std::nullopt;
  word = word.substr(0, wanted.size() + most);  // a longer beginning has more errors
  if (!effort.take(wanted.size() * word.size())) return std::nullopt;
  auto& [row, before, before_that] = rows;
  for (auto* each : {&row, &before, &before_that}) each->resize(word.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t w = 1; w <= wanted.size(); ++w) {
    std::swap(before_that, before);
    std::swap(before, row);
    row[0] = w;
    for (std::size_t k = 1; k <= word.size(); ++k) {
      const std::size_t wrong = wanted[w - 1] == word[k - 1] ? 0 : 1;
      row[k] = std::min({before[k] + 1, row[k - 1] + 1, before[k - 1] + wrong});
      if (w > 1 && k > 1 && wanted[w - 1] == word[k - 2] && wanted[w - 2] == word[k - 1]) {
        row[k] = std::min(row[k], before_that[k - 2] + 1);
      }
    }
  }
  const std::size_t least = *std::min_element(row.begin(), row.end());
  if (least > most) return std::nullopt;
  return least;
}

/// The errors if each word of `wanted` is the beginning of a word in `key`, in the same order.
/// Other words may be between them. Empty if there are too many errors, or if the effort is used
/// up.
std::optional<std::size_t> errors_in_beginnings(std::u32string_view key, std::u32string_view wanted,
                                                SearchEffort& effort) {
  const auto words = words_of(key);
  const std::size_t most = errors_max(wanted.size());
  // By number of words of the key: the fewest errors with which these contain the wanted words so
  // far.
  std::vector<std::size_t> errors(words.size() + 1, 0);
  std::vector<std::size_t> next(words.size() + 1);
  EditRows rows;
  for (const std::u32string_view word : words_of(wanted)) {
    if (!effort.take(words.size())) return std::nullopt;
    next[0] = most + 1;
    for (std::size_t k = 1; k <= words.size(); ++k) {
      next[k] = next[k - 1];
      if (errors[k - 1] > most) continue;
      if (const auto more = errors_in_beginning(words[k - 1], word, rows, effort)) {
        next[k] = std::min(next[k], errors[k - 1] + *more);
      }
    }
    std::swap(errors, next);
    if (errors.back() > most) return std::nullopt;
  }
  return errors.back();
}

}  // namespace

Parsed<SearchText> SearchText::parse(std::string_view text) {
  auto clean = clean_text(text, rule);
  if (!clean) return tl::make_unexpected(clean.error());
  std::string name = blotter::name_key(*clean);
  std::string code = blotter::code_key(*clean);
  // Both are checked: in a key, two code points may become one, such as a letter and its accent.
  if (code_points(name).size() < characters_min || code_points(*clean).size() < characters_min) {
    return must("be at least 2 characters");
  }
  // The code's key is not longer: it has no spaces.
  if (auto problem = problem_of_key(name)) return tl::make_unexpected(std::move(*problem));
  if (code_points(code).size() < characters_min) code.clear();
  return SearchText(std::move(name), std::move(code));
}

std::optional<MatchQuality> closeness(std::u32string_view key, std::u32string_view wanted,
                                      SearchEffort& effort) {
  const std::size_t rest = key.size() - std::min(key.size(), wanted.size());
  if (key.starts_with(wanted)) return MatchQuality{rest == 0 ? Fit::equal : Fit::begins, 0, rest};
  if (!effort.take(1 + key.size() * wanted.size() / characters_per_step)) return std::nullopt;
  if (key.find(wanted) != std::u32string_view::npos) {
    const std::u32string word = U" " + std::u32string(wanted);
    const bool is_word = key.find(word) != std::u32string_view::npos;
    return MatchQuality{is_word ? Fit::word_begins : Fit::contains, 0, rest};
  }
  if (wanted.size() <= SearchText::characters_min) return std::nullopt;
  if (const auto errors = errors_in_words(key, wanted, effort)) {
    return MatchQuality{Fit::misspelled, *errors, rest};
  }
  if (wanted.find(U' ') == std::u32string_view::npos) return std::nullopt;
  if (const auto errors = errors_in_beginnings(key, wanted, effort)) {
    return MatchQuality{Fit::incomplete, *errors, rest};
  }
  return std::nullopt;
}

std::string player_key(std::string_view user_name) {
  std::string key = name_key(user_name);
  if (key.size() <= key_points_max) return key;  // it has no more code points than bytes
  std::size_t points = 0;
  const auto is_beyond = [&](char c) {
    const bool begins_point = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return begins_point && ++points > key_points_max;
  };
  key.erase(std::find_if(key.begin(), key.end(), is_beyond), key.end());
  return key;
}

SearchRanking::SearchRanking(const SearchText& wanted)
    : wanted_player_(wanted.key(SearchKind::civilian)) {
  for (const SearchKind kind : every_search_kind) {
    wanted_[static_cast<std::size_t>(kind)] = code_points(wanted.key(kind));
  }
}

void SearchRanking::add(SearchResult result) {
  if (!seen_.emplace(result.kind, result.id).second) return;
  if (const auto quality = quality_of(result)) ranked_.push_back({*quality, std::move(result)});
}

std::optional<MatchQuality> SearchRanking::quality_of(const SearchResult& result) {
  const auto& wanted = wanted_[static_cast<std::size_t>(result.kind)];
  const auto by_key = closeness(code_points(result.key), wanted, effort_);
  if (by_key || !result.player_key.starts_with(wanted_player_)) return by_key;
  return MatchQuality{Fit::player, 0, code_points(result.player_key).size() - wanted.size()};
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
