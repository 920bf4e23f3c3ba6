// A character of the roleplay, and the rules for changing one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "domain/enumeration.hpp"
#include "domain/term.hpp"
#include "domain/text_types.hpp"

namespace blotter {

/// The value of one editable field, in the JSON type that clients see.
using FieldValue = std::variant<std::string, double, bool>;

using CivilianId = Id<struct CivilianTag>;

enum class Gender : std::uint8_t { male, female, other };
template <>
struct Spellings<Gender> {
  static constexpr std::array<std::string_view, 3> spellings{"Male", "Female", "Other"};
};

/// "Be on the lookout": wanted, with a reason, or not wanted.
class Bolo {
 public:
  static Bolo active(Narrative reason, Term term = {}) { return {std::move(reason), term}; }
  static Bolo inactive() { return {std::nullopt, {}}; }

  [[nodiscard]] bool is_active() const { return reason_.has_value(); }
  [[nodiscard]] std::string_view reason() const {
    return reason_ ? std::string_view(reason_->str()) : std::string_view();
  }
  /// Only of an active one.
  [[nodiscard]] const Term& term() const { return term_; }

 private:
  Bolo(std::optional<Narrative> reason, Term term) : reason_(std::move(reason)), term_(term) {}
  std::optional<Narrative> reason_;
  Term term_;
};

/// Limits per civilian, so that reading or deleting one does not block other work.
inline constexpr std::int64_t vehicles_max = 1'000;
inline constexpr std::int64_t firearms_max = 1'000;
inline constexpr std::int64_t entries_max = 100'000;
inline constexpr std::int64_t running_arrests_max = 1'000;

struct Civilian {
  CivilianId id;
  ExternalId user_id;
  PersonName user_name;
  CivilianName name;
  bool deceased = false;
  Bolo bolo = Bolo::inactive();
  double age = 0;
  ShortText dob;
  Gender gender = Gender::other;
  ShortText hair;
  double height = 0;
  double weight = 0;
  Address address;
  ShortText occupation;
  Timestamp registered;
};

enum class CivilianField : std::uint8_t {
  hair_color,
  name,
  age,
  dob,
  height,
  weight,
  occupation,
  address
};
template <>
struct Spellings<CivilianField> {
  static constexpr std::array<std::string_view, 8> spellings{
      "hair color", "name", "age", "dob", "height", "weight", "occupation", "address"};
};

FieldValue value_of(const Civilian& civilian, CivilianField field);

/// Death is permanent: no operation changes anything that belongs to a deceased civilian.
Result<void> ensure_alive(const Civilian& civilian);

Result<Civilian> edited(Civilian civilian, CivilianField field, const FieldValue& value);
Result<Civilian> with_bolo(Civilian civilian, Bolo bolo);
Result<Civilian> marked_deceased(Civilian civilian);

}  // namespace blotter
