// name_key and code_key: which texts match.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "seeded.hpp"

namespace blotter {
namespace {

using testing::utf8;

struct KeyCase {
  std::string_view typed;
  std::string_view key;
};

TEST(TextKeys, names_match_by_this_table) {
  const KeyCase table[] = {
      {"John Doe", "john doe"},
      {"john  DOE", "john doe"},
      {"john\t\u00a0 doe", "john doe"},  // a run of different white space is one space
      {"john\u3000doe", "john doe"},     // ideographic space
      {" John Doe ", "john doe"},        //
      {"ＪＯＨＮ", "john"},              // full width
      {"ﬁnn", "finn"},                   // ligature
      {"Ⅳ", "iv"},                       // Roman numeral
      {"①", "1"},                        //
      {"x²", "x2"},                      //
      {"STRASSE", "strasse"},            //
      {"Straße", "strasse"},             // full case folding turns one letter into two
      {"STRAẞE", "strasse"},             //
      {"Jose\u0301", "jos\u00e9"},       // decomposed
      {"JOS\u00c9", "jos\u00e9"},        // composed
      {"\u212bke", "\u00e5ke"},          // the ångström sign is a letter
      {"ΣΊΣΥΦΟΣ", "σίσυφοσ"},            // a final sigma is a sigma
      {"σίσυφος", "σίσυφοσ"},            //
      {"İ", "i\u0307"},                  // not the Turkish rule, which would need a language
      {"ǅ", "dž"},                       // title case, and a compatibility form
      {"O'Neil-Smith", "o'neil-smith"},  //
      {"AB\u200b12", "ab12"},            // a zero width space
      {"a\u00adb\ufeffc", "abc"},        // a soft hyphen, a byte order mark
      {"\u3164ab\u115f", "ab"},          // Hangul fillers
      {"❤\ufe0f", "❤"},                  // a variation selector
      {"👩\u200d🚒", "👩🚒"},            // a joiner
      {"가", "\uac00"},                  // syllable
      {"\u1100\u1161", "\uac00"},        // the same, decomposed
  };
  for (const auto& [typed, key] : table) EXPECT_EQ(name_key(typed), key) << typed;
}

TEST(TextKeys, codes_match_by_this_table) {
  const KeyCase table[] = {
      {"AB12", "ab12"},         {"ab 12", "ab12"},  {"\ta\u00a0b 1\u30002 ", "ab12"},
      {"ＡＢ１２", "ab12"},     {"ab-12", "ab-12"}, {"ß 1", "ss1"},
      {"e \u0301x", "\u00e9x"},  // the space between letter and accent is removed
      {"a\u00b4b", "\u00e1b"},   // a lone accent decomposes to space and accent
  };
  for (const auto& [typed, key] : table) EXPECT_EQ(code_key(typed), key) << typed;
}

TEST(TextKeys, the_end_of_a_prefix_sorts_between_its_keys_and_the_rest) {
  EXPECT_EQ(end_of_prefix("john"), "joho");
  EXPECT_EQ(end_of_prefix("jos\u00e9"), "jos\u00ea");
  EXPECT_EQ(end_of_prefix("\x7f"), "\u0080");
  EXPECT_EQ(end_of_prefix("\u07ff"), "\u0800");
  EXPECT_EQ(end_of_prefix("\ud7ff"), "\ue000");  // surrogates are not valid text
  EXPECT_EQ(end_of_prefix("\uffff"), "\U00010000");
  EXPECT_EQ(end_of_prefix("a\U0010ffff\U0010ffff"), "b");
  const std::string last = "\U0010ffff";
  EXPECT_GT(end_of_prefix(last), last + "zebra");
}

TEST(TextKeys, keys_between_a_prefix_and_its_end_have_that_prefix) {
  testing::Seeded random;
  SCOPED_TRACE(random.how_to_repeat());
  for (int i = 0; i < 20'000; ++i) {
    std::string prefix = testing::random_text(random, 3);
    prefix += utf8(random.code_point());
    const std::string text = (i % 2 == 0 ? prefix : "") + testing::random_text(random, 4);
    const bool is_between = prefix <= text && text < end_of_prefix(prefix);
    ASSERT_EQ(is_between, text.starts_with(prefix)) << ::testing::PrintToString(text);
    const auto checked = clean_text(end_of_prefix(prefix), {10});
    ASSERT_TRUE(checked || checked.error().find("UTF-8") == std::string::npos)
        << ::testing::PrintToString(prefix);
  }
}

TEST(TextKeys, visibly_different_texts_have_different_keys) {
  EXPECT_NE(name_key("John"), name_key("Jon"));
  EXPECT_NE(name_key("Jose"), name_key("José"));
  EXPECT_NE(name_key("Mary Ann"), name_key("Maryann"));
  EXPECT_NE(code_key("O1"), code_key("01"));
  EXPECT_NE(code_key("A-B"), code_key("AB"));
}

TEST(TextKeys, keys_are_idempotent_for_every_code_point) {
  for (std::uint32_t point = 1; point < 0x110000; ++point) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const std::string text = "a" + utf8(point) + "b";
    const std::string name = name_key(text);
    const std::string code = code_key(text);
    ASSERT_EQ(name_key(name), name) << std::hex << point;
    ASSERT_EQ(code_key(code), code) << std::hex << point;
  }
}

TEST(TextKeys, no_visible_code_point_has_an_empty_key) {
  for (std::uint32_t point = 0x21; point < 0x110000; ++point) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const std::string text = utf8(point);
    if (!clean_text(text, {1})) continue;
    ASSERT_FALSE(name_key(text).empty()) << std::hex << point;
    ASSERT_FALSE(code_key(text).empty()) << std::hex << point;
  }
}

TEST(TextKeys, keys_are_idempotent_for_random_texts) {
  testing::Seeded random;
  SCOPED_TRACE(random.how_to_repeat());
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = testing::random_text(random, 10);
    const std::string name = name_key(text);
    const std::string code = code_key(text);
    ASSERT_EQ(name_key(name), name) << ::testing::PrintToString(text);
    ASSERT_EQ(code_key(code), code) << ::testing::PrintToString(text);
  }
}

TEST(TextKeys, codes_ignore_white_space) {
  testing::Seeded random;
  SCOPED_TRACE(random.how_to_repeat());
  for (int i = 0; i < 20'000; ++i) {
    std::string tight;
    std::string loose;
    for (std::uint64_t left = random.below(8); left > 0; --left) {
      const std::string character = utf8(random.code_point());
      tight += character;
      loose += character + (random.below(2) == 0 ? " " : "");
    }
    ASSERT_EQ(code_key(tight), code_key(loose)) << ::testing::PrintToString(loose);
  }
}

TEST(TextKeys, keys_are_bounded_even_if_characters_expand) {
  const std::string ligature = "\ufdfa";  // 18 code points in NFKC
  ASSERT_EQ(code_points(name_key(ligature)).size(), 18U);
  std::string text;
  for (int i = 0; i < 11; ++i) text += ligature;
  EXPECT_FALSE(problem_of_key(name_key(text)));  // 198
  text += "ab";
  EXPECT_FALSE(problem_of_key(name_key(text)));
  text += "c";
  EXPECT_EQ(problem_of_key(name_key(text)),
            "must be shorter: its match key has more than 200 characters");
}

TEST(TextKeys, code_points_are_counted_not_bytes) {
  EXPECT_EQ(code_points(""), U"");
  EXPECT_EQ(code_points("ab"), U"ab");
  EXPECT_EQ(code_points("zoë 漢😀"), U"zoë 漢😀");
}

}  // namespace
}  // namespace blotter
