#include "domain/verdict.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace blotter {
namespace {

/// Whose states they are: "the owner" of a vehicle, or "the civilian".
void add_person(std::vector<Reason>& reasons, const Civilian& civilian, PersonState state,
                std::string_view who) {
  if (civilian.bolo.is_active()) {
    reasons.push_back(
        {ReasonCode::bolo, fmt::format("{} is wanted: {}", who, civilian.bolo.reason())});
  }
  if (state.is_in_custody) {
    reasons.push_back({ReasonCode::custody, fmt::format("{} is in custody", who)});
  }
  if (civilian.deceased) {
    reasons.push_back({ReasonCode::deceased, fmt::format("{} is deceased", who)});
  }
  if (state.has_stolen_firearm) {
    reasons.push_back(
        {ReasonCode::stolen_firearm, fmt::format("{} has a stolen firearm on file", who)});
  }
}

void sort(std::vector<Reason>& reasons) { std::ranges::sort(reasons, {}, &Reason::code); }

}  // namespace

Verdict verdict_of(ReasonCode code) {
  switch (code) {
    case ReasonCode::bolo:
    case ReasonCode::stolen:
    case ReasonCode::custody:
    case ReasonCode::impounded: return Verdict::stop;
    case ReasonCode::unregistered:
    case ReasonCode::deceased:
    case ReasonCode::stolen_firearm:
    case ReasonCode::registration:
    case ReasonCode::insurance: break;
  }
  return Verdict::caution;
}

Verdict verdict_of(const std::vector<Reason>& reasons) {
  Verdict worst = Verdict::clear;
  for (const Reason& reason : reasons) worst = std::max(worst, verdict_of(reason.code));
  return worst;
}

std::vector<Reason> reasons_for(const Civilian& civilian, PersonState state) {
  std::vector<Reason> reasons;
  add_person(reasons, civilian, state, "the civilian");
  sort(reasons);
  return reasons;
}

std::vector<Reason> reasons_for(const Vehicle& vehicle, const Civilian& owner, PersonState state) {
  std::vector<Reason> reasons;
  add_person(reasons, owner, state, "the owner");
  if (vehicle.stolen) reasons.push_back({ReasonCode::stolen, "the vehicle is stolen"});
  if (vehicle.impound.is_active()) {
    reasons.push_back({ReasonCode::impounded, "the vehicle is impounded"});
  }
  if (vehicle.registration != Registration::valid) {
    reasons.push_back({ReasonCode::registration, "the registration has expired"});
  }
  if (vehicle.insurance != Insurance::valid) {
    reasons.push_back({ReasonCode::insurance, vehicle.insurance == Insurance::none
                                                  ? "the vehicle has no insurance"
                                                  : "the insurance has expired"});
  }
  sort(reasons);
  return reasons;
}

Reason not_on_file(std::string_view what) {
  return {ReasonCode::unregistered, fmt::format("the {} is not on file", what)};
}

}  // namespace blotter
