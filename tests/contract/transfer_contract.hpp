// Two stores, one of which is copied into the other: every pair of kinds.
#pragma once

#include <map>
#include <tuple>

#include "contract/store_contract.hpp"
#include "storage/engine.hpp"
#include "storage/transfer/tables.hpp"
#include "storage/transfer/transfer.hpp"

namespace blotter::testing {

using storage::ColumnKind;
using storage::RecordTable;
using storage::TableLayout;

/// Observes a copy, and does what a test needs in between.
class Watcher : public TransferWatcher {
 public:
  using Callback = std::function<Next(const TransferProgress&)>;
  explicit Watcher(Callback callback = [](const TransferProgress&) { return Next::proceed; })
      : callback_(std::move(callback)) {}

  Next progress(const TransferProgress& progress) override { return callback_(progress); }
  void guild_verified(const GuildId& guild, std::int64_t rows) override {
    verified[guild.str()] = rows;
  }
  void guild_outdated(const GuildId& guild, std::int64_t changes) override {
    outdated[guild.str()] = changes;
  }

  std::map<std::string, std::int64_t> verified;
  std::map<std::string, std::int64_t> outdated;

 private:
  Callback callback_;
};

/// Stops at the given call.
inline Watcher stopping_at(int call) {
  return Watcher([left = call](const TransferProgress&) mutable {
    return --left > 0 ? TransferWatcher::Next::proceed : TransferWatcher::Next::stop;
  });
}

/// Does something once, when everything is copied and nothing is verified.
inline Watcher before_verification(std::function<void()> act) {
  return Watcher([act = std::move(act), is_done = false](const TransferProgress& now) mutable {
    if (now.copied == now.rows && now.verified == 0 && !std::exchange(is_done, true)) act();
    return TransferWatcher::Next::proceed;
  });
}

inline std::string shown(const sql::Rows& rows, const TableLayout& table) {
  std::string text;
  int number = 0;
  for (const auto& [name, kind] : table.columns) {
    const int column = number++;
    text += fmt::format("{}=", name);
    if (rows.is_null(column)) {
      text += "null ";
      continue;
    }
    switch (kind) {
      case ColumnKind::integer: text += fmt::format("{} ", rows.integer(column)); break;
      case ColumnKind::real: text += fmt::format("{} ", rows.real(column) + 0.0); break;
      case ColumnKind::text: text += fmt::format("'{}' ", rows.text(column)); break;
    }
  }
  return text;
}

/// Source and target.
using Pair = std::tuple<StoreKind, StoreKind>;

class TransferContract : public ::testing::TestWithParam<Pair> {
 protected:
  TransferContract() {
    source_ = source_place_->open({});
    target_ = target_place_->open({});
    source_->administer([&](Accounts& accounts) {
      accounts.create_guild({guild_, {11}});
      accounts.create_guild({other_guild_, {12}});
    });
  }

  /// At least one row in every table.
  void fill(const GuildId& guild, std::int64_t id = 1) {
    write_and_wait(*source_, guild, [&](Writer& records) {
      const Civilian john = civilian(id, "John " + std::to_string(id));
      const Civilian mary = civilian(id + 1, "Mary " + std::to_string(id));
      records.insert(john);
      records.insert(mary);
      records.insert(vehicle(id + 2, john, "AB 12"));
      records.insert(firearm(id + 3, mary, "F123"));
      for (const Civilian& culprit : {john, john, mary}) {
        Entry made = entry(EntryKind::citation, "Speeding");
        add_entry(records, culprit, made);
        if (made.count == 2) records.set_void(culprit, made, void_mark("Wrong person"));
      }
      add_event(records, event("civilian.create", id));
      add_event(records, event("vehicle.create", id + 2));
      records.store_response({7}, "retry", {.request = "digest", .body = "{}", .at = {5}});
      records.insert(Webhook{.id = {id},
                             .name = "Dispatch",
                             .url = WebhookUrl::stored("https://bot.example/x"),
                             .kinds = EventKinds({"*"}),
                             .format = WebhookFormat::standard,
                             .secret = WebhookSecret::stored("whsec_AAAA"),
                             .created = {6}});
      records.put_retry({id}, {.seq = 1, .attempts = 2, .due = {7}});
      records.append(WebhookId{id}, {.id = 8,
                                     .seq = 1,
                                     .kind = "civilian.create",
                                     .at = {9},
                                     .number = 1,
                                     .status = 500,
                                     .took_ms = 3,
                                     .is_delivered = false,
                                     .error = "status 500",
                                     .reply = "no"});
      records.insert(Invitation{.id = {id + 4},
                                .name = "Sgt. Reyes",
                                .scopes = Scopes::standard(),
                                .lifetime_ms = 5000,
                                .created = {6},
                                .ends = {7},
                                .made_by = {8}},
                     sha256("token"));
      records.set_penal_code(
          PenalCode::of({{OffenceCode::stored("TH-01"), OffenceTitle::stored("Theft"), 250.5, 60}})
              .value());
      const Civilian gone = civilian(id + 5, "Gone " + std::to_string(id));
      records.insert(gone);
      records.insert(vehicle(id + 6, gone, "GO 1"));
      records.insert(firearm(id + 7, gone, "G1"));
      records.insert(vehicle(id + 9, gone, "GO 2"));
      records.insert(firearm(id + 10, gone, "G2"));
      records.keep(vehicle(id + 9, gone, "GO 2"), {10});
      records.keep(firearm(id + 10, gone, "G2"), {10});
      records.keep(gone, {10});
      records.insert(vehicle(id + 11, mary, "GO 1"));
      records.keep(id + 8, {.webhook = records.webhooks().front(),
                            .next_url = "https://bot.example/y",
                            .since = {11}});
      return Outcome::commit;
    });
    source_->administer([](Accounts& accounts) {
      while (accounts.has_leftovers()) accounts.remove_some_leftovers();
    });
  }

  /// More entries of all kinds for each civilian; in one statement, because thousands one by one
  /// are slow.
  void add_entries(const GuildId& guild, int per_civilian) {
    run(*source_place_,
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < $2) "
        "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, "
        "time_text, text, made_at) select guild_id, id, i % 4, 100 + i, 'Sgt. Reyes', '204', i, "
        "'', "
        "'Speeding', 1800000000000 + i from n cross join civilian where guild_id = $1",
        guild.str(), per_civilian);
  }

  /// The given number of activity rows, of kinds that a language's collation would order
  /// differently.
  void add_activity(const GuildId& guild, int rows) {
    run(*source_place_,
        "with recursive n (i) as (select 0 union all select i + 1 from n where i < $2 - 1) "
        "insert into activity (guild_id, day, kind, amount) select id, i / 6, case i % 6 "
        "when 0 then 'a' when 1 then 'B' when 2 then 'ä' when 3 then '_' when 4 then 'b.c' "
        "else 'b' end, i from n cross join guild where id = $1",
        guild.str(), rows);
  }

  ApiKey key(std::int64_t id, std::vector<GuildId> guilds) const {
    return {.id = {id}, .name = "bot", .guilds = std::move(guilds), .created = {1000}};
  }
  static void create(Store& store, const ApiKey& key, std::string_view secret) {
    store.administer([&](Accounts& accounts) { accounts.create_key(key, sha256(secret)); });
  }

  TransferReport copy(const TransferOptions& options, TransferWatcher& watcher) {
    const auto from = open(*source_place_);
    const auto to = open(*target_place_);
    return storage::transfer(*from, *to, options, watcher);
  }
  TransferReport copy(const TransferOptions& options = {}) {
    Watcher watcher;
    return copy(options, watcher);
  }
  TransferReport copy(TransferWatcher& watcher) { return copy({}, watcher); }
  TransferReport copy_and_replace() { return copy({.existing = Existing::replace}); }

  std::string refusal(const TransferOptions& options, TransferWatcher& watcher) {
    try {
      copy(options, watcher);
      return "copied";
    } catch (const StoreError& error) {
      return error.what();
    }
  }
  std::string refusal(const TransferOptions& options = {}) {
    Watcher watcher;
    return refusal(options, watcher);
  }
  std::string refusal(TransferWatcher& watcher) { return refusal({}, watcher); }

  static std::unique_ptr<sql::Connection> open(const StorePlace& place) {
    return storage::open_connection(place.url(), StoreUse::existing);
  }

  /// The search grams, which are not copied but made again.
  static inline const TableLayout grams{.name = "search_gram",
                                        .columns = {{"guild_id", ColumnKind::text},
                                                    {"kind", ColumnKind::integer},
                                                    {"gram", ColumnKind::text},
                                                    {"subject_id", ColumnKind::integer}},
                                        .key_size = 4};

  /// Every row of the guild, read without the code under test.
  static std::vector<std::string> dump(const StorePlace& place, const GuildId& guild) {
    const auto connection = open(place);
    std::vector<std::string> lines;
    const auto add = [&](const TableLayout& table) {
      std::string columns;
      std::string order;
      for (const auto& [name, kind] : table.columns) columns += fmt::format(", {}", name);
      for (std::size_t i = 0; i < table.key_size; ++i) order += fmt::format(", {}", i + 1);
      const storage::OwnedQuery all(fmt::format("select {} from {} where {} = $1 order by {}",
                                                columns.substr(2), table.name,
                                                table.columns.front().name, order.substr(2)));
      connection->begin_read();
      {
        auto rows = connection->run(all, guild.str());
        while (rows.next()) lines.push_back(fmt::format("{}: {}", table.name, shown(rows, table)));
      }
      connection->rollback();
    };
    add(storage::guild_table().layout);
    for (const RecordTable& table : storage::record_tables()) add(table.layout);
    add(grams);
    return lines;
  }
  void expect_copied(const GuildId& guild) const {
    EXPECT_THAT(dump(*target_place_, guild), ::testing::ContainerEq(dump(*source_place_, guild)));
  }

  static void run(const StorePlace& place, const std::string& statement, const auto&... values) {
    const auto connection = open(place);
    const storage::OwnedQuery query(statement);
    sql::Transaction change(*connection);
    connection->run(query, values...).finish();
    change.commit();
  }

  /// The key bindings of the target: "7: first second".
  std::vector<std::string> bindings() {
    std::vector<std::string> lines;
    target_->look_up([&](Accounts& accounts) {
      for (const auto& [key, digest] : accounts.keys()) {
        std::string line = to_string(key.id) + ":";
        for (const GuildId& guild : key.guilds) line += " " + guild.str();
        lines.push_back(line);
      }
    });
    return lines;
  }
  std::vector<std::string> settings() const {
    static const sql::Query all{"select name from setting order by name"};
    const auto connection = open(*target_place_);
    connection->begin_read();
    std::vector<std::string> names;
    {
      auto rows = connection->run(all);
      while (rows.next()) names.emplace_back(rows.text(0));
    }
    connection->rollback();
    return names;
  }
  std::int64_t generation() {
    std::int64_t number = 0;
    target_->look_up([&](Accounts& accounts) { number = accounts.generation(); });
    return number;
  }

  const GuildId guild_ = guild("first");
  const GuildId other_guild_ = guild("second");
  const std::unique_ptr<StorePlace> source_place_ = std::get<0>(GetParam()).make();
  const std::unique_ptr<StorePlace> target_place_ = std::get<1>(GetParam()).make();
  std::unique_ptr<Store> source_;
  std::unique_ptr<Store> target_;
};

inline std::vector<Pair> every_pair() {
  std::vector<Pair> pairs;
  for (const StoreKind& source : every_store()) {
    for (const StoreKind& target : every_store()) pairs.emplace_back(source, target);
  }
  return pairs;
}

/// Every kind takes part, and both engines on both sides; but no test needs two databases of a
/// server, which are slow to create.
inline std::vector<Pair> few_pairs() {
  const auto kinds = every_store();
  const StoreKind& sqlite = kinds.front();
  std::vector<Pair> pairs{{sqlite, sqlite}};
  for (std::size_t i = 1; i < kinds.size(); ++i) {
    pairs.push_back(i % 2 == 0 ? Pair(sqlite, kinds[i]) : Pair(kinds[i], sqlite));
  }
  return pairs;
}

#define BLOTTER_FOR_STORE_PAIRS(Suite, pairs)                                               \
  INSTANTIATE_TEST_SUITE_P(Every, Suite, ::testing::ValuesIn(pairs), [](const auto& each) { \
    return std::get<0>(each.param).name + "_to_" + std::get<1>(each.param).name;            \
  })

}  // namespace blotter::testing
