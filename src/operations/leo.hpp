// The six law enforcement operations.
#pragma once

#include "operations/entry_created.hpp"
#include "operations/inputs.hpp"

namespace blotter {

struct CriminalRecord : Dossier {
  const GuildId& guild;

  [[nodiscard]] std::int64_t count(EntryKind kind) const {
    return counts[static_cast<std::size_t>(kind)];
  }
  template <EntryKind Kind>
  using InList = shape::Entries<Kind, shape::Place::list>;
  static constexpr std::tuple members{
      output::guild_id,
      output::civilian_name,
      output::civilian_id,
      shape::member("citationAmount", [](const auto& r) { return r.count(EntryKind::citation); }),
      shape::member("fineAmount", [](const auto& r) { return r.count(EntryKind::fine); }),
      shape::member("arrestAmount", [](const auto& r) { return r.count(EntryKind::arrest); }),
      shape::member("citations", [](const auto&) { return InList<EntryKind::citation>{}; }),
      shape::member("fines", [](const auto&) { return InList<EntryKind::fine>{}; }),
      shape::member("arrests", [](const auto&) { return InList<EntryKind::arrest>{}; })};
};

struct ImpoundState {
  const GuildId& guild;
  Vehicle vehicle;
  static constexpr std::tuple members{
      output::guild_id, output::plate,
      shape::member("id", [](const auto& s) { return s.vehicle.id; }),
      shape::member("impounded", [](const auto& s) { return s.vehicle.impound.is_active(); }),
      shape::member("impoundedFee", [](const auto& s) { return s.vehicle.impound.fee(); })};
};

struct ImpoundChanged {
  const GuildId& guild;
  Vehicle vehicle;
  std::string_view success;
  static constexpr std::tuple members{
      output::guild_id,
      output::plate,
      shape::member("userID", [](const auto& o) -> auto& { return o.vehicle.owner.user_id; }),
      shape::member("userName", [](const auto& o) -> auto& { return o.vehicle.owner.user_name; }),
      shape::member("civilianName", [](const auto& o) -> auto& { return o.vehicle.owner.name; }),
      shape::member("civilianID", [](const auto& o) { return o.vehicle.owner.id; }),
      shape::member("impounded", [](const auto& o) { return o.vehicle.impound.is_active(); }),
      output::success,
      output::vehicle,
      shape::member_if_any("releaseTimestamp",
                           [](const auto& o) { return o.vehicle.impound.term().until; })};
};

Result<CriminalRecord> leo_records(ReadCall& call, const CivilianNamed& in);
Result<ImpoundState> leo_impound_state(ReadCall& call, const VehiclePlate& in);
Result<EntryCreated<EntryKind::arrest>> leo_arrest(WriteCall& call, const NewArrest& in);
Result<EntryCreated<EntryKind::citation>> leo_cite(WriteCall& call, const NewPenalty& in);
Result<EntryCreated<EntryKind::fine>> leo_fine(WriteCall& call, const NewPenalty& in);
Result<ImpoundChanged> leo_impound(WriteCall& call, const ImpoundChange& in);

}  // namespace blotter
