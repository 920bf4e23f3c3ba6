// Which changes a civilian, a vehicle, a firearm and an entry allow.
#include <map>

#include <gtest/gtest.h>

#include "sample_records.hpp"

namespace blotter {
namespace {

using testing::civilian;
using testing::firearm;
using testing::vehicle;

const Civilian john = civilian(7, "John Doe");
const Vehicle car = vehicle(8, john, "48ABC123");

Civilian dead_john() {
  Civilian civilian = john;
  civilian.deceased = true;
  return civilian;
}

Bolo wanted() { return Bolo::active(Narrative::stored("Armed robbery")); }

/// The error's id; empty for a success.
template <class T>
std::optional<ErrorId> error_of(const Result<T>& result) {
  return result ? std::nullopt : std::optional(result.error().id());
}

const std::map<CivilianField, FieldValue> new_values = {
    {CivilianField::hair_color, "Black"}, {CivilianField::name, "Jane Roe"},
    {CivilianField::age, 28.0},           {CivilianField::dob, "1998-01-01"},
    {CivilianField::height, 181.0},       {CivilianField::weight, 80.0},
    {CivilianField::occupation, "Cook"},  {CivilianField::address, "1 Elgin\nAvenue"}};

TEST(CivilianRules, an_edit_changes_its_field_and_no_other) {
  ASSERT_EQ(new_values.size(), all_spellings<CivilianField>().size());
  for (const auto& [field, value] : new_values) {
    const auto after = edited(john, field, value);
    ASSERT_TRUE(after) << spelling(field);
    for (const auto& [other, unused] : new_values) {
      EXPECT_EQ(value_of(*after, other), other == field ? value : value_of(john, other))
          << spelling(field) << " / " << spelling(other);
    }
  }
}

TEST(CivilianRules, an_edit_to_the_current_value_is_refused) {
  for (const auto& [field, unused] : new_values) {
    EXPECT_EQ(error_of(edited(john, field, value_of(john, field))), ErrorId::value_unchanged);
  }
}

TEST(CivilianRules, a_name_that_differs_only_in_case_is_a_normal_edit) {
  const auto after = edited(john, CivilianField::name, "john doe");
  ASSERT_TRUE(after);
  EXPECT_EQ(after->name.str(), "john doe");
  EXPECT_EQ(after->name.key(), john.name.key());
}

TEST(CivilianRules, a_bolo_can_be_raised_once_and_ended_once) {
  const auto raised = with_bolo(john, wanted());
  ASSERT_TRUE(raised);
  EXPECT_EQ(raised->bolo.reason(), "Armed robbery");
  EXPECT_EQ(error_of(with_bolo(*raised, wanted())), ErrorId::bolo_active);

  const auto ended = with_bolo(*raised, Bolo::inactive());
  ASSERT_TRUE(ended);
  EXPECT_FALSE(ended->bolo.is_active());
  EXPECT_EQ(ended->bolo.reason(), "");
  EXPECT_EQ(error_of(with_bolo(*ended, Bolo::inactive())), ErrorId::bolo_inactive);
}

TEST(CivilianRules, a_death_is_permanent) {
  const auto dead = marked_deceased(john);
  ASSERT_TRUE(dead);
  EXPECT_TRUE(dead->deceased);
  EXPECT_EQ(error_of(ensure_alive(*dead)), ErrorId::civilian_is_deceased);
  EXPECT_EQ(error_of(marked_deceased(*dead)), ErrorId::civilian_is_deceased);
}

TEST(CivilianRules, a_death_comes_before_every_other_refusal) {
  EXPECT_EQ(error_of(edited(dead_john(), CivilianField::age, 27.5)), ErrorId::civilian_is_deceased);
  EXPECT_EQ(error_of(with_bolo(dead_john(), Bolo::inactive())), ErrorId::civilian_is_deceased);
  EXPECT_EQ(error_of(with_bolo(dead_john(), wanted())), ErrorId::civilian_is_deceased);
}

TEST(CivilianRules, living_civilians_may_change) { EXPECT_TRUE(ensure_alive(john)); }

TEST(VehicleRules, an_edit_changes_its_field_and_no_other) {
  const std::map<VehicleField, FieldValue> values = {{VehicleField::color, "Red"},
                                                     {VehicleField::insurance, "Valid"},
                                                     {VehicleField::registration, "Valid"},
                                                     {VehicleField::stole, true}};
  ASSERT_EQ(values.size(), all_spellings<VehicleField>().size());
  for (const auto& [field, value] : values) {
    const Vehicle after = edited(car, field, value);
    for (const auto& [other, unused] : values) {
      EXPECT_EQ(value_of(after, other), other == field ? value : value_of(car, other))
          << spelling(field) << " / " << spelling(other);
    }
  }
}

TEST(VehicleRules, impounding_twice_changes_nothing) {
  const auto impounded = with_impound(car, Impound::imposed(500));
  ASSERT_TRUE(impounded);
  EXPECT_TRUE(impounded->impound.is_active());
  EXPECT_EQ(impounded->impound.fee(), 500);
  EXPECT_EQ(error_of(with_impound(*impounded, Impound::imposed(900))), ErrorId::already_impounded);
}

TEST(VehicleRules, lifting_an_impound_clears_its_fee) {
  const auto lifted = with_impound(*with_impound(car, Impound::imposed(500)), Impound::lifted());
  ASSERT_TRUE(lifted);
  EXPECT_FALSE(lifted->impound.is_active());
  EXPECT_EQ(lifted->impound.fee(), 0);
  EXPECT_EQ(error_of(with_impound(*lifted, Impound::lifted())), ErrorId::not_impounded);
}

TEST(VehicleRules, an_impound_may_be_free) {
  const auto impounded = with_impound(car, Impound::imposed(0));
  ASSERT_TRUE(impounded);
  EXPECT_TRUE(impounded->impound.is_active());
}

TEST(FirearmRules, an_edit_changes_its_field_and_no_other) {
  const Firearm gun = firearm(9, john, "7K2M9QX4TB");
  const Firearm painted = edited(gun, FirearmField::color, "Gold");
  EXPECT_EQ(value_of(painted, FirearmField::color), FieldValue("Gold"));
  EXPECT_EQ(value_of(painted, FirearmField::stole), FieldValue(false));
  const Firearm stolen = edited(gun, FirearmField::stole, true);
  EXPECT_EQ(value_of(stolen, FirearmField::color), FieldValue("Black"));
  EXPECT_EQ(value_of(stolen, FirearmField::stole), FieldValue(true));
}

TEST(FirearmRules, serial_numbers_use_the_whole_alphabet_and_nothing_else) {
  SeededRandom random(1);
  std::map<char, int> seen;
  for (int i = 0; i < 2000; ++i) {
    const SerialNumber serial = random_serial_number(random);
    ASSERT_EQ(serial.str().size(), 10U);
    for (const char c : serial.str()) ++seen[c];
  }
  std::string letters;
  for (const auto& [letter, count] : seen) {
    letters += letter;
    EXPECT_GT(count, 400) << letter << " is drawn too seldom";  // 625 on average
  }
  EXPECT_EQ(letters, "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
}

TEST(FirearmRules, serial_numbers_are_random) {
  SystemRandom random;
  const SerialNumber one = random_serial_number(random);
  EXPECT_NE(one, random_serial_number(random));
}

TEST(EntryRules, an_entry_is_voided_once) {
  const FiledEntry fine{testing::entry(EntryKind::fine, "Speeding"), std::nullopt};
  const auto once = voided(fine, testing::void_mark("Wrong person"));
  ASSERT_TRUE(once);
  EXPECT_EQ(once->void_mark->reason.str(), "Wrong person");
  EXPECT_EQ(once->entry.text.str(), "Speeding");
  EXPECT_EQ(error_of(voided(*once, testing::void_mark("Again"))), ErrorId::already_void);
}

TEST(HistoryPositions, are_read_from_their_own_text) {
  HistoryPosition position;
  position.below = {3, 1, 9'223'372'036'854'775'807, 0};
  EXPECT_EQ(position.str(), "3.1.9223372036854775807.0");
  EXPECT_EQ(HistoryPosition::parse(position.str())->below, position.below);
  const HistoryPosition newest = HistoryPosition::newest();
  EXPECT_EQ(HistoryPosition::parse(newest.str())->below, newest.below);
}

TEST(HistoryPositions, a_kind_that_is_newer_than_the_text_has_no_entries) {
  EXPECT_EQ(HistoryPosition::parse("7.2")->below, (std::array<std::int64_t, 4>{7, 2, 0, 0}));
}

TEST(HistoryPositions, no_other_text_is_a_position) {
  for (const char* text : {"", ".", "1.", ".1", "1..2", "x", "1.x", "-1", "1.2.3.4.5", " 1", "1 ",
                           "9223372036854775808"}) {
    EXPECT_FALSE(HistoryPosition::parse(text)) << text;
  }
}

}  // namespace
}  // namespace blotter
