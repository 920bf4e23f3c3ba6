// BOLOs, impounds and custody: when they began, when they end, and what is due.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Timestamp now{1'800'000'000'000};
constexpr TermPosition newest{{std::numeric_limits<std::int64_t>::max()},
                              std::numeric_limits<std::int64_t>::max()};
constexpr TermPosition soonest{{0}, 0};

Timestamp in(std::int64_t seconds) { return {now.ms + seconds * 1000}; }

class Terms : public StoreContract {
 protected:
  Terms() {
    create(john_);
    create(jane_);
  }
  void raise_bolo(const Civilian& civilian, Timestamp since, std::optional<Timestamp> until) {
    Civilian wanted = civilian;
    wanted.bolo = Bolo::active(Narrative::stored("Robbery"), {since, until});
    write([&](Writer& records) { ASSERT_TRUE(records.update(civilian, wanted)); });
  }
  void arrest(const Civilian& civilian, Timestamp ends) {
    Entry made = entry(EntryKind::arrest, "Theft");
    made.made = now;
    made.ends = ends;
    write([&](Writer& records) {
      add_entry(records, civilian, made);
      records.raise_custody(civilian.id, ends);
    });
  }
  [[nodiscard]] std::vector<std::string> bolos(TermPosition before = newest) const {
    return seen([&](Reader& records) {
      std::vector<std::string> names;
      for (const Civilian& each : records.bolos(before, 10)) names.push_back(each.name.str());
      return names;
    });
  }
  [[nodiscard]] std::vector<std::string> custody() const {
    return seen([&](Reader& records) {
      std::vector<std::string> names;
      for (const InCustody& each : records.in_custody(soonest, 10)) {
        names.push_back(each.civilian.name.str());
      }
      return names;
    });
  }
  [[nodiscard]] std::vector<std::int64_t> running(const Civilian& civilian) const {
    return seen([&](Reader& records) {
      std::vector<std::int64_t> counts;
      for (const Entry& each : records.running_arrests(civilian.id, now, 10)) {
        counts.push_back(each.count);
      }
      return counts;
    });
  }
  [[nodiscard]] std::optional<Timestamp> custody_until(const Civilian& civilian) const {
    return seen([&](Reader& records) { return records.custody_until(civilian.id); });
  }
  [[nodiscard]] std::vector<GuildId> due(Timestamp at) const {
    std::vector<GuildId> guilds;
    store_->look_up([&](Accounts& accounts) { guilds = accounts.guilds_due(at, 10); });
    return guilds;
  }

  const Civilian john_ = civilian(1, "John Doe");
  const Civilian jane_ = civilian(2, "Jane Roe");
};
BLOTTER_FOR_EVERY_STORE(Terms);

TEST_P(Terms, a_bolo_keeps_its_beginning_and_its_end) {
  raise_bolo(john_, in(-5), in(60));
  const auto stored = seen([&](Reader& records) { return records.civilian(john_.name); });
  ASSERT_TRUE(stored && stored->bolo.is_active());
  EXPECT_EQ(stored->bolo.term().since, in(-5));
  EXPECT_EQ(stored->bolo.term().until, in(60));
}

TEST_P(Terms, active_bolos_of_the_living_are_listed_newest_first) {
  raise_bolo(john_, in(1), std::nullopt);
  raise_bolo(jane_, in(2), in(60));
  Civilian dead = civilian(3, "Late Person");
  create(dead);
  dead.deceased = true;
  dead.bolo = Bolo::active(Narrative::stored("Robbery"), {in(3)});
  write([&](Writer& records) { ASSERT_TRUE(records.update(civilian(3, "Late Person"), dead)); });
  EXPECT_THAT(bolos(), ElementsAre("Jane Roe", "John Doe"));
  EXPECT_THAT(bolos({in(2), 2}), ElementsAre("John Doe"));
  EXPECT_THAT(bolos({in(1), 1}), IsEmpty());
  EXPECT_EQ(seen([](Reader& records) { return records.count_bolos(); }), 2);
}

TEST_P(Terms, bolos_of_the_same_millisecond_are_listed_once_each) {
  raise_bolo(john_, in(1), std::nullopt);
  raise_bolo(jane_, in(1), std::nullopt);
  EXPECT_THAT(bolos(), ElementsAre("Jane Roe", "John Doe"));
  EXPECT_THAT(bolos({in(1), 2}), ElementsAre("John Doe"));
}

TEST_P(Terms, impounds_are_listed_newest_first_with_their_end) {
  for (const auto& [id, plate, since] :
       {std::tuple{10, "A", in(1)}, std::tuple{11, "B", in(3)}, std::tuple{12, "C", in(2)}}) {
    Vehicle car = vehicle(id, john_, plate);
    car.impound = Impound::imposed(5, {since, in(60)});
    write([&](Writer& records) { ASSERT_TRUE(records.insert(car)); });
  }
  write([&](Writer& records) { ASSERT_TRUE(records.insert(vehicle(13, john_, "D"))); });
  const auto listed = seen([](Reader& records) { return records.impounds(newest, 10); });
  std::vector<std::string> plates;
  for (const Vehicle& each : listed) plates.push_back(each.plate.str());
  EXPECT_THAT(plates, ElementsAre("B", "C", "A"));
  EXPECT_EQ(listed.front().impound.term().until, in(60));
  EXPECT_EQ(seen([](Reader& records) { return records.count_impounds(); }), 3);
}

TEST_P(Terms, custody_lasts_until_the_last_arrest_ends) {
  arrest(john_, in(60));
  arrest(john_, in(90));
  arrest(john_, in(30));
  EXPECT_EQ(custody_until(john_), in(90));
  EXPECT_THAT(running(john_), ElementsAre(2, 1, 3));
  EXPECT_EQ(custody_until(jane_), std::nullopt);
}

TEST_P(Terms, the_next_to_be_released_comes_first) {
  arrest(john_, in(90));
  arrest(jane_, in(60));
  EXPECT_THAT(custody(), ElementsAre("Jane Roe", "John Doe"));
  EXPECT_EQ(seen([](Reader& records) { return records.count_in_custody(); }), 2);
}

TEST_P(Terms, ended_arrests_do_not_run_and_stay_on_file) {
  arrest(john_, in(60));
  arrest(john_, in(90));
  write([&](Writer& records) { records.end_arrests(john_.id, in(60)); });
  EXPECT_THAT(running(john_), ElementsAre(2));
  write([&](Writer& records) {
    records.end_arrests(john_.id);
    records.set_custody(john_.id, std::nullopt);
  });
  EXPECT_THAT(running(john_), IsEmpty());
  EXPECT_THAT(custody(), IsEmpty());
  EXPECT_EQ(seen([&](Reader& records) { return entries_of(records, john_).size(); }), 2U);
}

TEST_P(Terms, the_number_of_running_arrests_is_known) {
  arrest(john_, in(60));
  arrest(john_, in(90));
  EXPECT_TRUE(seen([&](Reader& records) { return records.has_running_arrests(john_.id, 2); }));
  EXPECT_FALSE(seen([&](Reader& records) { return records.has_running_arrests(john_.id, 3); }));
}

TEST_P(Terms, a_sentence_changes_its_arrest_only) {
  arrest(john_, in(60));
  arrest(john_, in(90));
  write([&](Writer& records) { records.set_sentence(john_.id, 1, 777, in(777)); });
  const auto changed =
      seen([&](Reader& records) { return records.entry(john_.id, EntryKind::arrest, 1); });
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->entry.amount, 777);
  EXPECT_EQ(changed->entry.ends, in(777));
  EXPECT_EQ(seen([&](Reader& records) {
              return records.entry(john_.id, EntryKind::arrest, 2)->entry.ends;
            }),
            in(90));
  EXPECT_FALSE(seen([&](Reader& records) {
    return records.entry(john_.id, EntryKind::citation, 1).has_value();
  }));
}

TEST_P(Terms, a_guild_is_due_when_its_first_thing_ends) {
  EXPECT_THAT(due(in(1000)), IsEmpty());
  raise_bolo(john_, now, in(60));
  arrest(jane_, in(30));
  EXPECT_THAT(due(in(29)), IsEmpty());
  EXPECT_THAT(due(in(30)), ElementsAre(guild_));
}

TEST_P(Terms, only_what_has_ended_is_due) {
  raise_bolo(john_, now, in(60));
  raise_bolo(jane_, now, in(61));
  arrest(jane_, in(60));
  const auto count = [&](Timestamp at) {
    return seen([&](Reader& records) {
      std::size_t due = records.bolos_due(at, 10).size();
      due += records.impounds_due(at, 10).size();
      return due + records.custodies_due(at, 10).size();
    });
  };
  EXPECT_EQ(count(in(59)), 0U);
  EXPECT_EQ(count(in(60)), 2U);
  EXPECT_EQ(count(in(61)), 3U);
}

TEST_P(Terms, the_next_end_is_that_of_what_is_left) {
  raise_bolo(john_, now, in(60));
  raise_bolo(jane_, now, in(90));
  Vehicle car = vehicle(10, john_, "A");
  car.impound = Impound::imposed(5, {now, in(80)});
  write([&](Writer& records) { ASSERT_TRUE(records.insert(car)); });
  raise_bolo(john_, now, std::nullopt);
  EXPECT_THAT(due(in(60)), ElementsAre(guild_));  // nothing is, but that is not known yet
  write([](Writer& records) { records.set_next_end(); });
  EXPECT_THAT(due(in(79)), IsEmpty());
  EXPECT_THAT(due(in(80)), ElementsAre(guild_));
}

TEST_P(Terms, without_anything_left_the_guild_is_never_due) {
  raise_bolo(john_, now, in(60));
  raise_bolo(john_, now, std::nullopt);
  write([](Writer& records) { records.set_next_end(); });
  EXPECT_THAT(due(in(1'000'000)), IsEmpty());
}

TEST_P(Terms, other_guilds_have_their_own_terms) {
  arrest(john_, in(60));
  read_and_wait(*store_, other_guild_, [&](Reader& records) {
    EXPECT_EQ(records.count_in_custody(), 0);
    EXPECT_EQ(records.custody_until(john_.id), std::nullopt);
    EXPECT_THAT(records.running_arrests(john_.id, now, 10), IsEmpty());
  });
  EXPECT_THAT(due(in(60)), ElementsAre(guild_));
}

TEST_P(Terms, a_deleted_civilian_leaves_nothing_that_is_due) {
  raise_bolo(john_, now, in(60));
  arrest(john_, in(60));
  write([&](Writer& records) { records.erase(john_); });
  EXPECT_TRUE(seen([](Reader& records) {
    return records.bolos_due(in(60), 10).empty() && records.custodies_due(in(60), 10).empty();
  }));
}

}  // namespace
}  // namespace blotter
