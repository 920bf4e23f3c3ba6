// What a copy holds, which keys may use it, and what is refused.
#include <limits>

#include "contract/transfer_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TransferredRows : public TransferContract {};
BLOTTER_FOR_STORE_PAIRS(TransferredRows, every_pair());

class Transfers : public TransferContract {};
BLOTTER_FOR_STORE_PAIRS(Transfers, few_pairs());

TEST_P(TransferredRows, a_guild_is_copied_completely) {
  fill(guild_);
  Watcher watcher;
  copy(watcher);
  expect_copied(guild_);
  EXPECT_THAT(dump(*target_place_, guild_), ::testing::SizeIs(1 + 2 + 3 + 2 + 3 + 2 + 2 + 10 + 28));
  EXPECT_THAT(watcher.verified,
              ElementsAre(::testing::Pair("first", 24), ::testing::Pair("second", 0)));
  EXPECT_THAT(watcher.outdated, IsEmpty());
}

TEST_P(Transfers, what_is_due_in_a_copied_guild_is_found_at_once) {
  fill(guild_);
  copy();
  std::vector<GuildId> due;
  target_->administer([&](Accounts& accounts) { due = accounts.guilds_due({1}, 10); });
  EXPECT_THAT(due, ::testing::Contains(guild_));
}

TEST_P(Transfers, the_report_counts_the_rows_of_all_guilds_by_table) {
  fill(guild_);
  fill(other_guild_, 100);
  create(*source_, key(7, {guild_, other_guild_}), "7");
  const TransferReport report = copy();
  std::vector<std::string> lines;
  for (const auto& [name, rows] : report.tables) lines.push_back(fmt::format("{} {}", name, rows));
  EXPECT_THAT(
      lines, ElementsAre("guild 2", "civilian 4", "vehicle 6", "firearm 4", "entry 6", "event 4",
                         "activity 4", "idempotency 2", "webhook 2", "webhook_retry 2",
                         "webhook_attempt 2", "kept_civilian 2", "kept_vehicle 2", "kept_firearm 2",
                         "kept_webhook 2", "invitation 2", "penal_code 2"));
  EXPECT_EQ(report.keys, 1);
}

TEST_P(Transfers, more_rows_than_fit_into_a_page_are_copied) {
  constexpr int page = static_cast<int>(RecordTable::page_rows);
  constexpr int of_fill = 3;
  fill(guild_);
  run(*source_place_, "delete from entry where guild_id = $1", guild_.str());
  add_entries(guild_, page / 2);  // two civilians, so a page is just full
  copy({.guilds = {guild_}});
  expect_copied(guild_);
  fill(other_guild_, 100);
  add_entries(other_guild_, page);
  const TransferReport report = copy({.guilds = {other_guild_}});
  expect_copied(other_guild_);
  EXPECT_EQ(report.tables[4].rows, 2 * page + of_fill);
}

TEST_P(TransferredRows, rows_ordered_by_text_are_all_copied) {
  add_activity(guild_, static_cast<int>(RecordTable::page_rows) + 7);
  copy();
  expect_copied(guild_);
}

TEST_P(TransferredRows, hostile_text_and_extreme_numbers_are_copied_unchanged) {
  write_and_wait(*source_, guild_, [&](Writer& records) {
    std::int64_t id = std::numeric_limits<std::int64_t>::min();
    for (const std::string& text :
         {std::string("'; drop table civilian; --"), std::string("\"quoted\" \\x41 \\\\ $1 %s {}"),
          std::string("line\nbreak\ttab\rreturn"), std::string("Zoë 山田 🚓 e\u0301 \u202e"),
          std::string("null"), std::string(""), std::string(1 << 20, 'x')}) {
      Civilian one = civilian(id, "Name " + std::to_string(records.count_living()));
      one.address = Address::stored(text);
      one.bolo = Bolo::active(Narrative::stored(text));
      records.insert(one);
      id += std::numeric_limits<std::int64_t>::max() / 4;
    }
    return Outcome::commit;
  });
  int number = 0;
  for (const double extreme :
       {std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest(),
        std::numeric_limits<double>::denorm_min(), 0.1 + 0.2, -0.0, 1e15 + 0.3}) {
    run(*source_place_,
        "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, "
        "time_text, text, made_at) select guild_id, id, $2, $3, 'a', 'b', $4, '', '', $3 "
        "from civilian where guild_id = $1",
        guild_.str(), number % 2 == 0 ? 32767 : -32768,
        std::numeric_limits<std::int64_t>::max() - number, extreme);
    ++number;
  }
  copy();
  expect_copied(guild_);
}

TEST_P(Transfers, null_stays_null_and_empty_stays_empty) {
  fill(guild_);
  run(*source_place_,
      "update event set actor = '', after = null, key_id = null where guild_id = $1", guild_.str());
  copy();
  expect_copied(guild_);
}

TEST_P(Transfers, new_events_continue_after_the_last_copied_one) {
  fill(guild_);
  copy();
  write_and_wait(*target_, guild_, [](Writer& records) {
    add_event(records, event("civilian.create"));
    return Outcome::commit;
  });
  std::vector<std::string> seen;
  read_and_wait(*target_, guild_, [&](Reader& records) { seen = events(records); });
  EXPECT_THAT(seen, ElementsAre("1 civilian.create", "2 vehicle.create", "3 civilian.create"));
}

TEST_P(Transfers, only_the_named_guilds_are_copied) {
  fill(guild_);
  fill(other_guild_, 100);
  create(*source_, key(7, {guild_, other_guild_}), "7");
  create(*source_, key(8, {guild_}), "8");
  copy({.guilds = {other_guild_, other_guild_}});
  expect_copied(other_guild_);
  EXPECT_THAT(dump(*target_place_, guild_), IsEmpty());
  EXPECT_THAT(bindings(), ElementsAre("7: second"));
}

TEST_P(Transfers, other_guilds_of_the_target_are_unchanged) {
  fill(guild_);
  copy({.guilds = {guild_}});
  fill(other_guild_, 100);
  const auto before = dump(*target_place_, guild_);
  copy({.guilds = {other_guild_}});
  expect_copied(other_guild_);
  EXPECT_EQ(dump(*target_place_, guild_), before);
}

TEST_P(Transfers, a_store_without_guilds_can_be_copied) {
  source_->administer([&](Accounts& accounts) {
    accounts.delete_guild(guild_);
    accounts.delete_guild(other_guild_);
  });
  const TransferReport report = copy();
  EXPECT_EQ(report.tables.front().rows, 0);
}

TEST_P(Transfers, keys_are_copied_completely_and_change_the_generation) {
  ApiKey full = key(7, {guild_, other_guild_});
  full.name = "Zoë's bot";
  full.scopes = Scopes::parse("read,admin").value();
  full.expires = Timestamp{9000};
  create(*source_, full, "7");
  create(*source_, key(8, {guild_}), "8");
  source_->administer([](Accounts& accounts) {
    accounts.revoke_key({8}, {5000});
    accounts.set_last_used({7}, {6000});
  });
  const std::int64_t before = generation();
  copy();
  EXPECT_GT(generation(), before);
  target_->look_up([](Accounts& accounts) {
    const auto keys = accounts.keys();
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys[0].digest_hex, to_hex(sha256("7")));
    EXPECT_EQ(keys[0].key.name, "Zoë's bot");
    EXPECT_EQ(keys[0].key.scopes.str(), "read,admin");
    EXPECT_EQ(keys[0].key.created, Timestamp{1000});
    EXPECT_EQ(keys[0].key.expires, Timestamp{9000});
    EXPECT_EQ(keys[0].key.revoked, std::nullopt);
    EXPECT_EQ(keys[0].key.last_used, Timestamp{6000});
    EXPECT_EQ(keys[1].key.revoked, Timestamp{5000});
  });
  EXPECT_THAT(bindings(), ElementsAre("7: first second", "8: first"));
}

TEST_P(Transfers, an_existing_key_gets_only_what_is_missing) {
  create(*source_, key(7, {guild_, other_guild_}), "7");
  copy({.guilds = {guild_}});
  target_->administer([](Accounts& accounts) { accounts.set_last_used({7}, {4321}); });
  copy({.guilds = {other_guild_}});
  EXPECT_THAT(bindings(), ElementsAre("7: first second"));
  target_->look_up([](Accounts& accounts) {
    EXPECT_EQ(accounts.keys().front().key.last_used, Timestamp{4321});
  });
}

TEST_P(Transfers, a_secret_with_another_id_in_the_target_keeps_that_id) {
  target_->administer([](Accounts& accounts) { accounts.create_guild({guild("old"), {1}}); });
  create(*target_, key(70, {guild("old")}), "7");
  create(*source_, key(7, {guild_}), "7");
  copy();
  EXPECT_THAT(bindings(), ElementsAre("70: first old"));
}

TEST_P(Transfers, a_key_that_gets_another_guild_is_shared_in_the_target) {
  const auto is_shared = [&](Store& store, std::int64_t id) {
    std::optional<GuildKey> key;
    read_and_wait(store, guild_, [&](Reader& records) { key = records.key({id}); });
    return key.value().is_shared;
  };
  target_->administer([](Accounts& accounts) { accounts.create_guild({guild("old"), {1}}); });
  create(*target_, key(7, {guild("old")}), "7");
  create(*source_, key(7, {guild_}), "7");
  create(*source_, key(8, {guild_}), "8");
  create(*source_, key(9, {guild_, other_guild_}), "9");
  copy({.guilds = {guild_}});
  // A store that is open may notice the copy a little later.
  target_.reset();
  target_ = target_place_->open({});
  EXPECT_FALSE(is_shared(*source_, 7));
  EXPECT_TRUE(is_shared(*target_, 7));
  EXPECT_FALSE(is_shared(*target_, 8));
  EXPECT_TRUE(is_shared(*target_, 9));
}

TEST_P(Transfers, an_id_with_another_secret_in_the_target_opens_nothing) {
  target_->administer([](Accounts& accounts) { accounts.create_guild({guild("old"), {1}}); });
  create(*target_, key(7, {guild("old")}), "somebody else's");
  create(*source_, key(7, {guild_}), "7");
  EXPECT_EQ(refusal(), "the key 7 of the source has the id of another key in the target");
  EXPECT_THAT(bindings(), ElementsAre("7: old"));
}

TEST_P(Transfers, a_key_revoked_in_the_source_opens_nothing_more_in_the_target) {
  create(*source_, key(7, {guild_, other_guild_}), "7");
  copy({.guilds = {guild_}});
  source_->administer([](Accounts& accounts) { accounts.revoke_key({7}, {5000}); });
  copy({.guilds = {other_guild_}});
  EXPECT_THAT(bindings(), ElementsAre("7: first"));
}

TEST_P(Transfers, a_key_revoked_on_both_sides_is_listed_with_its_guilds) {
  create(*source_, key(7, {guild_, other_guild_}), "7");
  source_->administer([](Accounts& accounts) { accounts.revoke_key({7}, {5000}); });
  copy();
  EXPECT_THAT(bindings(), ElementsAre("7: first second"));
}

TEST_P(Transfers, an_existing_guild_is_refused_before_any_change) {
  fill(guild_);
  fill(other_guild_, 100);
  create(*source_, key(7, {guild_, other_guild_}), "7");
  copy({.guilds = {other_guild_}});
  const auto before = dump(*target_place_, other_guild_);
  const std::int64_t number = generation();
  EXPECT_EQ(refusal(),
            "the guild second already exists in the target; --replace deletes it there and copies "
            "it again");
  EXPECT_EQ(dump(*target_place_, other_guild_), before);
  EXPECT_THAT(dump(*target_place_, guild_), IsEmpty());
  EXPECT_THAT(bindings(), ElementsAre("7: second"));
  EXPECT_THAT(settings(), ElementsAre("accounts_generation"));
  EXPECT_EQ(generation(), number);
}

TEST_P(Transfers, a_replaced_guild_has_no_old_rows) {
  target_->administer([&](Accounts& accounts) { accounts.create_guild({guild_, {999}}); });
  create(*target_, key(70, {guild_}), "old");
  write_and_wait(*target_, guild_, [](Writer& records) {
    for (int id = 1; id <= 1200; ++id) records.insert(civilian(id, "Old " + std::to_string(id)));
    for (int i = 0; i < 6000; ++i) add_event(records, event("old"));
    return Outcome::commit;
  });
  fill(guild_);
  create(*source_, key(7, {guild_}), "7");
  copy_and_replace();
  expect_copied(guild_);
  EXPECT_THAT(bindings(), ElementsAre("7: first", "70:"));
  EXPECT_THAT(settings(), ElementsAre("accounts_generation"));
}

TEST_P(Transfers, replacing_a_guild_does_not_change_others) {
  fill(guild_);
  fill(other_guild_, 100);
  create(*source_, key(7, {guild_, other_guild_}), "7");
  copy();
  const auto before = dump(*target_place_, other_guild_);
  copy({.guilds = {guild_}, .existing = Existing::replace});
  EXPECT_EQ(dump(*target_place_, other_guild_), before);
  EXPECT_THAT(bindings(), ElementsAre("7: first second"));
}

TEST_P(Transfers, a_guild_missing_in_the_source_is_refused) {
  EXPECT_EQ(refusal({.guilds = {guild_, guild("nowhere")}}),
            "there is no guild nowhere in the source");
  EXPECT_THAT(dump(*target_place_, guild_), IsEmpty());
}

TEST_P(Transfers, a_store_is_not_copied_into_itself) {
  fill(guild_);
  const auto before = dump(*source_place_, guild_);
  const auto from = open(*source_place_);
  const auto to = open(*source_place_);
  Watcher watcher;
  try {
    storage::transfer(*from, *to, {.existing = Existing::replace}, watcher);
    FAIL() << "copied";
  } catch (const StoreError& error) {
    EXPECT_STREQ(error.what(), "the source and the target are the same store");
  }
  EXPECT_EQ(dump(*source_place_, guild_), before);
}

TEST_P(Transfers, a_copy_is_a_snapshot_and_later_changes_are_reported) {
  fill(guild_);
  add_entries(guild_, RecordTable::page_rows);
  const auto before = dump(*source_place_, guild_);
  bool is_changed = false;
  Watcher watcher([&](const TransferProgress& now) {
    // Some entries are copied, but not the others and not the events.
    if (now.copied > 100 && !std::exchange(is_changed, true)) {
      write_and_wait(*source_, guild_, [](Writer& records) {
        records.insert(civilian(50, "Too Late"));
        add_event(records, event("civilian.create"));
        add_event(records, event("civilian.edit"));
        return Outcome::commit;
      });
    }
    return TransferWatcher::Next::proceed;
  });
  copy(watcher);
  EXPECT_TRUE(is_changed);
  EXPECT_EQ(dump(*target_place_, guild_), before);
  EXPECT_THAT(watcher.outdated, ElementsAre(::testing::Pair("first", 2)));
}

/// A statement that changes one value of one row.
std::string tampering(const TableLayout& table, std::string_view column, ColumnKind kind) {
  const bool is_reference = column == "civilian_id" && table.name != "event";
  const std::string other = is_reference ? "3 - civilian_id"
                            : kind == ColumnKind::text
                                ? fmt::format("coalesce({}, '') || 'x'", column)
                                : fmt::format("coalesce({}, 0) + 1", column);
  std::string key;
  for (std::size_t i = 0; i < table.key_size; ++i)
    key += fmt::format(", {}", table.columns[i].name);
  key = key.substr(2);
  return fmt::format(
      "update {0} set {1} = {2} where ({3}) = (select {3} from {0} where {4} = $1 order by {3} "
      "limit 1)",
      table.name, column, other, key, table.columns.front().name);
}

TEST_P(Transfers, verification_finds_a_wrong_value_in_any_column) {
  fill(guild_);
  std::vector<const TableLayout*> tables{&storage::guild_table().layout};
  for (const RecordTable& table : storage::record_tables()) tables.push_back(&table.layout);
  int columns = 0;
  for (const TableLayout* table : tables) {
    for (std::size_t i = table->key_size; i < table->columns.size(); ++i) {
      const auto& [column, kind] = table->columns[i];
      const std::string statement = tampering(*table, column, kind);
      auto watcher = before_verification([&] { run(*target_place_, statement, guild_.str()); });
      EXPECT_THAT(refusal({.guilds = {guild_}, .existing = Existing::replace}, watcher),
                  HasSubstr(fmt::format("the copy of the guild first differs in the table {} (",
                                        table->name)))
          << column;
      ++columns;
    }
  }
  EXPECT_GT(columns, 45);
}

TEST_P(Transfers, verification_distinguishes_null_and_empty) {
  fill(guild_);
  auto watcher = before_verification([&] {
    run(*target_place_, "update civilian set bolo_reason = '' where guild_id = $1", guild_.str());
  });
  EXPECT_THAT(refusal(watcher),
              HasSubstr("differs in the table civilian (2 rows in the source, 2"));
}

TEST_P(Transfers, verification_finds_extra_and_missing_rows) {
  fill(guild_);
  auto fewer = before_verification(
      [&] { run(*target_place_, "delete from firearm where guild_id = $1", guild_.str()); });
  EXPECT_THAT(refusal(fewer), HasSubstr("firearm (2 rows in the source, 0 in the target)"));
  auto more = before_verification([&] {
    write_and_wait(*target_, guild_, [](Writer& records) {
      records.insert(firearm(90, civilian(1, "x"), "F999"));
      return Outcome::commit;
    });
  });
  EXPECT_THAT(refusal({.existing = Existing::replace}, more),
              HasSubstr("firearm (2 rows in the source, 3 in the target)"));
}

TEST_P(Transfers, a_wrong_copy_stays_closed_until_it_is_replaced) {
  fill(guild_);
  create(*source_, key(7, {guild_}), "7");
  auto watcher = before_verification(
      [&] { run(*target_place_, "delete from vehicle where guild_id = $1", guild_.str()); });
  EXPECT_THAT(refusal(watcher), HasSubstr("run again with --replace to copy it again"));
  EXPECT_THAT(bindings(), IsEmpty());
  EXPECT_EQ(refusal(),
            "an earlier copy of the guild first no longer matches the source; run again with "
            "--replace to copy it again");
  copy_and_replace();
  expect_copied(guild_);
  EXPECT_THAT(bindings(), ElementsAre("7: first"));
}

TEST_P(Transfers, a_guild_changed_after_its_verification_is_not_opened) {
  fill(guild_);
  create(*source_, key(7, {guild_, other_guild_}), "7");
  bool is_changed = false;
  Watcher watcher([&](const TransferProgress& now) {
    if (now.guild == 2 && !std::exchange(is_changed, true)) {
      write_and_wait(*target_, guild_, [](Writer& records) {
        add_event(records, event("intruder"));
        return Outcome::commit;
      });
    }
    return TransferWatcher::Next::proceed;
  });
  EXPECT_EQ(refusal(watcher),
            "the guild first was changed in the target while it was copied; run again with "
            "--replace to copy it again");
  EXPECT_THAT(bindings(), IsEmpty());
  copy_and_replace();
  expect_copied(guild_);
}

}  // namespace
}  // namespace blotter
