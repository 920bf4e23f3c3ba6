// Nothing of one guild can be seen or changed from another.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GuildIsolation : public StoreContract {
 protected:
  GuildIsolation() {
    write([&](Writer& records) {
      records.insert(john_);
      records.insert(car_);
      records.insert(gun_);
      Entry fine = entry(EntryKind::fine, "speeding");
      add_entry(records, john_, fine);
      add_event(records, event("civilian.created"));
    });
  }

  /// Everything that the first guild holds.
  std::vector<std::string> everything() {
    return seen([&](Reader& records) {
      std::vector<std::string> texts = drained(records.living());
      for (auto& each : drained(records.vehicles())) texts.push_back(std::move(each));
      for (auto& each : drained(records.firearms())) texts.push_back(std::move(each));
      for (auto& each : shown(entries_of(records, john_))) texts.push_back(std::move(each));
      for (auto& each : events(records)) texts.push_back(std::move(each));
      return texts;
    });
  }

  const Civilian john_ = civilian(1, "John Doe");
  const Vehicle car_ = vehicle(10, john_, "A");
  const Firearm gun_ = firearm(11, john_, "S");
};
BLOTTER_FOR_EVERY_STORE(GuildIsolation);

TEST_P(GuildIsolation, another_guild_can_read_nothing) {
  read(other_guild_, [&](Reader& records) {
    EXPECT_EQ(records.guild(), other_guild_);
    EXPECT_FALSE(records.civilian(john_.name));
    EXPECT_EQ(records.count_living(), 0);
    EXPECT_THAT(drained(records.living()), IsEmpty());
    EXPECT_FALSE(records.vehicle(car_.plate));
    EXPECT_FALSE(records.vehicle(car_.id));
    EXPECT_THAT(records.vehicles_of(john_), IsEmpty());
    EXPECT_EQ(records.count_vehicles(), 0);
    EXPECT_THAT(drained(records.vehicles()), IsEmpty());
    EXPECT_FALSE(records.firearm(gun_.serial_number));
    EXPECT_THAT(records.firearms_of(john_), IsEmpty());
    EXPECT_EQ(records.count_firearms(), 0);
    EXPECT_THAT(drained(records.firearms()), IsEmpty());
    EXPECT_EQ(count_entries(records), 0);
    EXPECT_THAT(entries_of(records, john_, {EntryKind::fine, EntryKind::fine}), IsEmpty());
    EXPECT_THAT(events(records), IsEmpty());
  });
}

TEST_P(GuildIsolation, another_guild_can_change_nothing) {
  const auto before = everything();
  Civilian changed = civilian(1, "Mallory");
  changed.deceased = true;
  Vehicle repainted = car_;
  repainted.color = ShortText::stored("Pink");
  Firearm stolen = gun_;
  stolen.stolen = true;
  write(other_guild_, [&](Writer& records) {
    EXPECT_FALSE(records.update(john_, changed));
    records.update(repainted);
    records.update(stolen);
    records.erase(car_);
    records.erase(gun_);
    records.erase(john_);
    add_event(records, event("x"));
  });
  EXPECT_EQ(everything(), before);
}

TEST_P(GuildIsolation, an_entry_or_belonging_needs_a_civilian_of_its_own_guild) {
  const auto before = everything();
  EXPECT_ANY_THROW(write(other_guild_, [&](Writer& records) {
    Entry fine = entry(EntryKind::fine, "x");
    add_entry(records, john_, fine);
  }));
  EXPECT_ANY_THROW(
      write(other_guild_, [&](Writer& records) { records.insert(vehicle(20, john_, "B")); }));
  EXPECT_ANY_THROW(
      write(other_guild_, [&](Writer& records) { records.insert(firearm(21, john_, "T")); }));
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(seen(other_guild_, [](Reader& records) { return records.count_vehicles(); }), 0);
}

TEST_P(GuildIsolation, two_guilds_may_have_the_same_ids_names_plates_and_serial_numbers) {
  const auto before = everything();
  Civilian twin = civilian(1, "john doe");
  twin.age = 99;
  write(other_guild_, [&](Writer& records) {
    EXPECT_TRUE(records.insert(twin));
    EXPECT_TRUE(records.insert(vehicle(10, twin, "a")));
    EXPECT_TRUE(records.insert(firearm(11, twin, "s")));
    Entry fine = entry(EntryKind::fine, "other");
    add_entry(records, twin, fine);
    EXPECT_EQ(fine.count, 1);
  });
  EXPECT_EQ(everything(), before);
  read(other_guild_, [&](Reader& records) {
    EXPECT_EQ(shown(records.civilian(john_.name)), shown(twin));
    EXPECT_EQ(shown(records.vehicle(car_.plate)), shown(vehicle(10, twin, "a")));
    EXPECT_EQ(entries_of(records, twin).size(), 1U);
  });
  write(other_guild_, [&](Writer& records) { records.erase(twin); });
  EXPECT_EQ(everything(), before);
}

TEST_P(GuildIsolation, deleting_a_guild_deletes_only_its_own_records) {
  const auto before = everything();
  write(other_guild_, [&](Writer& records) {
    records.insert(john_);
    records.insert(car_);
    records.insert(gun_);
    add_event(records, event("x"));
  });
  store_->administer([&](Accounts& accounts) { EXPECT_TRUE(accounts.delete_guild(other_guild_)); });
  EXPECT_EQ(everything(), before);
  // A new guild with the same id starts empty.
  store_->administer(
      [&](Accounts& accounts) { EXPECT_TRUE(accounts.create_guild({other_guild_, {3}})); });
  read(other_guild_, [&](Reader& records) {
    EXPECT_EQ(records.count_living(), 0);
    EXPECT_EQ(records.count_vehicles(), 0);
    EXPECT_EQ(records.count_firearms(), 0);
    EXPECT_THAT(events(records), IsEmpty());
  });
  write(other_guild_, [&](Writer& records) { add_event(records, event("y")); });
  EXPECT_THAT(seen(other_guild_, events), ElementsAre("1 y"));
}

TEST_P(GuildIsolation, deleting_a_guild_in_steps_deletes_only_its_own_records) {
  const auto before = everything();
  write(other_guild_, [&](Writer& records) {
    for (int i = 1; i <= 1200; ++i) {
      records.insert(civilian(i, "c" + std::to_string(i)));
      add_event(records, event("x"));
    }
    records.insert(vehicle(1, civilian(1, "c1"), "A"));
  });
  int steps = 0;
  bool is_left = true;
  while (is_left && steps < 100) {
    store_->administer(
        [&](Accounts& accounts) { is_left = accounts.delete_some_records(other_guild_); });
    ++steps;
  }
  EXPECT_GT(steps, 2);
  EXPECT_FALSE(is_left);
  read(other_guild_, [&](Reader& records) {
    EXPECT_FALSE(records.has_civilians());
    EXPECT_EQ(records.count_vehicles(), 0);
    EXPECT_THAT(events(records), IsEmpty());
  });
  store_->administer([&](Accounts& accounts) { EXPECT_TRUE(accounts.delete_guild(other_guild_)); });
  EXPECT_EQ(everything(), before);
}

TEST_P(GuildIsolation, nothing_can_be_written_to_a_missing_guild) {
  EXPECT_ANY_THROW(write(guild("nowhere"), [&](Writer& records) { records.insert(john_); }));
  write(guild("nowhere"), [&](Writer& records) {
    records.lock_guild();
    EXPECT_FALSE(records.has_guild());
  });
}

}  // namespace
}  // namespace blotter
