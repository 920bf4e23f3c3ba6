// Entries that are void, and the history that shows all entries.
#pragma once

#include <utility>

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/leo.hpp"      // entries may be described beside the operations that make them
#include "operations/medical.hpp"  // the same
#include "operations/output.hpp"
#include "operations/schema.hpp"

namespace blotter {

namespace shape {

template <>
struct Of<VoidMark> {
  static constexpr std::tuple members{
      member("reason", [](const VoidMark& v) -> auto& { return v.reason; }),
      member("officerName", [](const VoidMark& v) -> auto& { return v.author_name; }),
      member("officerID", [](const VoidMark& v) -> auto& { return v.author_id; }),
      member("timestamp", [](const VoidMark& v) { return v.at; })};
};

/// Always the name of this kind.
template <EntryKind Kind>
struct KindName {};

template <EntryKind Kind>
void write(JsonWriter& json, KindName<Kind>) {
  json.value(spelling(Kind));
}

/// An entry among those of other kinds: its kind, the members that lists show, and why it is void.
template <EntryKind Kind>
struct HistoryView {
  const Entry& entry;
  const std::optional<VoidMark>& void_mark;
};

template <EntryKind Kind>
struct Of<HistoryView<Kind>> {
  static constexpr auto members = std::tuple_cat(
      std::tuple{member("kind", [](const HistoryView<Kind>&) { return KindName<Kind>{}; })},
      Of<EntryView<Kind, Place::list>>::members,
      std::tuple{
          member_if_any("void", [](const HistoryView<Kind>& v) -> auto& { return v.void_mark; })});
};

/// The same for a kind that is known only now.
struct HistoryEntry {
  const FiledEntry& filed;
};

using EveryKind = std::make_index_sequence<Spellings<EntryKind>::spellings.size()>;

template <std::size_t... Kinds>
void write_history_entry(JsonWriter& json, const FiledEntry& filed, std::index_sequence<Kinds...>) {
  const auto write_as = [&]<EntryKind Kind>(HistoryView<Kind> view) {
    if (filed.entry.kind == Kind) write(json, view);
  };
  (write_as(HistoryView<static_cast<EntryKind>(Kinds)>{filed.entry, filed.void_mark}), ...);
}

inline void write(JsonWriter& json, const HistoryEntry& shown) {
  write_history_entry(json, shown.filed, EveryKind{});
}

inline std::vector<HistoryEntry> in_history(const std::vector<FiledEntry>& entries) {
  std::vector<HistoryEntry> shown;
  shown.reserve(entries.size());
  for (const FiledEntry& filed : entries) shown.push_back({filed});
  return shown;
}

/// What an event stores of an entry that becomes void; its count alone does not identify it.
struct VoidState {
  const FiledEntry& filed;
  /// These identify the state; the others follow from them.
  static constexpr std::tuple identity{
      member("kind", [](const auto& s) { return s.filed.entry.kind; }),
      member("count", [](const auto& s) { return s.filed.entry.count; }),
      member("void", [](const auto& s) -> auto& { return s.filed.void_mark; })};
  static constexpr auto members = std::tuple_cat(
      identity, std::tuple{member_if_any("releaseTimestamp",
                                         [](const auto& s) { return s.filed.entry.ends; })});
};

}  // namespace shape

namespace schema {

/// "CitationInHistory".
template <EntryKind Kind>
inline constexpr auto history_entry_name = entry_name<Kind>("InHistory");
template <EntryKind Kind>
inline constexpr std::string_view name_of<shape::HistoryView<Kind>>{
    history_entry_name<Kind>.data(), history_entry_name<Kind>.size()};

template <EntryKind Kind>
struct Of<shape::KindName<Kind>> {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    json.begin_object();
    json.member("const", spelling(Kind));
    json.end_object();
  }
};

template <>
struct Of<shape::HistoryEntry> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    json.begin_object();
    json.key("oneOf");
    json.begin_array();
    describe_kinds(json, registry, shape::EveryKind{});
    json.end_array();
    json.end_object();
  }

 private:
  template <std::size_t... Kinds>
  static void describe_kinds(JsonWriter& json, SchemaRegistry& registry,
                             std::index_sequence<Kinds...>) {
    (schema::describe<shape::HistoryView<static_cast<EntryKind>(Kinds)>>(json, registry), ...);
  }
};

}  // namespace schema

struct VoidEntry {
  CivilianName name;
  EntryKind kind;
  std::int64_t count;
  Narrative reason;
  PersonName officer_name;
  ExternalId officer_id;
  static constexpr std::tuple members{required(fields::name),         required(fields::entry_kind),
                                      required(fields::entry_count),  required(fields::void_reason),
                                      required(fields::officer_name), required(fields::officer_id)};
};

struct History {
  CivilianName name;
  std::optional<std::int64_t> limit;
  std::optional<HistoryPosition> after;
  static constexpr std::tuple members{required(fields::name), optional(fields::history_limit),
                                      optional(fields::history_after)};
};

struct EntryVoided {
  const GuildId& guild;
  Civilian civilian;
  FiledEntry filed;
  std::string success;
  static constexpr std::tuple members{output::guild_id, output::civilian_name, output::civilian_id,
                                      output::success, shape::member("entry", [](const auto& o) {
                                        return std::array{shape::HistoryEntry{o.filed}};
                                      })};
};

struct HistoryShown {
  const GuildId& guild;
  Civilian civilian;
  HistoryPage page;
  static constexpr std::tuple members{
      output::guild_id, output::civilian_name, output::civilian_id,
      shape::member("entries", [](const auto& o) { return shape::in_history(o.page.entries); }),
      shape::member_if_any("next", [](const auto& o) {
        return o.page.next ? std::optional(o.page.next->str()) : std::nullopt;
      })};
};

inline constexpr std::string_view voided_kind = "leo.voided";

/// Changes whether an entry is void, and with it whether an arrest runs. Sets `call.change`.
void set_void(WriteCall& call, const Civilian& civilian, const FiledEntry& before,
              const FiledEntry& after);

Result<EntryVoided> leo_void(WriteCall& call, const VoidEntry& in);
Result<HistoryShown> leo_history(ReadCall& call, const History& in);

}  // namespace blotter
