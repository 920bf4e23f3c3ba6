#include "operations/custody.hpp"

#include "operations/due.hpp"
#include "operations/lookup.hpp"

namespace blotter {
namespace {

Change change_of(const Civilian& civilian) {
  return {.civilian = civilian.id,
          .civilian_name = civilian.name.str(),
          .subject = civilian.id.value,
          .actor = std::nullopt,
          .before = std::nullopt,
          .after = std::nullopt};
}

/// Custody until then, with the arrests that run.
std::string custody_json(std::optional<Timestamp> until, const std::vector<Entry>& arrests) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("releaseTimestamp", output::end_text(until));
  if (!arrests.empty()) json.key("arrests");
  if (!arrests.empty()) json.begin_array();
  for (const Entry& arrest : arrests) {
    json.begin_object();
    json.member("count", arrest.count);
    json.member("releaseTimestamp", output::end_text(arrest.ends));
    json.end_object();
  }
  if (!arrests.empty()) json.end_array();
  json.end_object();
  return text;
}

std::string release_json(const Release& in) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("releaseTimestamp", "");
  json.member("officerName", in.officer_name.str());
  json.member("officerID", in.officer_id.str());
  if (in.reason) json.member("reason", in.reason->str());
  json.end_object();
  return text;
}

std::string sentence_json(const Entry& arrest, std::optional<Timestamp> until) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("count", arrest.count);
  json.member("time", arrest.amount);
  json.member("releaseTimestamp", output::end_text(until));
  json.end_object();
  return text;
}

}  // namespace

Result<void> begin_custody(WriteCall& call, const Civilian& civilian, Entry& arrest) {
  const auto until = call.records.custody_until(civilian.id);
  if (until && *until <= call.now) {
    end_custody(call.records, {civilian, *until}, call.now, call.ids, call.random);
  }
  if (call.records.has_running_arrests(civilian.id, running_arrests_max)) {
    // Some may have ended while another one goes on.
    call.records.end_arrests(civilian.id, call.now);
    if (call.records.has_running_arrests(civilian.id, running_arrests_max)) {
      return fail(ErrorId::too_many_records);
    }
  }
  arrest.ends = end_of_sentence(call.now, arrest.amount);
  call.records.raise_custody(civilian.id, *arrest.ends);
  return {};
}

std::optional<Timestamp> update_custody(WriteCall& call, CivilianId civilian) {
  const auto last = call.records.running_arrests(civilian, call.now, 1);
  if (last.empty()) call.records.end_arrests(civilian);
  const auto until = last.empty() ? std::nullopt : last.front().ends;
  call.records.set_custody(civilian, until);
  return until;
}

std::optional<Timestamp> set_sentence(WriteCall& call, const Civilian& civilian, Entry& arrest,
                                      double seconds) {
  call.change = change_of(civilian);
  call.change->subject = arrest.count;
  call.change->before = sentence_json(arrest, call.records.custody_until(civilian.id));
  arrest.amount = seconds;
  arrest.ends = end_of_sentence(arrest.made, seconds);
  if (*arrest.ends <= call.now) arrest.ends.reset();
  call.records.set_sentence(civilian.id, arrest.count, arrest.amount, arrest.ends);
  const auto until = update_custody(call, civilian.id);
  call.change->after = sentence_json(arrest, until);
  return until;
}

void set_running(WriteCall& call, const Civilian& civilian, const std::vector<Entry>& arrests,
                 bool are_running) {
  call.change = change_of(civilian);
  const auto until = call.records.custody_until(civilian.id);
  call.change->before = custody_json(until, are_running ? std::vector<Entry>() : arrests);
  auto changed = arrests;
  for (Entry& arrest : changed) {
    arrest.ends =
        are_running ? std::optional(end_of_sentence(arrest.made, arrest.amount)) : std::nullopt;
    call.records.set_sentence(civilian.id, arrest.count, arrest.amount, arrest.ends);
  }
  const auto new_until = update_custody(call, civilian.id);
  call.change->after = custody_json(new_until, are_running ? changed : std::vector<Entry>());
}

void end_custody(Writer& records, const InCustody& custody, Timestamp now, IdSource& ids,
                 Random& random) {
  records.end_arrests(custody.civilian.id);
  records.set_custody(custody.civilian.id, std::nullopt);
  Change change = change_of(custody.civilian);
  change.before = custody_json(custody.until, {});
  change.after = custody_json(std::nullopt, {});
  append_by_clock(records, released_kind, std::move(change), now, ids, random);
}

Result<Released> leo_release(WriteCall& call, const Release& in) {
  auto civilian = find_living(call.records, in.name);
  if (!civilian) return fail(civilian.error());
  const auto until = call.records.custody_until(civilian->id);
  if (!until) return fail(ErrorId::not_in_custody);
  const auto arrests = call.records.running_arrests(civilian->id, call.now, running_arrests_max);
  call.records.end_arrests(civilian->id);
  call.records.set_custody(civilian->id, std::nullopt);
  call.change = change_of(*civilian);
  call.change->actor = in.officer_name.str();
  call.change->before = custody_json(until, arrests);
  call.change->after = release_json(in);
  return Released{call.records.guild(), std::move(*civilian), "Released civilian"};
}

Result<SentenceChanged> leo_sentence(WriteCall& call, const SentenceChange& in) {
  auto civilian = find_living(call.records, in.name);
  if (!civilian) return fail(civilian.error());
  auto filed = call.records.entry(civilian->id, EntryKind::arrest, in.count);
  if (!filed) return fail(ErrorId::entry_not_found);
  Entry& arrest = filed->entry;
  if (!arrest.ends || *arrest.ends <= call.now) return fail(ErrorId::not_in_custody);
  const auto until = set_sentence(call, *civilian, arrest, in.time);
  return SentenceChanged{.guild = call.records.guild(),
                         .civilian = std::move(*civilian),
                         .arrest = std::move(arrest),
                         .until = until,
                         .now = call.now,
                         .success = "Changed sentence"};
}

}  // namespace blotter
