#include "operations/vehicle.hpp"

#include <fmt/format.h>

#include "operations/lookup.hpp"
#include "operations/selection.hpp"

namespace blotter {
namespace {

Result<Vehicle> select_vehicle(Reader& records, const Civilian& owner, const VehicleEdit& in) {
  const auto matches = [&](const Vehicle& vehicle) {
    return vehicle.owner.id == owner.id &&
           (!in.vehicle_id || in.vehicle_id->str() == to_string(vehicle.id));
  };
  std::vector<Vehicle> candidates;
  if (in.plate) {
    if (auto vehicle = records.vehicle(*in.plate)) candidates.push_back(std::move(*vehicle));
  } else if (in.vehicle_id) {
    const auto id = parse_id(in.vehicle_id->str());
    auto vehicle = id ? records.vehicle(VehicleId{*id}) : std::nullopt;
    if (vehicle) candidates.push_back(std::move(*vehicle));
  } else {
    candidates = records.vehicles_of(owner);
  }
  const auto label = [](const Vehicle& vehicle) {
    return fmt::format("{} ({})", vehicle.plate.str(), vehicle.id.value);
  };
  return select_one(owner, std::move(candidates), matches, label,
                    {ErrorId::vehicle_not_found, ErrorId::several_vehicles,
                     "send plate or vehicleID to choose one of"});
}

}  // namespace

Result<VehicleFound> vehicle_plate(ReadCall& call, const VehiclePlate& in) {
  auto vehicle = find_vehicle(call.records, in.plate);
  if (!vehicle) return fail(vehicle.error());
  call.about = vehicle->owner.id;
  return VehicleFound{call.records.guild(), std::move(*vehicle)};
}

Result<output::Listed<Vehicle>> vehicle_list(ReadCall& call, const VehicleList& in) {
  const VehicleFilter filter{in.name, in.stolen, in.impounded};
  const std::int64_t amount = call.records.count_vehicles(filter);
  if (amount == 0) return fail(ErrorId::no_vehicles);
  return output::Listed<Vehicle>{
      amount, call.records.guild(), in.limit,
      call.records.vehicles(filter, output::page_of(in.after, in.limit))};
}

Result<VehicleCreated> vehicle_create(WriteCall& call, const NewVehicle& in) {
  auto owner = find_living(call.records, in.name);
  if (!owner) return fail(owner.error());
  if (call.records.has_vehicles(*owner, vehicles_max)) return fail(ErrorId::too_many_records);
  Vehicle vehicle{.id = {call.ids.next(call.now, call.random)},
                  .owner = Owner::of(*owner),
                  .plate = in.plate,
                  .model = in.model,
                  .color = in.color,
                  .color_type = in.color_type,
                  .registration = in.registration,
                  .insurance = in.insurance,
                  .registered = call.now};
  if (!call.records.insert(vehicle)) return fail(ErrorId::vehicle_exists);
  call.change = created(vehicle);
  return VehicleCreated{call.records.guild(), std::move(*owner), std::move(vehicle),
                        "Created vehicle"};
}

Result<VehicleEdited> vehicle_edit(WriteCall& call, const VehicleEdit& in) {
  auto owner = find_civilian(call.records, in.name);
  if (!owner) return fail(owner.error());
  const auto before = select_vehicle(call.records, *owner, in);
  if (!before) return fail(before.error());
  Vehicle after = edited(*before, in.edit.field, in.edit.value);
  call.records.update(after);
  call.change = changed(*before, after);
  return VehicleEdited{.guild = call.records.guild(),
                       .civilian = std::move(*owner),
                       .vehicle = std::move(after),
                       .field = in.edit.field,
                       .value = in.edit.value,
                       .old_value = value_of(*before, in.edit.field),
                       .success = fmt::format("Updated vehicle {}", spelling(in.edit.field))};
}

Result<output::Deleted<VehicleId>> vehicle_delete(WriteCall& call, const VehicleIdOnly& in) {
  const auto id = parse_id(in.vehicle_id.str());
  const auto vehicle = id ? call.records.vehicle(VehicleId{*id}) : std::nullopt;
  if (!vehicle) return fail(ErrorId::vehicle_not_found);
  call.records.erase(*vehicle);
  call.change = deleted(*vehicle);
  return output::Deleted<VehicleId>{call.records.guild(), vehicle->id, "Deleted vehicle"};
}

}  // namespace blotter
