// Stores that an older program left: when opened, they have everything that a new one has.
#include <gmock/gmock.h>

#include "contract/samples.hpp"
#include "contract/temporary_database.hpp"
#include "storage/migrations/migrate.hpp"
#include "storage/open_store.hpp"
#include "storage/postgres/schema.hpp"
#include "storage/sqlite/connection.hpp"
#include "temporary_folder.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;

/// An empty database, without a schema.
class BareDatabase {
 public:
  virtual ~BareDatabase() = default;
  [[nodiscard]] virtual std::string url() const = 0;
  virtual void run(std::string_view script) = 0;
};

class BareSqlite final : public BareDatabase {
 public:
  [[nodiscard]] std::string url() const override { return "sqlite:" + path_; }
  void run(std::string_view script) override {
    sql::SqliteConnection(path_, sql::SqliteConnection::Access::write).run_script(script);
  }

 private:
  TemporaryFolder folder_;
  const std::string path_ = folder_.file("records.db");
};

template <int Partitions>
class BarePostgres final : public BareDatabase {
 public:
  [[nodiscard]] std::string url() const override { return database_.url(); }
  void run(std::string_view script) override {
    PGconn* connection = PQconnectdb(url().c_str());
    PGresult* result = PQexec(connection, sql::for_postgres(script, Partitions).c_str());
    // A script may be only for the other engine.
    EXPECT_THAT(PQresultStatus(result), ::testing::AnyOf(PGRES_COMMAND_OK, PGRES_EMPTY_QUERY))
        << PQerrorMessage(connection);
    PQclear(result);
    PQfinish(connection);
  }

 private:
  TemporaryDatabase database_;
};

struct Engine {
  std::string name;
  std::unique_ptr<BareDatabase> (*make)();
};

template <class Database>
std::unique_ptr<BareDatabase> make() {
  return std::make_unique<Database>();
}

class Migrations : public ::testing::TestWithParam<Engine> {
 protected:
  /// The schema as the program of that version would have created it.
  void create_old_schema(std::size_t version) {
    database_->run(
        "create table schema_migration (version bigint not null primary key, "
        "applied_at bigint not null);");
    for (std::size_t i = 0; i < version; ++i) {
      database_->run(storage::migration_scripts()[i]);
      database_->run(
          fmt::format("insert into schema_migration (version, applied_at) values ({}, 1);", i + 1));
    }
  }

  std::unique_ptr<BareDatabase> database_ = GetParam().make();
};
INSTANTIATE_TEST_SUITE_P(Every, Migrations,
                         ::testing::Values(Engine{"sqlite", make<BareSqlite>},
                                           Engine{"postgres", make<BarePostgres<0>>},
                                           Engine{"postgres_partitioned", make<BarePostgres<4>>}),
                         [](const auto& each) { return each.param.name; });

TEST_P(Migrations, activity_before_the_counters_is_counted_from_the_audit_log) {
  create_old_schema(2);
  database_->run(
      "insert into guild (id, created_at, last_seq) values ('first', 1, 4), ('second', 1, 1);"
      "insert into event (guild_id, seq, id, at, kind, subject_id) values"
      " ('first', 1, 1, 1728000000000, 'leo.cited', 0), ('first', 2, 2, 1728086399999, "
      "'leo.cited', 0),"
      " ('first', 3, 3, 1728086400000, 'leo.cited', 0), ('first', 4, 4, 1728086400000, "
      "'leo.fined', 0),"
      " ('second', 1, 5, 1728000000000, 'leo.cited', 0);");
  const auto store = open_store(database_->url(), StoreUse::server);
  write_and_wait(*store, guild("first"), [](Writer& records) {
    Event next = event("leo.fined");
    next.at = {1'728'086'400'000};
    add_event(records, next);
    return WriteWork::Outcome::commit;
  });
  std::vector<std::string> counted;
  read_and_wait(*store, guild("first"), [&](Reader& records) {
    for (const Activity& each : records.activity({0}, {30'000})) {
      counted.push_back(fmt::format("{} {} {}", each.day.number, each.kind, each.amount));
    }
  });
  std::sort(counted.begin(), counted.end());
  EXPECT_THAT(counted, ElementsAre("20000 leo.cited 2", "20001 leo.cited 1", "20001 leo.fined 2"));
}

TEST_P(Migrations, the_audit_log_keeps_its_events_when_its_table_is_recreated) {
  create_old_schema(4);
  database_->run(
      "insert into guild (id, created_at, last_seq) values ('first', 1, 2), ('second', 1, 1);"
      "insert into event (guild_id, seq, id, at, kind, key_id, actor, civilian_id, subject_id, "
      "before, after) values"
      " ('second', 1, 7, 30, 'leo.fined', null, null, null, 9, null, null),"
      " ('first', 2, 6, 20, 'civilian.edited', 3, 'an officer', 5, 5, '{\"age\":1}', "
      "'{\"age\":2}'),"
      " ('first', 1, 5, 10, 'civilian.created', 3, null, 5, 5, null, '{}');");
  const auto store = open_store(database_->url(), StoreUse::server);
  write_and_wait(*store, guild("first"), [](Writer& records) {
    add_event(records, event("leo.fined"));
    return WriteWork::Outcome::commit;
  });
  std::vector<AuditedEvent> events;
  std::vector<AuditedEvent> of_civilian;
  read_and_wait(*store, guild("first"), [&](Reader& records) {
    events = records.audit({}, {.events_max = 50}).events;
    of_civilian = records.audit({.civilian = CivilianId{5}}, {.events_max = 50}).events;
  });
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].seq, 3);
  const AuditedEvent& edit = events[1];
  EXPECT_EQ(edit.seq, 2);
  EXPECT_EQ(edit.id, 6);
  EXPECT_EQ(edit.at.ms, 20);
  EXPECT_EQ(edit.kind, "civilian.edited");
  EXPECT_EQ(edit.key, KeyId{3});
  EXPECT_EQ(edit.actor, "an officer");
  EXPECT_EQ(edit.subject, 5);
  EXPECT_EQ(edit.before, R"({"age":1})");
  EXPECT_EQ(edit.after, R"({"age":2})");
  EXPECT_EQ(of_civilian.size(), 2U);
}

TEST_P(Migrations, name_keys_lose_invisible_characters_and_no_record_is_lost) {
  create_old_schema(5);
  const std::string civilian_columns =
      "insert into civilian (guild_id, id, name, name_key, user_id, user_name, deceased, age, dob, "
      "gender, hair, height, weight, address, occupation, registered_at) values ";
  const auto row = [](int id, std::string_view name, std::string_view key) {
    return fmt::format(
        "('first', {}, '{}', '{}', 'u', 'n', 0, 1, 'd', 'Male', 'h', 1, 1, 'a', 'o', 1)", id, name,
        key);
  };
  std::string long_name;
  std::string long_key;
  const std::string longest(99, 'q');
  for (int i = 0; i < 20; ++i) long_name += "\u00bd\ufdfa";
  for (int i = 0; i < 20; ++i) long_key += "1\u20442" + std::string(18, 'x');
  database_->run(
      "insert into guild (id, created_at, last_seq) values ('first', 1, 0), ('second', 1, 0);" +
      civilian_columns + row(1, "Ann Lee", "ann lee") + "," +
      row(2, "Ann\u200b Lee", "ann\u200b lee") + "," + row(3, "Bo\u2060b", "bo\u2060b") + "," +
      row(4, "\u200b", "\u200b") + "," + row(5, long_name, long_key) + "," +
      row(6, "Zo\u00eb", "zo\u00eb") + "," + row(8, longest, longest) + "," +
      row(9, longest + "\u200b", longest + "\u200b") + "," + row(10, "Bi\u200fdi", "bi\u200fdi") +
      "; insert into vehicle (guild_id, id, civilian_id, plate, plate_key, model, color, "
      "color_type, registration, insurance, stolen, impounded, fee, registered_at) values "
      "('first', 7, 1, 'AB\u200b12', 'ab\u200b12', 'm', 'c', 'Matte', 'Valid', 'Valid', 0, 0, 0, "
      "1);");
  const auto store = open_store(database_->url(), StoreUse::server);
  read_and_wait(*store, guild("first"), [&](Reader& records) {
    const auto id_of = [&](std::string_view called) {
      const auto found = records.civilian(name(called));
      return found ? found->id.value : 0;
    };
    EXPECT_EQ(id_of("ann lee"), 1);
    EXPECT_EQ(id_of("Ann Lee (2)"), 2);
    EXPECT_EQ(id_of("Bob"), 3);
    EXPECT_EQ(id_of("unnamed"), 4);
    EXPECT_EQ(id_of("Zo\u00eb"), 6);
    EXPECT_EQ(id_of(longest), 8);
    EXPECT_EQ(id_of(longest.substr(0, 91) + " (2)"), 9);
    const auto plain = records.civilian(name("Bidi"));
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->name.str(), "Bidi");
    EXPECT_TRUE(records.vehicle(Plate::parse("AB12").value()));
    EXPECT_EQ(records.count_living(), 9);
    const auto bobs = records.search(SearchText::parse("bob").value(), 10);
    EXPECT_EQ(bobs.size(), 1U);
    std::vector<std::string> keys;
    auto all = records.living();
    while (const auto each = all.next()) keys.push_back(each->name.key());
    for (const std::string& key : keys) EXPECT_FALSE(problem_of_key(key)) << key;
  });
}

}  // namespace
}  // namespace blotter
