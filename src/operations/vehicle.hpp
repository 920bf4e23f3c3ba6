// The five operations on vehicles.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

struct VehicleFound {
  const GuildId& guild;
  Vehicle vehicle;
  static constexpr std::tuple members{output::found, output::guild_id, output::vehicle};
};

struct VehicleCreated {
  const GuildId& guild;
  Civilian civilian;
  Vehicle vehicle;
  std::string_view success;
  static constexpr std::tuple members{output::guild_id,    output::plate,   output::civilian_name,
                                      output::civilian_id, output::success, output::vehicle};
};

struct VehicleEdited {
  const GuildId& guild;
  Civilian civilian;
  Vehicle vehicle;
  VehicleField field;
  FieldValue value;
  FieldValue old_value;
  std::string success;
  static constexpr std::tuple members{output::guild_id, output::civilian_name, output::civilian_id,
                                      output::user_id,  output::user_name,     output::plate,
                                      output::field,    output::value,         output::old_value,
                                      output::success,  output::vehicle};
};

Result<VehicleFound> vehicle_plate(ReadCall& call, const VehiclePlate& in);
Result<output::Listed<Vehicle>> vehicle_list(ReadCall& call, const VehicleList& in);
Result<VehicleCreated> vehicle_create(WriteCall& call, const NewVehicle& in);
Result<VehicleEdited> vehicle_edit(WriteCall& call, const VehicleEdit& in);
Result<output::Deleted<VehicleId>> vehicle_delete(WriteCall& call, const VehicleIdOnly& in);

}  // namespace blotter
