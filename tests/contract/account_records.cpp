// Guilds and API keys.
#include <atomic>
#include <thread>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string shown(const ApiKey& key) {
  const auto time = [](const std::optional<Timestamp>& at) {
    return at ? std::to_string(at->ms) : "-";
  };
  std::string guilds;
  for (const GuildId& guild : key.guilds) guilds += guild.str() + " ";
  return fmt::format("{} '{}' {} for {}created {} expires {} revoked {} used {}", key.id.value,
                     key.name, key.scopes.str(), guilds, key.created.ms, time(key.expires),
                     time(key.revoked), time(key.last_used));
}

class AccountRecords : public StoreContract {
 protected:
  ApiKey key(std::int64_t id) const {
    return {.id = {id}, .name = "bot", .guilds = {guild_}, .created = {1000}};
  }
  void create(const ApiKey& key) {
    store_->administer(
        [&](Accounts& accounts) { accounts.create_key(key, sha256(to_string(key.id))); });
  }
  std::vector<std::string> keys() {
    std::vector<std::string> texts;
    store_->look_up([&](Accounts& accounts) {
      for (const StoredKey& stored : accounts.keys()) texts.push_back(shown(stored.key));
    });
    return texts;
  }
  std::vector<std::string> guilds() {
    std::vector<std::string> texts;
    store_->look_up([&](Accounts& accounts) {
      for (const Guild& each : accounts.guilds()) {
        texts.push_back(fmt::format("{} {}", each.id.str(), each.created.ms));
      }
    });
    return texts;
  }
  std::int64_t generation() {
    std::int64_t number = 0;
    store_->look_up([&](Accounts& accounts) { number = accounts.generation(); });
    return number;
  }
  /// Whether the task makes a running server reload the keys.
  bool changes_generation(const Store::AccountsTask& task) {
    const std::int64_t before = generation();
    store_->administer(task);
    return generation() > before;
  }
};
BLOTTER_FOR_EVERY_STORE(AccountRecords);

TEST_P(AccountRecords, guilds_are_listed_by_id) {
  EXPECT_THAT(guilds(), ElementsAre("first 1", "second 2"));
}

TEST_P(AccountRecords, a_guild_is_created_once_and_its_id_is_case_sensitive) {
  store_->administer([&](Accounts& accounts) {
    EXPECT_FALSE(accounts.create_guild({guild_, {99}}));
    EXPECT_TRUE(accounts.create_guild({guild("FIRST"), {3}}));
  });
  EXPECT_THAT(guilds(), ::testing::UnorderedElementsAre("FIRST 3", "first 1", "second 2"));
}

TEST_P(AccountRecords, only_an_existing_guild_can_be_deleted) {
  store_->administer([&](Accounts& accounts) {
    EXPECT_TRUE(accounts.delete_guild(other_guild_));
    EXPECT_FALSE(accounts.delete_guild(other_guild_));
    EXPECT_FALSE(accounts.delete_guild(guild("nowhere")));
  });
  EXPECT_THAT(guilds(), ElementsAre("first 1"));
}

TEST_P(AccountRecords, a_key_is_read_back_unchanged) {
  EXPECT_THAT(keys(), IsEmpty());
  ApiKey full = key(7);
  full.name = "Zoë's bot";
  full.scopes = Scopes::parse("read,admin").value();
  full.guilds = {guild_, other_guild_};
  full.expires = Timestamp{9000};
  create(full);
  EXPECT_THAT(keys(),
              ElementsAre("7 'Zoë's bot' read,admin for first second created 1000 expires 9000 "
                          "revoked - used -"));
}

TEST_P(AccountRecords, only_the_digest_of_a_secret_is_stored) {
  create(key(7));
  store_->look_up([&](Accounts& accounts) {
    ASSERT_EQ(accounts.keys().size(), 1U);
    EXPECT_EQ(accounts.keys().front().digest_hex, to_hex(sha256("7")));
  });
}

TEST_P(AccountRecords, keys_are_listed_in_order_of_creation) {
  create(key(9));
  create(key(8));
  store_->look_up([&](Accounts& accounts) {
    const auto stored = accounts.keys();
    ASSERT_EQ(stored.size(), 2U);
    EXPECT_EQ(stored[0].key.id, KeyId{8});
    EXPECT_EQ(stored[1].key.id, KeyId{9});
  });
}

TEST_P(AccountRecords, two_keys_cannot_share_an_id_or_a_secret) {
  create(key(7));
  EXPECT_ANY_THROW(create(key(7)));
  EXPECT_ANY_THROW(
      store_->administer([&](Accounts& accounts) { accounts.create_key(key(8), sha256("7")); }));
  EXPECT_EQ(keys().size(), 1U);
}

TEST_P(AccountRecords, a_key_for_a_missing_guild_is_not_created) {
  ApiKey lost = key(7);
  lost.guilds.push_back(guild("nowhere"));
  EXPECT_ANY_THROW(create(lost));
  EXPECT_THAT(keys(), IsEmpty());
}

TEST_P(AccountRecords, a_key_can_be_revoked_once) {
  create(key(7));
  create(key(8));
  store_->administer([&](Accounts& accounts) {
    EXPECT_TRUE(accounts.revoke_key({7}, {5000}));
    EXPECT_FALSE(accounts.revoke_key({7}, {6000}));
    EXPECT_FALSE(accounts.revoke_key({99}, {5000}));
  });
  store_->look_up([&](Accounts& accounts) {
    EXPECT_EQ(accounts.keys()[0].key.revoked, Timestamp{5000});
    EXPECT_EQ(accounts.keys()[1].key.revoked, std::nullopt);
  });
}

TEST_P(AccountRecords, the_last_use_of_a_key_is_stored) {
  create(key(7));
  create(key(8));
  store_->administer([&](Accounts& accounts) {
    accounts.set_last_used({7}, {5000});
    accounts.set_last_used({7}, {6000});
    accounts.set_last_used({99}, {5000});
  });
  store_->look_up([&](Accounts& accounts) {
    EXPECT_EQ(accounts.keys()[0].key.last_used, Timestamp{6000});
    EXPECT_EQ(accounts.keys()[1].key.last_used, std::nullopt);
  });
}

TEST_P(AccountRecords, a_key_of_another_process_is_never_seen_without_its_guild) {
  std::atomic<bool> is_over = false;
  std::thread other_process([&] {
    const auto tool = open_store(place_->url(), StoreUse::existing);
    for (std::int64_t id = 100; id < 300; ++id) {
      tool->administer(
          [&](Accounts& accounts) { accounts.create_key(key(id), sha256(to_string(KeyId{id}))); });
    }
    is_over = true;
  });
  std::size_t without = 0;
  while (!is_over) {
    store_->look_up([&](Accounts& accounts) {
      for (const StoredKey& stored : accounts.keys()) without += stored.key.guilds.empty() ? 1 : 0;
    });
  }
  other_process.join();
  EXPECT_EQ(without, 0U);
}

TEST_P(AccountRecords, deleting_a_guild_removes_it_from_its_keys) {
  ApiKey both = key(7);
  both.guilds = {guild_, other_guild_};
  create(both);
  store_->administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  store_->look_up([&](Accounts& accounts) {
    ASSERT_EQ(accounts.keys().size(), 1U);
    EXPECT_THAT(accounts.keys()[0].key.guilds, ElementsAre(other_guild_));
  });
}

TEST_P(AccountRecords, a_closed_guild_is_removed_from_all_keys_and_keeps_its_records) {
  ApiKey both = key(7);
  both.guilds = {guild_, other_guild_};
  create(both);
  create(key(8));
  StoreContract::create(civilian(1, "John"));
  EXPECT_TRUE(changes_generation([&](Accounts& accounts) { accounts.close_guild(guild_); }));
  store_->look_up([&](Accounts& accounts) {
    EXPECT_THAT(accounts.keys()[0].key.guilds, ElementsAre(other_guild_));
    EXPECT_THAT(accounts.keys()[1].key.guilds, IsEmpty());
  });
  EXPECT_THAT(guilds(), ElementsAre("first 1", "second 2"));
  EXPECT_EQ(seen([](Reader& records) { return records.count_living(); }), 1);
}

TEST_P(AccountRecords, every_change_of_a_guild_or_key_changes_the_generation) {
  EXPECT_TRUE(
      changes_generation([](Accounts& accounts) { accounts.create_guild({guild("new"), {1}}); }));
  EXPECT_TRUE(changes_generation([](Accounts& accounts) { accounts.delete_guild(guild("new")); }));
  EXPECT_TRUE(
      changes_generation([&](Accounts& accounts) { accounts.create_key(key(7), sha256("7")); }));
  EXPECT_TRUE(changes_generation([](Accounts& accounts) { accounts.revoke_key({7}, {1}); }));
}

TEST_P(AccountRecords, other_changes_keep_the_generation) {
  create(key(7));
  const std::int64_t before = generation();
  StoreContract::create(civilian(1, "John"));
  EXPECT_EQ(generation(), before);
  EXPECT_FALSE(changes_generation([](Accounts& accounts) { accounts.set_last_used({7}, {1}); }));
  EXPECT_FALSE(
      changes_generation([&](Accounts& accounts) { accounts.create_guild({guild_, {1}}); }));
  EXPECT_FALSE(
      changes_generation([](Accounts& accounts) { accounts.delete_guild(guild("nowhere")); }));
  EXPECT_FALSE(changes_generation([](Accounts& accounts) { accounts.revoke_key({99}, {1}); }));
}

TEST_P(AccountRecords, a_task_that_throws_changes_nothing) {
  const std::int64_t before = generation();
  EXPECT_THROW(store_->administer([&](Accounts& accounts) {
    accounts.create_guild({guild("new"), {1}});
    accounts.create_key(key(7), sha256("7"));
    throw std::runtime_error("changed my mind");
  }),
               std::runtime_error);
  EXPECT_EQ(generation(), before);
  EXPECT_THAT(guilds(), ElementsAre("first 1", "second 2"));
  EXPECT_THAT(keys(), IsEmpty());
  create(key(7));  // the store still works
}

TEST_P(AccountRecords, accounts_persist_after_reopening) {
  create(key(7));
  const auto before = keys();
  const std::int64_t number = generation();
  open();
  EXPECT_EQ(keys(), before);
  EXPECT_EQ(generation(), number);
}

}  // namespace
}  // namespace blotter
