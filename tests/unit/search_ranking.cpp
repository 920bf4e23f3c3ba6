// How well a key matches a search text, and how results are sorted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domain/search.hpp"
#include "seeded.hpp"

namespace blotter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::optional<MatchQuality> close(std::string_view key, std::string_view wanted) {
  SearchEffort effort;
  return closeness(code_points(key), code_points(wanted), effort);
}

/// How the key matches, or "not".
std::string fit(std::string_view key, std::string_view wanted) {
  const auto found = close(key, wanted);
  if (!found) return "not";
  switch (found->fit) {
    case Fit::equal: return "equal";
    case Fit::begins: return "begins";
    case Fit::word_begins: return "word begins";
    case Fit::contains: return "contains";
    case Fit::misspelled: return "misspelled by " + std::to_string(found->errors);
    case Fit::incomplete: return "incomplete by " + std::to_string(found->errors);
    case Fit::player: return "player";
  }
  return "unknown";
}

struct Case {
  std::string_view key;
  std::string_view wanted;
  std::string_view fit;
};

TEST(SearchRanking, keys_match_by_this_table) {
  const Case table[] = {
      {"john doe", "john doe", "equal"},
      {"john doe", "jo", "begins"},
      {"john doe", "john d", "begins"},
      {"john doe", "do", "word begins"},
      {"mary jo doe", "jo d", "word begins"},
      {"banjo jo", "jo", "word begins"},  // even if it is contained earlier
      {"john doe", "oe", "contains"},
      {"john doe", "n d", "contains"},
      {"ab12cd", "12", "contains"},
      {"john doe", "xy", "not"},
      {"john doe", "john doel", "misspelled by 1"},
      // Each kind of error, in one of several words.
      {"john doe", "jonn", "misspelled by 1"},
      {"john doe", "jhn", "misspelled by 1"},
      {"john doe", "jjohn", "misspelled by 1"},
      {"john doe", "jonh", "misspelled by 1"},
      {"mary ann smith", "ann smiht", "misspelled by 1"},
      {"mary ann smith", "anne smith", "misspelled by 1"},
      {"john doe", "johndoe", "misspelled by 1"},
      {"johndoe", "john doe", "misspelled by 1"},
      // Whole words only: "ohm" must not match "ohn" inside a word.
      {"john doe", "ohm", "not"},
      {"johnathan", "jonn", "not"},
      // One error in up to five characters, two in more.
      {"smith", "smyth", "misspelled by 1"},
      {"smith", "smyht", "not"},
      {"smithe", "smyhte", "misspelled by 2"},
      {"martinez", "matrines", "misspelled by 2"},
      {"martinez", "matrinss", "not"},
      {"ab12cd34", "ab21cd43", "misspelled by 2"},
      {"7k2m9qx4tb", "7k2m9qx4t8", "misspelled by 1"},
      // Two characters are too few for a misspelling.
      {"jo doe", "jx", "not"},
      {"zoë 漢", "zoé", "misspelled by 1"},
      // Several words may be incomplete, and misspelled if they are not short.
      {"fennel cobblepot", "fenel cob", "incomplete by 1"},
      {"fennel cobblepot", "fen cob", "incomplete by 0"},
      {"fennel cobblepot", "f c", "incomplete by 0"},
      {"fennel cobblepot", "fenle cobel", "incomplete by 2"},
      {"fennel cobblepot", "fenel cobblpot", "misspelled by 2"},
      {"fennel cobblepot", "fxnxe cob", "not"},
      {"fennel cobblepot", "fenel cab", "not"},
      {"fennel cobblepot", "fxn cobb", "not"},
      {"fennel cobblepot", "cob fen", "not"},
      {"fennel cobblepot", "fen cob x", "not"},
      {"fennel cobblepot", "fen fen", "not"},
      {"mary ann van smith", "mary smi", "incomplete by 0"},
      {"mary ann van smith", "mray van smi", "incomplete by 1"},
      {"ann anna annabel", "anna ann", "word begins"},
      {"ann ann annabel", "anab annab", "not"},
      {"annab ann annabel", "anab annab", "incomplete by 1"},
      {"漢字 かな", "字 か", "contains"},
  };
  for (const auto& [key, wanted, expected] : table) {
    EXPECT_EQ(fit(key, wanted), expected) << key << " / " << wanted;
  }
}

TEST(SearchRanking, a_key_with_less_other_text_is_closer) {
  EXPECT_LT(close("john", "john"), close("johna", "john"));
  EXPECT_LT(close("johna", "john"), close("john doe", "john"));
  EXPECT_LT(close("john doe", "john"), close("a john", "john"));
  EXPECT_LT(close("mary john", "john"), close("xjohn", "john"));
  EXPECT_LT(close("a long xjohn", "john"), close("jonn", "john"));
  EXPECT_LT(close("smithe ann mary", "smythe"), close("smithe", "smyhte"));
}

/// The naive algorithm: the best over all runs of words, with a full table for each.
std::size_t errors_by_brute_force(const std::u32string& key, const std::u32string& wanted) {
  std::size_t least = wanted.size() + key.size();
  for (std::size_t begin = 0; begin < key.size(); ++begin) {
    if (begin > 0 && key[begin - 1] != U' ') continue;
    for (std::size_t end = begin + 1; end <= key.size(); ++end) {
      if (end < key.size() && key[end] != U' ') continue;
      const std::u32string run = key.substr(begin, end - begin);
      std::vector<std::vector<std::size_t>> table(wanted.size() + 1,
                                                  std::vector<std::size_t>(run.size() + 1));
      for (std::size_t w = 0; w <= wanted.size(); ++w) {
        for (std::size_t r = 0; r <= run.size(); ++r) {
          if (w == 0 || r == 0) {
            table[w][r] = w + r;
            continue;
          }
          table[w][r] = std::min({table[w - 1][r] + 1, table[w][r - 1] + 1,
                                  table[w - 1][r - 1] + (wanted[w - 1] == run[r - 1] ? 0U : 1U)});
          if (w > 1 && r > 1 && wanted[w - 1] == run[r - 2] && wanted[w - 2] == run[r - 1]) {
            table[w][r] = std::min(table[w][r], table[w - 2][r - 2] + 1);
          }
        }
      }
      least = std::min(least, table[wanted.size()][run.size()]);
    }
  }
  return least;
}

TEST(SearchRanking, one_table_finds_the_same_as_all_runs_of_words) {
  testing::Seeded random;
  SCOPED_TRACE(random.how_to_repeat());
  const auto text = [&](std::size_t words) {
    std::u32string made;
    for (std::size_t word = 0; word < words; ++word) {
      if (word > 0) made += U' ';
      const auto letters = 1 + random.below(4);
      for (std::uint64_t i = 0; i < letters; ++i) {
        made += static_cast<char32_t>(U'a' + random.below(3));
      }
    }
    return made;
  };
  for (int i = 0; i < 5000; ++i) {
    const std::u32string key = text(1 + random.below(4));
    const std::u32string wanted = text(1 + random.below(3));
    if (wanted.size() < 3 || key.find(wanted) != std::u32string::npos) continue;
    const std::size_t errors = errors_by_brute_force(key, wanted);
    SearchEffort effort;
    const auto found = closeness(key, wanted, effort);
    if (errors > errors_max(wanted.size())) {
      EXPECT_TRUE(!found || found->fit == Fit::incomplete);
    } else {
      ASSERT_TRUE(found);
      EXPECT_EQ(found->fit, Fit::misspelled);
      EXPECT_EQ(found->errors, errors);
    }
  }
}

SearchResult result(SearchKind kind, std::int64_t id, std::string_view key,
                    std::string_view player = "") {
  return {.kind = kind,
          .id = id,
          .civilian = {1},
          .civilian_name = CivilianName::stored("John Doe"),
          .plate = "",
          .serial_number = "",
          .model = "",
          .deceased = false,
          .bolo = false,
          .stolen = false,
          .impounded = false,
          .user_name = PersonName::stored(player),
          .key = std::string(key),
          .player_key = player_key(player)};
}

std::vector<std::string> keys(SearchRanking ranking, std::size_t count) {
  std::vector<std::string> keys;
  for (const SearchResult& each : std::move(ranking).best(count)) {
    keys.push_back(each.key + " " + std::to_string(each.id));
  }
  return keys;
}

TEST(SearchRanking, results_are_ordered_by_closeness_then_key_then_id) {
  SearchRanking ranking(SearchText::parse("John").value());
  ranking.add(result(SearchKind::civilian, 1, "jonn"));
  ranking.add(result(SearchKind::civilian, 2, "xjohn"));
  ranking.add(result(SearchKind::civilian, 3, "a john"));
  ranking.add(result(SearchKind::civilian, 4, "john b"));
  ranking.add(result(SearchKind::civilian, 5, "john a"));
  ranking.add(result(SearchKind::civilian, 6, "john"));
  ranking.add(result(SearchKind::vehicle, 8, "john"));
  ranking.add(result(SearchKind::firearm, 7, "john"));
  ranking.add(result(SearchKind::civilian, 9, "mary"));
  EXPECT_EQ(ranking.count(Fit::equal), 3U);
  EXPECT_EQ(ranking.count(Fit::begins), 5U);
  EXPECT_EQ(ranking.count(Fit::misspelled), 8U);
  EXPECT_THAT(keys(ranking, 100), ElementsAre("john 6", "john 7", "john 8", "john a 5", "john b 4",
                                              "a john 3", "xjohn 2", "jonn 1"));
  EXPECT_THAT(keys(ranking, 2), ElementsAre("john 6", "john 7"));
  EXPECT_THAT(keys(ranking, 0), IsEmpty());
}

TEST(SearchRanking, matches_by_player_come_after_all_matches_by_name) {
  SearchRanking ranking(SearchText::parse("night o").value());
  ranking.add(result(SearchKind::civilian, 1, "a", "NightOwl"));
  ranking.add(result(SearchKind::civilian, 2, "b", "Night  Owl 22"));
  ranking.add(result(SearchKind::civilian, 3, "c", "night owl"));
  ranking.add(result(SearchKind::civilian, 4, "nightingale oak", "x"));
  ranking.add(result(SearchKind::civilian, 5, "nigth o", "night owl"));
  ranking.add(result(SearchKind::civilian, 6, "d", "late night owl"));
  EXPECT_EQ(ranking.count(Fit::incomplete), 2U);
  EXPECT_EQ(ranking.count(Fit::player), 4U);
  EXPECT_THAT(keys(ranking, 100), ElementsAre("nigth o 5", "nightingale oak 4", "c 3", "b 2"));
}

TEST(SearchRanking, a_player_with_several_civilians_shows_them_by_name) {
  SearchRanking ranking(SearchText::parse("owl").value());
  ranking.add(result(SearchKind::civilian, 1, "zoe", "owl"));
  ranking.add(result(SearchKind::civilian, 2, "adam", "owl"));
  EXPECT_THAT(keys(ranking, 100), ElementsAre("adam 2", "zoe 1"));
}

TEST(PlayerKey, ignores_case_and_form_and_has_the_length_of_a_search_text_at_most) {
  EXPECT_EQ(player_key("Night  OWL"), "night owl");
  EXPECT_EQ(player_key("Ｚoe\u0308"), "zoë");
  EXPECT_EQ(player_key("\u200b"), "");
  std::string growing;
  for (int i = 0; i < 99; ++i) growing += "\ufdfa";  // 18 letters each, of two bytes
  const std::string key = player_key(growing);
  EXPECT_EQ(code_points(key).size(), key_points_max);
  EXPECT_TRUE(name_key(growing).starts_with(key));
  EXPECT_EQ(player_key(std::string(99, 'x')), std::string(99, 'x'));
}

TEST(SearchRanking, a_record_found_twice_is_returned_once) {
  SearchRanking ranking(SearchText::parse("John").value());
  ranking.add(result(SearchKind::civilian, 1, "john"));
  ranking.add(result(SearchKind::civilian, 1, "john"));
  ranking.add(result(SearchKind::vehicle, 1, "john"));
  EXPECT_EQ(ranking.count(Fit::equal), 2U);
}

TEST(SearchRanking, the_cost_of_a_search_is_bounded) {
  // Long keys with many near matches cost the most to compare.
  std::u32string key;
  for (std::size_t i = 0; i < key_points_max / 2; ++i) key += U"a ";
  std::u32string wanted = key.substr(0, 99);
  wanted.back() = U'b';
  SearchEffort effort;
  int compared = 0;
  while (effort.take(1)) {
    closeness(key, wanted, effort);
    ++compared;
  }
  EXPECT_LT(compared, 200);
  EXPECT_FALSE(closeness(U"john", U"jonn", effort));
}

TEST(SearchRanking, the_cost_of_incomplete_words_is_bounded) {
  // Every word is compared with every other one, and the last one is not found.
  std::u32string key = U"abcd";
  while (key.size() + 10 < key_points_max) key += U" zzzz abcd";
  std::u32string wanted;
  while (wanted.size() + 5 < 95) wanted += U"abcd ";
  wanted += U"qqqq";
  SearchEffort effort;
  int compared = 0;
  while (effort.take(1)) {
    EXPECT_FALSE(closeness(key, wanted, effort));
    ++compared;
  }
  EXPECT_LT(compared, 100);
}

TEST(SearchRanking, dissimilar_keys_cost_almost_nothing) {
  SearchEffort effort;
  const std::u32string wanted(100, U'b');
  const std::u32string key(key_points_max, U'a');
  for (int compared = 0; compared < 250; ++compared) closeness(key, wanted, effort);
  EXPECT_TRUE(closeness(U"john", U"jonn", effort));
}

TEST(SearchText, is_compared_as_names_and_as_codes) {
  const auto text = SearchText::parse("  AB  12 ").value();
  EXPECT_EQ(text.key(SearchKind::civilian), "ab 12");
  EXPECT_EQ(text.key(SearchKind::vehicle), "ab12");
  EXPECT_EQ(text.key(SearchKind::firearm), "ab12");
}

TEST(SearchText, has_2_to_100_characters) {
  EXPECT_FALSE(SearchText::parse(""));
  EXPECT_FALSE(SearchText::parse(" a "));
  EXPECT_TRUE(SearchText::parse("ab"));
  EXPECT_TRUE(SearchText::parse("漢字"));
  EXPECT_FALSE(SearchText::parse("漢"));
  EXPECT_FALSE(SearchText::parse("e\u0301"));  // one letter with its accent
  EXPECT_TRUE(SearchText::parse(std::string(100, 'a')));
  EXPECT_FALSE(SearchText::parse(std::string(101, 'a')));
  std::string growing;
  for (int i = 0; i < 12; ++i) growing += "\ufdfa";
  EXPECT_FALSE(SearchText::parse(growing));  // its key has more than 200 code points
  EXPECT_FALSE(SearchText::parse("a\nb"));
  EXPECT_FALSE(SearchText::parse("a\xff"));
}

TEST(SearchText, is_not_a_code_if_only_one_character_remains) {
  const auto text = SearchText::parse("e \u0301").value();
  EXPECT_EQ(text.key(SearchKind::vehicle), "");
}

}  // namespace
}  // namespace blotter
