// Keys as a running server knows them.
#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;

class KeysInUse : public ApiTest {
 protected:
  KeysInUse() { EXPECT_EQ(post("/api/civilian/create", civilian("John")).status, 201U); }

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

TEST_F(KeysInUse, a_key_made_elsewhere_is_honoured_from_the_next_refresh) {
  const KeySecret secret = KeySecret::generate(random_);
  store_.administer([&](Accounts& accounts) {
    accounts.create_key({.id = {77}, .name = "", .guilds = {guild_}, .created = clock_.now()},
                        secret.digest());
  });
  EXPECT_EQ(status_with(secret.reveal()), 403U);
  keys_.refresh();
  EXPECT_EQ(status_with(secret.reveal()), 200U);
}

TEST_F(KeysInUse, a_revoked_key_is_refused_from_the_next_refresh) {
  const std::string key = make_key("read");
  EXPECT_EQ(status_with(key), 200U);
  store_.administer([&](Accounts& accounts) { accounts.revoke_key({last_key_id_}, clock_.now()); });
  keys_.refresh();
  EXPECT_EQ(status_with(key), 403U);
  EXPECT_EQ(status_with(key_), 200U);
}

TEST_F(KeysInUse, a_key_expires_by_itself_to_the_millisecond) {
  const std::string key = make_key("read", 5000);
  clock_.advance(4999);
  EXPECT_EQ(status_with(key), 200U);
  clock_.advance(1);
  EXPECT_EQ(status_with(key), 403U);
}

TEST_F(KeysInUse, a_deleted_guild_shuts_its_keys_out) {
  EXPECT_EQ(status_with(key_), 200U);
  store_.administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  keys_.refresh();
  EXPECT_EQ(status_with(key_), 403U);
}

TEST_F(KeysInUse, a_change_for_a_guild_that_has_just_been_deleted_is_refused_as_its_keys_will_be) {
  store_.administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  EXPECT_EQ(post("/api/civilian/create", civilian("Jane")).status, 403U);
  EXPECT_EQ(remove("/api/civilian/delete", R"({"name":"John"})").status, 403U);
}

TEST_F(KeysInUse, a_key_for_two_guilds_opens_both_and_no_third) {
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
  EXPECT_EQ(status_with(secret.reveal(), "second"), 404U);  // let in, but there is nobody
  EXPECT_EQ(status_with(secret.reveal(), "third"), 403U);
  EXPECT_EQ(status_with(secret.reveal(), "G"), 403U);
}

TEST_F(KeysInUse, keys_stay_as_they_were_while_the_store_is_away) {
  store_.fail(Fault::away);
  EXPECT_ANY_THROW(keys_.refresh());
  store_.fail(Fault::none);
  EXPECT_EQ(status_with(key_), 200U);
}

TEST_F(KeysInUse, the_last_use_of_a_key_is_saved) {
  const std::string unused = make_key("read");
  clock_.advance(1234);
  EXPECT_EQ(status_with(key_), 200U);
  EXPECT_EQ(last_used(1), std::nullopt);
  keys_.save_last_used();
  const Timestamp now = clock_.now();
  EXPECT_EQ(last_used(1), now);
  EXPECT_EQ(last_used(last_key_id_), std::nullopt);
}

TEST_F(KeysInUse, a_use_that_could_not_be_saved_is_saved_the_next_time) {
  EXPECT_EQ(status_with(key_), 200U);
  store_.fail(Fault::away);
  EXPECT_ANY_THROW(keys_.save_last_used());
  store_.fail(Fault::none);
  keys_.save_last_used();
  const Timestamp now = clock_.now();
  EXPECT_EQ(last_used(1), now);
}

TEST_F(KeysInUse, a_refused_request_is_no_use_of_the_key) {
  const std::string key = make_key("read");
  EXPECT_EQ(status_with(key, "other"), 403U);
  keys_.save_last_used();
  EXPECT_EQ(last_used(last_key_id_), std::nullopt);
}

TEST_F(KeysInUse, saving_the_last_use_does_not_make_servers_reload) {
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
