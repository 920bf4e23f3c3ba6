// What a guild has, and what happened in it.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.hpp"

namespace blotter {

struct GuildCounts {
  std::int64_t civilians = 0;  // the living
  std::int64_t deceased = 0;
  std::int64_t bolos = 0;  // of the living
  std::int64_t vehicles = 0;
  std::int64_t stolen_vehicles = 0;
  std::int64_t impounded_vehicles = 0;
  std::int64_t firearms = 0;
  std::int64_t stolen_firearms = 0;
  std::int64_t changes = 0;  // ever
};

/// How many changes of a kind were made on a day.
struct Activity {
  Day day;
  std::string kind;
  std::int64_t amount;
};

}  // namespace blotter
