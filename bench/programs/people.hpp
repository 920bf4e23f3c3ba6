// Who lives in the guilds that fill.cpp makes. The rule is so plain that every load generator can
// draw somebody without asking: bench/load/people.lua and bench/people.py know it too.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace blotter::bench {

/// Guilds, civilians and plates are counted from 1; vehicle N belongs to civilian N.
inline std::string guild_name(int number) { return fmt::format("guild-{:04}", number); }
inline std::string civilian_name(int number) {
  return fmt::format("Civilian Number {:07}", number);
}
inline std::string plate(int number) { return fmt::format("PL{:07}", number); }

}  // namespace blotter::bench
