// What a client searches for, what can be found, and how well the two match.
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

/// The value is also stored: the kind of record that a gram belongs to.
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

  /// The text to compare with the keys of this kind of record. Empty if too few characters are left
  /// for a plate or serial number.
  [[nodiscard]] const std::string& key(SearchKind kind) const {
    return kind == SearchKind::civilian ? name_key_ : code_key_;
  }

 private:
  SearchText(std::string name_key, std::string code_key)
      : name_key_(std::move(name_key)), code_key_(std::move(code_key)) {}

  std::string name_key_;
  std::string code_key_;
};

/// The key that search finds a player's civilians by: that of the user name, cut to the length of
/// the longest search text, because user names are not limited by their keys.
std::string player_key(std::string_view user_name);

/// How a record matches, best first. Only `player` does not concern its own key.
enum class Fit : std::uint8_t {
  equal,
  begins,
  word_begins,
  contains,
  misspelled,
  incomplete,  // its words begin with the words of the text, perhaps misspelled
  player,      // the name of the civilian's player begins with the text
};

struct MatchQuality {
  Fit fit;
  /// Number of wrong characters.
  std::size_t errors = 0;
  /// How many characters the key has in addition to the search text.
  std::size_t rest = 0;
  auto operator<=>(const MatchQuality&) const = default;
};

/// In total, how many characters may be replaced, missing, extra or swapped with their neighbour.
constexpr std::size_t errors_max(std::size_t characters) { return characters <= 5 ? 1 : 2; }

/// What one search may still spend on comparisons. A step is one cell of a table, one or two
/// nanoseconds. The maximum is about a millisecond, enough to compare a thousand ordinary names.
class SearchEffort {
 public:
  static constexpr std::size_t steps_max = 500'000;

  /// Returns false and takes nothing if fewer steps are left.
  bool take(std::size_t steps) {
    if (steps > left_) return false;
    left_ -= steps;
    return true;
  }

 private:
  std::size_t left_ = steps_max;
};

/// Empty if the key does not match, or if the effort is used up. Both must be keys of one kind.
std::optional<MatchQuality> closeness(std::u32string_view key, std::u32string_view wanted,
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
  /// Of the civilian's player.
  PersonName user_name;
  /// The key that is searched: of the name, the plate or the serial number.
  std::string key;
  /// Of civilians only.
  std::string player_key;
};

/// Ranks search results. The effort is limited: a guild with many long and similar names finds
/// fewer of them, but does not slow down other requests.
class SearchRanking {
 public:
  explicit SearchRanking(const SearchText& wanted);

  /// Ignores results that do not match or were added before.
  void add(SearchResult result);
  /// How many results match at least this well.
  [[nodiscard]] std::size_t count(Fit worst) const;
  /// Best first.
  std::vector<SearchResult> best(std::size_t count) &&;

 private:
  struct Ranked {
    MatchQuality closeness;
    SearchResult result;
  };

  [[nodiscard]] std::optional<MatchQuality> quality_of(const SearchResult& result);

  std::array<std::u32string, every_search_kind.size()> wanted_;
  std::string wanted_player_;
  std::set<std::pair<SearchKind, std::int64_t>> seen_;
  std::vector<Ranked> ranked_;
  SearchEffort effort_;
};

}  // namespace blotter
