// Civilians: stored, found, renamed and erased.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CivilianRecords : public StoreContract {
 protected:
  std::string found(std::string_view called) {
    return seen([&](Reader& records) { return shown(records.civilian(name(called))); });
  }
  bool updated(const Civilian& before, const Civilian& changed) {
    bool result = false;
    write([&](Writer& records) { result = records.update(before, changed); });
    return result;
  }
};
BLOTTER_FOR_EVERY_STORE(CivilianRecords);

TEST_P(CivilianRecords, an_empty_guild_has_no_civilians) {
  read([&](Reader& records) {
    EXPECT_EQ(records.count_living(), 0);
    EXPECT_THAT(drained(records.living()), IsEmpty());
    EXPECT_FALSE(records.has_civilians());
    EXPECT_EQ(shown(records.civilian(name("John Doe"))), "nothing");
  });
}

TEST_P(CivilianRecords, a_civilian_is_read_back_unchanged) {
  Civilian john = civilian(7, "John Doe");
  john.bolo = Bolo::active(Narrative::stored("Armed\trobbery\n\"quoted\""));
  create(john);
  EXPECT_EQ(found("John Doe"), shown(john));
  create(civilian(8, "Zoë 漢 😀"));
  EXPECT_EQ(found("Zoë 漢 😀"), shown(civilian(8, "Zoë 漢 😀")));
}

TEST_P(CivilianRecords, numbers_keep_every_digit) {
  Civilian john = civilian((std::int64_t{1} << 62) + 1, "John Doe");
  john.age = 0.1;
  john.height = 1.0 / 3;
  john.weight = 499.99999999999994;
  create(john);
  read([&](Reader& records) {
    const auto stored = records.civilian(john.name);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->id, john.id);
    EXPECT_EQ(stored->age, john.age);
    EXPECT_EQ(stored->height, john.height);
    EXPECT_EQ(stored->weight, john.weight);
  });
}

TEST_P(CivilianRecords, a_civilian_is_found_by_any_spelling_of_the_name) {
  create(civilian(7, "Jos\u00e9 Straße"));
  for (const char* typed : {"josé straße", "JOSE\u0301  STRASSE", "ＪＯＳÉ strasse"}) {
    EXPECT_EQ(found(typed), shown(civilian(7, "Jos\u00e9 Straße"))) << typed;
  }
  EXPECT_EQ(found("Jose Straße"), "nothing");
}

TEST_P(CivilianRecords, a_name_is_unique_whatever_its_spelling) {
  create(civilian(7, "John Doe"));
  write([&](Writer& records) {
    EXPECT_FALSE(records.insert(civilian(8, "John Doe")));
    EXPECT_FALSE(records.insert(civilian(9, "JOHN   doe")));
    EXPECT_TRUE(records.insert(civilian(10, "John Do")));
  });
  EXPECT_EQ(found("john doe"), shown(civilian(7, "John Doe")));
  EXPECT_EQ(seen([](Reader& records) { return records.count_living(); }), 2);
}

TEST_P(CivilianRecords, an_update_changes_all_editable_members) {
  create(civilian(7, "John Doe"));
  Civilian changed = civilian(7, "Jane Roe");
  changed.deceased = true;
  changed.bolo = Bolo::active(Narrative::stored("wanted"));
  changed.age = 1;
  changed.dob = ShortText::stored("dob");
  changed.hair = ShortText::stored("hair");
  changed.height = 2;
  changed.weight = 3;
  changed.address = Address::stored("address");
  changed.occupation = ShortText::stored("occupation");
  EXPECT_TRUE(updated(civilian(7, "John Doe"), changed));
  EXPECT_EQ(found("Jane Roe"), shown(changed));
  EXPECT_EQ(found("John Doe"), "nothing");
}

TEST_P(CivilianRecords, ending_a_bolo_clears_its_reason) {
  Civilian john = civilian(7, "John Doe");
  john.bolo = Bolo::active(Narrative::stored("wanted"));
  create(john);
  john.bolo = Bolo::inactive();
  EXPECT_TRUE(updated(john, john));
  EXPECT_EQ(found("John Doe"), shown(john));
}

TEST_P(CivilianRecords, a_rename_to_a_taken_name_changes_nothing) {
  create(civilian(7, "John Doe"));
  create(civilian(8, "Jane Roe"));
  Civilian renamed = civilian(8, "JOHN doe");
  renamed.age = 1;
  EXPECT_FALSE(updated(civilian(8, "Jane Roe"), renamed));
  EXPECT_EQ(found("Jane Roe"), shown(civilian(8, "Jane Roe")));
  EXPECT_EQ(found("John Doe"), shown(civilian(7, "John Doe")));
}

TEST_P(CivilianRecords, a_rename_that_changes_only_case_is_not_a_conflict) {
  create(civilian(7, "John Doe"));
  EXPECT_TRUE(updated(civilian(7, "John Doe"), civilian(7, "JOHN DOE")));
  EXPECT_EQ(found("john doe"), shown(civilian(7, "JOHN DOE")));
}

TEST_P(CivilianRecords, a_name_is_free_again_after_a_rename) {
  create(civilian(7, "John Doe"));
  EXPECT_TRUE(updated(civilian(7, "John Doe"), civilian(7, "Jane Roe")));
  create(civilian(8, "John Doe"));
  EXPECT_EQ(found("John Doe"), shown(civilian(8, "John Doe")));
}

TEST_P(CivilianRecords, deceased_civilians_keep_their_name_and_are_not_listed) {
  create(civilian(7, "John Doe"));
  create(civilian(8, "Jane Roe"));
  Civilian dead = civilian(7, "John Doe");
  dead.deceased = true;
  EXPECT_TRUE(updated(dead, dead));
  read([&](Reader& records) {
    EXPECT_EQ(records.count_living(), 1);
    EXPECT_THAT(drained(records.living()), ElementsAre(shown(civilian(8, "Jane Roe"))));
    EXPECT_EQ(shown(records.civilian(name("John Doe"))), shown(dead));
  });
  write([&](Writer& records) { EXPECT_FALSE(records.insert(civilian(9, "john doe"))); });
}

TEST_P(CivilianRecords, a_guild_with_only_deceased_civilians_is_not_empty) {
  Civilian dead = civilian(7, "John Doe");
  dead.deceased = true;
  create(dead);
  read([&](Reader& records) {
    EXPECT_TRUE(records.has_civilians());
    EXPECT_EQ(records.count_living(), 0);
  });
  read(other_guild_, [&](Reader& records) { EXPECT_FALSE(records.has_civilians()); });
}

TEST_P(CivilianRecords, the_list_is_in_order_of_creation) {
  write([&](Writer& records) {
    for (const std::int64_t id : {30, 10, 20})
      records.insert(civilian(id, "c" + std::to_string(id)));
  });
  EXPECT_THAT(seen([](Reader& records) { return drained(records.living()); }),
              ElementsAre(shown(civilian(10, "c10")), shown(civilian(20, "c20")),
                          shown(civilian(30, "c30"))));
}

TEST_P(CivilianRecords, deleting_a_civilian_deletes_only_what_belongs_to_it) {
  const Civilian john = civilian(7, "John Doe");
  const Civilian jane = civilian(8, "Jane Roe");
  write([&](Writer& records) {
    for (const Civilian& owner : {john, jane}) {
      records.insert(owner);
      records.insert(vehicle(owner.id.value * 10, owner, "PLATE" + to_string(owner.id)));
      records.insert(firearm(owner.id.value * 10, owner, "SERIAL" + to_string(owner.id)));
      Entry arrest = entry(EntryKind::arrest, "speeding");
      add_entry(records, owner, arrest);
    }
  });
  write([&](Writer& records) { records.erase(john); });
  read([&](Reader& records) {
    EXPECT_EQ(shown(records.civilian(john.name)), "nothing");
    EXPECT_EQ(shown(records.vehicle(Plate::stored("PLATE7"))), "nothing");
    EXPECT_EQ(shown(records.vehicle(VehicleId{70})), "nothing");
    EXPECT_EQ(shown(records.firearm(SerialNumber::stored("SERIAL7"))), "nothing");
    EXPECT_EQ(records.count_living(), 1);
    EXPECT_EQ(records.count_vehicles(), 1);
    EXPECT_EQ(records.count_firearms(), 1);
    EXPECT_EQ(entries_of(records, jane).size(), 1U);
  });
  create(civilian(9, "John Doe"));
  remove_leftovers(*store_);
  EXPECT_EQ(seen(count_entries), 1);
}

}  // namespace
}  // namespace blotter
