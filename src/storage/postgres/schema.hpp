// What the directives in statements and migrations mean to PostgreSQL.
#pragma once

#include <string>
#include <string_view>

namespace blotter::sql {

/// `/* locked */` takes row locks, `/* bytes */` becomes a collation. With `partitions` > 0,
/// `/* by guild */` partitions its table by hash of the guild.
std::string for_postgres(std::string_view script, int partitions = 0);

}  // namespace blotter::sql
