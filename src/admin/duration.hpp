// Durations as people type them: 30d, 12h, 45m, 10s.
#pragma once

#include <chrono>
#include <string_view>

#include "base/result.hpp"

namespace blotter::admin {

Parsed<std::chrono::milliseconds> parse_duration(std::string_view text);

}  // namespace blotter::admin
