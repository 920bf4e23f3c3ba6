// Names, vehicles, jobs and the like for the demo. All are invented and meant to look so.
#pragma once

#include <span>
#include <string_view>

namespace blotter::app::words {

using Words = std::span<const std::string_view>;

extern const Words first_names;
extern const Words last_names;
extern const Words streets;
extern const Words occupations;
extern const Words hair_colors;
extern const Words colors;
extern const Words vehicles;
extern const Words firearms;
extern const Words officers;
extern const Words units;
extern const Words charges;
extern const Words injuries;
extern const Words bolo_reasons;

/// An entry of the penal code.
struct PenalCodeLine {
  std::string_view code;
  std::string_view title;
  double fine;
  double seconds;
};
extern const std::span<const PenalCodeLine> penal_code;

}  // namespace blotter::app::words
