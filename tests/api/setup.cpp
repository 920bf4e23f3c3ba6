// POST /setup: one token, one guild, one owner.
#include "api/setup.hpp"

#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;

class SetupTest : public ApiTest {
 protected:
  SetupTest() {
    store_.administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
    keys_.refresh();
  }

  TestResponse set_up(const std::string& token, const std::string& guild = "first") {
    return send({http::Method::post, "/setup", "", token, guild});
  }
  std::vector<Guild> guilds() {
    std::vector<Guild> found;
    store_.look_up([&](Accounts& accounts) { found = accounts.guilds(); });
    return found;
  }
  static std::string key_in(const TestResponse& response) {
    constexpr std::size_t key_characters = 72;
    const std::size_t place = response.body.find("blotter_");
    return place == std::string::npos ? "" : response.body.substr(place, key_characters);
  }
};

TEST_F(SetupTest, a_token_creates_a_guild_and_an_owner_key_with_all_scopes) {
  const auto response = set_up(setup_.begin());
  ASSERT_EQ(response.status, 201U) << response.body;
  EXPECT_EQ(response.body, R"({"guild":"first","key":")" + key_in(response) + R"("})");
  EXPECT_THAT(response.headers, ::testing::HasSubstr("Cache-Control: no-store"));
  const auto who = send({http::Method::get, "/api/key", "", key_in(response), "first"});
  EXPECT_EQ(who.status, 200U);
  EXPECT_THAT(who.body,
              ::testing::HasSubstr(
                  R"("scopes":["read","civilian","vehicle","firearm","leo","medical","admin"])"));
  EXPECT_THAT(who.body, ::testing::HasSubstr(R"("keyName":"owner")"));
}

TEST_F(SetupTest, a_token_is_accepted_as_a_bearer_token_too) {
  EXPECT_EQ(set_up("Bearer " + setup_.begin()).status, 201U);
}

TEST_F(SetupTest, a_token_works_once) {
  const std::string token = setup_.begin();
  EXPECT_EQ(set_up(token).status, 201U);
  EXPECT_EQ(set_up(token, "second").status, 403U);
  EXPECT_EQ(guilds().size(), 1U);
}

TEST_F(SetupTest, a_token_is_valid_for_an_hour_to_the_millisecond) {
  const std::string late = setup_.begin();
  clock_.advance(api::Setup::token_ms);
  EXPECT_EQ(set_up(late).status, 403U);
  const std::string in_time = setup_.begin();
  clock_.advance(api::Setup::token_ms - 1);
  EXPECT_EQ(set_up(in_time).status, 201U);
}

TEST_F(SetupTest, other_tokens_are_refused) {
  EXPECT_EQ(set_up("").status, 403U);
  const std::string token = setup_.begin();
  for (const std::string& wrong : {std::string(), std::string("Bearer "), token.substr(1),
                                   token + "0", std::string(token.size(), '0'), key_}) {
    const auto response = set_up(wrong);
    EXPECT_EQ(response.status, 403U) << wrong;
    EXPECT_THAT(response.body, ::testing::HasSubstr("Unauthorised guild access (20058)"));
  }
  EXPECT_TRUE(guilds().empty());
}

TEST_F(SetupTest, an_invalid_guild_id_is_reported_and_keeps_the_token_valid) {
  const std::string token = setup_.begin();
  for (const std::string& wrong : {std::string(), std::string("a b"), std::string(65, 'a')}) {
    const auto response = set_up(token, wrong);
    EXPECT_EQ(response.status, 400U) << wrong;
    EXPECT_THAT(response.body, ::testing::HasSubstr("Invalid guild id provided (10400)"));
    EXPECT_THAT(response.headers,
                ::testing::HasSubstr("X-Error-Hint: the guild id must be 1 to 64"));
  }
  EXPECT_EQ(set_up(token, std::string(64, 'a')).status, 201U);
}

TEST_F(SetupTest, a_store_failure_creates_nothing_and_keeps_the_token_valid) {
  const std::string token = setup_.begin();
  store_.fail(Fault::unavailable);
  const auto response = set_up(token);
  EXPECT_EQ(response.status, 500U);
  EXPECT_THAT(response.body, ::testing::Not(::testing::HasSubstr(fault_cause)));
  store_.fail(Fault::none);
  EXPECT_TRUE(guilds().empty());
  EXPECT_EQ(set_up(token).status, 201U);
}

TEST_F(SetupTest, a_failed_lookup_after_the_setup_loses_no_key) {
  store_.fail(Fault::no_look_up);
  const auto response = set_up(setup_.begin());
  EXPECT_EQ(response.status, 201U) << response.body;
  store_.fail(Fault::none);
  EXPECT_EQ(guilds().size(), 1U);
  keys_.refresh();
  EXPECT_EQ(send({http::Method::get, "/api/key", "", key_in(response), "first"}).status, 200U);
}

TEST_F(SetupTest, a_guild_created_meanwhile_invalidates_the_token) {
  const std::string token = setup_.begin();
  store_.administer([&](Accounts& accounts) { accounts.create_guild({guild_, clock_.now()}); });
  EXPECT_EQ(set_up(token, "first").status, 403U);
  EXPECT_EQ(set_up(token, "g").status, 403U);
  ASSERT_EQ(guilds().size(), 1U);
  EXPECT_EQ(guilds().front().id.str(), "g");
}

TEST_F(SetupTest, only_post_is_allowed) {
  const auto response = send({http::Method::get, "/setup", "", setup_.begin(), "first"});
  EXPECT_EQ(response.status, 405U);
  EXPECT_THAT(response.headers, ::testing::HasSubstr("Allow: POST\r\n"));
}

}  // namespace
}  // namespace blotter
