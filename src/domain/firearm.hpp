// A firearm, registered to a civilian under a serial number that the server generates.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.hpp"
#include "domain/owner.hpp"

namespace blotter {

using FirearmId = Id<struct FirearmTag>;

struct Firearm {
  FirearmId id;
  Owner owner;
  SerialNumber serial_number;
  ShortText model;
  ShortText color;
  bool stolen = false;
  Timestamp registered;
};

enum class FirearmField : std::uint8_t { color, stole };
template <>
struct Spellings<FirearmField> {
  static constexpr std::array<std::string_view, 2> spellings{"color", "stole"};
};

FieldValue value_of(const Firearm& firearm, FirearmField field);
Firearm edited(Firearm firearm, FirearmField field, const FieldValue& value);

/// Ten characters of 0-9 A-Z without I, L, O and U, which are misread or misheard over a radio.
SerialNumber random_serial_number(Random& random);

}  // namespace blotter
