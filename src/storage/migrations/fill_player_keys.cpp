#include "storage/migrations/fill_player_keys.hpp"

#include <limits>
#include <string>
#include <vector>

#include "domain/search.hpp"

namespace blotter::storage {
namespace {

// A store may have more civilians than fit into memory.
constexpr std::int64_t civilians_at_once = 1000;

const sql::Query civilians_after{
    "select guild_id, id, user_name from civilian where (guild_id, id) > ($1, $2) "
    "order by guild_id, id limit $3"};
const sql::Query set_key{"update civilian set user_key = $3 where guild_id = $1 and id = $2"};

struct Row {
  std::string guild;
  std::int64_t id;
  std::string user_name;
};

std::vector<Row> rows_after(sql::Connection& connection, const Row& last) {
  std::vector<Row> found;
  auto rows = connection.run(civilians_after, last.guild, last.id, civilians_at_once);
  while (rows.next()) {
    found.push_back({std::string(rows.text(0)), rows.integer(1), std::string(rows.text(2))});
  }
  return found;
}

}  // namespace

void fill_player_keys(sql::Connection& connection) {
  // No guild has an empty id, so all rows come after this one.
  Row last{"", std::numeric_limits<std::int64_t>::min(), ""};
  for (auto rows = rows_after(connection, last); !rows.empty();
       rows = rows_after(connection, last)) {
    for (const Row& row : rows) {
      const std::string key = player_key(row.user_name);
      connection.run(set_key, row.guild, row.id, key).finish();
    }
    last = rows.back();
  }
}

}  // namespace blotter::storage
