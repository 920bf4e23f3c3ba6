// Finding what a request names, with the contract's errors for what is not there.
#pragma once

#include "storage/store.hpp"

namespace blotter {

Result<Civilian> find_civilian(Reader& records, const CivilianName& name);
Result<Dossier> find_dossier(Reader& records, const CivilianName& name, EntryKinds kinds);
// For changes: a deceased civilian is found and refused.
Result<Civilian> find_living(Reader& records, const CivilianName& name);
Result<DossierEnd> find_dossier_end(Reader& records, const CivilianName& name, EntryKind kind);

Result<Vehicle> find_vehicle(Reader& records, const Plate& plate);
Result<Firearm> find_firearm(Reader& records, const SerialNumber& serial_number);

}  // namespace blotter
