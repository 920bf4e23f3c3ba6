// The lists of columns that copying uses, compared with the real schema.
#include "contract/transfer_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::Contains;
using ::testing::ElementsAreArray;
using ::testing::UnorderedElementsAre;
using ::testing::UnorderedElementsAreArray;

const sql::Query sqlite_columns{
    "select m.name, c.name, lower(c.type), c.pk, 1 from sqlite_master m join "
    "pragma_table_info(m.name) c "
    "where m.type = 'table' and m.name not like 'sqlite%' order by m.name, c.pk"};
const sql::Query postgres_columns{
    "select t.relname, c.attname, format_type(c.atttypid, null), "
    "coalesce(array_position(k.indkey::int2[], c.attnum) + 1, 0) as place, "
    "(c.attcollation = 'pg_catalog.\"C\"'::regcollation)::int "
    "from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 "
    "and not c.attisdropped left join pg_index k on k.indrelid = t.oid and k.indisprimary "
    "where t.relkind in ('r', 'p') and not t.relispartition "
    "and t.relnamespace = current_schema()::regnamespace order by t.relname, place"};

struct RealTable {
  std::vector<std::string> columns;  // "name text"
  std::vector<std::string> key;
};

class TransferTables : public ::testing::TestWithParam<StoreKind> {
 protected:
  TransferTables() {
    const auto place = GetParam().make();
    place->open({});
    const auto connection = storage::open_connection(place->url(), StoreUse::existing);
    connection->begin_read();
    {
      auto rows =
          connection->run(place->url().starts_with("sqlite:") ? sqlite_columns : postgres_columns);
      while (rows.next()) {
        RealTable& table = real_[std::string(rows.text(0))];
        table.columns.push_back(fmt::format("{} {}", rows.text(1), kind_of(rows.text(2))));
        if (rows.integer(3) > 0) table.key.emplace_back(rows.text(1));
        if (rows.integer(4) != 0) {
          by_bytes_.push_back(fmt::format("{} {}", rows.text(0), rows.text(1)));
        }
      }
    }
    connection->rollback();
  }

  static std::string_view kind_of(std::string_view type) {
    if (type == "bigint" || type == "smallint") return "integer";
    return type == "double precision" ? "real" : type;
  }
  static std::string_view kind_of(ColumnKind kind) {
    switch (kind) {
      case ColumnKind::integer: return "integer";
      case ColumnKind::real: return "real";
      case ColumnKind::text: return "text";
    }
    return "unknown";
  }

  void expect_same(const TableLayout& layout) {
    std::vector<std::string> columns;
    std::vector<std::string> key;
    for (const auto& [name, kind] : layout.columns) {
      columns.push_back(fmt::format("{} {}", name, kind_of(kind)));
      if (key.size() < layout.key_size) key.emplace_back(name);
    }
    const RealTable& table = real_[std::string(layout.name)];
    EXPECT_THAT(columns, UnorderedElementsAreArray(table.columns)) << layout.name;
    EXPECT_THAT(key, ElementsAreArray(table.key)) << layout.name;
  }

  std::map<std::string, RealTable> real_;
  std::vector<std::string> by_bytes_;  // "table column"
};
BLOTTER_FOR_EVERY_STORE(TransferTables);

TEST_P(TransferTables, every_column_of_the_schema_is_copied) {
  for (const RecordTable& table : storage::record_tables()) expect_same(table.layout);
  expect_same(storage::guild_table().layout);
  expect_same(storage::key_table().layout);
}

TEST_P(TransferTables, only_tables_of_the_store_itself_are_not_listed) {
  for (const RecordTable& table : storage::record_tables()) {
    EXPECT_EQ(real_.erase(std::string(table.layout.name)), 1U);
  }
  real_.erase("guild");
  real_.erase("api_key");
  std::vector<std::string> rest;
  for (const auto& [name, table] : real_) rest.push_back(name);
  EXPECT_THAT(rest, UnorderedElementsAre("api_key_guild", "guild_due", "leftover", "lease",
                                         "schema_migration", "search_gram", "setting"));
  EXPECT_THAT(real_["api_key_guild"].columns,
              UnorderedElementsAre("guild_id text", "key_id integer"));
}

TEST_P(TransferTables, records_are_ordered_by_integers_and_bytes_within_their_guild) {
  for (const RecordTable& table : storage::record_tables()) {
    const auto& [name, columns, key_size, searched, only] = table.layout;
    EXPECT_EQ(columns.front().name, "guild_id") << name;
    EXPECT_GE(key_size, 2U) << name;
    for (std::size_t i = 1; i < key_size; ++i) {
      EXPECT_NE(columns[i].kind, ColumnKind::real);
      // An order that depends on the language would differ between the engines.
      if (columns[i].kind == ColumnKind::text) {
        EXPECT_THAT(by_bytes_, Contains(fmt::format("{} {}", name, columns[i].name)));
      }
    }
  }
}

}  // namespace
}  // namespace blotter
