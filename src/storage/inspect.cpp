#include "storage/inspect.hpp"

#include "storage/engine.hpp"
#include "storage/inspect_tables.hpp"
#include "storage/migrations/migrate.hpp"
#include "storage/postgres/address.hpp"
#include "storage/postgres/inspect.hpp"
#include "storage/sqlite/inspect.hpp"

namespace blotter {
namespace {

StoreState state_of(sql::Connection& connection, const StoreFacts& facts) {
  if (connection.is_empty()) return StoreState::empty;
  if (!storage::is_ours(connection)) return StoreState::foreign;
  if (facts.schema > facts.known_schema) return StoreState::newer;
  return facts.schema < facts.known_schema ? StoreState::older : StoreState::current;
}

}  // namespace

void storage::inspect_tables(sql::Connection& connection, StoreFacts& facts) {
  if (storage::is_ours(connection)) facts.schema = current_version(connection);
  facts.state = state_of(connection, facts);
  if (facts.state != StoreState::current) return;
  Accounts accounts(connection);
  facts.newest = accounts.newest_event();
  facts.guilds = accounts.guilds().size();
  facts.keys = accounts.keys();
}

std::optional<std::filesystem::path> database_file(std::string_view url) {
  using Path = std::optional<std::filesystem::path>;
  return storage::by_engine(
      url, [](const std::string& path) { return Path(storage::absolute_path(path)); },
      [] { return Path(); });
}

StoreFacts inspect_store(std::string_view url, std::chrono::milliseconds time_max) {
  return storage::by_engine(
      url, [](const std::string& path) { return storage::inspect_sqlite(path); },
      [&] { return storage::inspect_postgres(url, time_max); });
}

bool holds_password(std::string_view url) {
  return sql::PostgresAddress::matches_scheme(url) && storage::holds_postgres_password(url);
}

std::string without_password(std::string_view url) {
  return storage::by_engine(
      url, [&](const std::string&) { return std::string(url); },
      [&] { return storage::postgres_place(url); });
}

}  // namespace blotter
