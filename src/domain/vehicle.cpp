#include "domain/vehicle.hpp"

namespace blotter {

FieldValue value_of(const Vehicle& vehicle, VehicleField field) {
  switch (field) {
    case VehicleField::color: return vehicle.color.str();
    case VehicleField::insurance: return std::string(spelling(vehicle.insurance));
    case VehicleField::registration: return std::string(spelling(vehicle.registration));
    case VehicleField::stole: return vehicle.stolen;
  }
  __builtin_unreachable();
}

Vehicle edited(Vehicle vehicle, VehicleField field, const FieldValue& value) {
  const auto text = [&]() -> const std::string& { return std::get<std::string>(value); };
  switch (field) {
    case VehicleField::color: vehicle.color = ShortText::stored(text()); break;
    case VehicleField::insurance:
      vehicle.insurance = find_spelling<Insurance>(text()).value();
      break;
    case VehicleField::registration:
      vehicle.registration = find_spelling<Registration>(text()).value();
      break;
    case VehicleField::stole: vehicle.stolen = std::get<bool>(value); break;
  }
  return vehicle;
}

Result<Vehicle> with_impound(Vehicle vehicle, Impound impound) {
  if (impound.is_active() && vehicle.impound.is_active()) return fail(ErrorId::already_impounded);
  if (!impound.is_active() && !vehicle.impound.is_active()) return fail(ErrorId::not_impounded);
  vehicle.impound = impound;
  return vehicle;
}

}  // namespace blotter
