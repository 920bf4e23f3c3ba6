// Accounts: guilds and API keys. The statements are in statements.hpp.
#include "storage/accounts.hpp"

#include <unordered_map>

#include "storage/records/kept_statements.hpp"
#include "storage/records/key_statements.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"
#include "storage/records/term_statements.hpp"
#include "storage/sql/connection.hpp"

namespace blotter {
namespace {

using storage::optional_time;
namespace statements = storage::statements;

// In the table `leftover`: what belonged to a civilian. The other kinds are those of search, whose
// grams are to be removed.
constexpr int belongings_left = 3;

}  // namespace

std::int64_t Accounts::generation() {
  auto rows = connection_.run(statements::accounts_generation);
  rows.next();
  return rows.integer(0);
}

void Accounts::bump_generation() {
  connection_.run(statements::accounts_bump).finish();
  has_changes_ = true;
}

NewestEvent Accounts::newest_event() {
  auto rows = connection_.run(statements::newest_event);
  rows.next();
  if (rows.is_null(0)) return {};
  return {rows.integer(0), {rows.integer(1)}};
}

std::map<std::string, std::int64_t, std::less<>> Accounts::last_seqs(
    const std::vector<GuildId>& guilds) {
  // Up to about this number, single lookups cost less than reading the whole table.
  constexpr std::size_t single_max = 16;
  std::map<std::string, std::int64_t, std::less<>> last;
  if (guilds.size() <= single_max) {
    for (const GuildId& guild : guilds) {
      auto rows = connection_.run(statements::guild_last_seq, guild.str());
      if (rows.next()) last.emplace(guild.str(), rows.integer(0));
    }
    return last;
  }
  auto rows = connection_.run(statements::guilds_last_seq);
  while (rows.next()) last.emplace(rows.text(0), rows.integer(1));
  return last;
}

std::vector<Guild> Accounts::guilds() {
  std::vector<Guild> guilds;
  auto rows = connection_.run(statements::guilds_all);
  while (rows.next()) guilds.push_back({GuildId::stored(rows.text(0)), {rows.integer(1)}});
  return guilds;
}

bool Accounts::create_guild(const Guild& guild) {
  const bool created =
      connection_.run(statements::guild_insert, guild.id.str(), guild.created.ms).next();
  if (created) bump_generation();
  return created;
}

void Accounts::close_guild(const GuildId& id) {
  connection_.run(statements::guild_unbind, id.str()).finish();
  connection_.run(statements::invitations_delete, id.str()).finish();
  bump_generation();
}

bool Accounts::delete_some_records(const GuildId& id) {
  // So few that changes of other guilds, which must wait for them, are hardly delayed.
  constexpr std::int64_t entries_per_step = 500;
  constexpr std::int64_t belongings_per_step = 2000;
  constexpr std::int64_t civilians_per_step = 500;
  constexpr std::int64_t events_per_step = 5000;
  constexpr std::int64_t others_per_step = 2000;
  constexpr std::int64_t grams_per_step = 10'000;
  has_changes_ = true;
  const auto any = [&](const sql::Query& deletion, std::int64_t limit) {
    auto rows = connection_.run(deletion, id.str(), limit);
    const bool has_deleted = rows.next();
    rows.finish();
    return has_deleted;
  };
  return any(statements::guild_delete_some_grams, grams_per_step) ||
         any(statements::guild_delete_entries, entries_per_step) ||
         any(statements::guild_delete_vehicles, belongings_per_step) ||
         any(statements::guild_delete_firearms, belongings_per_step) ||
         any(statements::guild_delete_civilians, civilians_per_step) ||
         any(statements::guild_delete_kept_vehicles, belongings_per_step) ||
         any(statements::guild_delete_kept_firearms, belongings_per_step) ||
         any(statements::guild_delete_kept_civilians, civilians_per_step) ||
         any(statements::guild_delete_responses, others_per_step) ||
         any(statements::guild_delete_attempts, others_per_step) ||
         any(statements::guild_delete_events, events_per_step);
}

bool Accounts::has_responses(Day before) {
  return connection_.run(statements::idempotency_old, before.number).next();
}

void Accounts::delete_some_responses(Day before) {
  constexpr std::int64_t responses_per_step = 500;
  auto rows = connection_.run(statements::idempotency_old, before.number);
  if (!rows.next()) return;
  const std::string guild(rows.text(0));
  rows.finish();
  connection_.run(statements::idempotency_delete_old, guild, before.number, responses_per_step)
      .finish();
}

bool Accounts::delete_guild(const GuildId& id) {
  const bool deleted = connection_.run(statements::guild_delete, id.str()).next();
  // These rows have no foreign key to the guild. They are deleted after it, when no writer can add
  // more.
  for (const auto* deletion :
       {&statements::guild_delete_leftovers, &statements::guild_delete_grams,
        &statements::guild_delete_all_entries, &statements::guild_delete_all_vehicles,
        &statements::guild_delete_all_firearms}) {
    connection_.run(*deletion, id.str()).finish();
  }
  // A later guild with the same id has nothing to do with an abandoned copy.
  connection_.run(statements::copy_mark_delete, id.str()).finish();
  if (deleted) bump_generation();
  return deleted;
}

std::optional<std::string> Accounts::guild_with_kept(const sql::Query& query, Timestamp before) {
  auto rows = connection_.run(query, before.ms);
  if (!rows.next()) return std::nullopt;
  return std::string(rows.text(0));
}

bool Accounts::has_kept(Timestamp before) {
  for (const auto* query : {&statements::kept_civilian_old, &statements::kept_vehicle_old,
                            &statements::kept_firearm_old, &statements::kept_webhook_old}) {
    if (guild_with_kept(*query, before)) return true;
  }
  return false;
}

void Accounts::remove_some_kept(Timestamp before) {
  constexpr std::int64_t rows_per_step = 500;
  if (const auto guild = guild_with_kept(statements::kept_civilian_old, before)) {
    auto rows = connection_.run(statements::kept_civilian_first, *guild, before.ms);
    if (!rows.next()) return;  // it was just restored
    const std::int64_t civilian = rows.integer(0);
    rows.finish();
    for (const auto* step : {&statements::leftover_add_belongings, &statements::forget_civilian}) {
      connection_.run(*step, *guild, civilian).finish();
    }
    return;
  }
  struct Table {
    const sql::Query& find;
    const sql::Query& remove;
  };
  for (const Table& table :
       {Table{statements::kept_vehicle_old, statements::kept_vehicle_delete_old},
        Table{statements::kept_firearm_old, statements::kept_firearm_delete_old},
        Table{statements::kept_webhook_old, statements::kept_webhook_delete_old}}) {
    if (const auto guild = guild_with_kept(table.find, before)) {
      connection_.run(table.remove, *guild, before.ms, rows_per_step).finish();
      return;
    }
  }
}

std::vector<GuildId> Accounts::guilds_due(Timestamp now, std::int64_t count) {
  std::vector<GuildId> guilds;
  auto rows = connection_.run(statements::guilds_due, now.ms, count);
  while (rows.next()) guilds.push_back(GuildId::stored(rows.text(0)));
  return guilds;
}

bool Accounts::has_leftovers() { return connection_.run(statements::leftover_any).next(); }

void Accounts::remove_some_leftovers() {
  // So few that other changes, which must wait for them, are hardly delayed.
  constexpr std::int64_t records_per_step = 64;
  constexpr std::size_t grams_per_step = 500;
  std::size_t grams = 0;
  for (const Leftover& leftover : first_leftovers(records_per_step)) {
    if (leftover.kind == belongings_left) {
      if (grams == 0) remove_some_belongings(leftover);
      return;
    }
    connection_
        .run(statements::grams_delete, leftover.guild, leftover.kind, leftover.key,
             leftover.subject)
        .finish();
    forget(leftover);
    grams += leftover.key.size();
    if (grams >= grams_per_step) return;
  }
}

std::vector<Accounts::Leftover> Accounts::first_leftovers(std::int64_t count) {
  std::vector<Leftover> leftovers;
  auto rows = connection_.run(statements::leftovers_first, count);
  while (rows.next()) {
    leftovers.push_back({std::string(rows.text(0)), static_cast<int>(rows.integer(1)),
                         rows.integer(2), std::string(rows.text(3))});
  }
  return leftovers;
}

void Accounts::remove_some_belongings(const Leftover& leftover) {
  struct Step {
    const sql::Query* leave_grams;
    const sql::Query& remove;
    std::int64_t rows_max;
  };
  for (const auto& [leave_grams, remove, rows_max] :
       {Step{&statements::leftover_add_plates, statements::leftover_delete_vehicles, 50},
        Step{&statements::leftover_add_serial_numbers, statements::leftover_delete_firearms, 50},
        Step{nullptr, statements::leftover_delete_entries, 100}}) {
    if (leave_grams) {
      connection_.run(*leave_grams, leftover.guild, leftover.subject, rows_max).finish();
    }
    auto rows = connection_.run(remove, leftover.guild, leftover.subject, rows_max);
    std::int64_t removed = 0;
    while (rows.next()) ++removed;
    if (removed > 0) return;
  }
  forget(leftover);
}

void Accounts::forget(const Leftover& leftover) {
  connection_.run(statements::leftover_delete, leftover.guild, leftover.kind, leftover.subject)
      .finish();
}

std::vector<StoredKey> Accounts::keys() {
  std::vector<StoredKey> keys;
  auto rows = connection_.run(statements::keys_all);
  while (rows.next()) {
    keys.push_back({.key = {.id = {rows.integer(0)},
                            .name = std::string(rows.text(2)),
                            .scopes = Scopes::stored(rows.integer(3)),
                            .guilds = {},
                            .created = {rows.integer(4)},
                            .expires = optional_time(rows, 5),
                            .revoked = optional_time(rows, 6),
                            .last_used = optional_time(rows, 7)},
                    .digest_hex = std::string(rows.text(1))});
  }
  // Read after the keys: without a snapshot, a key created in between would otherwise have no
  // guilds.
  std::unordered_map<std::int64_t, std::vector<GuildId>> guilds;
  auto bindings = connection_.run(statements::key_guilds_all);
  while (bindings.next()) {
    guilds[bindings.integer(0)].push_back(GuildId::stored(bindings.text(1)));
  }
  for (StoredKey& stored : keys) stored.key.guilds = std::move(guilds[stored.key.id.value]);
  return keys;
}

void Accounts::create_key(const ApiKey& key, const Digest& digest) {
  const auto expires = key.expires ? std::optional(key.expires->ms) : std::nullopt;
  const bool is_shared = key.guilds.size() > 1;
  connection_
      .run(statements::key_insert, key.id.value, to_hex(digest), key.name, key.scopes.bits(),
           key.created.ms, expires, is_shared)
      .finish();
  for (const GuildId& guild : key.guilds) {
    connection_.run(statements::key_guild_insert, guild.str(), key.id.value).finish();
  }
  bump_generation();
}

bool Accounts::revoke_key(KeyId id, Timestamp now) {
  if (!connection_.run(statements::key_revoke, id.value, now.ms).next()) return false;
  connection_.run(statements::invitations_delete_everywhere, id.value).finish();
  bump_generation();
  return true;
}

bool Accounts::has_ended_invitations(Timestamp now) {
  return connection_.run(statements::invitations_ended, now.ms).next();
}

void Accounts::delete_some_ended_invitations(Timestamp now) {
  auto rows = connection_.run(statements::invitations_ended, now.ms);
  if (!rows.next()) return;
  const std::string guild(rows.text(0));
  rows.finish();
  connection_.run(statements::invitations_delete_ended, guild, now.ms).finish();
}

void Accounts::set_last_used(KeyId id, Timestamp time) {
  connection_.run(statements::key_used, id.value, time.ms).finish();
}

}  // namespace blotter
