// The tables whose rows belong to guilds, as copying sees them. Every statement about their rows is
// made from the one list of columns that stands here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/search.hpp"
#include "storage/sql/made_query.hpp"

namespace blotter::storage {

using sql::MadeQuery;

enum class ColumnKind : std::uint8_t { integer, real, text };

struct Column {
  std::string_view name;
  ColumnKind kind;
};

struct TableLayout {
  std::string_view name;
  std::vector<Column> columns;  // those of the primary key first
  std::size_t key_size;
  /// How search finds the rows; what it looks up is made anew in the target.
  struct Searched {
    SearchKind kind;
    std::string_view by;  // a column
  };
  std::optional<Searched> searched = std::nullopt;
  /// A further condition for the rows that are copied.
  std::string_view only = {};

  [[nodiscard]] std::size_t position(std::string_view column) const;
};

/// A table that is copied row by row. Its key is the guild, then integers and texts that are
/// compared by their bytes, which both engines put into the same order. $1 is the guild, and the
/// rest of a key follows.
struct RecordTable {
  RecordTable(TableLayout layout);

  /// As many rows as one transaction takes.
  static constexpr std::size_t page_rows = 2000;

  const TableLayout layout;
  const MadeQuery count;
  const MadeQuery last_key;
  const MadeQuery first_page;
  const MadeQuery next_page;
  const MadeQuery insert;
};

/// In an order in which no row comes before the one that it refers to.
std::span<const RecordTable> record_tables();

/// The guild itself and the keys for it: few rows, read at once.
struct AccountTable {
  AccountTable(TableLayout layout, std::string_view of_guild);

  const TableLayout layout;
  const MadeQuery select;
  const MadeQuery insert;
};

const AccountTable& guild_table();
const AccountTable& key_table();

}  // namespace blotter::storage
