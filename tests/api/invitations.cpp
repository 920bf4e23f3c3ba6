// POST /invitation, and the keys of a guild where a clock or a failing store is needed.
#include "api/invitations.hpp"

#include <fmt/format.h>

#include "api/harness.hpp"
#include "domain/guild_key.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

class InvitationsTest : public ApiTest {
 protected:
  InvitationsTest() { key_ = make_key("read,admin"); }

  /// The text of a member of the response.
  static std::string value(const TestResponse& response, std::string_view member) {
    const std::string begin = fmt::format(R"("{}":")", member);
    const std::size_t place = response.body.find(begin);
    if (place == std::string::npos) return "";
    const std::size_t first = place + begin.size();
    return response.body.substr(first, response.body.find('"', first) - first);
  }
  TestResponse invite(std::string_view more = "") {
    return post("/api/key/invite",
                fmt::format(R"({{"name":"Sgt. Reyes","role":"officer"{}}})", more));
  }
  std::string token() { return value(invite(), "token"); }
  TestResponse accept(const std::string& token, const std::string& guild = "g") {
    return send({http::Method::post, "/invitation", "", token, guild});
  }
  std::int64_t count_keys() {
    std::int64_t count = 0;
    read_and_wait(store_, guild_, [&](Reader& records) { count = records.count_keys(); });
    return count;
  }
};

TEST_F(InvitationsTest, a_token_makes_the_key_of_the_invitation) {
  const auto response = accept(token());
  ASSERT_EQ(response.status, 201U) << response.body;
  const std::string key = value(response, "key");
  EXPECT_EQ(response.body, R"({"guild":"g","key":")" + key +
                               R"(","keyName":"Sgt. Reyes","scopes":["read","leo"]})");
  EXPECT_THAT(response.headers, HasSubstr("Cache-Control: no-store"));
  keys_.refresh();
  EXPECT_EQ(send({http::Method::get, "/api/key", "", key}).status, 200U);
}

TEST_F(InvitationsTest, an_invitation_is_valid_for_a_day_to_the_millisecond) {
  const std::string late = token();
  clock_.advance(invitation_ms);
  EXPECT_EQ(accept(late).status, 403U);
  const std::string in_time = token();
  clock_.advance(invitation_ms - 1);
  EXPECT_EQ(accept(in_time).status, 201U);
}

TEST_F(InvitationsTest, the_lifetime_of_the_key_begins_with_the_acceptance) {
  const std::string token = value(invite(R"(,"expiresIn":60)"), "token");
  clock_.advance(invitation_ms / 2);
  const std::string key = value(accept(token), "key");
  keys_.refresh();
  const auto status = [&] { return send({http::Method::get, "/api/key", "", key}).status; };
  clock_.advance(59'999);
  EXPECT_EQ(status(), 200U);
  clock_.advance(1);
  EXPECT_EQ(status(), 403U);
}

TEST_F(InvitationsTest, a_failing_store_keeps_the_invitation_valid_and_tells_nobody_why) {
  const std::string good = token();
  const std::int64_t before = count_keys();
  for (const Fault fault : {Fault::unavailable, Fault::no_commit}) {
    store_.fail(fault);
    const auto response = accept(good);
    EXPECT_EQ(response.status, 500U);
    EXPECT_THAT(response.body, Not(HasSubstr(fault_cause)));
  }
  store_.fail(Fault::overloaded);
  EXPECT_EQ(accept(good).status, 503U);
  store_.fail(Fault::none);
  EXPECT_EQ(count_keys(), before);
  EXPECT_EQ(accept(good).status, 201U);
}

TEST_F(InvitationsTest, tokens_are_checked_at_a_limited_rate) {
  const std::string good = token();
  // A second may end in between.
  constexpr int enough = 2 * api::Invitations::checks_per_second_max + 1;
  int refused = 0;
  int postponed = 0;
  for (int i = 0; i < enough; ++i) {
    const auto response = accept(std::string(64, '0'));
    if (response.status == 403U) ++refused;
    if (response.status == 503U) {
      ++postponed;
      EXPECT_THAT(response.headers, HasSubstr("Retry-After: 1\r\n"));
    }
  }
  EXPECT_EQ(refused + postponed, enough);
  EXPECT_GE(refused, api::Invitations::checks_per_second_max);
  EXPECT_GE(postponed, 1);
}

TEST_F(InvitationsTest, what_cannot_be_a_token_is_not_looked_up) {
  store_.fail(Fault::unavailable);
  for (const std::string& wrong : {std::string(), std::string(63, '0'), std::string(65, '0'),
                                   std::string(64, 'G'), std::string(64, 'A'), key_}) {
    EXPECT_EQ(accept(wrong).status, 403U) << wrong;
  }
  EXPECT_EQ(accept(std::string(64, '0'), "no guild").status, 403U);
}

TEST_F(InvitationsTest, only_post_is_allowed) {
  const auto response = send({http::Method::get, "/invitation", "", token()});
  EXPECT_EQ(response.status, 405U);
  EXPECT_THAT(response.headers, HasSubstr("Allow: POST\r\n"));
}

TEST_F(InvitationsTest, a_revoked_owner_can_do_nothing_before_the_keys_are_refreshed) {
  const std::int64_t owner = last_key_id_;
  make_key("admin");
  store_.administer([&](Accounts& accounts) { accounts.revoke_key({owner}, clock_.now()); });
  const std::int64_t before = count_keys();
  EXPECT_EQ(invite().status, 403U);
  EXPECT_EQ(post("/api/key/create", R"({"name":"x","role":"owner"})").status, 403U);
  EXPECT_EQ(remove("/api/key/revoke", fmt::format(R"({{"keyID":"{}"}})", last_key_id_)).status,
            403U);
  EXPECT_EQ(count_keys(), before);
}

TEST_F(InvitationsTest, a_failing_commit_creates_no_key) {
  const std::int64_t before = count_keys();
  store_.fail(Fault::no_commit);
  const auto response = post("/api/key/create", R"({"name":"x","role":"viewer"})");
  store_.fail(Fault::none);
  EXPECT_EQ(response.status, 500U);
  EXPECT_THAT(response.body, Not(HasSubstr("blotter_")));
  EXPECT_EQ(count_keys(), before);
}

TEST_F(InvitationsTest, a_key_is_used_up_to_the_longest_expiry) {
  const auto with_expiry = [&](std::int64_t seconds) {
    return post("/api/key/create",
                fmt::format(R"({{"name":"x","role":"viewer","expiresIn":{}}})", seconds));
  };
  EXPECT_EQ(with_expiry(key_lifetime_seconds_max + 1).status, 400U);
  const std::string key = value(with_expiry(key_lifetime_seconds_max), "key");
  keys_.refresh();
  clock_.advance(key_lifetime_seconds_max * 1000 - 1);
  EXPECT_EQ(send({http::Method::get, "/api/key", "", key}).status, 200U);
  clock_.advance(1);
  EXPECT_EQ(send({http::Method::get, "/api/key", "", key}).status, 403U);
}

}  // namespace
}  // namespace blotter
