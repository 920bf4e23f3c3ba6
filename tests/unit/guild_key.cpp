// Keys of a guild, and the tokens of invitations.
#include "domain/guild_key.hpp"

#include <set>

#include <gtest/gtest.h>

namespace blotter {
namespace {

GuildKey key(std::string_view scopes, std::optional<Timestamp> expires = {}) {
  return {.id = {7},
          .name = "",
          .scopes = Scopes::parse(scopes).value(),
          .created = {1000},
          .expires = expires};
}

TEST(GuildKey, a_key_is_valid_until_it_expires) {
  EXPECT_EQ(key("read").state({1'000'000}), KeyState::valid);
  EXPECT_EQ(key("read", Timestamp{2000}).state({1999}), KeyState::valid);
  EXPECT_EQ(key("read", Timestamp{2000}).state({2000}), KeyState::expired);
}

TEST(GuildKey, an_owner_is_valid_and_has_the_scope_admin) {
  EXPECT_TRUE(key("admin").is_owner({5000}));
  EXPECT_FALSE(key("read,civilian,vehicle,firearm,leo,medical").is_owner({5000}));
  EXPECT_FALSE(key("admin", Timestamp{2000}).is_owner({2000}));
}

TEST(InvitationToken, a_token_has_256_bits_and_is_never_the_same) {
  SystemRandom random;
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const auto token = InvitationToken::generate(random);
    EXPECT_EQ(token.reveal().size(), 64U);
    EXPECT_EQ(token.reveal().find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_TRUE(seen.insert(token.reveal()).second);
    EXPECT_EQ(InvitationToken::parse(token.reveal())->digest(), token.digest());
  }
}

TEST(InvitationToken, nothing_else_is_a_token) {
  for (const std::string& wrong : {std::string(), std::string(63, '0'), std::string(65, '0'),
                                   std::string(64, 'A'), std::string(64, 'g')}) {
    EXPECT_FALSE(InvitationToken::parse(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace blotter
