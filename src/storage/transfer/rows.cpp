#include "storage/transfer/rows.hpp"

namespace blotter::storage {
namespace {

sql::Value value_in(const sql::Rows& rows, int column, ColumnKind kind) {
  if (rows.is_null(column)) return nullptr;
  if (kind == ColumnKind::integer) return rows.integer(column);
  if (kind == ColumnKind::real) return rows.real(column);
  return rows.text(column);
}

/// A part of a key, copied because it outlives its row.
Key::value_type kept(const sql::Value& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return std::get<std::int64_t>(value);
}

}  // namespace

bool read_next(sql::Rows& rows, const TableLayout& table, Row& row) {
  if (!rows.next()) return false;
  row.clear();
  int number = 0;
  for (const Column& column : table.columns) row.push_back(value_in(rows, number++, column.kind));
  return true;
}

Key key_of(Values row, const TableLayout& table) {
  Key key;
  for (std::size_t i = 1; i < table.key_size; ++i) key.push_back(kept(row[i]));
  return key;
}

Key last_key(sql::Connection& connection, const RecordTable& table, const GuildId& guild) {
  const Snapshot snapshot(connection);
  auto rows = connection.run(table.last_key, guild.str());
  Key key;
  if (!rows.next()) return key;
  for (std::size_t i = 1; i < table.layout.key_size; ++i) {
    key.push_back(kept(value_in(rows, static_cast<int>(i - 1), table.layout.columns[i].kind)));
  }
  return key;
}

sql::Rows page_after(sql::Connection& connection, const RecordTable& table, const GuildId& guild,
                     const Key& key) {
  if (key.empty()) return connection.run(table.first_page, guild.str());
  Row parameters{std::string_view(guild.str())};
  for (const auto& part : key) {
    parameters.push_back(std::visit([](const auto& plain) -> sql::Value { return plain; }, part));
  }
  return connection.run(table.next_page, Values(parameters));
}

Checksum guild_checksum(sql::Connection& connection, const GuildId& guild) {
  Checksum checksum;
  Row row;
  auto rows = connection.run(guild_table().select, guild.str());
  while (read_next(rows, guild_table().layout, row)) checksum.add(row);
  return checksum;
}

std::int64_t count_rows(sql::Connection& connection, const GuildId& guild) {
  std::int64_t count = 0;
  for (const RecordTable& table : record_tables()) {
    auto rows = connection.run(table.count, guild.str());
    rows.next();
    count += rows.integer(0);
  }
  return count;
}

}  // namespace blotter::storage
