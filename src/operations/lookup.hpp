// Finds what a request names, or fails with the API's error for a missing record.
#pragma once

#include "storage/reader.hpp"

namespace blotter {

Result<Civilian> find_civilian(Reader& records, const CivilianName& name);
Result<Dossier> find_dossier(Reader& records, const CivilianName& name, EntryKinds kinds);
// For changes: a deceased civilian is refused.
Result<Civilian> find_living(Reader& records, const CivilianName& name);
Result<LastEntry> find_last_entry(Reader& records, const CivilianName& name, EntryKind kind);

struct FoundEntry {
  Civilian civilian;
  FiledEntry filed;
};
/// Void or valid, of a living or deceased civilian.
Result<FoundEntry> find_entry(Reader& records, const CivilianName& name, EntryKind kind,
                              std::int64_t count);

Result<Vehicle> find_vehicle(Reader& records, const Plate& plate);
/// Any text may be sent as an id.
Result<Vehicle> find_vehicle(Reader& records, const ExternalId& id);
Result<Firearm> find_firearm(Reader& records, const SerialNumber& serial_number);

}  // namespace blotter
