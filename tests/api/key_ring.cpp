// API keys in a running server.
#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;

class KeyRingTest : public ApiTest {
 protected:
  KeyRingTest() { EXPECT_EQ(post("/api/civilian/create", civilian("John")).status, 201U); }

  unsigned status_with(const std::string& key, const std::string& guild = "g") {
    return send({http::Method::get, "/api/civilian/list", "", key, guild}).status;
  }
  std::optional<Timestamp> last_used(std::int64_t id) {
    std::optional<Timestamp> found;
    store_.look_up([&](Accounts& accounts) {
      for (const StoredKey& stored : accounts.keys()) {
        if (stored.key.id.value == id) found = stored.key.last_used;
      }
    });
    return found;
  }
};

TEST_F(KeyRingTest, a_new_key_is_accepted_after_the_next_refresh) {
  const KeySecret secret = KeySecret::generate(random_);
  store_.administer([&](Accounts& accounts) {
    accounts.create_key({.id = {77}, .name = "", .guilds = {guild_}, .created = clock_.now()},
                        secret.digest());
  });
  EXPECT_EQ(status_with(secret.reveal()), 403U);
  keys_.refresh();
  EXPECT_EQ(status_with(secret.reveal()), 200U);
}

TEST_F(KeyRingTest, a_revoked_key_is_refused_after_the_next_refresh) {
  const std::string key = make_key("read");
  EXPECT_EQ(status_with(key), 200U);
  store_.administer([&](Accounts& accounts) { accounts.revoke_key({last_key_id_}, clock_.now()); });
  keys_.refresh();
  EXPECT_EQ(status_with(key), 403U);
  EXPECT_EQ(status_with(key_), 200U);
}

TEST_F(KeyRingTest, a_key_expires_to_the_millisecond) {
  const std::string key = make_key("read", 5000);
  clock_.advance(4999);
  EXPECT_EQ(status_with(key), 200U);
  clock_.advance(1);
  EXPECT_EQ(status_with(key), 403U);
}

TEST_F(KeyRingTest, keys_of_a_deleted_guild_are_refused) {
  EXPECT_EQ(status_with(key_), 200U);
  store_.administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  keys_.refresh();
  EXPECT_EQ(status_with(key_), 403U);
}

TEST_F(KeyRingTest, a_change_to_a_deleted_guild_is_refused_before_the_refresh) {
  store_.administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  EXPECT_EQ(post("/api/civilian/create", civilian("Jane")).status, 403U);
  EXPECT_EQ(remove("/api/civilian/delete", R"({"name":"John"})").status, 403U);
}

TEST_F(KeyRingTest, a_key_for_two_guilds_opens_both_and_no_third) {
  const GuildId second = GuildId::parse("second").value();
  const GuildId third = GuildId::parse("third").value();
  const KeySecret secret = KeySecret::generate(random_);
  store_.administer([&](Accounts& accounts) {
    accounts.create_guild({second, clock_.now()});
    accounts.create_guild({third, clock_.now()});
    accounts.create_key(
        {.id = {77}, .name = "", .guilds = {guild_, second}, .created = clock_.now()},
        secret.digest());
  });
  keys_.refresh();
  EXPECT_EQ(status_with(secret.reveal(), "g"), 200U);
  EXPECT_EQ(status_with(secret.reveal(), "second"), 404U);  // admitted, but no civilians
  EXPECT_EQ(status_with(secret.reveal(), "third"), 403U);
  EXPECT_EQ(status_with(secret.reveal(), "G"), 403U);
}

TEST_F(KeyRingTest, keys_stay_valid_while_the_store_is_unavailable) {
  store_.fail(Fault::unavailable);
  EXPECT_ANY_THROW(keys_.refresh());
  store_.fail(Fault::none);
  EXPECT_EQ(status_with(key_), 200U);
}

TEST_F(KeyRingTest, the_last_use_of_a_key_is_saved) {
  const std::string unused = make_key("read");
  clock_.advance(1234);
  EXPECT_EQ(status_with(key_), 200U);
  EXPECT_EQ(last_used(1), std::nullopt);
  keys_.save_last_used();
  const Timestamp now = clock_.now();
  EXPECT_EQ(last_used(1), now);
  EXPECT_EQ(last_used(last_key_id_), std::nullopt);
}

TEST_F(KeyRingTest, an_unsaved_use_is_saved_next_time) {
  EXPECT_EQ(status_with(key_), 200U);
  store_.fail(Fault::unavailable);
  EXPECT_ANY_THROW(keys_.save_last_used());
  store_.fail(Fault::none);
  keys_.save_last_used();
  const Timestamp now = clock_.now();
  EXPECT_EQ(last_used(1), now);
}

TEST_F(KeyRingTest, a_refused_request_does_not_count_as_use) {
  const std::string key = make_key("read");
  EXPECT_EQ(status_with(key, "other"), 403U);
  keys_.save_last_used();
  EXPECT_EQ(last_used(last_key_id_), std::nullopt);
}

TEST_F(KeyRingTest, saving_the_last_use_does_not_make_servers_reload) {
  std::int64_t before = 0;
  std::int64_t after = 0;
  store_.look_up([&](Accounts& accounts) { before = accounts.generation(); });
  EXPECT_EQ(status_with(key_), 200U);
  keys_.save_last_used();
  store_.look_up([&](Accounts& accounts) { after = accounts.generation(); });
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace blotter
