#include "storage/postgres/inspect.hpp"

#include <algorithm>

#include "storage/inspect_tables.hpp"
#include "storage/migrations/migrate.hpp"
#include "storage/postgres/connection.hpp"

namespace blotter::storage {
namespace {

const sql::Query server_version{
    "select current_setting('server_version'), current_setting('server_version_num')::bigint, "
    "current_setting('max_connections')::bigint - "
    "current_setting('superuser_reserved_connections')::bigint"};

void ask_server(sql::Connection& connection, StoreFacts& facts) {
  auto rows = connection.run(server_version);
  rows.next();
  // Debian adds its own version in parentheses.
  const std::string_view version = rows.text(0);
  facts.engine_version = version.substr(0, version.find(' '));
  facts.engine_version_number = rows.integer(1);
  facts.connections_max = rows.integer(2);
}

}  // namespace

StoreFacts inspect_postgres(std::string_view url, std::chrono::milliseconds time_max) {
  StoreFacts facts{.engine = StoreEngine::postgres,
                   .place = "postgres",
                   .state = StoreState::unreadable,
                   .known_schema = known_version()};
  try {
    const sql::PostgresAddress address(url);
    facts.place = address.shown();
    sql::PostgresConnection connection(address, {.time_max = time_max},
                                       std::make_shared<sql::WaitLimit>(),
                                       std::chrono::steady_clock::now() + time_max);
    ask_server(connection, facts);
    inspect_tables(connection, facts);
  } catch (const sql::Failure& failure) {
    facts.state = StoreState::unreadable;
    facts.problem = failure.what();
  }
  return facts;
}

bool holds_postgres_password(std::string_view url) {
  try {
    const sql::PostgresAddress address(url);
    return std::ranges::any_of(address.hosts(), [](const auto& parameters) {
      return std::ranges::any_of(parameters, [](const auto& parameter) {
        return parameter.first == "password" && !parameter.second.empty();
      });
    });
  } catch (const sql::Failure&) {
    return false;
  }
}

std::string postgres_place(std::string_view url) {
  try {
    return sql::PostgresAddress(url).shown();
  } catch (const sql::Failure& failure) {
    throw StoreError(failure.what());
  }
}

}  // namespace blotter::storage
