#include "operations/lookup.hpp"

namespace blotter {
namespace {

template <class Record>
Result<Record> or_fail(std::optional<Record> found, ErrorId error) {
  if (!found) return fail(error);
  return std::move(*found);
}

}  // namespace

Result<Civilian> find_civilian(Reader& records, const CivilianName& name) {
  return or_fail(records.civilian(name), ErrorId::character_not_found);
}

Result<Dossier> find_dossier(Reader& records, const CivilianName& name, EntryKinds kinds) {
  return or_fail(records.dossier(name, kinds), ErrorId::character_not_found);
}

Result<Civilian> find_living(Reader& records, const CivilianName& name) {
  auto civilian = find_civilian(records, name);
  if (!civilian) return civilian;
  if (auto alive = ensure_alive(*civilian); !alive) return fail(alive.error());
  return civilian;
}

Result<LastEntry> find_last_entry(Reader& records, const CivilianName& name, EntryKind kind) {
  auto end = or_fail(records.last_entry(name, kind), ErrorId::character_not_found);
  if (!end) return end;
  if (auto alive = ensure_alive(end->civilian); !alive) return fail(alive.error());
  return end;
}

Result<FoundEntry> find_entry(Reader& records, const CivilianName& name, EntryKind kind,
                              std::int64_t count) {
  auto found = or_fail(records.entry(name, kind, count), ErrorId::character_not_found);
  if (!found) return fail(found.error());
  auto filed = or_fail(std::move(found->entry), ErrorId::entry_not_found);
  if (!filed) return fail(filed.error());
  return FoundEntry{std::move(found->civilian), std::move(*filed)};
}

Result<Vehicle> find_vehicle(Reader& records, const Plate& plate) {
  return or_fail(records.vehicle(plate), ErrorId::vehicle_not_found);
}

Result<Vehicle> find_vehicle(Reader& records, const ExternalId& id) {
  const auto number = parse_id(id.str());
  return or_fail(number ? records.vehicle(VehicleId{*number}) : std::nullopt,
                 ErrorId::vehicle_not_found);
}

Result<Firearm> find_firearm(Reader& records, const SerialNumber& serial_number) {
  return or_fail(records.firearm(serial_number), ErrorId::firearm_not_found);
}

}  // namespace blotter
