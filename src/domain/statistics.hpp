// Counts of a guild's records and changes.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.hpp"

namespace blotter {

struct GuildCounts {
  std::int64_t civilians = 0;  // alive
  std::int64_t deceased = 0;
  std::int64_t bolos = 0;  // of living civilians
  std::int64_t vehicles = 0;
  std::int64_t stolen_vehicles = 0;
  std::int64_t impounded_vehicles = 0;
  std::int64_t firearms = 0;
  std::int64_t stolen_firearms = 0;
  std::int64_t changes = 0;  // in total
};

/// How many changes of one kind were made on one day.
struct Activity {
  Day day;
  std::string kind;
  std::int64_t amount;
};

}  // namespace blotter
