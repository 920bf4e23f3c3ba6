// Engines that distribute rows do it by one column, which must then be in every key. Ours is the
// guild: the schema is checked for that, plain and partitioned.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contract/temporary_database.hpp"
#include "storage/postgres/open.hpp"
#include "storage/postgres/schema.hpp"
#include "storage/sql/connection.hpp"

namespace blotter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::TemporaryDatabase;
using ::testing::UnorderedElementsAre;

// Tables that every guild needs and none owns; small, and copied to every node of a distributed
// engine.
#define GLOBAL_TABLES "('setting', 'schema_migration', 'api_key', 'lease')"

class PostgresSchema : public ::testing::TestWithParam<int> {
 protected:
  PostgresSchema() {
    storage::init_postgres(database_.url(), GetParam());
    connection_ = storage::connect_postgres(database_.url(), StoreUse::existing);
  }

  /// The only column of each row.
  std::vector<std::string> texts(const sql::Query& query) {
    std::vector<std::string> found;
    auto rows = connection_->run(query);
    while (rows.next()) found.emplace_back(rows.text(0));
    return found;
  }

  TemporaryDatabase database_;
  std::unique_ptr<sql::Connection> connection_;
};
INSTANTIATE_TEST_SUITE_P(Partitions, PostgresSchema, ::testing::Values(0, 4));

TEST_P(PostgresSchema, every_key_begins_with_the_guild) {
  static const sql::Query others{
      "select t.relname || ': ' || i.relname from pg_index x join pg_class i on i.oid = "
      "x.indexrelid "
      "join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace "
      "join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] "
      "where n.nspname = current_schema() and t.relname not in " GLOBAL_TABLES
      " and a.attname <> 'guild_id' and not (t.relname = 'guild' and a.attname = 'id') "
      // These find guilds: those with something due, and those of a key.
      "and i.relname not in ('guild_due_at', 'api_key_guild_key')"};
  EXPECT_THAT(texts(others), IsEmpty());
}

TEST_P(PostgresSchema, every_table_has_a_primary_key) {
  static const sql::Query without{
      "select t.relname::text from pg_class t join pg_namespace n on n.oid = t.relnamespace "
      "where n.nspname = current_schema() and t.relkind in ('r', 'p') and not exists "
      "(select 1 from pg_index x where x.indrelid = t.oid and x.indisprimary)"};
  EXPECT_THAT(texts(without), IsEmpty());
}

TEST_P(PostgresSchema, no_reference_crosses_guilds) {
  // Each reference names the guild on both sides, in its first column.
  static const sql::Query others{
      "select c.conrelid::regclass || ' to ' || c.confrelid::regclass from pg_constraint c "
      "join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1] "
      "join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1] "
      "where c.contype = 'f' and c.connamespace = current_schema()::regnamespace "
      "and c.confrelid::regclass::text not in " GLOBAL_TABLES
      " and not (f.attname = 'guild_id' and (t.attname = 'guild_id' or "
      "(c.confrelid::regclass::text = 'guild' and t.attname = 'id')))"};
  EXPECT_THAT(texts(others), IsEmpty());
}

TEST_P(PostgresSchema, no_counter_spans_guilds) {
  static const sql::Query sequences{
      "select sequencename::text from pg_sequences where schemaname = current_schema()"};
  EXPECT_THAT(texts(sequences), IsEmpty());
}

TEST_P(PostgresSchema, records_are_partitioned_by_guild_if_requested) {
  static const sql::Query split{
      "select partrelid::regclass || ' by ' || pg_get_partkeydef(partrelid) || ' in ' || "
      "(select count(*) from pg_inherits where inhparent = partrelid) from pg_partitioned_table"};
  if (GetParam() == 0) {
    EXPECT_THAT(texts(split), IsEmpty());
    return;
  }
  EXPECT_THAT(
      texts(split),
      UnorderedElementsAre(
          "civilian by HASH (guild_id) in 4", "vehicle by HASH (guild_id) in 4",
          "firearm by HASH (guild_id) in 4", "entry by HASH (guild_id) in 4",
          "event by HASH (guild_id) in 4", "activity by HASH (guild_id) in 4",
          "search_gram by HASH (guild_id) in 4", "leftover by HASH (guild_id) in 4",
          "idempotency by HASH (guild_id) in 4", "webhook by HASH (guild_id) in 4",
          "webhook_retry by HASH (guild_id) in 4", "webhook_attempt by HASH (guild_id) in 4",
          "invitation by HASH (guild_id) in 4", "penal_code by HASH (guild_id) in 4",
          "kept_civilian by HASH (guild_id) in 4", "kept_vehicle by HASH (guild_id) in 4",
          "kept_firearm by HASH (guild_id) in 4", "kept_webhook by HASH (guild_id) in 4"));
}

TEST_P(PostgresSchema, a_database_with_tables_is_not_initialised_again) {
  EXPECT_THROW(storage::init_postgres(database_.url(), 8), StoreError);
}

TEST(PostgresPlaceholders, are_replaced_by_postgres_syntax) {
  EXPECT_EQ(sql::for_postgres("select 1 from t /* locked */"), "select 1 from t for no key update");
  EXPECT_EQ(sql::for_postgres("a text /* bytes */ not null"), R"(a text collate "C" not null)");
  constexpr auto table = "create table t (\n  guild_id text\n) /* by guild */ /* clustered */;\n";
  EXPECT_EQ(sql::for_postgres(table, 0), table);
  EXPECT_EQ(sql::for_postgres(table, 2),
            "create table t (\n  guild_id text\n) partition by hash (guild_id) /* clustered */;\n"
            "create table t_0 partition of t for values with (modulus 2, remainder 0);\n"
            "create table t_1 partition of t for values with (modulus 2, remainder 1);\n");
}

}  // namespace
}  // namespace blotter
