// One call for an officer: everything that matters about a plate or a name, with a verdict.
#pragma once

#include "domain/verdict.hpp"
#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

namespace shape {

template <>
struct Of<Reason> {
  static constexpr std::tuple members{
      member("code", [](const Reason& r) { return r.code; }),
      member("text", [](const Reason& r) -> auto& { return r.text; })};
};

}  // namespace shape

inline constexpr auto verdict_members = std::tuple{
    output::guild_id, shape::member("registered", [](const auto& o) { return o.is_registered(); }),
    shape::member("verdict", [](const auto& o) { return verdict_of(o.reasons); }),
    shape::member("reasons", [](const auto& o) -> auto& { return o.reasons; })};

struct VehicleChecked {
  const GuildId& guild;
  std::vector<Reason> reasons;
  // Empty if the plate is not on file.
  std::vector<Vehicle> vehicle = {};
  std::vector<Civilian> owner = {};

  [[nodiscard]] bool is_registered() const { return !vehicle.empty(); }
  static constexpr auto members = std::tuple_cat(
      verdict_members,
      std::tuple{shape::member("vehicle", [](const auto& o) -> auto& { return o.vehicle; }),
                 shape::member("owner", [](const auto& o) -> auto& { return o.owner; })});
};

struct CivilianChecked {
  const GuildId& guild;
  std::vector<Reason> reasons;
  // Empty if the name is not on file.
  std::vector<Civilian> civilian = {};
  std::vector<Vehicle> vehicles = {};
  std::vector<Firearm> firearms = {};
  std::int64_t vehicle_amount = 0;
  std::int64_t firearm_amount = 0;
  EntryCounts counts = {};

  [[nodiscard]] bool is_registered() const { return !civilian.empty(); }
  [[nodiscard]] std::int64_t count(EntryKind kind) const {
    return counts[static_cast<std::size_t>(kind)];
  }
  static constexpr auto members = std::tuple_cat(
      verdict_members,
      std::tuple{
          shape::member("civilian", [](const auto& o) -> auto& { return o.civilian; }),
          shape::member("vehicles", [](const auto& o) -> auto& { return o.vehicles; }),
          shape::member("firearms", [](const auto& o) -> auto& { return o.firearms; }),
          shape::member("vehicleAmount", [](const auto& o) { return o.vehicle_amount; }),
          shape::member("firearmAmount", [](const auto& o) { return o.firearm_amount; }),
          shape::member("citationAmount",
                        [](const auto& o) { return o.count(EntryKind::citation); }),
          shape::member("fineAmount", [](const auto& o) { return o.count(EntryKind::fine); }),
          shape::member("arrestAmount", [](const auto& o) { return o.count(EntryKind::arrest); }),
          shape::member("admissionAmount",
                        [](const auto& o) { return o.count(EntryKind::admission); })});
};

Result<VehicleChecked> vehicle_check(ReadCall& call, const VehiclePlate& in);
Result<CivilianChecked> civilian_check(ReadCall& call, const CivilianNamed& in);

}  // namespace blotter
