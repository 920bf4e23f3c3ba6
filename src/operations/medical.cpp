#include "operations/medical.hpp"

namespace blotter {

Result<MedicalRecord> medical_records(ReadCall& call, const CivilianNamed& in) {
  auto dossier = find_dossier(call.records, in.name, medical_entry_kinds);
  if (!dossier) return fail(dossier.error());
  call.about = dossier->civilian.id;
  return MedicalRecord{std::move(*dossier), call.records.guild()};
}

Result<EntryCreated<EntryKind::admission>> medical_admit(WriteCall& call, const NewAdmission& in) {
  return append_entry<EntryKind::admission>(call, in.name,
                                            {.author_name = in.unit_name,
                                             .author_id = in.unit_id,
                                             .amount = in.time.seconds,
                                             .time_text = in.time.text,
                                             .text = in.injures,
                                             .made = {}});
}

}  // namespace blotter
