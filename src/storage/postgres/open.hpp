// The store for many machines: a PostgreSQL database, shared by any number of instances.
#pragma once

#include "storage/store.hpp"
#include "storage/store_options.hpp"

namespace blotter::storage {

std::unique_ptr<Store> open_postgres(std::string_view url, StoreUse use,
                                     const StoreOptions& options);

/// One connection, for tools that work on the tables directly.
std::unique_ptr<sql::Connection> connect_postgres(std::string_view url, StoreUse use);

void init_postgres(std::string_view url, int partitions);

}  // namespace blotter::storage
