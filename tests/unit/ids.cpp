// Ids: made so that they grow with time, read so that nothing else passes for one.
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
// As every snowflake library computes it.
Timestamp discord_time(std::int64_t id) { return {(id >> 22) + 1'420'070'400'000}; }

TEST(Ids, ids_of_one_millisecond_grow) {
  IdSource source;
  SeededRandom random(1);
  std::int64_t last = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::int64_t id = source.next(noon, random);
    ASSERT_GT(id, last);
    last = id;
  }
}

TEST(Ids, a_bot_reads_the_time_of_creation_from_an_id) {
  SeededRandom random(2);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(discord_time(IdSource().next(noon, random)), noon);
  }
}

TEST(Ids, ids_of_a_later_millisecond_are_greater_whatever_was_drawn) {
  SeededRandom random(3);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t earlier = IdSource().next(noon, random);
    EXPECT_LT(earlier, IdSource().next({noon.ms + 1}, random));
  }
}

TEST(Ids, a_clock_that_steps_back_makes_no_smaller_id) {
  IdSource source;
  SeededRandom random(4);
  const std::int64_t before = source.next(noon, random);
  EXPECT_GT(source.next({noon.ms - 60'000}, random), before);
  EXPECT_GT(source.next({0}, random), before);
}

TEST(Ids, a_source_goes_on_behind_what_was_made_before) {
  IdSource source;
  SeededRandom random(5);
  const std::int64_t newest = IdSource().next({noon.ms + 3'600'000}, random);
  source.begin_behind(newest);
  EXPECT_GT(source.next(noon, random), newest);
  source.begin_behind(1);
  EXPECT_GT(source.next(noon, random), newest);
}

TEST(Ids, two_sources_hardly_ever_agree) {
  SystemRandom random;
  std::set<std::int64_t> ids;
  // One of 2^21 each: that two of twenty agree is one run in ten thousand, that four do is none.
  for (int i = 0; i < 20; ++i) ids.insert(IdSource().next(noon, random));
  EXPECT_GE(ids.size(), 19U);
}

TEST(Ids, threads_that_share_a_source_get_different_ids_that_grow_for_each) {
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

TEST(Ids, digits_are_read) {
  EXPECT_EQ(parse_id("0"), 0);
  EXPECT_EQ(parse_id("1305482769401118720"), 1305482769401118720);
  EXPECT_EQ(parse_id("9223372036854775807"), 9223372036854775807);
}

TEST(Ids, what_is_not_a_run_of_digits_is_no_id) {
  for (const char* text : {"", " ", "-1", "-0", "+1", " 1", "1 ", "1\n", "1.0", "1e3", "0x10",
                           "12a", "a12", "1,000", "١٢", "９"}) {
    EXPECT_EQ(parse_id(text), std::nullopt) << "'" << text << "'";
  }
}

TEST(Ids, what_does_not_fit_64_bits_is_no_id) {
  EXPECT_EQ(parse_id("9223372036854775808"), std::nullopt);
  EXPECT_EQ(parse_id("18446744073709551617"), std::nullopt);
  EXPECT_EQ(parse_id(std::string(200, '9')), std::nullopt);
}

TEST(Ids, ids_of_different_things_do_not_convert) {
  static_assert(!std::is_convertible_v<VehicleId, CivilianId>);
  static_assert(!std::is_convertible_v<VehicleId, FirearmId>);
  static_assert(!std::is_convertible_v<std::int64_t, CivilianId>);
  EXPECT_EQ(to_string(VehicleId{42}), "42");
}

}  // namespace
}  // namespace blotter
