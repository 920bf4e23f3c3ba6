// Rows of a guild, read in the order of their keys.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "domain/guild.hpp"
#include "storage/sql/connection.hpp"
#include "storage/transfer/checksum.hpp"
#include "storage/transfer/tables.hpp"

namespace blotter::storage {

using Values = std::span<const sql::Value>;
/// Its text stays valid until the next row is read.
using Row = std::vector<sql::Value>;
/// The key that orders the rows of a guild. An empty key comes before all others.
using Key = std::vector<std::variant<std::int64_t, std::string>>;

/// All reads during its lifetime share one snapshot.
class Snapshot {
 public:
  explicit Snapshot(sql::Connection& connection) : connection_(connection) {
    connection.begin_read();
  }
  ~Snapshot() { connection_.rollback(); }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  sql::Connection& connection_;
};

/// False after the last row.
bool read_next(sql::Rows& rows, const TableLayout& table, Row& row);

Key key_of(Values row, const TableLayout& table);
/// The key of the last existing row; empty when there are none.
Key last_key(sql::Connection& connection, const RecordTable& table, const GuildId& guild);

sql::Rows page_after(sql::Connection& connection, const RecordTable& table, const GuildId& guild,
                     const Key& key);

/// Calls `use` with each row of the guild in the order of their keys, and after each page `rest`
/// with the number of rows in it. Pages keep the database from preparing all rows at once.
template <class Use, class Rest>
void for_each_row(sql::Connection& connection, const RecordTable& table, const GuildId& guild,
                  Use use, Rest rest) {
  Row row;
  Key last;
  for (std::size_t count = RecordTable::page_rows; count == RecordTable::page_rows;) {
    count = 0;
    {
      auto rows = page_after(connection, table, guild, last);
      for (; read_next(rows, table.layout, row); ++count) {
        use(row);
        if (count + 1 == RecordTable::page_rows) last = key_of(row, table.layout);
      }
    }
    rest(static_cast<std::int64_t>(count));
  }
}

/// Of the guild's own row; has no rows when there is no such guild.
Checksum guild_checksum(sql::Connection& connection, const GuildId& guild);

std::int64_t count_rows(sql::Connection& connection, const GuildId& guild);

}  // namespace blotter::storage
