// A demo guild with invented people, the same for the same seed.
#pragma once

#include <cstdint>

#include "base/clock.hpp"
#include "domain/guild.hpp"
#include "storage/store.hpp"

namespace blotter::app {

struct DemoSize {
  int civilians = 200;
  int vehicles = 300;
  int firearms = 100;
  int entries = 1000;
  int bolos = 12;
  int impounds = 20;
  int thefts = 10;
  int deaths = 8;
};

/// Simulates a month of a guild's life through the operations, ending now.
void fill_demo(Store& store, const GuildId& guild, std::uint64_t seed, Timestamp now,
               const DemoSize& size = {});

}  // namespace blotter::app
