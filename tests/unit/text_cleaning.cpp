// clean_text: what is trimmed, what is counted and what is rejected.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "seeded.hpp"

namespace blotter {
namespace {

using testing::utf8;
using namespace std::string_literals;

constexpr TextRule one_line{5};
constexpr TextRule many_lines{5, Lines::many};

std::string cleaned(std::string_view text, TextRule rule = one_line) {
  const auto clean = clean_text(text, rule);
  return clean ? "[" + *clean + "]" : clean.error();
}

// All characters with the Unicode property White_Space.
constexpr std::uint32_t white_space[] = {0x09,   0x0a,   0x0b,   0x0c,   0x0d,   0x20,   0x85,
                                         0xa0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
                                         0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028,
                                         0x2029, 0x202f, 0x205f, 0x3000};

TEST(TextCleaning, valid_text_is_unchanged) {
  EXPECT_EQ(cleaned("a b"), "[a b]");
  EXPECT_EQ(cleaned("Zoë 漢"), "[Zoë 漢]");
}

TEST(TextCleaning, white_space_is_trimmed_at_both_ends) {
  for (const std::uint32_t point : white_space) {
    const std::string blank = utf8(point);
    EXPECT_EQ(cleaned(blank + blank + "a" + blank), "[a]") << std::hex << point;
  }
}

TEST(TextCleaning, text_of_only_white_space_is_empty) {
  EXPECT_EQ(cleaned(""), "must not be empty");
  for (const std::uint32_t point : white_space) {
    EXPECT_EQ(cleaned(utf8(point)), "must not be empty") << std::hex << point;
  }
}

TEST(TextCleaning, a_zero_width_space_is_not_white_space) {
  EXPECT_EQ(cleaned("\u200ba"), "[\u200ba]");
}

TEST(TextCleaning, text_of_only_invisible_characters_is_empty) {
  // Zero-width space and joiners, soft hyphen, Hangul fillers, a variation selector, a tag, a
  // direction override.
  for (const std::uint32_t point : {0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0xad, 0x115f, 0x3164,
                                    0xffa0, 0xfe0f, 0xe0041, 0x202e}) {
    const std::string hidden = utf8(point);
    EXPECT_EQ(cleaned(hidden), "must not be empty") << std::hex << point;
    EXPECT_EQ(cleaned(hidden + " " + hidden), "must not be empty") << std::hex << point;
    EXPECT_EQ(cleaned("a" + hidden), "[a" + hidden + "]") << std::hex << point;
  }
}

TEST(TextCleaning, bidi_controls_are_refused_if_the_rule_says_so) {
  constexpr TextRule strict{5, Lines::single, BidiControls::refused};
  for (const std::uint32_t point : {0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e,
                                    0x2066, 0x2067, 0x2068, 0x2069}) {
    const std::string text = "a" + utf8(point) + "b";
    EXPECT_EQ(cleaned(text, strict), "must not contain bidirectional control characters");
    EXPECT_EQ(cleaned(text), "[" + text + "]");
  }
  EXPECT_EQ(cleaned("אבג", strict), "[אבג]");
}

TEST(TextCleaning, white_space_inside_is_kept_and_counted) {
  EXPECT_EQ(cleaned("a   b"), "[a   b]");
  EXPECT_EQ(cleaned("a    b"), "must be at most 5 characters");
}

TEST(TextCleaning, the_limit_counts_code_points) {
  const std::pair<std::string, std::string> at_and_beyond[] = {
      {"abcde", "abcdef"},
      {"äöüß€", "äöüß€a"},
      {"😀😀😀😀😀", "😀😀😀😀😀😀"},
      {"e\u0301e\u0301e", "e\u0301e\u0301e\u0301"},  // a combining accent is a separate code point
  };
  for (const auto& [at, beyond] : at_and_beyond) {
    EXPECT_EQ(cleaned(at), "[" + at + "]");
    EXPECT_EQ(cleaned(beyond), "must be at most 5 characters");
  }
}

TEST(TextCleaning, surrounding_white_space_is_not_counted) {
  EXPECT_EQ(cleaned("\t   abcde   \n"), "[abcde]");
}

TEST(TextCleaning, control_characters_inside_are_refused_whatever_the_rule) {
  for (std::uint32_t point = 0; point < 0xa0; ++point) {
    const bool is_control = point < 0x20 || (point >= 0x7f && point < 0xa0);
    const bool is_line_or_tab = point == '\t' || point == '\n' || point == '\r';
    if (!is_control || is_line_or_tab) continue;
    for (const TextRule rule : {one_line, many_lines}) {
      EXPECT_EQ(cleaned("a" + utf8(point) + "b", rule), "must not contain control characters")
          << std::hex << point;
    }
  }
}

TEST(TextCleaning, a_control_character_at_the_end_is_refused_unless_it_is_white_space) {
  EXPECT_EQ(cleaned("a\x01"), "must not contain control characters");
  EXPECT_EQ(cleaned("\0a"s), "must not contain control characters");
  EXPECT_EQ(cleaned("a\x7f "), "must not contain control characters");
  EXPECT_EQ(cleaned("a\f"), "[a]");
}

TEST(TextCleaning, line_breaks_and_tabs_are_allowed_only_in_multi_line_texts) {
  for (const char* inside : {"a\nb", "a\r\nb", "a\tb"}) {
    EXPECT_EQ(cleaned(inside), "must not contain line breaks or tabs");
    EXPECT_EQ(cleaned(inside, many_lines), "["s + inside + "]");
  }
  EXPECT_EQ(cleaned("\ta\n"), "[a]");
}

TEST(TextCleaning, invalid_utf8_is_refused) {
  const std::string broken[] = {
      "\x80",                      // a continuation byte alone
      "\xbf",                      //
      "\xc3",                      // truncated character of two bytes,
      "\xe2\x82",                  // three
      "\xf0\x9f\x98",              // and four
      "\xc3(",                     // a new character begins inside one
      "\xe2\x82(",                 //
      "\xc3\xc3\xa4",              //
      "\xc0\xaf",                  // overlong: two bytes,
      "\xc1\xbf",                  //
      "\xe0\x80\xaf",              // three
      "\xe0\x9f\xbf",              //
      "\xf0\x80\x80\xaf",          // and four
      "\xf0\x8f\xbf\xbf",          //
      "\xed\xa0\x80",              // a high surrogate,
      "\xed\xbf\xbf",              // a low one
      "\xed\xa0\xbd\xed\xb8\x80",  // and a pair
      "\xf4\x90\x80\x80",          // above U+10FFFF
      "\xf5\x80\x80\x80",          //
      "\xf8\x88\x80\x80\x80",      // five bytes
      "\xfe",                      // never valid in UTF-8
      "\xff",
  };
  for (const std::string& bytes : broken) {
    for (const std::string& text : {bytes, "ab" + bytes, bytes + "ab", "  " + bytes + "  "}) {
      EXPECT_EQ(cleaned(text, {100}), "must be valid UTF-8") << ::testing::PrintToString(text);
    }
  }
}

TEST(TextCleaning, the_limits_of_every_utf8_length_are_valid) {
  for (const std::uint32_t point :
       {0x21, 0x7e, 0xa1, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff}) {
    EXPECT_EQ(cleaned(utf8(point)), "[" + utf8(point) + "]") << std::hex << point;
  }
}

TEST(TextCleaning, cleaning_twice_changes_nothing) {
  testing::Seeded random;
  SCOPED_TRACE(random.how_to_repeat());
  for (int i = 0; i < 5000; ++i) {
    const std::string text = testing::random_text(random, 12);
    const TextRule rule{6, Lines::many};
    const auto once = clean_text(text, rule);
    if (!once) continue;
    ASSERT_EQ(clean_text(*once, rule), once) << ::testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace blotter
