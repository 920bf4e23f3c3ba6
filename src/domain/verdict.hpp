// What an officer should do after a check of a plate or a name, and why.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "domain/civilian.hpp"
#include "domain/vehicle.hpp"

namespace blotter {

enum class Verdict : std::uint8_t { clear, caution, stop };
template <>
struct Spellings<Verdict> {
  static constexpr std::array<std::string_view, 3> spellings{"clear", "caution", "stop"};
};

/// The worst comes first.
enum class ReasonCode : std::uint8_t {
  bolo,
  stolen,
  custody,
  impounded,
  unregistered,
  deceased,
  stolen_firearm,
  registration,
  insurance
};
template <>
struct Spellings<ReasonCode> {
  static constexpr std::array<std::string_view, 9> spellings{
      "bolo",     "stolen",        "custody",      "impounded", "unregistered",
      "deceased", "stolenFirearm", "registration", "insurance"};
};

struct Reason {
  ReasonCode code;
  std::string text;
};

/// What is known about a person besides the record.
struct PersonState {
  bool is_in_custody = false;
  bool has_stolen_firearm = false;
};

Verdict verdict_of(ReasonCode code);
/// That of the worst reason; clear without any.
Verdict verdict_of(const std::vector<Reason>& reasons);

/// The reasons, the worst first.
std::vector<Reason> reasons_for(const Civilian& civilian, PersonState state);
std::vector<Reason> reasons_for(const Vehicle& vehicle, const Civilian& owner, PersonState state);
Reason not_on_file(std::string_view what);

}  // namespace blotter
