// Valid records and entries for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "domain/firearm.hpp"
#include "domain/history.hpp"
#include "domain/vehicle.hpp"

namespace blotter::testing {

inline CivilianName name(std::string_view text) { return CivilianName::parse(text).value(); }

/// No two members have the same value, so that a column in the wrong place shows.
inline Civilian civilian(std::int64_t id, std::string_view called) {
  return {.id = {id},
          .user_id = ExternalId::stored("user-" + std::to_string(id)),
          .user_name = PersonName::stored("nightowl"),
          .name = name(called),
          .age = 27.5,
          .dob = ShortText::stored("1999-04-01"),
          .gender = Gender::female,
          .hair = ShortText::stored("Brown"),
          .height = 180.25,
          .weight = 82.125,
          .address = Address::stored("12 Grove Street\nLos Santos"),
          .occupation = ShortText::stored("Mechanic"),
          .registered = {1'800'000'000'000 + id % 1'000'000}};
}

inline Vehicle vehicle(std::int64_t id, const Civilian& owner, std::string_view plate) {
  return {.id = {id},
          .owner = Owner::of(owner),
          .plate = Plate::stored(plate),
          .model = ShortText::stored("Sultan RS"),
          .color = ShortText::stored("Midnight blue"),
          .color_type = ColorType::pearlescent,
          .registration = Registration::expired,
          .insurance = Insurance::none,
          .registered = {1'800'000'000'000 + id % 1'000'000}};
}

inline Firearm firearm(std::int64_t id, const Civilian& owner, std::string_view serial_number) {
  return {.id = {id},
          .owner = Owner::of(owner),
          .serial_number = SerialNumber::stored(serial_number),
          .model = ShortText::stored("Combat pistol"),
          .color = ShortText::stored("Black"),
          .registered = {1'800'000'000'000 + id % 1'000'000}};
}

inline Entry entry(EntryKind kind, std::string_view text) {
  return {.kind = kind,
          .author_name = PersonName::stored("Sgt. Reyes"),
          .author_id = ExternalId::stored("204255221017214977"),
          .amount = 250.5,
          .time_text = kind == EntryKind::admission ? "0900" : "",
          .text = Narrative::stored(text),
          .made = {1'800'000'000'123}};
}

inline VoidMark void_mark(std::string_view reason) {
  return {.reason = Narrative::stored(reason),
          .author_name = PersonName::stored("Lt. Vance"),
          .author_id = ExternalId::stored("310458763920048128"),
          .at = {1'800'000'500'789}};
}

}  // namespace blotter::testing
