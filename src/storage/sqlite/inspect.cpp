#include "storage/sqlite/inspect.hpp"

#include <sqlite3.h>

#include "storage/inspect_tables.hpp"
#include "storage/migrations/migrate.hpp"
#include "storage/sqlite/connection.hpp"

namespace blotter::storage {
namespace {

using sql::SqliteConnection;

// Five rows are enough to see what kind of damage it is.
const sql::Query quick_check{"pragma quick_check(5)"};

std::vector<std::string> damage_of(sql::Connection& connection) {
  std::vector<std::string> damage;
  try {
    auto rows = connection.run(quick_check);
    while (rows.next()) {
      if (rows.text(0) != "ok") damage.emplace_back(rows.text(0));
    }
  } catch (const sql::Failure& failure) {
    // Some damage makes the check itself fail.
    damage.emplace_back(failure.what());
  }
  return damage;
}

void inspect(StoreFacts& facts) {
  facts.problem.clear();
  facts.damage.clear();
  try {
    SqliteConnection connection(facts.file.string(), SqliteConnection::Access::inspect);
    try {
      inspect_tables(connection, facts);
    } catch (const sql::Failure& failure) {
      facts.state = StoreState::unreadable;
      facts.problem = failure.what();
    }
    facts.damage = damage_of(connection);
  } catch (const sql::Failure& failure) {
    facts.state = StoreState::unreadable;
    facts.problem = failure.what();
  }
}

bool is_clean(const StoreFacts& facts) { return facts.problem.empty() && facts.damage.empty(); }

bool has_wal(const StoreFacts& facts) {
  std::error_code ignored;
  return std::filesystem::exists(facts.file.string() + "-wal", ignored);
}

}  // namespace

std::filesystem::path absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path);
  const auto canonical = weakly_canonical(absolute, error);
  return error ? absolute : canonical;
}

StoreFacts inspect_sqlite(const std::string& path) {
  StoreFacts facts{.engine = StoreEngine::sqlite, .place = path, .known_schema = known_version()};
  facts.engine_version = sqlite3_libversion();
  facts.engine_version_number = sqlite3_libversion_number();
  facts.file = absolute_path(path);
  std::error_code error;
  if (!std::filesystem::exists(facts.file, error) && !error) return facts;
  const bool had_wal = has_wal(facts);
  inspect(facts);
  // Without a WAL the file is read without locks. A server that starts meanwhile creates a WAL and
  // writes; then what looks like damage may be none.
  if (!is_clean(facts) && !had_wal && has_wal(facts)) inspect(facts);
  return facts;
}

}  // namespace blotter::storage
