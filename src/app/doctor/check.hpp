// One line of the doctor's report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace blotter::app::doctor {

enum class Status : std::uint8_t { ok, warning, error };

struct Check {
  std::string name;
  Status status = Status::ok;
  std::string found;
  /// What to do; may be empty when there is no problem.
  std::string advice = {};
};

using Checks = std::vector<Check>;

}  // namespace blotter::app::doctor
