// What somebody searches for, what may be found, and how well the one fits the other.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/civilian.hpp"
#include "domain/enumeration.hpp"

namespace blotter {

/// Also the number under which a record's grams are stored.
enum class SearchKind : std::uint8_t { civilian, vehicle, firearm };
template <>
struct Spellings<SearchKind> {
  static constexpr std::array<std::string_view, 3> spellings{"civilian", "vehicle", "firearm"};
};
inline constexpr std::array every_search_kind{SearchKind::civilian, SearchKind::vehicle,
                                              SearchKind::firearm};

/// A part of a name, a plate or a serial number, perhaps misspelled.
class SearchText {
 public:
  static constexpr TextRule rule{100};
  static constexpr std::size_t characters_min = 2;

  static Parsed<SearchText> parse(std::string_view text);

  /// What the keys of such records are compared with. Of a code too little may be left for that:
  /// then it is empty.
  [[nodiscard]] const std::string& key(SearchKind kind) const {
    return kind == SearchKind::civilian ? name_key_ : code_key_;
  }

 private:
  SearchText(std::string name_key, std::string code_key)
      : name_key_(std::move(name_key)), code_key_(std::move(code_key)) {}

  std::string name_key_;
  std::string code_key_;
};

/// How a key fits, the best first.
enum class Fit : std::uint8_t { equal, begins, word_begins, contains, misspelled };

struct Closeness {
  Fit fit;
  /// How many characters are wrong.
  std::size_t errors = 0;
  /// How many characters the key has beside those that were searched for.
  std::size_t rest = 0;
  auto operator<=>(const Closeness&) const = default;
};

/// So many characters may be wrong, missing, too many or exchanged with their neighbour.
constexpr std::size_t errors_max(std::size_t characters) { return characters <= 5 ? 1 : 2; }

/// What one search may still spend on comparisons. A step is a cell of a table, one or two
/// nanoseconds: all of them are a millisecond, for which a thousand ordinary names are compared.
class SearchEffort {
 public:
  static constexpr std::size_t steps_max = 500'000;

  /// False, and nothing is taken, when there are not so many left.
  bool take(std::size_t steps) {
    if (steps > left_) return false;
    left_ -= steps;
    return true;
  }

 private:
  std::size_t left_ = steps_max;
};

/// Nothing when the key is something else, or when the effort is used up. Both are keys of the same
/// sort.
std::optional<Closeness> closeness(std::u32string_view key, std::u32string_view wanted,
                                   SearchEffort& effort);

struct SearchResult {
  SearchKind kind;
  std::int64_t id;
  CivilianId civilian;
  CivilianName civilian_name;
  std::string plate;
  std::string serial_number;
  std::string model;
  bool deceased;
  bool bolo;
  bool stolen;
  bool impounded;
  /// What is searched: of the name, the plate or the serial number.
  std::string key;
};

/// Sorts out what was found. Whoever makes names that are long and alike finds fewer of them, and
/// holds nobody up.
class SearchRanking {
 public:
  explicit SearchRanking(const SearchText& wanted);

  /// What does not fit, or was added before, is left out.
  void add(SearchResult result);
  /// How many fit at least so well.
  [[nodiscard]] std::size_t count(Fit worst) const;
  /// The best first.
  std::vector<SearchResult> best(std::size_t count) &&;

 private:
  struct Ranked {
    Closeness closeness;
    SearchResult result;
  };

  std::array<std::u32string, every_search_kind.size()> wanted_;
  std::set<std::pair<SearchKind, std::int64_t>> seen_;
  std::vector<Ranked> ranked_;
  SearchEffort effort_;
};

}  // namespace blotter
