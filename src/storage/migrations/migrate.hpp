// Migrates a database to the schema of this program, forward only.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/clock.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// The scripts in order; the first one creates version 1.
std::span<const std::string_view> migration_scripts();

/// The schema version of this program.
std::int64_t known_version();
/// The schema version of the database; 0 for an empty one.
std::int64_t current_version(sql::Connection& connection);

/// Whether the tables are Blotter's; false for an empty database.
bool is_ours(sql::Connection& connection);

/// Throws StoreError when the database is newer than the program or is not Blotter's. Changes
/// nothing. `place` names the database in messages.
void check_origin(sql::Connection& connection, std::string_view place);

/// Applies the missing migrations, in one transaction.
void migrate(sql::Connection& connection, std::string_view place, Timestamp now);

}  // namespace blotter::storage
