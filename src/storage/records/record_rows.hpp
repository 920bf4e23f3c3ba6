// From rows to records. The columns are those of statements.hpp, in the order of its macros.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "domain/firearm.hpp"
#include "domain/history.hpp"
#include "domain/vehicle.hpp"
#include "storage/reader.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// A page of events or entries ends after the one whose texts make it reach this size, however many
/// were requested.
inline constexpr std::size_t page_bytes_max = std::size_t{256} * 1024;

/// Columns of a joined table come after these.
inline constexpr int civilian_columns = 17;
/// Among the columns of an entry, after those of a joined civilian: null if the entry is valid.
inline constexpr int void_column = 9;

/// Empty for null.
std::optional<Timestamp> optional_time(const sql::Rows& row, int column);
Civilian read_civilian(const sql::Rows& row);
Vehicle read_vehicle(const sql::Rows& row);
Firearm read_firearm(const sql::Rows& row);
Entry read_entry(const sql::Rows& row);
FiledEntry read_filed_entry(const sql::Rows& row);
// From a row that begins with the civilian's columns.
Entry read_joined_entry(const sql::Rows& row);
FiledEntry read_joined_filed_entry(const sql::Rows& row);

template <class Record>
using ReadRow = Record (*)(const sql::Rows&);

template <class Record>
std::optional<Record> first(sql::Rows rows, ReadRow<Record> read) {
  if (!rows.next()) return std::nullopt;
  return read(rows);
}

template <class Record>
std::vector<Record> all(sql::Rows rows, ReadRow<Record> read) {
  std::vector<Record> records;
  while (rows.next()) records.push_back(read(rows));
  return records;
}

/// Reads rows while they are used, and keeps their connection for that time.
template <class Record>
Listing<Record> listing(std::shared_ptr<sql::Connection> connection, sql::Rows rows,
                        ReadRow<Record> read, ListingHost& listings, const GuildId& guild) {
  // The rows must be destroyed before the connection that they run on.
  struct Open {
    std::shared_ptr<sql::Connection> connection;
    sql::Rows rows;
    bool has_row;
  };
  auto open = std::make_shared<Open>(Open{std::move(connection), std::move(rows), false});
  // The engine takes its snapshot with the first row. That row is read now, so that later writes
  // are not seen.
  open->has_row = open->rows.next();
  return Listing<Record>(
      [open, read]() -> std::optional<Record> {
        if (!open->has_row) return std::nullopt;
        auto record = read(open->rows);
        open->has_row = open->rows.next();
        return record;
      },
      listings, guild);
}

inline std::int64_t only_number(sql::Rows rows) {
  rows.next();
  return rows.integer(0);
}

}  // namespace blotter::storage
