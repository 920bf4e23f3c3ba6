// Records to store, and what they look like when they come back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "operations/records.hpp"
#include "storage/store.hpp"

namespace blotter::testing {

inline GuildId guild(std::string_view id) { return GuildId::parse(id).value(); }

inline CivilianName name(std::string_view text) { return CivilianName::parse(text).value(); }

/// No two members alike, so that a column in the wrong place shows.
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

inline Event event(std::string_view kind, std::int64_t subject = 0) {
  Event made{.id = 1, .kind = kind, .at = {1'800'000'000'456}, .key = std::nullopt, .change = {}};
  made.change.subject = subject;
  return made;
}

/// As an operation does it: the guild first, then the event.
inline void log(Writer& records, const Event& event) {
  records.lock_guild();
  records.append(event);
}

/// As an operation does it: behind the last of its kind.
inline void add_entry(Writer& records, const Civilian& civilian, Entry& entry) {
  const auto end = records.dossier_end(civilian.name, entry.kind);
  entry.count = (end ? end->last_count : 0) + 1;
  records.append(civilian, entry);
}

/// What the file of a civilian holds; nothing when there is no such civilian.
inline std::vector<Entry> entries_of(Reader& records, const Civilian& civilian,
                                     EntryKinds kinds = every_entry_kind) {
  auto dossier = records.dossier(civilian.name, kinds);
  if (!dossier) return {};
  while (auto entry = dossier->rest ? dossier->rest->next() : std::nullopt) {
    dossier->entries.push_back(std::move(*entry));
  }
  return std::move(dossier->entries);
}

/// Everything that is stored of a record, as text.
template <class Record>
std::string shown(const Record& record) {
  return shape::to_json(record, shape::archive<Record>);
}

inline std::string shown(const Entry& entry) {
  return fmt::format("{} {} by {} {}: {} '{}' {} at {}", spelling(entry.kind), entry.count,
                     entry.author_name.str(), entry.author_id.str(), entry.amount, entry.time_text,
                     entry.text.str(), entry.made.ms);
}

template <class Record>
std::string shown(const std::optional<Record>& record) {
  return record ? shown(*record) : "nothing";
}

template <class Record>
std::vector<std::string> shown(const std::vector<Record>& records) {
  std::vector<std::string> texts;
  for (const Record& record : records) texts.push_back(shown(record));
  return texts;
}

template <class Record>
std::vector<std::string> drained(Listing<Record> listing) {
  std::vector<std::string> texts;
  while (const auto record = listing.next()) texts.push_back(shown(*record));
  return texts;
}

}  // namespace blotter::testing
