// "Did you mean": which word is close enough.
#include "app/closest_word.hpp"

#include <gtest/gtest.h>

namespace blotter::app {
namespace {

const std::vector<std::string> commands{"serve", "guild", "key",     "db",
                                        "copy",  "help",  "openapi", "version"};
const std::vector<std::string> options{"--listen", "--metrics-listen", "--log", "--tls-cert",
                                       "--tls-key"};

TEST(ClosestWord, an_extra_missing_or_wrong_letter_is_one_mistake) {
  EXPECT_EQ(edit_distance("serve", "serve"), 0U);
  EXPECT_EQ(edit_distance("srve", "serve"), 1U);
  EXPECT_EQ(edit_distance("server", "serve"), 1U);
  EXPECT_EQ(edit_distance("sarve", "serve"), 1U);
  EXPECT_EQ(edit_distance("", "key"), 3U);
  EXPECT_EQ(edit_distance("key", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(ClosestWord, two_swapped_letters_are_one_mistake) {
  EXPECT_EQ(edit_distance("hlep", "help"), 1U);
  EXPECT_EQ(edit_distance("sevre", "serve"), 1U);
}

TEST(ClosestWord, a_command_with_a_mistake_is_found) {
  EXPECT_EQ(closest_word("srve", commands), "serve");
  EXPECT_EQ(closest_word("guilds", commands), "guild");
  EXPECT_EQ(closest_word("hlep", commands), "help");
  EXPECT_EQ(closest_word("kye", commands), "key");
  EXPECT_EQ(closest_word("SERVE", commands), "serve");
}

TEST(ClosestWord, an_option_is_found_whatever_its_dashes) {
  EXPECT_EQ(closest_word("--lisen", options), "--listen");
  EXPECT_EQ(closest_word("-listen", options), "--listen");
  EXPECT_EQ(closest_word("--tls_cert", options), "--tls-cert");
}

TEST(ClosestWord, the_nearest_word_wins_and_the_first_of_equals) {
  EXPECT_EQ(closest_word("--tls-kay", options), "--tls-key");
  EXPECT_EQ(closest_word("bat", std::vector<std::string>{"cat", "bar"}), "cat");
}

TEST(ClosestWord, a_prefix_of_a_word_is_enough) {
  EXPECT_EQ(closest_word("--metrics", options), "--metrics-listen");
  EXPECT_EQ(closest_word("open", commands), "openapi");
  EXPECT_EQ(closest_word("o", commands), std::nullopt);
}

TEST(ClosestWord, a_word_far_from_all_has_no_match) {
  EXPECT_EQ(closest_word("fly", commands), std::nullopt);
  EXPECT_EQ(closest_word("restart", commands), std::nullopt);
  EXPECT_EQ(closest_word("--color", options), std::nullopt);
  EXPECT_EQ(closest_word("", commands), std::nullopt);
  EXPECT_EQ(closest_word("--", options), std::nullopt);
  EXPECT_EQ(closest_word("serve", {}), std::nullopt);
}

}  // namespace
}  // namespace blotter::app
