// Computes the keys by which search finds players.
#pragma once

#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// For stores from before `civilian.user_key`. Must be called in a transaction.
void fill_player_keys(sql::Connection& connection);

}  // namespace blotter::storage
