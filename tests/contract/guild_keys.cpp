// The keys of a guild and its invitations, changed together with an event.
#include <atomic>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GuildKeys : public StoreContract {
 protected:
  static GuildKey key(std::int64_t id, std::string_view scopes = "read,leo") {
    return {.id = {id},
            .name = "key " + std::to_string(id),
            .scopes = Scopes::parse(scopes).value(),
            .created = {1000}};
  }
  static Digest secret(std::int64_t id) { return sha256(std::to_string(id)); }
  static Invitation invitation(std::int64_t id, std::int64_t ends = 5000) {
    return {.id = {id},
            .name = "Sgt. Reyes",
            .scopes = Scopes::parse("read,medical").value(),
            .lifetime_ms = 7000,
            .created = {1000},
            .ends = {ends},
            .made_by = {1}};
  }

  /// As an operation does it: the guild is locked first, and the change has an event.
  void change(const GuildId& guild, const std::function<void(Writer&)>& task) {
    write(guild, [&](Writer& records) {
      records.lock_guild();
      task(records);
      add_event(records, event("key.created"));
    });
  }
  void change(const std::function<void(Writer&)>& task) { change(guild_, task); }
  void add(const GuildKey& key) {
    change([&](Writer& records) { records.insert(key, secret(key.id.value)); });
  }
  void add(const Invitation& invitation) {
    change([&](Writer& records) { records.insert(invitation, secret(invitation.id.value)); });
  }
  void add_shared(std::int64_t id) {
    store_->administer([&](Accounts& accounts) {
      accounts.create_key(
          {.id = {id}, .name = "shared", .guilds = {guild_, other_guild_}, .created = {1}},
          secret(id));
    });
  }
  void revoke(std::int64_t id, std::int64_t ms = 2000) { revoke(guild_, id, ms); }
  void revoke(const GuildId& guild, std::int64_t id, std::int64_t ms = 2000) {
    change(guild, [&](Writer& records) {
      const auto key = records.locked_key({id});
      ASSERT_TRUE(key);
      records.revoke(*key, {ms});
    });
  }

  std::vector<std::int64_t> ids(const GuildId& guild) {
    return seen(guild, [](Reader& records) {
      std::vector<std::int64_t> found;
      for (const GuildKey& each : records.keys()) found.push_back(each.id.value);
      return found;
    });
  }
  std::vector<std::int64_t> ids() { return ids(guild_); }
  std::vector<std::int64_t> invitation_ids(std::int64_t now = 2000) {
    return seen([&](Reader& records) {
      std::vector<std::int64_t> found;
      for (const Invitation& each : records.invitations({now})) found.push_back(each.id.value);
      return found;
    });
  }
  bool has_invitation(const GuildId& guild, std::int64_t id, std::int64_t now = 2000) {
    return seen(guild, [&](Reader& records) { return records.has_invitation(secret(id), {now}); });
  }
  bool has_invitation(std::int64_t id, std::int64_t now = 2000) {
    return has_invitation(guild_, id, now);
  }
  /// "7 first, revoked", for each key of the store.
  std::vector<std::string> stored_keys() {
    std::vector<std::string> texts;
    store_->look_up([&](Accounts& accounts) {
      for (const auto& [key, digest] : accounts.keys()) {
        std::string text = to_string(key.id);
        for (const GuildId& guild : key.guilds) text += " " + guild.str();
        texts.push_back(text + (key.revoked ? ", revoked" : ""));
      }
    });
    return texts;
  }
  std::int64_t generation() {
    std::int64_t number = 0;
    store_->look_up([&](Accounts& accounts) { number = accounts.generation(); });
    return number;
  }
};
BLOTTER_FOR_EVERY_STORE(GuildKeys);

TEST_P(GuildKeys, a_key_is_read_back_unchanged) {
  GuildKey full = key(7);
  full.name = "Zoë";
  full.expires = Timestamp{9000};
  add(full);
  const auto found = seen([](Reader& records) { return records.key({7}); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "Zoë");
  EXPECT_EQ(found->scopes.str(), "read,leo");
  EXPECT_EQ(found->created.ms, 1000);
  EXPECT_EQ(found->expires, Timestamp{9000});
  EXPECT_EQ(found->last_used, std::nullopt);
  EXPECT_FALSE(found->is_shared);
  store_->administer([](Accounts& accounts) { accounts.set_last_used({7}, {4000}); });
  EXPECT_EQ(seen([](Reader& records) { return records.key({7}); })->last_used, Timestamp{4000});
}

TEST_P(GuildKeys, a_new_key_is_one_of_the_store) {
  add(key(7));
  EXPECT_THAT(stored_keys(), ElementsAre("7 first"));
  store_->look_up([&](Accounts& accounts) {
    EXPECT_EQ(accounts.keys().front().digest_hex, to_hex(secret(7)));
  });
}

TEST_P(GuildKeys, only_keys_of_the_guild_that_are_not_revoked_are_seen) {
  add(key(7));
  add(key(8));
  add_shared(9);
  revoke(8);
  EXPECT_THAT(ids(), ElementsAre(7, 9));
  EXPECT_THAT(ids(other_guild_), ElementsAre(9));
  EXPECT_EQ(seen([](Reader& records) { return records.count_keys(); }), 2);
  EXPECT_TRUE(seen([](Reader& records) { return records.key({9}); })->is_shared);
  EXPECT_FALSE(seen([](Reader& records) { return records.key({8}); }));
  EXPECT_FALSE(seen(other_guild_, [](Reader& records) { return records.key({7}); }));
}

TEST_P(GuildKeys, every_change_of_a_key_changes_the_generation_once_and_no_other_does) {
  const std::int64_t before = generation();
  add(key(7));
  EXPECT_EQ(generation(), before + 1);
  add(invitation(8));
  EXPECT_EQ(generation(), before + 1);
  revoke(7);
  EXPECT_EQ(generation(), before + 2);
}

TEST_P(GuildKeys, changes_that_are_rolled_back_change_nothing) {
  const std::int64_t before = generation();
  add_shared(9);
  write_and_wait(*store_, guild_, [&](Writer& records) {
    records.lock_guild();
    records.insert(key(7), secret(7));
    records.revoke(*records.locked_key({9}), {2000});
    return Outcome::roll_back;
  });
  EXPECT_THAT(stored_keys(), ElementsAre("9 first second"));
  EXPECT_EQ(generation(), before + 1);  // for the shared one
}

TEST_P(GuildKeys, a_change_beside_one_that_is_rolled_back_is_announced) {
  const std::int64_t before = generation();
  std::vector<std::future<void>> changes;
  for (std::int64_t id = 1; id <= 40; ++id) {
    changes.push_back(submit(*store_, id % 3 == 0 ? other_guild_ : guild_, [id](Writer& records) {
      records.lock_guild();
      records.insert(key(id), secret(id));
      add_event(records, event("key.created", id));
      return id % 2 == 0 ? Outcome::roll_back : Outcome::commit;
    }));
  }
  for (auto& change : changes) change.get();
  EXPECT_EQ(stored_keys().size(), 20U);
  EXPECT_GT(generation(), before);
}

TEST_P(GuildKeys, a_revoked_key_keeps_its_guild_for_the_audit_log) {
  add(key(7));
  revoke(7, 3000);
  EXPECT_THAT(stored_keys(), ElementsAre("7 first, revoked"));
  store_->look_up(
      [](Accounts& accounts) { EXPECT_EQ(accounts.keys().front().key.revoked, Timestamp{3000}); });
}

TEST_P(GuildKeys, a_shared_key_is_taken_off_one_guild_and_revoked_with_the_last) {
  add_shared(9);
  revoke(9);
  EXPECT_THAT(stored_keys(), ElementsAre("9 second"));
  EXPECT_THAT(ids(), IsEmpty());
  EXPECT_THAT(ids(other_guild_), ElementsAre(9));
  revoke(other_guild_, 9);
  EXPECT_THAT(stored_keys(), ElementsAre("9, revoked"));
}

TEST_P(GuildKeys, a_shared_key_that_all_guilds_take_off_at_once_is_revoked) {
  const auto other = open_store(place_->url(), StoreUse::tool);
  for (std::int64_t id = 20; id < 30; ++id) {
    add_shared(id);
    const auto take_off = [id](Writer& records) {
      records.lock_guild();
      records.revoke(*records.locked_key({id}), {2000});
      add_event(records, event("key.revoked", id));
      return Outcome::commit;
    };
    auto first = submit(*store_, guild_, take_off);
    auto second = submit(*other, other_guild_, take_off);
    first.get();
    second.get();
  }
  for (const std::string& text : stored_keys()) EXPECT_THAT(text, ::testing::EndsWith(", revoked"));
}

TEST_P(GuildKeys, another_owner_is_a_valid_key_with_the_scope_admin) {
  const auto has_other = [&](std::int64_t now = 2000) {
    return seen([&](Reader& records) { return records.has_other_owner({1}, {now}); });
  };
  add(key(1, "admin"));
  EXPECT_FALSE(has_other());
  add(key(2, "read,civilian,vehicle,firearm,leo,medical"));
  EXPECT_FALSE(has_other());
  GuildKey expiring = key(3, "read,admin");
  expiring.expires = Timestamp{3000};
  add(expiring);
  EXPECT_TRUE(has_other(2999));
  EXPECT_FALSE(has_other(3000));
  change(other_guild_, [](Writer& records) { records.insert(key(4, "admin"), secret(4)); });
  EXPECT_FALSE(has_other(3000));
  add(key(5, "admin"));
  EXPECT_TRUE(has_other(3000));
  revoke(5);
  EXPECT_FALSE(has_other(3000));
}

TEST_P(GuildKeys, of_the_revoked_keys_the_latest_are_kept) {
  constexpr std::int64_t surplus = 3;
  change([](Writer& records) {
    for (std::int64_t id = 1; id <= revoked_keys_max + surplus; ++id) {
      records.insert(key(id), secret(id));
    }
  });
  add_shared(5000);
  static const sql::Query revoke_most{"update api_key set revoked_at = id where id <= $1"};
  change([](Writer& records) {
    connection_of(records).run(revoke_most, revoked_keys_max).finish();
    for (std::int64_t id = revoked_keys_max + 1; id <= revoked_keys_max + surplus; ++id) {
      records.revoke(key(id), {id});
    }
  });
  const auto left = stored_keys();
  EXPECT_EQ(std::ssize(left), revoked_keys_max + 1);
  EXPECT_EQ(left.front(), "4 first, revoked");
  EXPECT_EQ(left.back(), "5000 first second");
}

TEST_P(GuildKeys, an_invitation_is_read_back_unchanged) {
  add(invitation(7));
  const auto found = seen([](Reader& records) { return records.invitation({7}, {2000}); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, KeyId{7});
  EXPECT_EQ(found->name, "Sgt. Reyes");
  EXPECT_EQ(found->scopes.str(), "read,medical");
  EXPECT_EQ(found->lifetime_ms, 7000);
  EXPECT_EQ(found->created.ms, 1000);
  EXPECT_EQ(found->ends.ms, 5000);
  EXPECT_EQ(found->made_by, KeyId{1});
  Invitation forever = invitation(8);
  forever.lifetime_ms.reset();
  add(forever);
  EXPECT_EQ(seen([](Reader& records) { return records.invitation({8}, {2000}); })->lifetime_ms,
            std::nullopt);
}

TEST_P(GuildKeys, an_invitation_is_seen_in_its_guild_until_it_ends) {
  add(invitation(7));
  EXPECT_THAT(invitation_ids(4999), ElementsAre(7));
  EXPECT_THAT(invitation_ids(5000), IsEmpty());
  EXPECT_TRUE(has_invitation(7, 4999));
  EXPECT_FALSE(has_invitation(7, 5000));
  EXPECT_FALSE(has_invitation(8));
  EXPECT_FALSE(has_invitation(other_guild_, 7));
  EXPECT_FALSE(has_invitation(guild("nowhere"), 7));
  EXPECT_FALSE(seen([](Reader& records) { return records.invitation({7}, {5000}); }));
  EXPECT_FALSE(seen(other_guild_, [](Reader& records) { return records.invitation({7}, {2000}); }));
  EXPECT_EQ(seen([](Reader& records) { return records.count_invitations(); }), 1);
}

TEST_P(GuildKeys, an_invitation_is_taken_once_in_its_guild_and_time) {
  add(invitation(7));
  change(other_guild_,
         [](Writer& records) { EXPECT_FALSE(records.take_invitation(secret(7), {2000})); });
  change([](Writer& records) {
    EXPECT_FALSE(records.take_invitation(secret(8), {2000}));
    EXPECT_FALSE(records.take_invitation(secret(7), {5000}));
    const auto taken = records.take_invitation(secret(7), {4999});
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->id, KeyId{7});
    EXPECT_FALSE(records.take_invitation(secret(7), {4999}));
  });
  EXPECT_FALSE(has_invitation(7));
}

TEST_P(GuildKeys, of_many_who_take_an_invitation_one_gets_it) {
  const auto other = open_store(place_->url(), StoreUse::tool);
  for (std::int64_t id = 1; id <= 10; ++id) {
    add(invitation(id));
    std::atomic<int> winners = 0;
    std::vector<std::future<void>> takers;
    for (int taker = 0; taker < 20; ++taker) {
      takers.push_back(submit(taker % 2 == 0 ? *store_ : *other, guild_, [&](Writer& records) {
        records.lock_guild();
        if (!records.has_guild() || !records.take_invitation(secret(id), {2000})) {
          return Outcome::roll_back;
        }
        records.insert(key(id), secret(id));
        add_event(records, event("key.created", id));
        ++winners;
        return Outcome::commit;
      }));
    }
    for (auto& taker : takers) taker.get();
    EXPECT_GE(winners, 1);  // a change may be run more than once
    EXPECT_EQ(std::ssize(ids()), id);
  }
}

TEST_P(GuildKeys, a_taken_invitation_comes_back_with_a_rollback) {
  add(invitation(7));
  write_and_wait(*store_, guild_, [](Writer& records) {
    records.lock_guild();
    EXPECT_TRUE(records.take_invitation(secret(7), {2000}));
    return Outcome::roll_back;
  });
  EXPECT_TRUE(has_invitation(7));
}

TEST_P(GuildKeys, an_erased_invitation_is_gone) {
  add(invitation(7));
  add(invitation(8));
  change([](Writer& records) { records.erase(*records.invitation({7}, {2000})); });
  EXPECT_THAT(invitation_ids(), ElementsAre(8));
}

TEST_P(GuildKeys, the_invitations_of_a_revoked_key_end) {
  add(key(1));
  add(key(2));
  add(invitation(7));
  Invitation of_another = invitation(8);
  of_another.made_by = {2};
  add(of_another);
  revoke(1);
  EXPECT_THAT(invitation_ids(), ElementsAre(8));
  store_->administer([](Accounts& accounts) { accounts.revoke_key({2}, {3000}); });
  EXPECT_THAT(invitation_ids(), IsEmpty());
}

TEST_P(GuildKeys, a_closed_guild_has_no_invitations) {
  add(invitation(7));
  store_->administer([&](Accounts& accounts) { accounts.close_guild(guild_); });
  EXPECT_FALSE(has_invitation(7));
}

TEST_P(GuildKeys, a_guild_that_is_being_copied_accepts_nobody) {
  add(invitation(7));
  static const sql::Query mark{"insert into setting (name, value) values ('copying first', 1)"};
  write([](Writer& records) { connection_of(records).run(mark).finish(); });
  EXPECT_FALSE(has_invitation(7));
  change([](Writer& records) { EXPECT_FALSE(records.take_invitation(secret(7), {2000})); });
}

TEST_P(GuildKeys, ended_invitations_are_deleted) {
  add(invitation(7, 3000));
  add(invitation(8, 3001));
  const auto has_ended = [&](std::int64_t now) {
    bool has_ended = false;
    store_->look_up([&](Accounts& accounts) { has_ended = accounts.has_ended_invitations({now}); });
    return has_ended;
  };
  EXPECT_FALSE(has_ended(2999));
  EXPECT_TRUE(has_ended(3000));
  store_->administer([](Accounts& accounts) { accounts.delete_some_ended_invitations({3000}); });
  EXPECT_FALSE(has_ended(3000));
  EXPECT_EQ(seen([](Reader& records) { return records.count_invitations(); }), 1);
  EXPECT_THAT(invitation_ids(), ElementsAre(8));
}

TEST_P(GuildKeys, a_deleted_guild_leaves_no_invitation) {
  add(invitation(7));
  store_->administer([&](Accounts& accounts) {
    accounts.delete_guild(guild_);
    accounts.create_guild({guild_, {3}});
  });
  EXPECT_EQ(seen([](Reader& records) { return records.count_invitations(); }), 0);
}

}  // namespace
}  // namespace blotter
