// Custody: it lasts while an arrest runs. Several run side by side; the last one to end ends it.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

/// Kinds of events that the clock makes too.
inline constexpr std::string_view bolo_kind = "civilian.bolo";
inline constexpr std::string_view impound_kind = "vehicle.impounded";
inline constexpr std::string_view released_kind = "leo.released";
/// Who made them.
inline constexpr const char* clock_actor = "clock";

/// Custody of the civilian lasts at least until the new arrest ends, which is set. An earlier one
/// that is over ends first, if the clock has not ended it yet.
Result<void> begin_custody(WriteCall& call, const Civilian& civilian, Entry& arrest);
/// After an arrest was changed: custody lasts until the last one ends. Returns that time.
std::optional<Timestamp> update_custody(WriteCall& call, CivilianId civilian);
/// Changes the time of an arrest, in seconds; it ends now if that is over. Sets `call.change`, and
/// returns until when custody lasts.
std::optional<Timestamp> set_sentence(WriteCall& call, const Civilian& civilian, Entry& arrest,
                                      double seconds);
/// Lets arrests run again for the rest of their time, or ends them. Sets `call.change`.
void set_running(WriteCall& call, const Civilian& civilian, const std::vector<Entry>& arrests,
                 bool are_running);
/// Ends custody whose time is over, with an event of the clock.
void end_custody(Writer& records, const InCustody& custody, Timestamp now, IdSource& ids,
                 Random& random);

struct Released {
  const GuildId& guild;
  Civilian civilian;
  std::string_view success;
  static constexpr std::tuple members{output::guild_id, output::civilian_name, output::civilian_id,
                                      output::success, output::civilian};
};

struct SentenceChanged {
  using View = shape::EntryView<EntryKind::arrest, shape::Place::list>;

  const GuildId& guild;
  Civilian civilian;
  Entry arrest;
  std::optional<Timestamp> until;
  Timestamp now;
  std::string_view success;
  static constexpr std::tuple members{
      output::guild_id,
      output::civilian_name,
      output::civilian_id,
      output::success,
      shape::member("releaseTimestamp", [](const auto& o) { return output::end_text(o.until); }),
      shape::member("remaining", [](const auto& o) { return output::remaining(o.until, o.now); }),
      shape::member("arrest", [](const auto& o) { return std::array{View{o.arrest}}; })};
};

Result<Released> leo_release(WriteCall& call, const Release& in);
Result<SentenceChanged> leo_sentence(WriteCall& call, const SentenceChange& in);

}  // namespace blotter
