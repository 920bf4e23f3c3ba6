// Which engine a store's URL means, and one connection to it, for tools that need more of it than
// Store offers.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "storage/sql/connection.hpp"
#include "storage/sql/postgres_address.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

/// The beginning of the URL says which engine is meant.
template <class Sqlite, class Postgres>
auto by_engine(std::string_view url, Sqlite sqlite, Postgres postgres) {
  constexpr std::string_view prefix = "sqlite:";
  if (url.starts_with(prefix) && url.size() > prefix.size()) {
    return sqlite(std::string(url.substr(prefix.size())));
  }
  if (sql::PostgresAddress::is_meant_by(url)) return postgres();
  // Without the rest of it, which may hold a password.
  throw StoreError(fmt::format("the store must be sqlite:PATH or postgres://…, not {}…",
                               url.substr(0, url.find(':'))));
}

/// Opened, found to be Blotter's and brought up to date. Throws StoreError.
std::unique_ptr<sql::Connection> open_connection(std::string_view url, StoreUse use);

}  // namespace blotter::storage
