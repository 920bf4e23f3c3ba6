// Lists: filtered, in parts, and counted. Every filter is compared with a plain scan of all
// records.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Ids = std::vector<std::int64_t>;

template <class Record>
Ids ids(Listing<Record> listing) {
  Ids found;
  while (const auto record = listing.next()) found.push_back(record->id.value);
  return found;
}

constexpr auto id_max = std::numeric_limits<std::int64_t>::max();

constexpr std::optional<bool> flags[] = {std::nullopt, true, false};

bool fits(std::optional<bool> wanted, bool is) { return !wanted || *wanted == is; }

class Lists : public StoreContract {
 protected:
  Lists() {
    const char* names[] = {"John Doe", "JOHNNY Dough", "Jane Roe", "jo",
                           "Straße",   "Strasser",     "Zoë"};
    std::int64_t id = 0;
    for (const char* called : names) {
      Civilian person = civilian(++id, called);
      if (id % 3 == 1) person.bolo = Bolo::active(Narrative::stored("wanted"));
      person.deceased = id == 4;
      people_.push_back(person);
    }
    for (int i = 0; i < 24; ++i) {
      const Civilian& owner = people_[static_cast<std::size_t>(i) % 5];
      Vehicle car = vehicle(100 + i, owner, "P" + std::to_string(i));
      car.stolen = i % 4 == 1;
      if (i % 3 == 1) car.impound = Impound::imposed(i);
      cars_.push_back(car);
      Firearm gun = firearm(200 + i, owner, "S" + std::to_string(i));
      gun.stolen = i % 4 == 1;
      guns_.push_back(gun);
    }
    for (const GuildId& guild : {guild_, other_guild_}) {
      write(guild, [&](Writer& records) {
        for (const Civilian& each : people_) records.insert(each);
        for (const Vehicle& each : cars_) records.insert(each);
        for (const Firearm& each : guns_) records.insert(each);
      });
    }
    // A record of another guild would show if it were counted here.
    write(other_guild_, [&](Writer& records) { records.insert(civilian(90, "John Elsewhere")); });
  }

  /// Counts, lists all at once, and lists in parts of each size; in both orders.
  template <class Count, class List>
  void expect(const Ids& expected, Count count, List list) {
    const auto amount = static_cast<std::int64_t>(expected.size());
    EXPECT_EQ(seen([&](Reader& records) { return count(records); }), amount);
    expect_parts(expected, list, {.order = ListOrder::oldest, .after = 0});
    expect_parts(Ids(expected.rbegin(), expected.rend()), list,
                 {.order = ListOrder::newest, .after = id_max});
  }

  template <class List>
  void expect_parts(const Ids& expected, List list, ListPart part) {
    const std::int64_t begin = part.after.value();
    part.after.reset();
    EXPECT_EQ(seen([&](Reader& records) { return ids(list(records, part)); }), expected);
    for (const std::int64_t size : {1, 3, 1000}) {
      Ids joined;
      part.after = begin;
      part.records_max = size;
      while (true) {
        const Ids found = seen([&](Reader& records) { return ids(list(records, part)); });
        if (found.empty()) break;
        ASSERT_LE(static_cast<std::int64_t>(found.size()), size);
        joined.insert(joined.end(), found.begin(), found.end());
        part.after = found.back();
      }
      EXPECT_EQ(joined, expected) << "in parts of " << size;
    }
  }

  std::vector<Civilian> people_;
  std::vector<Vehicle> cars_;
  std::vector<Firearm> guns_;
};
BLOTTER_FOR_EVERY_STORE(Lists);

TEST_P(Lists, civilians_are_filtered_by_name_prefix_and_bolo) {
  for (const char* prefix :
       {"", "j", "JO", "john", "John  d", "strass", "STRASSER", "z", "zoe", "%"}) {
    for (const auto bolo : flags) {
      SCOPED_TRACE(::testing::Message() << "name " << prefix << ", bolo " << bolo.value_or(false)
                                        << " of " << bolo.has_value());
      CivilianFilter filter{.bolo = bolo};
      if (*prefix != '\0') filter.name = name(prefix);
      Ids expected;
      for (const Civilian& each : people_) {
        const bool is_named = !filter.name || each.name.key().starts_with(filter.name->key());
        if (!each.deceased && is_named && fits(bolo, each.bolo.is_active())) {
          expected.push_back(each.id.value);
        }
      }
      expect(
          expected, [&](Reader& records) { return records.count_living(filter); },
          [&](Reader& records, ListPart part) { return records.living(filter, part); });
    }
  }
}

TEST_P(Lists, vehicles_are_filtered_by_owner_and_state) {
  for (const char* owner : {"", "JOHN doe", "Jane Roe", "jo", "John", "Zoë", "Nobody"}) {
    for (const auto stolen : flags) {
      for (const auto impounded : flags) {
        SCOPED_TRACE(::testing::Message()
                     << "owner " << owner << ", stolen " << stolen.value_or(false) << " of "
                     << stolen.has_value() << ", impounded " << impounded.value_or(false) << " of "
                     << impounded.has_value());
        VehicleFilter filter{.stolen = stolen, .impounded = impounded};
        if (*owner != '\0') filter.owner = name(owner);
        Ids expected;
        for (const Vehicle& each : cars_) {
          const bool is_owned = !filter.owner || each.owner.name.key() == filter.owner->key();
          if (is_owned && fits(stolen, each.stolen) && fits(impounded, each.impound.is_active())) {
            expected.push_back(each.id.value);
          }
        }
        expect(
            expected, [&](Reader& records) { return records.count_vehicles(filter); },
            [&](Reader& records, ListPart part) { return records.vehicles(filter, part); });
      }
    }
  }
}

TEST_P(Lists, firearms_are_filtered_by_owner_and_state) {
  for (const char* owner : {"", "JOHN doe", "Jane Roe", "Zoë", "Nobody"}) {
    for (const auto stolen : flags) {
      SCOPED_TRACE(::testing::Message() << "owner " << owner << ", stolen "
                                        << stolen.value_or(false) << " of " << stolen.has_value());
      FirearmFilter filter{.stolen = stolen};
      if (*owner != '\0') filter.owner = name(owner);
      Ids expected;
      for (const Firearm& each : guns_) {
        const bool is_owned = !filter.owner || each.owner.name.key() == filter.owner->key();
        if (is_owned && fits(stolen, each.stolen)) expected.push_back(each.id.value);
      }
      expect(
          expected, [&](Reader& records) { return records.count_firearms(filter); },
          [&](Reader& records, ListPart part) { return records.firearms(filter, part); });
    }
  }
}

TEST_P(Lists, a_page_starts_after_its_id_even_if_that_record_is_missing) {
  write([&](Writer& records) { records.erase(people_[1]); });
  auto order = ListOrder::oldest;
  const auto ids_after = [&](std::int64_t after) {
    return seen(
        [&](Reader& records) { return ids(records.living({}, {.order = order, .after = after})); });
  };
  EXPECT_THAT(ids_after(2), ElementsAre(3, 5, 6, 7));
  EXPECT_THAT(ids_after(6), ElementsAre(7));
  EXPECT_THAT(ids_after(7), IsEmpty());
  EXPECT_THAT(ids_after(id_max), IsEmpty());
  order = ListOrder::newest;
  EXPECT_THAT(ids_after(id_max), ElementsAre(7, 6, 5, 3, 1));
  EXPECT_THAT(ids_after(6), ElementsAre(5, 3, 1));
  EXPECT_THAT(ids_after(2), ElementsAre(1));
  EXPECT_THAT(ids_after(1), IsEmpty());
  EXPECT_THAT(ids_after(0), IsEmpty());
}

TEST_P(Lists, a_changed_record_moves_from_one_filter_to_the_other) {
  const auto stolen = [&](bool is) {
    return seen([&](Reader& records) { return records.count_vehicles({.stolen = is}); });
  };
  const auto before = stolen(true);
  Vehicle car = cars_[0];
  car.stolen = true;
  write([&](Writer& records) { records.update(car); });
  EXPECT_EQ(stolen(true), before + 1);
  EXPECT_EQ(stolen(false), 24 - before - 1);
  Civilian person = people_[0];
  person.bolo = Bolo::inactive();
  person.name = name("Renamed");
  write([&](Writer& records) { records.update(people_[0], person); });
  EXPECT_EQ(seen([](Reader& records) { return ids(records.living({.name = name("ren")})); }),
            Ids{1});
  EXPECT_EQ(seen([](Reader& records) { return ids(records.living({.bolo = true})); }), Ids{7});
}

}  // namespace
}  // namespace blotter
