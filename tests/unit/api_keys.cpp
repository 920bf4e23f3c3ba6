// API keys, their scopes and their guilds.
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "domain/api_key.hpp"

namespace blotter {
namespace {

using ::testing::MatchesRegex;

TEST(KeyScopes, the_default_is_all_but_admin) {
  const Scopes standard = Scopes::standard();
  EXPECT_EQ(standard.str(), "read,civilian,vehicle,firearm,leo,medical");
  EXPECT_FALSE(standard.has(Scope::admin));
}

TEST(KeyScopes, a_list_grants_exactly_what_it_names) {
  const Scopes scopes = Scopes::parse("leo,read").value();
  for (std::size_t i = 0; i < all_spellings<Scope>().size(); ++i) {
    const auto scope = static_cast<Scope>(i);
    EXPECT_EQ(scopes.has(scope), scope == Scope::read || scope == Scope::leo) << spelling(scope);
  }
  EXPECT_EQ(scopes.str(), "read,leo");
}

TEST(KeyScopes, every_scope_can_be_stored_and_read) {
  for (const std::string_view name : all_spellings<Scope>()) {
    const Scopes scopes = Scopes::parse(name).value();
    EXPECT_EQ(Scopes::stored(scopes.bits()).str(), name);
  }
}

TEST(KeyScopes, a_repeated_scope_counts_once) {
  EXPECT_EQ(Scopes::parse("leo,leo").value().str(), "leo");
}

TEST(KeyScopes, other_texts_are_refused) {
  EXPECT_EQ(Scopes::parse("").error(), "must name at least one scope");
  for (const char* list :
       {"write", "READ", "read leo", "read, leo", ",", ",read", "read,,leo", "all"}) {
    EXPECT_FALSE(Scopes::parse(list)) << list;
  }
  EXPECT_EQ(Scopes::parse("x").error(),
            "must be a list of read, civilian, vehicle, firearm, leo, medical, admin, separated by "
            "commas");
}

TEST(KeySecrets, a_key_is_256_bits_after_a_prefix_for_secret_scanners) {
  SystemRandom random;
  EXPECT_THAT(KeySecret::generate(random).reveal(), MatchesRegex("blotter_[0-9a-f]{64}"));
}

TEST(KeySecrets, only_text_in_the_form_of_a_key_is_parsed) {
  SystemRandom random;
  const std::string key = KeySecret::generate(random).reveal();
  const auto parsed = KeySecret::parse(key);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->reveal(), key);
  const std::string digits(64, 'a');
  for (const std::string& text :
       {std::string(), digits, "blotter_" + digits + "a", key.substr(0, key.size() - 1), key + "\n",
        key + "\r\nGuild: g2", "Bearer " + key, "BLOTTER_" + digits,
        "blotter_" + std::string(64, 'A'), "blotter_" + std::string(64, 'g')}) {
    const auto refused = KeySecret::parse(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error(), "must be blotter_ followed by 64 digits of 0-9 a-f");
  }
}

TEST(KeySecrets, every_bit_of_a_key_is_random) {
  class Counting final : public Random {
   public:
    std::uint64_t next() override { return ++drawn; }
    std::uint64_t drawn = 0;
  };
  Counting source;
  KeySecret::generate(source);
  EXPECT_EQ(source.drawn, 4U);
}

TEST(KeySecrets, two_keys_are_never_equal) {
  SystemRandom random;
  std::set<std::string> secrets;
  for (int i = 0; i < 1000; ++i) secrets.insert(KeySecret::generate(random).reveal());
  EXPECT_EQ(secrets.size(), 1000U);
}

TEST(KeySecrets, the_digest_is_the_sha_256_of_the_key) {
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  SystemRandom random;
  const KeySecret secret = KeySecret::generate(random);
  EXPECT_EQ(secret.digest(), sha256(secret.reveal()));
}

template <class T>
concept Streamable = requires(std::ostringstream& out, const T& value) { out << value; };

TEST(KeySecrets, a_secret_cannot_be_printed_by_accident) {
  static_assert(!Streamable<KeySecret>);
  static_assert(!fmt::is_formattable<KeySecret>::value);
  static_assert(!std::is_convertible_v<KeySecret, std::string>);
  static_assert(!std::is_convertible_v<KeySecret, std::string_view>);
}

ApiKey key() { return {.id = {1}, .name = "", .created = {1000}}; }

TEST(KeyValidity, a_key_without_expiry_is_valid) { EXPECT_TRUE(key().is_valid_at({1'000'000})); }

TEST(KeyValidity, a_key_is_invalid_from_the_millisecond_of_its_expiry) {
  ApiKey expiring = key();
  expiring.expires = Timestamp{5000};
  EXPECT_TRUE(expiring.is_valid_at({4999}));
  EXPECT_FALSE(expiring.is_valid_at({5000}));
}

TEST(KeyValidity, a_revoked_key_is_invalid_at_any_time) {
  ApiKey revoked = key();
  revoked.revoked = Timestamp{5000};
  EXPECT_FALSE(revoked.is_valid_at({4999}));
  EXPECT_FALSE(revoked.is_valid_at({5000}));
}

TEST(GuildIds, an_id_is_1_to_64_letters_digits_underscores_and_hyphens) {
  for (const std::string& text : {std::string("1"), std::string("aZ_-09"),
                                  std::string("80351110224678912"), std::string(64, 'g')}) {
    const auto id = GuildId::parse(text);
    ASSERT_TRUE(id) << text;
    EXPECT_EQ(id->str(), text);
  }
}

TEST(GuildIds, other_texts_are_refused) {
  EXPECT_FALSE(GuildId::parse(""));
  EXPECT_FALSE(GuildId::parse(std::string(65, 'g')));
  EXPECT_FALSE(GuildId::parse("gülde"));
  for (int c = 0; c < 256; ++c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool allowed = byte < 0x80 && (std::isalnum(byte) != 0 || byte == '_' || byte == '-');
    EXPECT_EQ(GuildId::parse(std::string{'a', static_cast<char>(byte)}).has_value(), allowed) << c;
  }
}

TEST(RandomNumbers, below_is_uniform_and_bounded) {
  SeededRandom random(5);
  int counts[3] = {};
  for (int i = 0; i < 30'000; ++i) {
    const std::uint64_t number = random.below(3);
    ASSERT_LT(number, 3U);
    ++counts[number];
  }
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(RandomNumbers, numbers_that_would_cause_a_bias_are_drawn_again) {
  class Scripted final : public Random {
   public:
    std::uint64_t next() override { return numbers[at++]; }
    std::vector<std::uint64_t> numbers{~std::uint64_t{0}, 7};
    std::size_t at = 0;
  };
  Scripted random;
  EXPECT_EQ(random.below(10), 7U);
  EXPECT_EQ(random.at, 2U);
}

TEST(RandomNumbers, the_same_seed_gives_the_same_numbers) {
  SeededRandom one(9);
  SeededRandom other(9);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(one.next(), other.next());
}

}  // namespace
}  // namespace blotter
