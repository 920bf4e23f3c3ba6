// The guild in numbers: what there is, and what was done on which day.
#include <thread>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t day_ms = 86'400'000;

class Statistics : public StoreContract {
 protected:
  static Event on_day(std::string_view kind, std::int64_t day, std::int64_t ms = 0) {
    Event made = event(kind);
    made.at = {day * day_ms + ms};
    return made;
  }

  /// Activity as text: "20771 leo.cited 3", ordered by day and kind.
  std::vector<std::string> activity(const GuildId& guild, Day first = {0}, Day last = {30'000}) {
    auto texts = seen(guild, [&](Reader& records) {
      std::vector<std::string> texts;
      for (const Activity& each : records.activity(first, last)) {
        texts.push_back(fmt::format("{} {} {}", each.day.number, each.kind, each.amount));
      }
      return texts;
    });
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  std::string counts(const GuildId& guild) {
    return seen(guild, [](Reader& records) {
      const GuildCounts c = records.counts();
      return fmt::format("{} {} {} {} {} {} {} {} {}", c.civilians, c.deceased, c.bolos, c.vehicles,
                         c.stolen_vehicles, c.impounded_vehicles, c.firearms, c.stolen_firearms,
                         c.changes);
    });
  }
};
BLOTTER_FOR_EVERY_STORE(Statistics);

TEST_P(Statistics, an_empty_guild_has_no_records_and_no_activity) {
  EXPECT_EQ(counts(guild_), "0 0 0 0 0 0 0 0 0");
  EXPECT_THAT(activity(guild_), IsEmpty());
  EXPECT_EQ(counts(guild("nowhere")), "0 0 0 0 0 0 0 0 0");
}

TEST_P(Statistics, every_number_counts_its_own_records_in_its_guild) {
  // A different number of each.
  write([&](Writer& records) {
    for (int i = 1; i <= 10; ++i) {
      Civilian person = civilian(i, "c" + std::to_string(i));
      person.deceased = i > 6;  // 6 living, 4 deceased
      if (i <= 5 || i > 8) person.bolo = Bolo::active(Narrative::stored("wanted"));
      records.insert(person);
    }
    const Civilian owner = civilian(1, "c1");
    for (int i = 1; i <= 9; ++i) {
      Vehicle car = vehicle(100 + i, owner, "P" + std::to_string(i));
      car.stolen = i <= 3;
      if (i <= 2) car.impound = Impound::imposed(1);
      records.insert(car);
    }
    for (int i = 1; i <= 8; ++i) {
      Firearm gun = firearm(200 + i, owner, "S" + std::to_string(i));
      gun.stolen = i <= 1;
      records.insert(gun);
    }
    for (int i = 0; i < 7; ++i) add_event(records, event("x"));
  });
  write(other_guild_, [&](Writer& records) { records.insert(civilian(1, "c1")); });
  EXPECT_EQ(counts(guild_), "6 4 5 9 3 2 8 1 7");
  EXPECT_EQ(counts(other_guild_), "1 0 0 0 0 0 0 0 0");
}

TEST_P(Statistics, changes_are_counted_by_day_and_kind_and_guild) {
  const auto one = [&](const GuildId& guild, const Event& event) {
    write(guild, [&](Writer& records) { add_event(records, event); });
  };
  one(guild_, on_day("a", 20'000));
  one(guild_, on_day("a", 20'000, day_ms - 1));
  one(guild_, on_day("a", 20'001));
  one(guild_, on_day("b", 20'000));
  one(other_guild_, on_day("a", 20'000));
  EXPECT_THAT(activity(guild_), ElementsAre("20000 a 2", "20000 b 1", "20001 a 1"));
  EXPECT_THAT(activity(other_guild_), ElementsAre("20000 a 1"));
  EXPECT_THAT(activity(guild_, {20'001}, {20'001}), ElementsAre("20001 a 1"));
  EXPECT_THAT(activity(guild_, {19'000}, {19'999}), IsEmpty());
}

TEST_P(Statistics, several_events_of_one_change_are_all_counted) {
  write([&](Writer& records) {
    for (int i = 0; i < 3; ++i) add_event(records, on_day("a", 20'000));
    add_event(records, on_day("b", 20'001));
  });
  EXPECT_THAT(activity(guild_), ElementsAre("20000 a 3", "20001 b 1"));
}

TEST_P(Statistics, rolled_back_changes_are_not_counted) {
  write_and_wait(*store_, guild_, [&](Writer& records) {
    add_event(records, on_day("undone", 20'000));
    return Outcome::roll_back;
  });
  EXPECT_THROW(write([&](Writer& records) {
                 add_event(records, on_day("broken", 20'000));
                 throw std::runtime_error("broken");
               }),
               std::runtime_error);
  write([](Writer& records) { records.insert(civilian(1, "Without an event")); });
  EXPECT_THAT(activity(guild_), IsEmpty());
}

TEST_P(Statistics, concurrent_changes_are_counted_once_each) {
  constexpr int each = 40;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const GuildId& where = t % 2 == 0 ? guild_ : other_guild_;
      for (int i = 0; i < each; ++i) {
        write_and_wait(*store_, where, [&](Writer& records) {
          add_event(records, on_day(i % 2 == 0 ? "even" : "odd", 20'000));
          return i % 4 == 3 ? Outcome::roll_back : Outcome::commit;
        });
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const GuildId& guild : {guild_, other_guild_}) {
    EXPECT_THAT(activity(guild), ElementsAre("20000 even 40", "20000 odd 20"));
  }
}

TEST_P(Statistics, deleting_a_guild_deletes_its_activity) {
  write([&](Writer& records) { add_event(records, on_day("a", 20'000)); });
  store_->administer([&](Accounts& accounts) {
    while (accounts.delete_some_records(guild_)) {
    }
    EXPECT_TRUE(accounts.delete_guild(guild_));
    accounts.create_guild({guild_, {1}});
  });
  EXPECT_THAT(activity(guild_), IsEmpty());
}

}  // namespace
}  // namespace blotter
