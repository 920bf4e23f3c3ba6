// The part of an inspection that both engines share.
#pragma once

#include "storage/inspect.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// Fills in the state and, if the schema is current, what the tables hold.
void inspect_tables(sql::Connection& connection, StoreFacts& facts);

}  // namespace blotter::storage
