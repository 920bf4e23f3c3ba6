#include "storage/open_store.hpp"

#include "storage/engine.hpp"
#include "storage/postgres/address.hpp"
#include "storage/postgres/open.hpp"
#include "storage/sqlite/open.hpp"

namespace blotter {

std::optional<std::string> store_url_error(std::string_view url) {
  if (storage::sqlite_path(url)) return std::nullopt;
  if (!sql::PostgresAddress::matches_scheme(url)) return storage::wrong_url(url);
  try {
    [[maybe_unused]] const sql::PostgresAddress parsed(url);
    return std::nullopt;
  } catch (const sql::Failure&) {
    return "must be a valid PostgreSQL URL";
  }
}

std::unique_ptr<Store> open_store(std::string_view url, StoreUse use, const StoreOptions& options) {
  return storage::by_engine(
      url, [&](const std::string& path) { return storage::open_sqlite(path, use, options); },
      [&] { return storage::open_postgres(url, use, options); });
}

std::unique_ptr<sql::Connection> storage::open_connection(std::string_view url, StoreUse use) {
  return storage::by_engine(
      url, [&](const std::string& path) { return connect_sqlite(path, use); },
      [&] { return connect_postgres(url, use); });
}

void init_database(std::string_view url, int partitions) {
  if (!sql::PostgresAddress::matches_scheme(url)) {
    throw StoreError(
        "only a PostgreSQL database needs to be prepared: the store must be postgres://…");
  }
  storage::init_postgres(url, partitions);
}

}  // namespace blotter
