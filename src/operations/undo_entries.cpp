// Taking back entries of files, and changes of custody.
#include <algorithm>
#include <utility>

#include "operations/custody.hpp"
#include "operations/event_members.hpp"
#include "operations/history.hpp"
#include "operations/lookup.hpp"
#include "operations/undo_rules.hpp"

namespace blotter {
namespace {

Result<Civilian> find_civilian(WriteCall& call, const AuditedEvent& event) {
  auto civilian = call.records.civilian(event.civilian.value_or(CivilianId{}));
  if (!civilian) return fail(undo::changed_since(call, event));
  if (auto alive = ensure_alive(*civilian); !alive) return fail(alive.error());
  return std::move(*civilian);
}

VoidMark mark_of_undo(const WriteCall& call) {
  const std::string name = call.key == nullptr || call.key->name.empty() ? "undo" : call.key->name;
  const std::string id = call.key == nullptr ? "" : to_string(call.key->id);
  return {.reason = Narrative::stored("Undone"),
          .author_name = PersonName::stored(name),
          .author_id = ExternalId::stored(id),
          .at = call.now};
}

/// The entry stays on file as a void one.
template <EntryKind Kind>
Result<std::string_view> undo_entry(WriteCall& call, const AuditedEvent& event) {
  const auto civilian = find_civilian(call, event);
  if (!civilian) return fail(civilian.error());
  const auto filed = call.records.entry(civilian->id, Kind, event.subject);
  if (!filed) return fail(undo::changed_since(call, event));
  const auto after = voided(*filed, mark_of_undo(call));
  if (!after) return fail(undo::changed_since(call, event));
  set_void(call, *civilian, *filed, *after);
  return voided_kind;
}

std::optional<VoidMark> mark_in(const EventMembers& state) {
  std::optional<VoidMark> mark;
  state.object("void", [&](const EventMembers& members) {
    mark = VoidMark{.reason = Narrative::stored(members.text_or_empty("reason")),
                    .author_name = PersonName::stored(members.text_or_empty("officerName")),
                    .author_id = ExternalId::stored(members.text_or_empty("officerID")),
                    .at = parse_time(members.text_or_empty("timestamp")).value_or(Timestamp{})};
  });
  return mark;
}

Result<std::string_view> undo_void(WriteCall& call, const AuditedEvent& event) {
  const auto civilian = find_civilian(call, event);
  if (!civilian) return fail(civilian.error());
  const EventMembers before(*event.before);
  std::optional<EntryKind> kind;
  before.text("kind", [&](std::string_view text) { kind = find_spelling<EntryKind>(text); });
  if (!kind) return fail(ErrorId::not_undoable);
  const auto filed = call.records.entry(civilian->id, *kind, event.subject);
  if (!filed) return fail(undo::changed_since(call, event));
  const auto identity = shape::to_json(shape::VoidState{*filed}, shape::VoidState::identity);
  if (!undo::has_members(*event.after, identity)) return fail(undo::changed_since(call, event));
  FiledEntry after = *filed;
  after.void_mark = mark_in(before);
  after.entry.ends = before.future("releaseTimestamp", call.now);
  set_void(call, *civilian, *filed, after);
  return undo::same_kind;
}

/// The arrests that an event names.
std::vector<std::int64_t> arrests_in(const EventMembers& members) {
  std::vector<std::int64_t> counts;
  members.each("arrests", [&](const EventMembers& arrest) {
    if (const auto count = arrest.integer("count")) counts.push_back(*count);
  });
  return counts;
}

Timestamp end_of(const Entry& arrest) { return end_of_sentence(arrest.made, arrest.amount); }

/// Those arrests of which there is time left.
Result<std::vector<Entry>> read_arrests(WriteCall& call, const AuditedEvent& event,
                                        const std::vector<std::int64_t>& counts, bool are_running) {
  std::vector<Entry> arrests;
  for (const std::int64_t count : counts) {
    const auto filed = call.records.entry(*event.civilian, EntryKind::arrest, count);
    if (!filed || filed->void_mark) return fail(undo::changed_since(call, event));
    const Entry& arrest = filed->entry;
    if (end_of(arrest) <= call.now) continue;
    if (arrest.ends.has_value() != are_running) return fail(undo::changed_since(call, event));
    arrests.push_back(arrest);
  }
  if (arrests.empty()) return fail({ErrorId::cannot_restore, "the time of the arrests is over"});
  return arrests;
}

Result<std::string_view> undo_sentence(WriteCall& call, const AuditedEvent& event,
                                       const Civilian& civilian) {
  double old_time = 0;
  double new_time = 0;
  EventMembers(*event.before).number("time", old_time);
  EventMembers(*event.after).number("time", new_time);
  auto filed = call.records.entry(civilian.id, EntryKind::arrest, event.subject);
  if (!filed || filed->void_mark || filed->entry.amount != new_time) {
    return fail(undo::changed_since(call, event));
  }
  Entry& arrest = filed->entry;
  const bool was_released = !arrest.ends && end_of(arrest) > call.now;
  if (was_released) return fail(undo::changed_since(call, event));
  set_sentence(call, civilian, arrest, old_time);
  return undo::same_kind;
}

/// A release, a sentence that was changed, or the undo of one of them.
Result<std::string_view> undo_release(WriteCall& call, const AuditedEvent& event) {
  if (event.actor == clock_actor) {
    return fail({ErrorId::not_undoable, "the time of the arrests was over"});
  }
  const auto civilian = find_civilian(call, event);
  if (!civilian) return fail(civilian.error());
  const EventMembers before(*event.before);
  if (before.integer("count")) return undo_sentence(call, event, *civilian);
  const auto ended = arrests_in(before);
  const bool will_run = !ended.empty();
  const auto arrests = read_arrests(
      call, event, will_run ? ended : arrests_in(EventMembers(*event.after)), !will_run);
  if (!arrests) return fail(arrests.error());
  set_running(call, *civilian, *arrests, will_run);
  return undo::same_kind;
}

constexpr UndoRule rules[] = {
    {"leo.cited", undo_entry<EntryKind::citation>},
    {"leo.fined", undo_entry<EntryKind::fine>},
    {"leo.arrested", undo_entry<EntryKind::arrest>},
    {"medical.admitted", undo_entry<EntryKind::admission>},
    {voided_kind, undo_void},
    {released_kind, undo_release},
};

}  // namespace

std::span<const UndoRule> entry_undo_rules() { return rules; }

}  // namespace blotter
