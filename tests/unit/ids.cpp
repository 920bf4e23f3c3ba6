// Ids: they increase with time, and only valid texts are parsed.
#include "base/ids.hpp"

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "domain/firearm.hpp"
#include "domain/vehicle.hpp"

namespace blotter {
namespace {

constexpr Timestamp noon{1'800'000'000'000};
// The computation of every snowflake library.
Timestamp discord_time(std::int64_t id) { return {(id >> 22) + 1'420'070'400'000}; }

TEST(Ids, ids_of_one_millisecond_increase) {
  IdSource source;
  SeededRandom random(1);
  std::int64_t last = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::int64_t id = source.next(noon, random);
    ASSERT_GT(id, last);
    last = id;
  }
}

TEST(Ids, an_id_contains_its_creation_time) {
  SeededRandom random(2);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(discord_time(IdSource().next(noon, random)), noon);
  }
}

TEST(Ids, ids_of_a_later_millisecond_are_always_greater) {
  SeededRandom random(3);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t earlier = IdSource().next(noon, random);
    EXPECT_LT(earlier, IdSource().next({noon.ms + 1}, random));
  }
}

TEST(Ids, ids_do_not_decrease_when_the_clock_steps_back) {
  IdSource source;
  SeededRandom random(4);
  const std::int64_t before = source.next(noon, random);
  EXPECT_GT(source.next({noon.ms - 60'000}, random), before);
  EXPECT_GT(source.next({0}, random), before);
}

TEST(Ids, a_source_continues_after_existing_ids) {
  IdSource source;
  SeededRandom random(5);
  const std::int64_t newest = IdSource().next({noon.ms + 3'600'000}, random);
  source.start_after(newest);
  EXPECT_GT(source.next(noon, random), newest);
  source.start_after(1);
  EXPECT_GT(source.next(noon, random), newest);
}

TEST(Ids, two_sources_give_different_ids) {
  SystemRandom random;
  std::set<std::int64_t> ids;
  // 21 random bits each: two of twenty are equal in one of ten thousand runs, four are never.
  for (int i = 0; i < 20; ++i) ids.insert(IdSource().next(noon, random));
  EXPECT_GE(ids.size(), 19U);
}

TEST(Ids, threads_that_share_a_source_get_unique_increasing_ids) {
  constexpr int threads_count = 4;
  constexpr int ids_each = 20'000;
  IdSource source;
  std::vector<std::vector<std::int64_t>> made(threads_count);
  std::vector<std::thread> threads;
  for (auto& mine : made) {
    threads.emplace_back([&source, &mine] {
      SystemRandom random;
      for (int i = 0; i < ids_each; ++i) mine.push_back(source.next(noon, random));
    });
  }
  for (auto& thread : threads) thread.join();
  std::set<std::int64_t> all;
  for (const auto& mine : made) {
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    all.insert(mine.begin(), mine.end());
  }
  EXPECT_EQ(all.size(), static_cast<std::size_t>(threads_count * ids_each));
}

TEST(Ids, digits_are_parsed) {
  EXPECT_EQ(parse_id("0"), 0);
  EXPECT_EQ(parse_id("1305482769401118720"), 1305482769401118720);
  EXPECT_EQ(parse_id("9223372036854775807"), 9223372036854775807);
}

TEST(Ids, text_other_than_digits_is_refused) {
  for (const char* text : {"", " ", "-1", "-0", "+1", " 1", "1 ", "1\n", "1.0", "1e3", "0x10",
                           "12a", "a12", "1,000", "١٢", "９"}) {
    EXPECT_EQ(parse_id(text), std::nullopt) << "'" << text << "'";
  }
}

TEST(Ids, numbers_beyond_64_bits_are_refused) {
  EXPECT_EQ(parse_id("9223372036854775808"), std::nullopt);
  EXPECT_EQ(parse_id("18446744073709551617"), std::nullopt);
  EXPECT_EQ(parse_id(std::string(200, '9')), std::nullopt);
}

TEST(Ids, ids_of_different_types_do_not_convert) {
  static_assert(!std::is_convertible_v<VehicleId, CivilianId>);
  static_assert(!std::is_convertible_v<VehicleId, FirearmId>);
  static_assert(!std::is_convertible_v<std::int64_t, CivilianId>);
  EXPECT_EQ(to_string(VehicleId{42}), "42");
}

}  // namespace
}  // namespace blotter
