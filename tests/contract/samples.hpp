// What to store, and how it looks when it is read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "operations/records.hpp"
#include "sample_records.hpp"
#include "storage/store.hpp"

namespace blotter::testing {

inline GuildId guild(std::string_view id) { return GuildId::parse(id).value(); }

inline Event event(std::string_view kind, std::int64_t subject = 0) {
  Event made{.id = 1,
             .kind = kind,
             .at = {1'800'000'000'456},
             .key = std::nullopt,
             .key_name = "",
             .change = {}};
  made.change.subject = subject;
  return made;
}

/// As an operation does it: locks the guild first, then appends the event.
inline void add_event(Writer& records, const Event& event) {
  records.lock_guild();
  records.append(event);
}

/// As an operation does it: after the last entry of its kind.
inline void add_entry(Writer& records, const Civilian& civilian, Entry& entry) {
  const auto end = records.last_entry(civilian.name, entry.kind);
  entry.count = (end ? end->last_count : 0) + 1;
  records.append(civilian, entry);
}

/// The entries of a civilian; empty when there is no such civilian.
inline std::vector<Entry> entries_of(Reader& records, const Civilian& civilian,
                                     EntryKinds kinds = EntryKinds::all()) {
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

/// "fine 2 …", and who has voided it.
inline std::string shown(const FiledEntry& filed) {
  const auto& mark = filed.void_mark;
  if (!mark) return shown(filed.entry);
  return fmt::format("{}, void since {} by {} {}: {}", shown(filed.entry), mark->at.ms,
                     mark->author_name.str(), mark->author_id.str(), mark->reason.str());
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
