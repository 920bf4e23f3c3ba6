// Prints the checks, for people and for programs.
#pragma once

#include <ostream>

#include "app/doctor/check.hpp"

namespace blotter::app::doctor {

enum class Colors : std::uint8_t { no, yes };

/// One line each, in columns, and a line with the totals.
void print_text(std::ostream& out, const Checks& checks, Colors colors);
/// {"ok":true,"checks":[{"name":…,"status":…,"found":…,"advice":…},…]}
void print_json(std::ostream& out, const Checks& checks);

bool has_errors(const Checks& checks);

}  // namespace blotter::app::doctor
