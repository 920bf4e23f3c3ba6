// Brings match keys to what this program makes of the same text.
#pragma once

#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// For stores from before version 6, whose keys had no bound and kept characters that nobody sees.
/// A record that is now called like another, or by too long a name, gets a name of its own. Inside
/// a transaction.
void renew_keys(sql::Connection& connection);

}  // namespace blotter::storage
