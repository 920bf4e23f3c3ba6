// A vehicle, registered to a civilian, and the rules for changing one.
#pragma once

#include <array>
#include <cstdint>

#include "domain/owner.hpp"

namespace blotter {

using VehicleId = Id<struct VehicleTag>;

enum class ColorType : std::uint8_t { classic, metallic, matte, metal, pearlescent };
template <>
struct Spellings<ColorType> {
  static constexpr std::array<std::string_view, 5> spellings{"Classic", "Metallic", "Matte",
                                                             "Metal", "Pearlescent"};
};

enum class Registration : std::uint8_t { valid, expired };
template <>
struct Spellings<Registration> {
  static constexpr std::array<std::string_view, 2> spellings{"Valid", "Expired"};
};

enum class Insurance : std::uint8_t { valid, expired, none };
template <>
struct Spellings<Insurance> {
  static constexpr std::array<std::string_view, 3> spellings{"Valid", "Expired", "None"};
};

/// Impounded for a fee, or not impounded.
class Impound {
 public:
  static Impound imposed(double fee, Term term = {}) { return {true, fee, term}; }
  static Impound lifted() { return {false, 0, {}}; }

  [[nodiscard]] bool is_active() const { return active_; }
  [[nodiscard]] double fee() const { return fee_; }
  /// Only of an active one.
  [[nodiscard]] const Term& term() const { return term_; }

 private:
  Impound(bool active, double fee, Term term) : active_(active), fee_(fee), term_(term) {}
  bool active_;
  double fee_;
  Term term_;
};

struct Vehicle {
  VehicleId id;
  Owner owner;
  Plate plate;
  ShortText model;
  ShortText color;
  ColorType color_type = ColorType::classic;
  Registration registration = Registration::valid;
  Insurance insurance = Insurance::valid;
  bool stolen = false;
  Impound impound = Impound::lifted();
  Timestamp registered;
};

enum class VehicleField : std::uint8_t { color, insurance, registration, stole };
template <>
struct Spellings<VehicleField> {
  static constexpr std::array<std::string_view, 4> spellings{"color", "insurance", "registration",
                                                             "stole"};
};

FieldValue value_of(const Vehicle& vehicle, VehicleField field);
Vehicle edited(Vehicle vehicle, VehicleField field, const FieldValue& value);
Result<Vehicle> with_impound(Vehicle vehicle, Impound impound);

}  // namespace blotter
