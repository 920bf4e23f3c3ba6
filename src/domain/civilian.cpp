#include "domain/civilian.hpp"

namespace blotter {
namespace {

void set_value(Civilian& civilian, CivilianField field, const FieldValue& value) {
  const auto text = [&]() -> const std::string& { return std::get<std::string>(value); };
  const auto number = [&] { return std::get<double>(value); };
  switch (field) {
    case CivilianField::hair_color: civilian.hair = ShortText::stored(text()); break;
    case CivilianField::name: civilian.name = CivilianName::stored(text()); break;
    case CivilianField::age: civilian.age = number(); break;
    case CivilianField::dob: civilian.dob = ShortText::stored(text()); break;
    case CivilianField::height: civilian.height = number(); break;
    case CivilianField::weight: civilian.weight = number(); break;
    case CivilianField::occupation: civilian.occupation = ShortText::stored(text()); break;
    case CivilianField::address: civilian.address = Address::stored(text()); break;
  }
}

}  // namespace

FieldValue value_of(const Civilian& civilian, CivilianField field) {
  switch (field) {
    case CivilianField::hair_color: return civilian.hair.str();
    case CivilianField::name: return civilian.name.str();
    case CivilianField::age: return civilian.age;
    case CivilianField::dob: return civilian.dob.str();
    case CivilianField::height: return civilian.height;
    case CivilianField::weight: return civilian.weight;
    case CivilianField::occupation: return civilian.occupation.str();
    case CivilianField::address: return civilian.address.str();
  }
  __builtin_unreachable();
}

Result<void> ensure_alive(const Civilian& civilian) {
  if (civilian.deceased) return fail(ErrorId::civilian_is_deceased);
  return {};
}

Result<Civilian> edited(Civilian civilian, CivilianField field, const FieldValue& value) {
  if (auto alive = ensure_alive(civilian); !alive) return fail(alive.error());
  if (value_of(civilian, field) == value) return fail(ErrorId::value_unchanged);
  set_value(civilian, field, value);
  return civilian;
}

Result<Civilian> with_bolo(Civilian civilian, Bolo bolo) {
  if (auto alive = ensure_alive(civilian); !alive) return fail(alive.error());
  if (bolo.is_active() && civilian.bolo.is_active()) return fail(ErrorId::bolo_active);
  if (!bolo.is_active() && !civilian.bolo.is_active()) return fail(ErrorId::bolo_inactive);
  civilian.bolo = std::move(bolo);
  return civilian;
}

Result<Civilian> marked_deceased(Civilian civilian) {
  if (auto alive = ensure_alive(civilian); !alive) return fail(alive.error());
  civilian.deceased = true;
  return civilian;
}

}  // namespace blotter
