#include "operations/history.hpp"

#include "operations/custody.hpp"
#include "operations/lookup.hpp"

namespace blotter {
namespace {

std::string void_state(const FiledEntry& filed) {
  return shape::to_json(shape::VoidState{filed}, shape::VoidState::members);
}

}  // namespace

void set_void(WriteCall& call, const Civilian& civilian, const FiledEntry& before,
              const FiledEntry& after) {
  const Entry& entry = after.entry;
  call.records.set_void(civilian, entry, after.void_mark);
  if (entry.ends != before.entry.ends) {
    call.records.set_sentence(civilian.id, entry.count, entry.amount, entry.ends);
    update_custody(call, civilian.id);
  }
  call.change = Change{
      .civilian = civilian.id,
      .civilian_name = civilian.name.str(),
      .subject = entry.count,
      .actor = after.void_mark ? std::optional(after.void_mark->author_name.str()) : std::nullopt,
      .before = void_state(before),
      .after = void_state(after)};
}

Result<EntryVoided> leo_void(WriteCall& call, const VoidEntry& in) {
  auto found = find_entry(call.records, in.name, in.kind, in.count);
  if (!found) return fail(found.error());
  auto& [civilian, before] = *found;
  if (auto alive = ensure_alive(civilian); !alive) return fail(alive.error());
  auto after = voided(before, {.reason = in.reason,
                               .author_name = in.officer_name,
                               .author_id = in.officer_id,
                               .at = call.now});
  if (!after) return fail(after.error());
  set_void(call, civilian, before, *after);
  return EntryVoided{call.records.guild(), std::move(civilian), std::move(*after),
                     "Voided " + std::string(spelling(in.kind))};
}

Result<HistoryShown> leo_history(ReadCall& call, const History& in) {
  constexpr std::int64_t usual_limit = 100;
  call.records.require_snapshot();
  auto civilian = find_civilian(call.records, in.name);
  if (!civilian) return fail(civilian.error());
  call.about = civilian->id;
  HistoryPart part{.entries_max = in.limit.value_or(usual_limit)};
  if (in.after) part.begin = *in.after;
  auto page = call.records.history(*civilian, part);
  return HistoryShown{call.records.guild(), std::move(*civilian), std::move(page)};
}

}  // namespace blotter
