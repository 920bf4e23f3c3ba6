// Inspects a SQLite file without changing it.
#pragma once

#include <filesystem>
#include <string>

#include "storage/inspect.hpp"

namespace blotter::storage {

/// The canonical name of a file: without links, and nothing that SQLite could take for a URI.
std::filesystem::path absolute_path(const std::string& path);

StoreFacts inspect_sqlite(const std::string& path);

}  // namespace blotter::storage
