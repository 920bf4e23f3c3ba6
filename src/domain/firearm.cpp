#include "domain/firearm.hpp"

namespace blotter {

FieldValue value_of(const Firearm& firearm, FirearmField field) {
  switch (field) {
    case FirearmField::color: return firearm.color.str();
    case FirearmField::stole: return firearm.stolen;
  }
  __builtin_unreachable();
}

Firearm edited(Firearm firearm, FirearmField field, const FieldValue& value) {
  switch (field) {
    case FirearmField::color:
      firearm.color = ShortText::stored(std::get<std::string>(value));
      break;
    case FirearmField::stole: firearm.stolen = std::get<bool>(value); break;
  }
  return firearm;
}

SerialNumber random_serial_number(Random& random) {
  constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  constexpr std::size_t length = 10;
  std::string serial;
  for (std::size_t i = 0; i < length; ++i) serial += alphabet[random.below(alphabet.size())];
  return SerialNumber::stored(serial);
}

}  // namespace blotter
