// Which engine a store's URL names, and one connection to it, for tools that need more than Store
// offers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "storage/postgres/address.hpp"
#include "storage/sql/connection.hpp"
#include "storage/store_error.hpp"
#include "storage/store_options.hpp"

namespace blotter::storage {

/// The fault of a URL of neither engine. Quotes only its scheme: the rest may hold a password.
inline std::string wrong_url(std::string_view url) {
  return fmt::format("must be sqlite:PATH or postgres://…, not {}…", url.substr(0, url.find(':')));
}

/// Nothing when the URL does not name SQLite.
inline std::optional<std::string> sqlite_path(std::string_view url) {
  constexpr std::string_view prefix = "sqlite:";
  if (!url.starts_with(prefix) || url.size() == prefix.size()) return std::nullopt;
  return std::string(url.substr(prefix.size()));
}

/// Calls the function of the engine that the URL's scheme names. Throws StoreError for any other.
template <class Sqlite, class Postgres>
auto by_engine(std::string_view url, Sqlite sqlite, Postgres postgres) {
  if (const auto path = sqlite_path(url)) return sqlite(*path);
  if (sql::PostgresAddress::matches_scheme(url)) return postgres();
  throw StoreError("the store " + wrong_url(url));
}

/// Opens the store, checks that it is Blotter's and migrates its schema. Throws StoreError.
std::unique_ptr<sql::Connection> open_connection(std::string_view url, StoreUse use);

}  // namespace blotter::storage
