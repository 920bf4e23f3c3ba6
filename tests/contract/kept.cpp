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

  bool restore() {
    bool is_restored = false;
    write([&](Writer& records) { is_restored = records.restore(john_.id); });
    return is_restored;
  }
  void remove_older_than(Timestamp time) {
    store_->administer([&](Accounts& accounts) {
      while (accounts.has_kept(time)) accounts.remove_some_kept(time);
    });
    remove_leftovers(*store_);
  }
  [[nodiscard]] std::int64_t stored_entries() const { return seen(count_entries); }
  void expect_whole() {
    read([&](Reader& records) {
      EXPECT_EQ(records.count_vehicles(), belongings);
      EXPECT_EQ(records.count_firearms(), belongings);
      EXPECT_EQ(entries_of(records, john_).size(), static_cast<std::size_t>(entries));
      EXPECT_FALSE(records.search(SearchText::parse("late17").value(), 10).empty());
      EXPECT_FALSE(records.search(SearchText::parse("john do").value(), 10).empty());
    });
  }

  const Civilian john_ = civilian(1, "John Doe");
};
BLOTTER_FOR_EVERY_STORE(Kept);

TEST_P(Kept, what_is_kept_is_in_no_read) {
  read([&](Reader& records) {
    EXPECT_FALSE(records.civilian(john_.name));
    EXPECT_EQ(records.count_vehicles(), 0);
    EXPECT_EQ(records.count_firearms(), 0);
    EXPECT_TRUE(entries_of(records, john_).empty());
    EXPECT_TRUE(records.search(SearchText::parse("late17").value(), 10).empty());
  });
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

TEST_P(Kept, only_what_was_deleted_before_that_time_is_removed_permanently) {
  remove_older_than(deleted);
  EXPECT_EQ(stored_entries(), entries);
  remove_older_than({deleted.ms + 1});
  EXPECT_EQ(stored_entries(), 0);
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
