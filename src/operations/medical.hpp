// The two operations of hospitals.
#pragma once

#include "operations/entry_created.hpp"
#include "operations/inputs.hpp"

namespace blotter {

struct MedicalRecord {
  const GuildId& guild;
  Civilian civilian;
  std::vector<Entry> entries;

  using Admissions = shape::Entries<EntryKind::admission, shape::Place::list>;
  static constexpr std::tuple members{
      output::guild_id, output::civilian_name, output::civilian_id,
      shape::member("amount",
                    [](const auto& r) { return static_cast<std::int64_t>(r.entries.size()); }),
      shape::member("admissions", [](const auto& r) { return Admissions{r.entries}; })};
};

Result<MedicalRecord> medical_records(ReadCall& call, const CivilianNamed& in);
Result<EntryCreated<EntryKind::admission>> medical_admit(WriteCall& call, const NewAdmission& in);

}  // namespace blotter
