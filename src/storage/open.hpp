// Which engine a store's URL means, and one connection to it, for tools that need more of it than
// Store offers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "storage/sql/connection.hpp"
#include "storage/sql/postgres_address.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

/// What a URL of neither engine must be. Without the rest of it, which may hold a password.
inline std::string wrong_url(std::string_view url) {
  return fmt::format("must be sqlite:PATH or postgres://…, not {}…", url.substr(0, url.find(':')));
}

/// Nothing when the URL does not mean SQLite.
inline std::optional<std::string> sqlite_path(std::string_view url) {
  constexpr std::string_view prefix = "sqlite:";
  if (!url.starts_with(prefix) || url.size() == prefix.size()) return std::nullopt;
  return std::string(url.substr(prefix.size()));
}

/// The beginning of the URL says which engine is meant.
template <class Sqlite, class Postgres>
auto by_engine(std::string_view url, Sqlite sqlite, Postgres postgres) {
  if (const auto path = sqlite_path(url)) return sqlite(*path);
  if (sql::PostgresAddress::is_meant_by(url)) return postgres();
  throw StoreError("the store " + wrong_url(url));
}

/// Opened, found to be Blotter's and brought up to date. Throws StoreError.
std::unique_ptr<sql::Connection> open_connection(std::string_view url, StoreUse use);

}  // namespace blotter::storage
