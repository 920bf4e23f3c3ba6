// Leftovers of a deleted civilian: invisible, and removed in small steps.
#include "contract/store_contract.hpp"
#include "contract/transfer_contract.hpp"

namespace blotter {
namespace {

using namespace testing;

class Leftovers : public StoreContract {
 protected:
  static constexpr int entries = 250;

  void create_and_erase() {
    write([&](Writer& records) {
      ASSERT_TRUE(records.insert(john_));
      for (int i = 0; i < 30; ++i) {
        records.insert(vehicle(100 + i, john_, fmt::format("PLATE{}", i)));
        records.insert(firearm(200 + i, john_, fmt::format("SERIAL{}", i)));
      }
      Entry each = entry(EntryKind::citation, "speeding");
      for (each.count = 1; each.count <= entries; ++each.count) records.append(john_, each);
      add_event(records, event("civilian.created", 1));
    });
    write([&](Writer& records) {
      records.erase(john_);
      add_event(records, event("civilian.deleted", 1));
    });
  }

  std::int64_t grams() { return count("select count(*) from search_gram where guild_id = $1"); }
  std::int64_t vehicles() { return count("select count(*) from vehicle where guild_id = $1"); }
  std::int64_t count(const char* text) {
    const sql::OwnedQuery all(text);
    return seen([&](Reader& records) {
      auto rows = connection_of(records).run(all, records.guild().str());
      rows.next();
      return rows.integer(0);
    });
  }
  bool has_any() {
    bool has_any = false;
    store_->look_up([&](Accounts& accounts) { has_any = accounts.has_leftovers(); });
    return has_any;
  }

  const Civilian john_ = civilian(1, "John Doe");
};
BLOTTER_FOR_EVERY_STORE(Leftovers);

TEST_P(Leftovers, leftovers_are_invisible) {
  create_and_erase();
  ASSERT_TRUE(has_any());
  EXPECT_GT(grams(), 0);
  read([&](Reader& records) {
    EXPECT_EQ(records.count_vehicles(), 0);
    EXPECT_EQ(records.count_firearms(), 0);
    EXPECT_TRUE(records.search(SearchText::parse("plate1").value(), 10).empty());
    EXPECT_TRUE(records.search(SearchText::parse("serial").value(), 10).empty());
    EXPECT_TRUE(records.search(SearchText::parse("john").value(), 10).empty());
  });
  create(civilian(2, "John Doe"));
  write([&](Writer& records) {
    EXPECT_TRUE(records.insert(vehicle(300, civilian(2, "John Doe"), "PLATE1")));
    const auto end = records.last_entry(john_.name, EntryKind::citation);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->last_count, 0);
  });
}

TEST_P(Leftovers, leftovers_are_removed_in_steps_until_none_remain) {
  create_and_erase();
  int steps = 0;
  while (has_any()) {
    store_->administer([](Accounts& accounts) { accounts.remove_some_leftovers(); });
    ASSERT_LT(++steps, 100);
  }
  EXPECT_GE(steps, 4);
  EXPECT_EQ(grams(), 0);
  EXPECT_EQ(seen(count_entries), 0);
  EXPECT_EQ(vehicles(), 0);
}

TEST_P(Leftovers, a_new_vehicle_with_the_same_plate_keeps_its_grams) {
  create_and_erase();
  create(civilian(2, "Jane Roe"));
  write([&](Writer& records) {
    ASSERT_TRUE(records.insert(vehicle(300, civilian(2, "Jane Roe"), "PLATE1")));
  });
  remove_leftovers(*store_);
  EXPECT_EQ(seen([](Reader& records) {
              return records.search(SearchText::parse("late1").value(), 10).size();
            }),
            1U);
}

TEST_P(Leftovers, a_deleted_guild_has_no_leftovers) {
  create_and_erase();
  bool has_more = true;
  while (has_more) {
    store_->administer([&](Accounts& a) { has_more = a.delete_some_records(guild_); });
  }
  EXPECT_EQ(seen(count_entries), 0);
  EXPECT_EQ(vehicles(), 0);
  store_->administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  EXPECT_FALSE(has_any());
}

TEST_P(Leftovers, leftovers_are_not_copied) {
  create_and_erase();
  const auto target_place = GetParam().make();
  target_place->open({});
  Watcher watcher;
  transfer(place_->url(), target_place->url(), {}, watcher);
  const auto target = target_place->open({});
  std::int64_t copied = -1;
  bool has_any = true;
  look_up(*target, guild_, [&](Reader& records) { copied = count_entries(records); });
  target->look_up([&](Accounts& accounts) { has_any = accounts.has_leftovers(); });
  EXPECT_EQ(copied, 0);
  EXPECT_FALSE(has_any);
}

}  // namespace
}  // namespace blotter
