#include "storage/migrations/migrate.hpp"

#include <fmt/format.h>

#include "storage/migrations/fill_player_keys.hpp"
#include "storage/migrations/recompute_match_keys.hpp"
#include "storage/store_error.hpp"

namespace blotter::storage {
namespace {

const sql::Query newest_version{"select coalesce(max(version), 0) from schema_migration"};
const sql::Query record_version{
    "insert into schema_migration (version, applied_at) values ($1, $2)"};

constexpr std::string_view create_history = R"(
  create table schema_migration (
    version    bigint not null primary key,
    applied_at bigint not null
  ))";

// Since this version keys have no invisible characters and a maximum length. SQL cannot make them.
constexpr std::int64_t keys_bounded = 6;
// Since this version civilians have the key of their player's name, which SQL cannot make either.
constexpr std::int64_t players_keyed = 12;

}  // namespace

std::int64_t current_version(sql::Connection& connection) {
  if (!connection.has_table("schema_migration")) return 0;
  auto rows = connection.run(newest_version);
  rows.next();
  return rows.integer(0);
}

std::int64_t known_version() { return static_cast<std::int64_t>(migration_scripts().size()); }

bool is_ours(sql::Connection& connection) {
  // Another program may well have a table with the first name, hardly with both.
  return connection.has_table("schema_migration") && connection.has_table("api_key_guild");
}

void check_origin(sql::Connection& connection, std::string_view place) {
  if (connection.is_empty()) return;
  if (!is_ours(connection)) {
    throw StoreError(fmt::format("{} is a database of another program, not Blotter's", place));
  }
  const std::int64_t current = current_version(connection);
  if (current > known_version()) {
    throw StoreError(
        fmt::format("{} has schema version {}, this program supports only versions up to {}: use a "
                    "newer blotter",
                    place, current, known_version()));
  }
}

void migrate(sql::Connection& connection, std::string_view place, Timestamp now) {
  // Usually there is nothing to do; then there is no wait for a lock.
  if (current_version(connection) == known_version()) return;
  sql::Transaction transaction(connection, &sql::Connection::begin_migration);
  check_origin(connection, place);  // again, now that no other process can change it
  const std::int64_t current = current_version(connection);
  if (connection.is_empty()) connection.run_script(create_history);
  for (std::int64_t version = current + 1; version <= known_version(); ++version) {
    connection.run_script(migration_scripts()[static_cast<std::size_t>(version - 1)]);
    if (version == keys_bounded) recompute_match_keys(connection);
    if (version == players_keyed) fill_player_keys(connection);
    connection.run(record_version, version, now.ms).finish();
  }
  transaction.commit();
}

}  // namespace blotter::storage
