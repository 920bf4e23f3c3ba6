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

  /// The ids of what a search finds.
  static std::vector<std::int64_t> found(Store& store, std::string_view in, std::string_view text) {
    std::vector<std::int64_t> ids;
    read_and_wait(store, guild(in), [&](Reader& records) {
      for (const SearchResult& each : records.search(SearchText::parse(text).value(), 20)) {
        ids.push_back(each.id);
      }
    });
    return ids;
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

TEST_P(Migrations, keys_of_several_guilds_become_shared) {
  create_old_schema(8);
  database_->run(
      "insert into guild (id, created_at, last_seq) values ('first', 1, 0), ('second', 1, 0);"
      "insert into api_key (id, digest, name, scopes, created_at) values (7, 'a', 'one', 1, 1), "
      "(8, 'b', 'both', 1, 1);"
      "insert into api_key_guild (guild_id, key_id) values ('first', 7), ('first', 8), "
      "('second', 8);");
  const auto store = open_store(database_->url(), StoreUse::server);
  read_and_wait(*store, guild("first"), [](Reader& records) {
    EXPECT_FALSE(records.key({7})->is_shared);
    EXPECT_TRUE(records.key({8})->is_shared);
  });
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

TEST_P(Migrations, entries_of_an_older_program_are_valid_and_can_be_voided) {
  create_old_schema(8);
  database_->run(
      "insert into guild (id, created_at, last_seq) values ('first', 1, 0);"
      "insert into civilian (guild_id, id, name, name_key, user_id, user_name, deceased, age, dob, "
      "gender, hair, height, weight, address, occupation, registered_at) values "
      "('first', 1, 'Ann Lee', 'ann lee', 'u', 'n', 0, 1, 'd', 'Male', 'h', 1, 1, 'a', 'o', 1);"
      "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, "
      "time_text, text, made_at) values ('first', 1, 0, 1, 'a', 'b', 1, '', 'old', 1), "
      "('first', 1, 0, 2, 'a', 'b', 1, '', 'older', 2);");
  const auto store = open_store(database_->url(), StoreUse::server);
  const Civilian ann = civilian(1, "Ann Lee");
  std::vector<std::size_t> valid;
  const auto count_valid = [&] {
    read_and_wait(*store, guild("first"),
                  [&](Reader& records) { valid.push_back(entries_of(records, ann).size()); });
  };
  count_valid();
  write_and_wait(*store, guild("first"), [&](Writer& records) {
    const auto found = records.entry(ann.name, EntryKind::citation, 1);
    records.set_void(ann, found->entry->entry, void_mark("A mistake"));
    return WriteWork::Outcome::commit;
  });
  count_valid();
  EXPECT_THAT(valid, ElementsAre(2U, 1U));
}

TEST_P(Migrations, records_older_than_search_are_found) {
  create_old_schema(3);
  database_->run(
      "insert into guild (id, created_at, last_seq) values ('first', 1, 0), ('second', 1, 0);"
      "insert into civilian (guild_id, id, name, name_key, user_id, user_name, deceased, age, dob, "
      "gender, hair, height, weight, address, occupation, registered_at) values "
      "('first', 1, 'Ann Lee', 'ann lee', 'u', 'n', 0, 1, 'd', 'Male', 'h', 1, 1, 'a', 'o', 1), "
      "('second', 1, 'Zoe Owl', 'zoe owl', 'u', 'n', 0, 1, 'd', 'Male', 'h', 1, 1, 'a', 'o', 1);"
      "insert into vehicle (guild_id, id, civilian_id, plate, plate_key, model, color, color_type, "
      "registration, insurance, stolen, impounded, fee, registered_at) values "
      "('first', 2, 1, 'AB-12 CD', 'ab12cd', 'm', 'c', 'Matte', 'Valid', 'Valid', 0, 0, 0, 1);"
      "insert into firearm (guild_id, id, civilian_id, serial_number, serial_key, model, color, "
      "stolen, registered_at) values ('first', 3, 1, 'F-9876', 'f9876', 'm', 'c', 0, 1);");
  const auto store = open_store(database_->url(), StoreUse::server);
  EXPECT_THAT(found(*store, "first", "nn le"), ElementsAre(1));
  EXPECT_THAT(found(*store, "first", "b12c"), ElementsAre(2));
  EXPECT_THAT(found(*store, "first", "987"), ElementsAre(3));
  EXPECT_THAT(found(*store, "second", "nn le"), ::testing::IsEmpty());
  EXPECT_THAT(found(*store, "second", "oe ow"), ElementsAre(1));
}

TEST_P(Migrations, players_of_older_civilians_are_found) {
  create_old_schema(8);
  // More civilians than are read at once.
  constexpr int civilians = 2500;
  database_->run(
      "insert into guild (id, created_at, last_seq) values ('first', 1, 0), ('second', 1, 0);");
  const auto row = [](std::string_view guild, int id, std::string_view player) {
    return fmt::format(
        "('{0}', {1}, 'Name {1}', 'name {1}', 'u', '{2}', 0, 1, 'd', 'Male', 'h', 1, 1, 'a', 'o', "
        "1)",
        guild, id, player);
  };
  std::string rows = row("second", -5, "ZOË  Owl") + ", " + row("second", 7, "\u0130stanbul");
  for (int id = 1; id <= civilians; ++id) {
    rows += ", " + row("first", id, fmt::format("Player {:04}", id));
  }
  database_->run(
      "insert into civilian (guild_id, id, name, name_key, user_id, user_name, deceased, age, dob, "
      "gender, hair, height, weight, address, occupation, registered_at) values " +
      rows + ";");
  const auto store = open_store(database_->url(), StoreUse::server);
  for (const int id : {1, 999, 1000, 1001, 2000, 2001, civilians}) {
    EXPECT_THAT(found(*store, "first", fmt::format("player {:04}", id)), ElementsAre(id));
  }
  EXPECT_THAT(found(*store, "second", "zo\u00eb ow"), ElementsAre(-5));
  EXPECT_THAT(found(*store, "second", "i\u0307stan"), ElementsAre(7));
}

}  // namespace
}  // namespace blotter
