#include "operations/medical.hpp"

namespace blotter {

Result<MedicalRecord> medical_records(ReadCall& call, const CivilianNamed& in) {
  auto civilian = find_civilian(call.records, in.name);
  if (!civilian) return fail(civilian.error());
  auto entries = call.records.entries(*civilian, EntryKind::admission);
  return MedicalRecord{call.records.guild(), std::move(*civilian), std::move(entries)};
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
