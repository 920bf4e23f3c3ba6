#include "operations/check.hpp"

#include <algorithm>

namespace blotter {
namespace {

constexpr std::size_t belongings_shown_max = 20;

template <class Record>
std::vector<Record> shown(std::vector<Record> records) {
  const auto end =
      records.begin() + static_cast<std::ptrdiff_t>(std::min(records.size(), belongings_shown_max));
  records.erase(end, records.end());
  return records;
}

PersonState state_of(Reader& records, CivilianId civilian) {
  return {.is_in_custody = records.custody_until(civilian).has_value(),
          .has_stolen_firearm = records.has_stolen_firearm(civilian)};
}

}  // namespace

Result<VehicleChecked> vehicle_check(ReadCall& call, const VehiclePlate& in) {
  call.records.require_snapshot();
  auto vehicle = call.records.vehicle(in.plate);
  auto owner = vehicle ? call.records.civilian(vehicle->owner.id) : std::nullopt;
  if (!vehicle || !owner) return VehicleChecked{call.records.guild(), {not_on_file("plate")}};
  call.about = owner->id;
  return VehicleChecked{call.records.guild(),
                        reasons_for(*vehicle, *owner, state_of(call.records, owner->id)),
                        {*vehicle},
                        {*owner}};
}

Result<CivilianChecked> civilian_check(ReadCall& call, const CivilianNamed& in) {
  call.records.require_snapshot();
  auto civilian = call.records.civilian(in.name);
  if (!civilian) return CivilianChecked{call.records.guild(), {not_on_file("name")}};
  call.about = civilian->id;
  const CivilianId id = civilian->id;
  return CivilianChecked{.guild = call.records.guild(),
                         .reasons = reasons_for(*civilian, state_of(call.records, id)),
                         .civilian = {*civilian},
                         .vehicles = shown(call.records.vehicles_of(*civilian)),
                         .firearms = shown(call.records.firearms_of(*civilian)),
                         .vehicle_amount = call.records.count_vehicles_of(id),
                         .firearm_amount = call.records.count_firearms_of(id),
                         .counts = call.records.entry_counts(id)};
}

}  // namespace blotter
