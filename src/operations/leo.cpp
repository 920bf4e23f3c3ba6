#include "operations/leo.hpp"

#include "operations/belongings.hpp"

namespace blotter {
namespace {

Entry penalty_entry(const NewPenalty& in) {
  return {.author_name = in.officer_name,
          .author_id = in.officer_id,
          .amount = in.amount,
          .time_text = {},
          .text = in.charges,
          .made = {}};
}

}  // namespace

Result<CriminalRecord> leo_records(ReadCall& call, const CivilianNamed& in) {
  auto dossier = find_dossier(call.records, in.name, criminal_entry_kinds);
  if (!dossier) return fail(dossier.error());
  call.about = dossier->civilian.id;
  return CriminalRecord{std::move(*dossier), call.records.guild()};
}

Result<ImpoundState> leo_impound_state(ReadCall& call, const VehiclePlate& in) {
  auto found = find_vehicle(call.records, in.plate);
  return show_belonging<ImpoundState>(call, std::move(found));
}

Result<EntryCreated<EntryKind::arrest>> leo_arrest(WriteCall& call, const NewArrest& in) {
  return append_entry<EntryKind::arrest>(call, in.name,
                                         {.author_name = in.officer_name,
                                          .author_id = in.officer_id,
                                          .amount = in.time,
                                          .time_text = {},
                                          .text = in.charges,
                                          .made = {}});
}

Result<EntryCreated<EntryKind::citation>> leo_cite(WriteCall& call, const NewPenalty& in) {
  return append_entry<EntryKind::citation>(call, in.name, penalty_entry(in));
}

Result<EntryCreated<EntryKind::fine>> leo_fine(WriteCall& call, const NewPenalty& in) {
  return append_entry<EntryKind::fine>(call, in.name, penalty_entry(in));
}

Result<ImpoundChanged> leo_impound(WriteCall& call, const ImpoundChange& in) {
  const auto before = find_vehicle(call.records, in.plate);
  if (!before) return fail(before.error());
  auto after = with_impound(
      *before, in.impound
                   ? Impound::imposed(in.fee.value_or(0), Term::from(call.now, in.release_in))
                   : Impound::lifted());
  if (!after) return fail(after.error());
  call.records.update(*after);
  call.change = changed(*before, *after);
  return ImpoundChanged{call.records.guild(), std::move(*after),
                        in.impound ? "Impounded vehicle" : "Released vehicle"};
}

}  // namespace blotter
