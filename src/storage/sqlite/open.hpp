// The embedded store: one SQLite file, one writing thread, any number of readers.
#pragma once

#include "storage/store.hpp"

namespace blotter::storage {

std::unique_ptr<Store> open_sqlite(const std::string& path, StoreUse use, StoreOptions options);

}  // namespace blotter::storage
