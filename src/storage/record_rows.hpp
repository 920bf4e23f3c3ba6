// From rows to records. The columns are those of statements.hpp, in the order of its macros.
#pragma once

#include <optional>
#include <vector>

#include "domain/entry.hpp"
#include "domain/firearm.hpp"
#include "domain/vehicle.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// Behind them stand those of another table that was joined.
inline constexpr int civilian_columns = 15;

Civilian read_civilian(const sql::Rows& row);
Vehicle read_vehicle(const sql::Rows& row);
Firearm read_firearm(const sql::Rows& row);
/// Of a row that begins with the civilian's columns.
Entry read_entry(const sql::Rows& row);

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

inline std::int64_t only_number(sql::Rows rows) {
  rows.next();
  return rows.integer(0);
}

}  // namespace blotter::storage
