// The seven operations on civilians.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

struct CivilianFile : Dossier {
  const GuildId& guild;

  template <EntryKind Kind>
  using InFile = shape::Entries<Kind, shape::Place::file>;
  static constexpr std::tuple members{
      output::guild_id,
      output::user_id,
      output::user_name,
      output::civilian,
      shape::member("citations", [](const auto&) { return InFile<EntryKind::citation>{}; }),
      shape::member("fines", [](const auto&) { return InFile<EntryKind::fine>{}; }),
      shape::member("arrests", [](const auto&) { return InFile<EntryKind::arrest>{}; }),
      shape::member("hospitalRecords", [](const auto&) { return InFile<EntryKind::admission>{}; })};
};

struct CivilianCreated {
  const GuildId& guild;
  Civilian civilian;
  std::string_view success;
  static constexpr std::tuple members{output::guild_id,  output::civilian_id, output::civilian_name,
                                      output::user_name, output::user_id,     output::success,
                                      output::civilian};
};

struct CivilianEdited {
  const GuildId& guild;
  Civilian civilian;
  CivilianField field;
  FieldValue value;
  FieldValue old_value;
  std::string success;
  static constexpr std::tuple members{output::guild_id,  output::civilian_name, output::civilian_id,
                                      output::user_name, output::user_id,       output::field,
                                      output::value,     output::old_value,     output::success,
                                      output::civilian};
};

struct BoloChanged {
  const GuildId& guild;
  Civilian civilian;
  std::string_view success;
  static constexpr std::tuple members{output::guild_id,
                                      output::user_name,
                                      output::user_id,
                                      output::civilian_name,
                                      output::civilian_id,
                                      output::success,
                                      output::civilian,
                                      shape::member_if_any("expiresTimestamp", [](const auto& o) {
                                        return o.civilian.bolo.term().until;
                                      })};
};

struct CivilianDied {
  const GuildId& guild;
  Civilian civilian;
  std::string_view success;
  static constexpr std::tuple members{output::guild_id,  output::civilian_name, output::civilian_id,
                                      output::user_name, output::user_id,       output::success,
                                      output::civilian};
};

/// Shows the deleted civilian, in the same form.
using CivilianDeleted = CivilianCreated;

Result<CivilianFile> civilian_info(ReadCall& call, const CivilianNamed& in);
Result<output::Listed<Civilian>> civilian_list(ReadCall& call, const CivilianList& in);
Result<CivilianCreated> civilian_create(WriteCall& call, const NewCivilian& in);
Result<CivilianEdited> civilian_edit(WriteCall& call, const CivilianEdit& in);
Result<BoloChanged> civilian_bolo(WriteCall& call, const BoloChange& in);
Result<CivilianDied> civilian_deceased(WriteCall& call, const DeceasedChange& in);
Result<CivilianDeleted> civilian_delete(WriteCall& call, const CivilianNamed& in);

}  // namespace blotter
