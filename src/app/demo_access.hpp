// The guild `demo` with a key that stays the same from start to start.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "domain/api_key.hpp"
#include "storage/store.hpp"

namespace blotter::app {

struct DemoAccess {
  GuildId guild;
  KeySecret key;
  /// Somebody worth looking up; empty when nobody lives there.
  std::string civilian;
};

/// Fills the demo guild if it is new. Its key is the one from the last start; the store has only
/// its digest, so it is kept in a file of its own, for its owner only. Other guilds are left alone.
DemoAccess prepare_demo(Store& store, const std::string& store_url, std::uint64_t seed,
                        Timestamp now);

}  // namespace blotter::app
