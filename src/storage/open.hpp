// One connection to a store, for tools that need more of it than Store offers.
#pragma once

#include <memory>
#include <string_view>

#include "storage/sql/connection.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

/// Opened, found to be Blotter's and brought up to date. Throws StoreError.
std::unique_ptr<sql::Connection> open_connection(std::string_view url, StoreUse use);

}  // namespace blotter::storage
