// JsonWriter, checked with simdjson.
#include "base/json_writer.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "seeded.hpp"

namespace blotter {
namespace {

using namespace std::string_view_literals;

template <class T>
std::string written(const T& value) {
  std::string out;
  JsonWriter(out).value(value);
  return out;
}

/// simdjson rejects a bare value at the end of its input, so the value goes into an array.
template <class T>
T read_back(const std::string& json) {
  simdjson::dom::parser parser;
  if constexpr (std::is_same_v<T, std::string>) {
    return std::string(std::string_view(parser.parse("[" + json + "]").at(0)));
  } else {
    return T(parser.parse("[" + json + "]").at(0));
  }
}

TEST(JsonWriter, quotes_backslashes_and_line_breaks_have_short_escapes) {
  EXPECT_EQ(written("say \"hi\"\\\n\r\t"), R"("say \"hi\"\\\n\r\t")");
}

TEST(JsonWriter, every_control_character_is_escaped) {
  for (int c = 0; c < 0x20; ++c) {
    const std::string text(1, static_cast<char>(c));
    const std::string json = written(text);
    for (const char byte : json) EXPECT_GE(byte, 0x20) << c;
    EXPECT_EQ(read_back<std::string>(json), text) << c;
  }
  EXPECT_EQ(written("\x01"), R"("\u0001")");
  EXPECT_EQ(written("\x1f"), R"("\u001f")");
  EXPECT_EQ(written("a\0b"sv), R"("a\u0000b")");
}

TEST(JsonWriter, text_beyond_ascii_is_unchanged) {
  EXPECT_EQ(written("Zoë 😀 /"), "\"Zoë 😀 /\"");
  EXPECT_EQ(written(""), "\"\"");
}

TEST(JsonWriter, integers_have_no_fraction) {
  EXPECT_EQ(written(180.0), "180");
  EXPECT_EQ(written(0.0), "0");
  EXPECT_EQ(written(-0.0), "0");
  EXPECT_EQ(written(-12.0), "-12");
  EXPECT_EQ(written(1e9), "1000000000");
  EXPECT_EQ(written(9'007'199'254'740'992.0), "9007199254740992");
}

TEST(JsonWriter, fractions_are_as_short_as_possible) {
  EXPECT_EQ(written(82.5), "82.5");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(99.99), "99.99");
}

TEST(JsonWriter, integers_keep_all_their_digits) {
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(JsonWriter, booleans_and_null_are_keywords) {
  EXPECT_EQ(written(true), "true");
  EXPECT_EQ(written(false), "false");
  EXPECT_EQ(written(nullptr), "null");
}

TEST(JsonWriter, commas_are_only_between_values) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.member("a", std::int64_t{1});
  json.key("b");
  json.begin_array();
  json.begin_object();
  json.end_object();
  json.begin_array();
  json.end_array();
  json.value("x");
  json.raw("[2]");
  json.end_array();
  json.member("c", true);
  json.end_object();
  EXPECT_EQ(out, R"({"a":1,"b":[{},[],"x",[2]],"c":true})");
}

TEST(JsonWriter, it_appends_to_existing_text) {
  std::string out = "head:";
  JsonWriter(out).value("x");
  EXPECT_EQ(out, R"(head:"x")");
}

TEST(JsonWriter, every_text_round_trips) {
  testing::Seeded random;
  SCOPED_TRACE(random.how_to_repeat());
  for (int i = 0; i < 5000; ++i) {
    const std::string text = testing::random_text(random, 40);
    ASSERT_EQ(read_back<std::string>(written(text)), text);
  }
}

TEST(JsonWriter, every_finite_number_round_trips) {
  testing::Seeded random;
  SCOPED_TRACE(random.how_to_repeat());
  for (int i = 0; i < 20'000; ++i) {
    const auto any = std::bit_cast<double>(random.number());
    const auto money = static_cast<double>(random.below(1'000'000'000)) / 100;
    for (const double number : {any, money, std::trunc(money)}) {
      // simdjson does not parse integers above 64 bits, and no client sends such numbers.
      if (!std::isfinite(number) || std::abs(number) > 1e18) continue;
      const std::string json = written(number);
      ASSERT_EQ(read_back<double>(json), number) << json;
      if (std::trunc(number) == number && std::abs(number) < 1e15) {
        ASSERT_EQ(json.find_first_of(".eE"), std::string::npos) << json;
      }
    }
  }
}

}  // namespace
}  // namespace blotter
