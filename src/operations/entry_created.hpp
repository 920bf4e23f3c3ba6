// The response to a new arrest, citation, fine or admission, and its event.
#pragma once

#include "operations/call.hpp"
#include "operations/custody.hpp"
#include "operations/lookup.hpp"
#include "operations/output.hpp"

namespace blotter {

template <EntryKind Kind>
struct EntryCreated {
  using View = shape::EntryView<Kind, shape::Place::list>;

  const GuildId& guild;
  Civilian civilian;
  Entry entry;
  std::string success;

  static constexpr auto entry_member =
      shape::member(spelling(Kind), [](const auto& o) { return std::array{View{o.entry}}; });
  // The interface shows the civilian's id first for admissions, the name first for the others.
  static constexpr auto members = [] {
    if constexpr (Kind == EntryKind::admission) {
      return std::tuple{output::guild_id, output::civilian_id, output::civilian_name,
                        output::success, entry_member};
    } else {
      return std::tuple{output::guild_id, output::civilian_name, output::civilian_id,
                        output::success, entry_member};
    }
  }();
};

/// Appends `entry` to the file of the living civilian with that name.
template <EntryKind Kind>
Result<EntryCreated<Kind>> append_entry(WriteCall& call, const CivilianName& name, Entry entry) {
  auto end = find_last_entry(call.records, name, Kind);
  if (!end) return fail(end.error());
  if (end->entries >= entries_max) return fail(ErrorId::too_many_records);
  entry.kind = Kind;
  entry.count = end->last_count + 1;
  entry.made = call.now;
  if constexpr (Kind == EntryKind::arrest) {
    if (auto begun = begin_custody(call, end->civilian, entry); !begun) {
      return fail(begun.error());
    }
  }
  call.records.append(end->civilian, entry);
  using View = typename EntryCreated<Kind>::View;
  call.change = Change{.civilian = end->civilian.id,
                       .civilian_name = end->civilian.name.str(),
                       .subject = entry.count,
                       .actor = entry.author_name.str(),
                       .before = std::nullopt,
                       .after = shape::to_json(View{entry}, shape::members_of<View>())};
  return EntryCreated<Kind>{call.records.guild(), std::move(end->civilian), std::move(entry),
                            "Created " + std::string(spelling(Kind))};
}

}  // namespace blotter
