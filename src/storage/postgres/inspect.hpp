// Inspects a PostgreSQL database without changing it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "storage/inspect.hpp"

namespace blotter::storage {

StoreFacts inspect_postgres(std::string_view url, std::chrono::milliseconds time_max);

bool holds_postgres_password(std::string_view url);

/// Without a password. Throws StoreError when libpq cannot parse the URL.
std::string postgres_place(std::string_view url);

}  // namespace blotter::storage
