#include "storage/migrations/recompute_match_keys.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/log.hpp"
#include "base/text.hpp"
#include "domain/search.hpp"
#include "domain/text_types.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/owned_query.hpp"

namespace blotter::storage {
namespace {

using sql::Query;

struct Keyed {
  SearchKind kind;
  std::size_t characters_max;
  std::string (*key_of)(std::string_view);
  Query all;
  Query duplicate;  // another record with the same key
  Query change;
};

const Keyed keyed[] = {
    {SearchKind::civilian, CivilianNameKind::rule.characters_max, name_key,
     Query{"select guild_id, id, name, name_key from civilian", sql::RowCount::unbounded},
     Query{"select 1 from civilian where guild_id = $1 and name_key = $3 and id <> $2"},
     Query{"update civilian set name = $3, name_key = $4 where guild_id = $1 and id = $2"}},
    {SearchKind::vehicle, PlateKind::rule.characters_max, code_key,
     Query{"select guild_id, id, plate, plate_key from vehicle", sql::RowCount::unbounded},
     Query{"select 1 from vehicle where guild_id = $1 and plate_key = $3 and id <> $2"},
     Query{"update vehicle set plate = $3, plate_key = $4 where guild_id = $1 and id = $2"}},
    {SearchKind::firearm, SerialNumberKind::rule.characters_max, code_key,
     Query{"select guild_id, id, serial_number, serial_key from firearm", sql::RowCount::unbounded},
     Query{"select 1 from firearm where guild_id = $1 and serial_key = $3 and id <> $2"},
     Query{"update firearm set serial_number = $3, serial_key = $4 "
           "where guild_id = $1 and id = $2"}},
};

struct Record {
  std::string guild;
  std::int64_t id;
  std::string text;
  std::string key;
};

// For a number after the name, such as " (12)".
constexpr std::size_t room_for_number = 8;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) >= 0; });
}

std::size_t points(std::string_view text) { return code_points(text).size(); }

void drop_last_character(std::string& text) {
  const auto is_continued = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  while (text.size() > 1 && is_continued(text.back())) text.pop_back();
  text.pop_back();
}

/// The text, shortened to what a request may hold and to what makes a usable key.
std::string fitting(const Keyed& table, std::string_view stored) {
  std::string text = without_bidi_controls(stored);
  if (points(table.key_of(text)) > key_points_max) {
    while (points(table.key_of(text)) > key_points_max - room_for_number) drop_last_character(text);
  }
  return table.key_of(text).empty() ? "unnamed" : text;
}

/// The records whose key is not what it should be. Keys of pure ASCII have not changed.
std::vector<Record> outdated(sql::Connection& connection, const Keyed& table) {
  std::vector<Record> records;
  auto rows = connection.run(table.all);
  while (rows.next()) {
    const auto text = rows.text(2);
    const auto key = rows.text(3);
    if (is_ascii(key) && points(key) <= key_points_max) continue;
    if (table.key_of(fitting(table, text)) == key) continue;
    records.push_back(
        {std::string(rows.text(0)), rows.integer(1), std::string(text), std::string(key)});
  }
  return records;
}

void recompute(sql::Connection& connection, const Keyed& table, const Record& record) {
  const std::string text = fitting(table, record.text);
  std::string name = text;
  const auto is_taken = [&] {
    return connection.run(table.duplicate, record.guild, record.id, table.key_of(name)).next();
  };
  std::string numbered = text;
  while (points(numbered) > table.characters_max - room_for_number) drop_last_character(numbered);
  for (int number = 2; is_taken(); ++number) name = fmt::format("{} ({})", numbered, number);
  const std::string key = table.key_of(name);
  const int kind = static_cast<int>(table.kind);
  connection.run(table.change, record.guild, record.id, name, key).finish();
  connection.run(statements::grams_delete, record.guild, kind, record.key, record.id).finish();
  connection.run(statements::grams_insert, record.guild, kind, key, record.id).finish();
  if (name == record.text) return;
  log::warning("a record was renamed: its name was too long or matched another name",
               {{"guild", record.guild}, {"id", std::to_string(record.id)}, {"name", name}});
}

}  // namespace

void recompute_match_keys(sql::Connection& connection) {
  for (const Keyed& table : keyed) {
    for (const Record& record : outdated(connection, table)) recompute(connection, table, record);
  }
}

}  // namespace blotter::storage
