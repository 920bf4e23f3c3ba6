// Vehicles and firearms.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Plate plate(std::string_view text) { return Plate::parse(text).value(); }
SerialNumber serial(std::string_view text) { return SerialNumber::parse(text).value(); }

class Belongings : public StoreContract {
 protected:
  Belongings() {
    create(john_);
    create(jane_);
  }
  void add(const Vehicle& car) {
    write([&](Writer& records) { ASSERT_TRUE(records.insert(car)); });
  }
  void add(const Firearm& gun) {
    write([&](Writer& records) { ASSERT_TRUE(records.insert(gun)); });
  }
  [[nodiscard]] std::string found(const Plate& by) const {
    return seen([&](Reader& records) { return shown(records.vehicle(by)); });
  }
  [[nodiscard]] std::string found(const SerialNumber& by) const {
    return seen([&](Reader& records) { return shown(records.firearm(by)); });
  }

  const Civilian john_ = civilian(1, "John Doe");
  const Civilian jane_ = civilian(2, "Jane Roe");
};
BLOTTER_FOR_EVERY_STORE(Belongings);

TEST_P(Belongings, a_vehicle_is_read_back_unchanged) {
  Vehicle car = vehicle(10, john_, "48 abc");
  car.stolen = true;
  car.impound = Impound::imposed(499.95);
  add(car);
  EXPECT_EQ(found(plate("48 abc")), shown(car));
  EXPECT_EQ(seen([](Reader& records) { return shown(records.vehicle(VehicleId{10})); }),
            shown(car));
  EXPECT_EQ(seen([](Reader& records) { return shown(records.vehicle(VehicleId{11})); }), "nothing");
}

TEST_P(Belongings, plates_ignore_case_and_blanks) {
  add(vehicle(10, john_, "48 Abc"));
  EXPECT_EQ(found(plate("48ABC")), shown(vehicle(10, john_, "48 Abc")));
  EXPECT_EQ(found(plate("4 8 a b c")), shown(vehicle(10, john_, "48 Abc")));
  EXPECT_EQ(found(plate("48ABD")), "nothing");
  write([&](Writer& records) { EXPECT_FALSE(records.insert(vehicle(11, jane_, "48abc"))); });
  EXPECT_EQ(seen([](Reader& records) { return records.count_vehicles(); }), 1);
}

TEST_P(Belongings, an_update_changes_all_editable_members_of_a_vehicle) {
  Vehicle car = vehicle(10, john_, "A");
  add(car);
  add(vehicle(11, john_, "B"));
  car.color = ShortText::stored("Red");
  car.registration = Registration::valid;
  car.insurance = Insurance::expired;
  car.stolen = true;
  car.impound = Impound::imposed(0.5);
  write([&](Writer& records) { records.update(car); });
  EXPECT_EQ(found(plate("A")), shown(car));
  EXPECT_EQ(found(plate("B")), shown(vehicle(11, john_, "B")));
  car.impound = Impound::lifted();
  write([&](Writer& records) { records.update(car); });
  EXPECT_EQ(found(plate("A")), shown(car));
}

TEST_P(Belongings, a_deleted_vehicle_is_gone_and_its_plate_is_free) {
  add(vehicle(10, john_, "A"));
  add(vehicle(11, john_, "B"));
  write([&](Writer& records) { records.erase(vehicle(10, john_, "A")); });
  EXPECT_EQ(found(plate("A")), "nothing");
  EXPECT_EQ(seen([](Reader& records) { return records.count_vehicles(); }), 1);
  add(vehicle(12, jane_, "a"));
}

TEST_P(Belongings, vehicles_are_listed_in_order_of_creation) {
  write([&](Writer& records) {
    EXPECT_THAT(records.vehicles_of(john_), IsEmpty());
    records.insert(vehicle(30, john_, "C"));
    records.insert(vehicle(10, john_, "A"));
    records.insert(vehicle(20, jane_, "B"));
  });
  const std::string a = shown(vehicle(10, john_, "A"));
  const std::string b = shown(vehicle(20, jane_, "B"));
  const std::string c = shown(vehicle(30, john_, "C"));
  read([&](Reader& records) {
    EXPECT_THAT(shown(records.vehicles_of(john_)), ElementsAre(a, c));
    EXPECT_THAT(shown(records.vehicles_of(jane_)), ElementsAre(b));
    EXPECT_THAT(drained(records.vehicles()), ElementsAre(a, b, c));
    EXPECT_EQ(records.count_vehicles(), 3);
  });
}

TEST_P(Belongings, the_belongings_of_an_owner_are_limited_to_the_first) {
  write([&](Writer& records) {
    for (std::int64_t i = 1; i <= Reader::belongings_max + 5; ++i) {
      records.insert(vehicle(i, john_, "P" + std::to_string(i)));
      records.insert(firearm(i, john_, "S" + std::to_string(i)));
    }
  });
  read([&](Reader& records) {
    const auto cars = records.vehicles_of(john_);
    const auto guns = records.firearms_of(john_);
    ASSERT_EQ(cars.size(), static_cast<std::size_t>(Reader::belongings_max));
    ASSERT_EQ(guns.size(), cars.size());
    EXPECT_EQ(cars.front().id, VehicleId{1});
    EXPECT_EQ(cars.back().id, VehicleId{Reader::belongings_max});
    EXPECT_EQ(guns.back().id, FirearmId{Reader::belongings_max});
    EXPECT_EQ(records.count_vehicles(), Reader::belongings_max + 5);
  });
}

TEST_P(Belongings, a_firearm_is_read_back_unchanged) {
  Firearm gun = firearm(10, john_, "7K2M9QX4TB");
  gun.stolen = true;
  add(gun);
  EXPECT_EQ(found(serial("7k2m 9qx4 tb")), shown(gun));
  EXPECT_EQ(found(serial("7K2M9QX4TC")), "nothing");
}

TEST_P(Belongings, a_serial_number_is_unique) {
  add(firearm(10, john_, "7K2M9QX4TB"));
  write([&](Writer& records) { EXPECT_FALSE(records.insert(firearm(11, jane_, "7k2m9qx4tb"))); });
  EXPECT_EQ(found(serial("7K2M9QX4TB")), shown(firearm(10, john_, "7K2M9QX4TB")));
}

TEST_P(Belongings, firearms_are_updated_deleted_and_listed) {
  Firearm gun = firearm(10, john_, "A");
  add(gun);
  add(firearm(20, jane_, "B"));
  gun.color = ShortText::stored("Gold");
  gun.stolen = true;
  write([&](Writer& records) { records.update(gun); });
  read([&](Reader& records) {
    EXPECT_THAT(shown(records.firearms_of(john_)), ElementsAre(shown(gun)));
    EXPECT_THAT(drained(records.firearms()),
                ElementsAre(shown(gun), shown(firearm(20, jane_, "B"))));
    EXPECT_EQ(records.count_firearms(), 2);
  });
  write([&](Writer& records) { records.erase(gun); });
  read([&](Reader& records) {
    EXPECT_THAT(records.firearms_of(john_), IsEmpty());
    EXPECT_EQ(records.count_firearms(), 1);
  });
}

TEST_P(Belongings, a_rename_of_the_owner_shows_in_all_belongings) {
  add(vehicle(10, john_, "A"));
  add(firearm(11, john_, "S"));
  const Civilian renamed = civilian(1, "Johnny Roe");
  write([&](Writer& records) {
    EXPECT_TRUE(records.update(john_, renamed));
    EXPECT_EQ(shown(records.vehicle(plate("A"))), shown(vehicle(10, renamed, "A")));
  });
  EXPECT_EQ(found(plate("A")), shown(vehicle(10, renamed, "A")));
  EXPECT_EQ(found(serial("S")), shown(firearm(11, renamed, "S")));
}

TEST_P(Belongings, a_belonging_needs_an_existing_owner) {
  const Civilian missing = civilian(99, "Nobody");
  EXPECT_ANY_THROW(write([&](Writer& records) { records.insert(vehicle(10, missing, "A")); }));
  EXPECT_ANY_THROW(write([&](Writer& records) { records.insert(firearm(10, missing, "A")); }));
  EXPECT_ANY_THROW(write([&](Writer& records) {
    Entry fine = entry(EntryKind::fine, "x");
    add_entry(records, missing, fine);
  }));
  EXPECT_EQ(seen([](Reader& records) { return records.count_vehicles(); }), 0);
  EXPECT_EQ(seen([](Reader& records) { return records.count_firearms(); }), 0);
}

}  // namespace
}  // namespace blotter
