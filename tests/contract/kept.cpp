// Deleted records that are kept for some time: restored whole, or removed permanently.
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;

class Kept : public StoreContract {
 protected:
  static constexpr int belongings = 30;
  static constexpr int entries = 150;
  static constexpr Timestamp deleted{1000};

  Kept() {
    write([&](Writer& records) {
      ASSERT_TRUE(records.insert(john_));
      for (int i = 0; i < belongings; ++i) {
        records.insert(vehicle(100 + i, john_, fmt::format("PLATE{}", i)));
        records.insert(firearm(200 + i, john_, fmt::format("SERIAL{}", i)));
      }
      Entry each = entry(EntryKind::citation, "speeding");
      for (each.count = 1; each.count <= entries; ++each.count) records.append(john_, each);
    });
    write([&](Writer& records) { records.keep(john_, deleted); });
  }

  /// As an undo does it: a restoration that fails is rolled back.
  bool restore() {
    return changes([&](Writer& records) { return records.restore(john_.id); });
  }
  bool insert(const Vehicle& vehicle) {
    return changes([&](Writer& records) { return records.insert(vehicle); });
  }
  void remove_older_than(Timestamp time) {
    store_->administer([&](Accounts& accounts) {
      while (accounts.has_kept(time)) accounts.remove_some_kept(time);
    });
    remove_leftovers(*store_);
  }
  [[nodiscard]] std::int64_t stored_entries() const { return seen(count_entries); }
  [[nodiscard]] std::int64_t stored_belongings() const {
    static const sql::Query all{
        "select (select count(*) from vehicle where guild_id = $1) + "
        "(select count(*) from firearm where guild_id = $1)"};
    return seen([](Reader& records) {
      auto rows = connection_of(records).run(all, records.guild().str());
      rows.next();
      return rows.integer(0);
    });
  }
  [[nodiscard]] std::string owner_of(const std::string& plate) const {
    return seen([&](Reader& records) {
      const auto found = records.vehicle(Plate::stored(plate));
      return found ? found->owner.name.str() : "";
    });
  }
  void expect_whole() {
    read([&](Reader& records) {
      EXPECT_EQ(records.count_vehicles(), belongings);
      EXPECT_EQ(records.count_firearms(), belongings);
      EXPECT_EQ(entries_of(records, john_).size(), static_cast<std::size_t>(entries));
      for (const auto& [wanted, id] :
           {std::pair("late17", 117), std::pair("serial17", 217), std::pair("john do", 1)}) {
        const auto found = records.search(SearchText::parse(wanted).value(), 10);
        ASSERT_FALSE(found.empty()) << wanted;
        EXPECT_EQ(found.front().id, id);
      }
    });
  }

 private:
  bool changes(const std::function<bool(Writer&)>& change) {
    bool is_changed = false;
    write_and_wait(*store_, guild_, [&](Writer& records) {
      is_changed = change(records);
      return is_changed ? Outcome::commit : Outcome::roll_back;
    });
    return is_changed;
  }

 protected:
  const Civilian john_ = civilian(1, "John Doe");
};
BLOTTER_FOR_EVERY_STORE(Kept);

TEST_P(Kept, what_is_kept_is_in_no_read) {
  read([&](Reader& records) {
    EXPECT_FALSE(records.civilian(john_.name));
    EXPECT_EQ(records.count_vehicles(), 0);
    EXPECT_EQ(records.count_firearms(), 0);
    EXPECT_FALSE(records.vehicle(Plate::stored("PLATE17")));
    EXPECT_FALSE(records.vehicle(VehicleId{117}));
    EXPECT_FALSE(records.firearm(FirearmId{217}));
    EXPECT_TRUE(entries_of(records, john_).empty());
    EXPECT_TRUE(records.search(SearchText::parse("late17").value(), 10).empty());
  });
}

TEST_P(Kept, nothing_of_a_deleted_civilian_is_due) {
  ASSERT_TRUE(restore());
  write([&](Writer& records) {
    Vehicle impounded = vehicle(100, john_, "PLATE0");
    impounded.impound = Impound::imposed(5, {{0}, Timestamp{1}});
    records.update(impounded);
    records.keep(john_, deleted);
    records.set_next_end();
  });
  bool is_due = true;
  store_->administer(
      [&](Accounts& accounts) { is_due = !accounts.guilds_due({deleted}, 1).empty(); });
  EXPECT_FALSE(is_due);
}

TEST_P(Kept, plates_are_free_at_once_and_taken_ones_prevent_that_the_civilian_comes_back) {
  const Civilian jane = civilian(2, "Jane Roe");
  create(jane);
  ASSERT_TRUE(insert(vehicle(300, jane, "PLATE17")));
  EXPECT_EQ(owner_of("PLATE17"), "Jane Roe");
  EXPECT_FALSE(restore());
  EXPECT_EQ(owner_of("PLATE16"), "");
  write([&](Writer& records) { records.erase(vehicle(300, jane, "PLATE17")); });
  EXPECT_TRUE(restore());
  EXPECT_EQ(owner_of("PLATE17"), "John Doe");
  expect_whole();
}

TEST_P(Kept, of_two_deleted_owners_of_a_plate_either_can_come_back) {
  const Civilian jane = civilian(2, "Jane Roe");
  create(jane);
  ASSERT_TRUE(insert(vehicle(300, jane, "PLATE17")));
  write([&](Writer& records) { records.keep(jane, deleted); });
  EXPECT_TRUE(restore());
  EXPECT_EQ(owner_of("PLATE17"), "John Doe");
  expect_whole();
  write([&](Writer& records) { records.keep(john_, deleted); });
  write([&](Writer& records) { EXPECT_TRUE(records.restore(jane.id)); });
  EXPECT_EQ(owner_of("PLATE17"), "Jane Roe");
  EXPECT_FALSE(restore());
}

TEST_P(Kept, a_deleted_vehicle_comes_back_although_a_deleted_civilian_had_its_plate) {
  const Civilian jane = civilian(2, "Jane Roe");
  create(jane);
  const Vehicle car = vehicle(300, jane, "PLATE17");
  ASSERT_TRUE(insert(car));
  write([&](Writer& records) { records.keep(car, deleted); });
  EXPECT_TRUE(restore());
  write([&](Writer& records) { EXPECT_FALSE(records.restore(car.id)); });
  write([&](Writer& records) { records.keep(john_, deleted); });
  write([&](Writer& records) { EXPECT_TRUE(records.restore(car.id)); });
  EXPECT_EQ(owner_of("PLATE17"), "Jane Roe");
}

TEST_P(Kept, a_civilian_comes_back_whole_before_and_after_its_leftovers_are_removed) {
  EXPECT_TRUE(restore());
  remove_leftovers(*store_);
  expect_whole();
  write([&](Writer& records) { records.keep(john_, deleted); });
  remove_leftovers(*store_);
  EXPECT_TRUE(restore());
  remove_leftovers(*store_);
  expect_whole();
}

TEST_P(Kept, serial_numbers_are_free_too) {
  const Civilian jane = civilian(2, "Jane Roe");
  create(jane);
  const Firearm gun = firearm(300, jane, "SERIAL17");
  write([&](Writer& records) { EXPECT_TRUE(records.insert(gun)); });
  EXPECT_FALSE(restore());
  write([&](Writer& records) { records.erase(gun); });
  EXPECT_TRUE(restore());
  expect_whole();
}

TEST_P(Kept, all_plates_can_be_taken_and_given_back) {
  const Civilian jane = civilian(2, "Jane Roe");
  create(jane);
  write([&](Writer& records) {
    for (int i = 0; i < belongings; ++i) {
      ASSERT_TRUE(records.insert(vehicle(300 + i, jane, fmt::format("PLATE{}", i))));
    }
    records.keep(jane, deleted);
  });
  EXPECT_TRUE(restore());
  expect_whole();
  remove_older_than({deleted.ms + 1});
  EXPECT_EQ(stored_belongings(), 2 * belongings);
  expect_whole();
}

TEST_P(Kept, hidden_records_do_not_displace_others_in_a_search) {
  // More than the candidates of a search.
  constexpr int many = 300;
  const Civilian jane = civilian(2, "Jane Roe");
  const Civilian jack = civilian(3, "Jack Poe");
  create(jane);
  create(jack);
  write([&](Writer& records) {
    ASSERT_TRUE(records.insert(vehicle(300, jane, "XABC1")));
    ASSERT_TRUE(records.insert(vehicle(301, jane, "ZABC2")));
    for (int i = 0; i < many; ++i) {
      records.insert(vehicle(1000 + i, jack, fmt::format("YABC{}", i)));
    }
    records.keep(jack, deleted);
  });
  read([&](Reader& records) {
    for (const char* wanted : {"abc", "ab", "zabc2", "xabcd1"}) {
      const auto found = records.search(SearchText::parse(wanted).value(), 10);
      EXPECT_FALSE(found.empty()) << wanted;
      for (const SearchResult& each : found) EXPECT_EQ(each.civilian, jane.id) << wanted;
    }
  });
}

TEST_P(Kept, only_what_was_deleted_before_that_time_is_removed_permanently) {
  remove_older_than(deleted);
  EXPECT_EQ(stored_entries(), entries);
  EXPECT_EQ(stored_belongings(), 2 * belongings);
  remove_older_than({deleted.ms + 1});
  EXPECT_EQ(stored_entries(), 0);
  EXPECT_EQ(stored_belongings(), 0);
  EXPECT_FALSE(restore());
  EXPECT_EQ(seen([&](Reader& records) { return records.civilian(john_.name).has_value(); }), false);
}

TEST_P(Kept, a_civilian_who_is_restored_while_the_old_are_removed_keeps_its_entries) {
  std::thread removal;
  write([&](Writer& records) {
    ASSERT_TRUE(records.kept_since(john_.id));
    if (!removal.joinable()) {
      removal = std::thread([&] {
        store_->administer(
            [&](Accounts& accounts) { accounts.remove_some_kept({deleted.ms + 1}); });
      });
      // Long enough for the removal to come as far as it can.
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    ASSERT_TRUE(records.restore(john_.id));
  });
  removal.join();
  remove_leftovers(*store_);
  expect_whole();
}

}  // namespace
}  // namespace blotter
