// The embedded store: one SQLite file, one writer thread, any number of readers.
#pragma once

#include "storage/sql/connection.hpp"
#include "storage/store.hpp"
#include "storage/store_options.hpp"

namespace blotter::storage {

std::unique_ptr<Store> open_sqlite(const std::string& path, StoreUse use,
                                   const StoreOptions& options);

/// One connection, for tools.
std::unique_ptr<sql::Connection> connect_sqlite(const std::string& path, StoreUse use);

}  // namespace blotter::storage
