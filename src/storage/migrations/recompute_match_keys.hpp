// Replaces stored match keys with the keys that this program makes of the same text.
#pragma once

#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// For stores from before version 6, whose keys had no maximum length and kept invisible
/// characters. A record that now has the same key as another, or whose name is too long, gets a new
/// name. Must be called in a transaction.
void recompute_match_keys(sql::Connection& connection);

}  // namespace blotter::storage
