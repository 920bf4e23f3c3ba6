// What the marks in statements and migrations mean to PostgreSQL.
#pragma once

#include <string>
#include <string_view>

namespace blotter::sql {

/// `/* locked */` takes the rows' locks, `/* bytes */` becomes a collation; with `partitions` > 0,
/// `/* by guild */` splits its table by hash of the guild.
std::string for_postgres(std::string_view script, int partitions = 0);

}  // namespace blotter::sql
