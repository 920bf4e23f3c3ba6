// The tables whose rows belong to guilds, for copying. Every statement about their rows is built
// from the one list of columns here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/search.hpp"
#include "storage/sql/owned_query.hpp"

namespace blotter::storage {

using sql::OwnedQuery;

enum class ColumnKind : std::uint8_t { integer, real, text };

struct Column {
  std::string_view name;
  ColumnKind kind;
};

struct TableLayout {
  std::string_view name;
  std::vector<Column> columns;  // those of the primary key first
  std::size_t key_size;
  /// How search finds the rows; the search grams are made again in the target.
  struct Searched {
    SearchKind kind;
    std::string_view by;            // a column
    std::string_view instead = {};  // a column that counts instead where it is not null
  };
  std::optional<Searched> searched = std::nullopt;
  /// An additional condition for the rows that are copied.
  std::string_view only = {};

  [[nodiscard]] std::size_t position(std::string_view column) const;
};

/// A table that is copied row by row. Its key is the guild, then integers and texts that are
/// compared by their bytes, so that both engines order them in the same way. $1 is the guild, and
/// the rest of a key follows.
struct RecordTable {
  RecordTable(TableLayout layout);

  /// The number of rows in one transaction.
  static constexpr std::size_t page_rows = 2000;

  const TableLayout layout;
  const OwnedQuery count;
  const OwnedQuery last_key;
  const OwnedQuery first_page;
  const OwnedQuery next_page;
  const OwnedQuery insert;
};

/// In an order in which every row comes after the rows that it refers to.
std::span<const RecordTable> record_tables();

/// The guild itself and its keys: few rows, read at once.
struct AccountTable {
  AccountTable(TableLayout layout, std::string_view of_guild);

  const TableLayout layout;
  const OwnedQuery select;
  const OwnedQuery insert;
};

const AccountTable& guild_table();
const AccountTable& key_table();

}  // namespace blotter::storage
