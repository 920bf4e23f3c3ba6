// The guild `demo` with a key that stays the same across restarts.
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
  /// A name to look up; empty when the guild has no living civilian.
  std::string civilian;
};

/// Fills the demo guild if it is new. Its key is the one of the last start. The store has only the
/// key's digest, so the key is in a file that only its owner can read. Other guilds are not
/// touched.
DemoAccess prepare_demo(Store& store, const std::string& store_url, std::uint64_t seed,
                        Timestamp now);

}  // namespace blotter::app
