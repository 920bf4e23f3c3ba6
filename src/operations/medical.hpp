// The two hospital operations.
#pragma once

#include "operations/entry_created.hpp"
#include "operations/inputs.hpp"

namespace blotter {

struct MedicalRecord : Dossier {
  const GuildId& guild;

  using Admissions = shape::Entries<EntryKind::admission, shape::Place::list>;
  static constexpr std::tuple members{
      output::guild_id, output::civilian_name, output::civilian_id,
      shape::member(
          "amount",
          [](const auto& r) { return r.counts[static_cast<std::size_t>(EntryKind::admission)]; }),
      shape::member("admissions", [](const auto&) { return Admissions{}; })};
};

Result<MedicalRecord> medical_records(ReadCall& call, const CivilianNamed& in);
Result<EntryCreated<EntryKind::admission>> medical_admit(WriteCall& call, const NewAdmission& in);

}  // namespace blotter
