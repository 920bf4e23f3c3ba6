#include "operations/vehicle.hpp"

#include <fmt/format.h>

#include "operations/belongings.hpp"
#include "operations/list.hpp"
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
    if (auto vehicle = find_vehicle(records, *in.vehicle_id)) {
      candidates.push_back(std::move(*vehicle));
    }
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
  auto found = find_vehicle(call.records, in.plate);
  return show_belonging<VehicleFound>(call, std::move(found));
}

Result<output::Listed<Vehicle>> vehicle_list(ReadCall& call, const VehicleList& in) {
  const VehicleFilter filter{in.name, in.stolen, in.impounded};
  return list(call, in, filter, &Reader::count_vehicles, &Reader::vehicles, ErrorId::no_vehicles);
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
  auto done = edit_belonging(call, in, select_vehicle);
  if (!done) return fail(std::move(done.error()));
  return VehicleEdited{.guild = call.records.guild(),
                       .civilian = std::move(done->owner),
                       .vehicle = std::move(done->after),
                       .field = in.edit.field,
                       .value = in.edit.value,
                       .old_value = value_of(done->before, in.edit.field),
                       .success = fmt::format("Updated vehicle {}", spelling(in.edit.field))};
}

Result<output::Deleted<VehicleId>> vehicle_delete(WriteCall& call, const VehicleIdOnly& in) {
  auto found = find_vehicle(call.records, in.vehicle_id);
  return delete_belonging(call, std::move(found), "Deleted vehicle");
}

}  // namespace blotter
