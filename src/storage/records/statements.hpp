// Every SQL statement of the program, in SQL that SQLite and PostgreSQL both take. $1 is the guild
// wherever there is one. A comment in a statement is a directive for one engine: "locked" rows keep
// a row lock until the transaction ends.
#pragma once

#include <deque>
#include <string>

#include "domain/entry.hpp"
#include "storage/records/list_queries.hpp"
#include "storage/sql/connection.hpp"
#include "storage/sql/owned_query.hpp"

namespace blotter::storage::statements {

using sql::Query;
using sql::RowCount;

// The columns that record_rows.cpp reads, in its order.
#define BLOTTER_CIVILIAN_COLUMNS                                                                  \
  "id, user_id, user_name, name, deceased, bolo_reason, age, dob, gender, hair, height, weight, " \
  "address, occupation, registered_at, bolo_at, bolo_until "
#define BLOTTER_VEHICLE_COLUMNS                                                                  \
  "select v.id, c.id, c.user_id, c.user_name, c.name, v.plate, v.model, v.color, v.color_type, " \
  "v.registration, v.insurance, v.stolen, v.impounded, v.fee, v.registered_at, v.impounded_at, " \
  "v.release_at from vehicle v "                                                                 \
  "join civilian c on c.guild_id = v.guild_id and c.id = v.civilian_id and v.hidden = 0 "
#define BLOTTER_FIREARM_COLUMNS                                                            \
  "select f.id, c.id, c.user_id, c.user_name, c.name, f.serial_number, f.model, f.color, " \
  "f.stolen, f.registered_at from firearm f "                                              \
  "join civilian c on c.guild_id = f.guild_id and c.id = f.civilian_id and f.hidden = 0 "

#define BLOTTER_ENTRY_COLUMNS \
  "kind, count, author_name, author_id, amount, time_text, text, made_at, ends_at, void_at "
#define BLOTTER_FILED_ENTRY_COLUMNS \
  BLOTTER_ENTRY_COLUMNS ", void_reason, void_author_name, void_author_id "

/// Null, and so an error, if there is none.
#define BLOTTER_CIVILIAN_3 "(select id from civilian where guild_id = $1 and id = $3)"
#define BLOTTER_OWNER_NAMED "(select id from civilian where guild_id = $1 and name_key = $2)"

inline const Query civilian_by_name{"select " BLOTTER_CIVILIAN_COLUMNS
                                    "from civilian where guild_id = $1 and name_key = $2"};
inline const Query civilian_by_id{"select " BLOTTER_CIVILIAN_COLUMNS
                                  "from civilian where guild_id = $1 and id = $2"};
inline const Query civilians_any{"select 1 from civilian where guild_id = $1 limit 1"};
inline const ListQueries civilian_list{{
    .records = "select " BLOTTER_CIVILIAN_COLUMNS "from civilian ",
    .count = "select count(*) from civilian ",
    .all = "guild_id = $1 and deceased = 0",
    // The sum makes the index on living civilians unusable, so that the index on names is used.
    .by_name = "guild_id = $1 and deceased + 0 = 0 and name_key >= $2 and name_key < $3",
    .name_values = 2,
    .id = "id",
    .flags = {{"bolo_reason is not null", "bolo_reason is null"}},
}};
inline const Query civilian_insert{
    "insert into civilian (guild_id, id, name, name_key, user_id, user_name, deceased, "
    "bolo_reason, age, dob, gender, hair, height, weight, address, occupation, registered_at, "
    "bolo_at, bolo_until, user_key) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, "
    "$13, $14, $15, $16, $17, $18, $19, $20) "
    "on conflict do nothing returning id"};
inline const Query civilian_update{
    "update civilian set name = $3, deceased = $4, bolo_reason = $5, age = $6, dob = $7, "
    "hair = $8, height = $9, weight = $10, address = $11, occupation = $12, bolo_at = $13, "
    "bolo_until = $14 where guild_id = $1 and id = $2"};
/// Unless another civilian has the key.
inline const Query civilian_rename{
    "update civilian set name_key = $3 where guild_id = $1 and id = $2 and not exists "
    "(select 1 from civilian other where other.guild_id = $1 and other.name_key = $3 and "
    "other.id <> $2) returning id"};
inline const Query civilian_delete{"delete from civilian where guild_id = $1 and id = $2"};

inline const Query vehicle_by_plate{BLOTTER_VEHICLE_COLUMNS
                                    "where v.guild_id = $1 and v.plate_key = $2"};
inline const Query vehicle_by_id{BLOTTER_VEHICLE_COLUMNS "where v.guild_id = $1 and v.id = $2"};
inline const Query vehicles_by_owner{
    BLOTTER_VEHICLE_COLUMNS "where v.guild_id = $1 and v.civilian_id = $2 order by v.id limit $3"};
inline const Query vehicles_count_by_owner{
    "select count(*) from vehicle where guild_id = $1 and civilian_id = $2"};
/// The row after the first $3, if there is one.
inline const Query vehicle_at_offset{
    "select 1 from vehicle where guild_id = $1 and civilian_id = $2 order by id limit 1 offset $3"};
inline const ListQueries vehicle_list{{
    .records = BLOTTER_VEHICLE_COLUMNS,
    .count = "select count(*) from vehicle v ",
    .all = "v.guild_id = $1 and v.hidden = 0",
    .by_name = "v.guild_id = $1 and v.civilian_id = " BLOTTER_OWNER_NAMED,
    .name_values = 1,
    .id = "v.id",
    .flags = {{"v.stolen = 1", "v.stolen = 0"}, {"v.impounded = 1", "v.impounded = 0"}},
}};
inline const Query vehicle_insert{
    "insert into vehicle (guild_id, id, civilian_id, plate, plate_key, model, color, color_type, "
    "registration, insurance, stolen, impounded, fee, registered_at, impounded_at, release_at) "
    "values ($1, $2, " BLOTTER_CIVILIAN_3
    ", $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) "
    "on conflict do nothing returning id"};
inline const Query vehicle_update{
    "update vehicle set color = $3, registration = $4, insurance = $5, stolen = $6, impounded = "
    "$7, "
    "fee = $8, impounded_at = $9, release_at = $10 where guild_id = $1 and id = $2"};
inline const Query vehicle_delete{"delete from vehicle where guild_id = $1 and id = $2"};

inline const Query firearm_by_serial{BLOTTER_FIREARM_COLUMNS
                                     "where f.guild_id = $1 and f.serial_key = $2"};
inline const Query firearm_by_id{BLOTTER_FIREARM_COLUMNS "where f.guild_id = $1 and f.id = $2"};
inline const Query firearms_by_owner{
    BLOTTER_FIREARM_COLUMNS "where f.guild_id = $1 and f.civilian_id = $2 order by f.id limit $3"};
inline const Query firearms_count_by_owner{
    "select count(*) from firearm where guild_id = $1 and civilian_id = $2"};
inline const Query firearm_stolen_of_owner{
    "select 1 from firearm where guild_id = $1 and civilian_id = $2 and stolen = 1 limit 1"};
inline const Query firearm_at_offset{
    "select 1 from firearm where guild_id = $1 and civilian_id = $2 order by id limit 1 offset $3"};
inline const ListQueries firearm_list{{
    .records = BLOTTER_FIREARM_COLUMNS,
    .count = "select count(*) from firearm f ",
    .all = "f.guild_id = $1 and f.hidden = 0",
    .by_name = "f.guild_id = $1 and f.civilian_id = " BLOTTER_OWNER_NAMED,
    .name_values = 1,
    .id = "f.id",
    .flags = {{"f.stolen = 1", "f.stolen = 0"}},
}};
inline const Query firearm_insert{
    "insert into firearm (guild_id, id, civilian_id, serial_number, serial_key, model, color, "
    "stolen, "
    "registered_at) values ($1, $2, " BLOTTER_CIVILIAN_3
    ", $4, $5, $6, $7, $8, $9) on conflict do nothing returning id"};
inline const Query firearm_update{
    "update firearm set color = $3, stolen = $4 where guild_id = $1 and id = $2"};
inline const Query firearm_delete{"delete from firearm where guild_id = $1 and id = $2"};

// A set of kinds is its lowest and highest member, which the index narrows down, and its bits.
#define BLOTTER_KIND_IN(kind, low, high, bits) \
  kind " between " low " and " high " and ((cast(" bits " as bigint) >> " kind ") & 1) = 1 "
/// One row with null in the entry's columns when there are no entries. Void entries are included:
/// skipping them here could take long.
inline const Query dossier_by_name{
    "select " BLOTTER_CIVILIAN_COLUMNS ", " BLOTTER_ENTRY_COLUMNS
    "from civilian c left join entry e on e.guild_id = $1 and e.civilian_id = c.id "
    "and " BLOTTER_KIND_IN(
        "e.kind", "$3", "$4",
        "$5") "where c.guild_id = $1 and c.name_key = $2 order by e.kind, e.count limit $6"};
/// The number of valid entries of each kind, and the valid entries from a given one on.
inline const Query entry_counts{
    "select kind, count(*) - (select count(*) from entry v where v.guild_id = $1 "
    "and v.civilian_id = $2 and v.kind = e.kind and v.void_at is not null) "
    "from entry e where guild_id = $1 and civilian_id = $2 "
    "and " BLOTTER_KIND_IN("kind", "$3", "$4", "$5") "group by kind"};
inline const Query valid_entries_from{
    "select " BLOTTER_ENTRY_COLUMNS
    "from entry where guild_id = $1 and civilian_id = $2 and (kind, count) >= ($3, $4) "
    "and void_at is null and " BLOTTER_KIND_IN("kind", "$3", "$5", "$6") "order by kind, count",
    RowCount::unbounded};
#undef BLOTTER_KIND_IN
/// $3 is the kind. The second sum is of all kinds: counts run without gaps, so the last one is
/// their number.
inline std::string last_entry_text() {
  const auto last_count = [](const std::string& kind) {
    return "coalesce((select max(count) from entry e where e.guild_id = $1 and e.civilian_id = "
           "c.id and e.kind = " +
           kind + "), 0)";
  };
  std::string all = "0";
  for (std::size_t kind = 0; kind < Spellings<EntryKind>::spellings.size(); ++kind) {
    all += " + " + last_count(std::to_string(kind));
  }
  return "select " BLOTTER_CIVILIAN_COLUMNS ", " + last_count("$3") + ", " + all +
         " from civilian c where c.guild_id = $1 and c.name_key = $2";
}
inline const sql::OwnedQuery last_entry_by_name{last_entry_text()};
/// Null in the entry's columns if the civilian has no such entry.
inline const Query entry_by_name{
    "select " BLOTTER_CIVILIAN_COLUMNS ", " BLOTTER_FILED_ENTRY_COLUMNS
    "from civilian c left join entry e on e.guild_id = $1 and e.civilian_id = c.id "
    "and e.kind = $3 and e.count = $4 where c.guild_id = $1 and c.name_key = $2"};
inline const Query entry_by_count{
    "select " BLOTTER_FILED_ENTRY_COLUMNS
    "from entry where guild_id = $1 and civilian_id = $2 and kind = $3 and count = $4"};
/// The latest to end comes first; only those that end after $3, at most $4.
inline const Query arrests_running{
    "select " BLOTTER_ENTRY_COLUMNS
    "from entry where guild_id = $1 and civilian_id = $2 and ends_at is not null and ends_at > $3 "
    "order by ends_at desc, count desc limit $4"};
/// For each kind: the last $4 entries with a count below $3, the last one first. Separate
/// statements, because all kinds are read at the same time.
inline const std::deque<sql::OwnedQuery> last_entries_below = [] {
  std::deque<sql::OwnedQuery> queries;
  for (std::size_t kind = 0; kind < Spellings<EntryKind>::spellings.size(); ++kind) {
    queries.emplace_back("select " BLOTTER_FILED_ENTRY_COLUMNS
                         "from entry where guild_id = $1 and civilian_id = $2 and kind = " +
                         std::to_string(kind) + " and count < $3 order by count desc limit $4");
  }
  return queries;
}();
/// Fails without the civilian: then the subquery is null. There is no foreign key (ADR 19).
inline const Query entry_insert{
    "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, "
    "time_text, text, made_at, ends_at) values ($1, (select id from civilian where guild_id = $1 "
    "and id = $2), $3, $4, $5, $6, $7, $8, $9, $10, $11)"};
/// Active BOLOs, the newest first; those of the deceased are not listed. $2 and $3 are the time and
/// the id of the last one of the previous page, $4 is the maximum number.
inline const Query bolos_before{
    "select " BLOTTER_CIVILIAN_COLUMNS
    "from civilian where guild_id = $1 and deceased = 0 and bolo_reason is not null and "
    "(bolo_at, id) < ($2, $3) order by bolo_at desc, id desc limit $4"};
inline const Query impounds_before{BLOTTER_VEHICLE_COLUMNS
                                   "where v.guild_id = $1 and v.impounded = 1 and "
                                   "(v.impounded_at, v.id) < ($2, $3) "
                                   "order by v.impounded_at desc, v.id desc limit $4"};
/// Civilians in custody, the next to be released first.
inline const Query custodies_after{
    "select " BLOTTER_CIVILIAN_COLUMNS
    ", custody_until from civilian where guild_id = $1 and deceased = 0 and "
    "custody_until is not null and (custody_until, id) > ($2, $3) "
    "order by custody_until, id limit $4"};
/// What has ended by $2, at most $3.
inline const Query bolos_due{
    "select " BLOTTER_CIVILIAN_COLUMNS
    "from civilian where guild_id = $1 and bolo_until is not null and bolo_until <= $2 "
    "order by bolo_until limit $3"};
inline const Query impounds_due{
    BLOTTER_VEHICLE_COLUMNS
    "where v.guild_id = $1 and v.release_at is not null and v.release_at <= $2 "
    "order by v.release_at limit $3"};
inline const Query custodies_due{
    "select " BLOTTER_CIVILIAN_COLUMNS
    ", custody_until from civilian where guild_id = $1 and custody_until is not null and "
    "custody_until <= $2 order by custody_until limit $3"};
inline const Query entry_set_void{
    "update entry set void_at = $5, void_reason = $6, void_author_name = $7, void_author_id = $8 "
    "where guild_id = $1 and civilian_id = $2 and kind = $3 and count = $4"};

inline const Query penal_code_all{
    "select code, title, fine, seconds from penal_code where guild_id = $1 order by place"};
inline const Query penal_code_delete{"delete from penal_code where guild_id = $1"};
inline const Query penal_code_insert{
    "insert into penal_code (guild_id, place, code, title, fine, seconds) "
    "values ($1, $2, $3, $4, $5, $6)"};

/// Held by a change until it ends: changes of one guild run one after the other.
inline const Query guild_lock{"select last_seq from guild where id = $1 /* locked */"};
inline const Query guild_set_seq{"update guild set last_seq = $2 where id = $1"};
inline const Query event_insert{
    "insert into event (guild_id, seq, id, at, kind, key_id, actor, civilian_id, subject_id, "
    "before, after, undoes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"};
/// Of the day $2 or its neighbours, the latest first. Three lookups: SQLite would need a temporary
/// table for a list of days.
#define BLOTTER_RESPONSE_OF(day)                                                        \
  "select request, body, at from idempotency where guild_id = $1 and day = cast($2 as " \
  "bigint) " day " and key_id = $3 and name = $4"
inline const Query idempotency_find{BLOTTER_RESPONSE_OF("+ 1") " union all " BLOTTER_RESPONSE_OF(
    "") " union all " BLOTTER_RESPONSE_OF("- 1")};
#undef BLOTTER_RESPONSE_OF
inline const Query idempotency_insert{
    "insert into idempotency (guild_id, day, key_id, name, request, body, at) "
    "values ($1, $2, $3, $4, $5, $6, $7)"};
/// A guild with responses before the day $1, unless it is still being copied into this store.
inline const Query idempotency_old{
    "select id from guild where exists "
    "(select 1 from idempotency where guild_id = guild.id and day < $1) and not exists "
    "(select 1 from setting where name = 'copying ' || guild.id) limit 1"};
/// $2 is the day, $3 the maximum number.
inline const Query idempotency_delete_old{
    "delete from idempotency where guild_id = $1 and (guild_id, day, key_id, name) in "
    "(select guild_id, day, key_id, name from idempotency where guild_id = $1 and day < $2 "
    "order by day, key_id, name limit $3)"};
inline const Query event_by_id{"select 1 from event where guild_id = $1 and seq = $2 and id = $3"};

inline const Query activity_add{
    "insert into activity (guild_id, day, kind, amount) values ($1, $2, $3, $4) "
    "on conflict (guild_id, day, kind) do update set amount = activity.amount + excluded.amount"};
inline const Query activity_between{
    "select day, kind, amount from activity where guild_id = $1 and day between $2 and $3"};
inline const Query guild_counts{
    "select (select count(*) from civilian where guild_id = $1 and deceased = 0), "
    "(select count(*) from civilian where guild_id = $1 and deceased = 1), "
    "(select count(*) from civilian where guild_id = $1 and deceased = 0 "
    "and bolo_reason is not null), "
    "(select count(*) from vehicle where guild_id = $1 and hidden = 0), "
    "(select count(*) from vehicle where guild_id = $1 and stolen = 1 and hidden = 0), "
    "(select count(*) from vehicle where guild_id = $1 and impounded = 1 and hidden = 0), "
    "(select count(*) from firearm where guild_id = $1 and hidden = 0), "
    "(select count(*) from firearm where guild_id = $1 and stolen = 1 and hidden = 0), "
    "last_seq from guild where id = $1"};

// Pages of the audit log. $2 and $3 are the first and the last event number, $4 and $5 an optional
// kind and key, $6 and $7 the times from and before which events match, $8 the maximum number.
#define BLOTTER_EVENT_COLUMNS                                                            \
  "select e.seq, e.id, e.at, e.kind, e.key_id, k.name, e.actor, e.civilian_id, c.name, " \
  "e.subject_id, e.before, e.after, e.undoes from "
#define BLOTTER_EVENT_NAMES                 \
  "left join api_key k on k.id = e.key_id " \
  "left join civilian c on c.guild_id = $1 and c.id = e.civilian_id "
#define BLOTTER_EVENT_FILTERS                      \
  "and (cast($4 as text) is null or e.kind = $4) " \
  "and (cast($5 as bigint) is null or e.key_id = $5) and e.at >= $6 and e.at < $7 "
inline const Query events_page{
    BLOTTER_EVENT_COLUMNS "event e " BLOTTER_EVENT_NAMES
                          "where e.guild_id = $1 and e.seq between $2 and $3 " BLOTTER_EVENT_FILTERS
                          "order by e.seq desc limit $8"};
inline const Query events_after{BLOTTER_EVENT_COLUMNS
                                "event e " BLOTTER_EVENT_NAMES
                                "where e.guild_id = $1 and e.seq > $2 order by e.seq limit $3"};
/// About the record $3 of the civilian $4, which may be null: the latest one after $2 among the
/// latest $5 events of the guild.
inline const Query event_later{
    BLOTTER_EVENT_COLUMNS
    "event e " BLOTTER_EVENT_NAMES
    "where e.guild_id = $1 and e.seq > $2 and e.subject_id = $3 and "
    "coalesce(e.civilian_id, 0) = coalesce(cast($4 as bigint), 0) and "
    "e.seq > (select last_seq from guild where id = $1) - $5 order by e.seq desc limit 1"};
/// Of the civilian $2, after $3.
inline const Query event_of_civilian_after{
    "select 1 from event where guild_id = $1 and civilian_id = $2 and seq > $3 limit 1"};
/// $9 is the civilian. Its event numbers come from an index that SQLite would not choose by itself.
inline const Query events_page_of_civilian{
    BLOTTER_EVENT_COLUMNS
    "(select seq as number from event where guild_id = $1 and civilian_id = $9 "
    "and seq between $2 and $3) n cross join event e " BLOTTER_EVENT_NAMES
    "where e.guild_id = $1 and e.seq = n.number " BLOTTER_EVENT_FILTERS
    "order by n.number desc limit $8"};
#undef BLOTTER_EVENT_COLUMNS
#undef BLOTTER_EVENT_NAMES
#undef BLOTTER_EVENT_FILTERS
/// The lowest of the latest $5 event numbers of a civilian, and how many there are.
inline const Query events_floor_of_civilian{
    "select coalesce(min(seq), 0), count(*) from (select seq from event where guild_id = $1 "
    "and civilian_id = $2 and seq between $3 and $4 order by seq desc limit $5) latest"};
/// Binary search for the event number where the time $2 belongs: numbers below the first result are
/// earlier, numbers from the second result on are later. Both are equal unless a number is missing.
inline const Query events_bounds{
    "with recursive half (low, high) as ("
    "select cast(1 as bigint), last_seq + 1 from guild where id = $1 union all "
    "select case when e.at < $2 then e.seq + 1 else low end, "
    "case when e.at < $2 then high else e.seq end "
    "from half join event e on e.guild_id = $1 and e.seq = (low + high) / 2 where low < high) "
    "select max(low), min(high) from half"};

// The grams of search: every three consecutive characters of a record's key, with a blank at both
// ends. $2 is the kind, $3 the key, $4 the record's id.
#define BLOTTER_GRAM_PLACES                                                            \
  "with recursive place (n) as (select 1 union all select n + 1 from place where n < " \
  "length(cast($3 as text))) "
inline const Query grams_insert{
    "insert into search_gram (guild_id, kind, gram, subject_id) " BLOTTER_GRAM_PLACES
    "select cast($1 as text), cast($2 as smallint), "
    "substr(' ' || cast($3 as text) || ' ', n, 3), cast($4 as bigint) "
    "from place where true on conflict do nothing"};
inline const Query grams_delete{
    "delete from search_gram where guild_id = $1 and kind = $2 and gram in (" BLOTTER_GRAM_PLACES
    "select substr(' ' || cast($3 as text) || ' ', n, 3) from place) and subject_id = $4"};
#undef BLOTTER_GRAM_PLACES

// What a deleted civilian leaves behind, to be removed later. $2 is the civilian, $3 the maximum.
inline const Query leftover_add_plates{
    "insert into leftover (guild_id, kind, subject_id, key) "
    "select guild_id, 1, id, coalesce(kept_key, plate_key) from vehicle "
    "where guild_id = $1 and civilian_id = $2 order by id limit $3 on conflict do nothing"};
inline const Query leftover_add_serial_numbers{
    "insert into leftover (guild_id, kind, subject_id, key) "
    "select guild_id, 2, id, coalesce(kept_key, serial_key) from firearm "
    "where guild_id = $1 and civilian_id = $2 order by id limit $3 on conflict do nothing"};
inline const Query leftover_delete_vehicles{
    "delete from vehicle where guild_id = $1 and id in (select id from vehicle "
    "where guild_id = $1 and civilian_id = $2 order by id limit $3) returning id"};
inline const Query leftover_delete_firearms{
    "delete from firearm where guild_id = $1 and id in (select id from firearm "
    "where guild_id = $1 and civilian_id = $2 order by id limit $3) returning id"};
inline const Query leftover_any{"select 1 from leftover limit 1"};
inline const Query leftovers_first{
    "select guild_id, kind, subject_id, key from leftover order by guild_id, kind, subject_id "
    "limit $1 /* locked */"};
inline const Query leftover_delete{
    "delete from leftover where guild_id = $1 and kind = $2 and subject_id = $3"};
/// Here and below, both sides name the guild. Otherwise SQLite would examine every row of the
/// guild.
inline const Query leftover_delete_entries{
    "delete from entry where guild_id = $1 and (guild_id, civilian_id, kind, count) in "
    "(select guild_id, civilian_id, kind, count from entry where guild_id = $1 "
    "and civilian_id = $2 order by kind, count limit $3) returning count"};

inline const Query accounts_generation{
    "select value from setting where name = 'accounts_generation'"};
inline const Query accounts_bump{
    "update setting set value = value + 1 where name = 'accounts_generation'"};
inline const Query guilds_all{"select id, created_at from guild order by id"};
inline const Query guild_insert{
    "insert into guild (id, created_at) values ($1, $2) on conflict do nothing returning id"};
inline const Query guild_unbind{"delete from api_key_guild where guild_id = $1"};
inline const Query guild_delete_entries{
    "delete from entry where guild_id = $1 and (guild_id, civilian_id, kind, count) in "
    "(select guild_id, civilian_id, kind, count from entry where guild_id = $1 "
    "order by civilian_id, kind, count limit $2) returning count"};
inline const Query guild_delete_vehicles{
    "delete from vehicle where guild_id = $1 and id in "
    "(select id from vehicle where guild_id = $1 order by id limit $2) returning id"};
inline const Query guild_delete_firearms{
    "delete from firearm where guild_id = $1 and id in "
    "(select id from firearm where guild_id = $1 order by id limit $2) returning id"};
inline const Query guild_delete_civilians{
    "delete from civilian where guild_id = $1 and id in "
    "(select id from civilian where guild_id = $1 order by id limit $2) returning id"};
inline const Query guild_delete_events{
    "delete from event where guild_id = $1 and seq in "
    "(select seq from event where guild_id = $1 order by seq limit $2) returning seq"};
inline const Query guild_delete_responses{
    "delete from idempotency where guild_id = $1 and (guild_id, day, key_id, name) in "
    "(select guild_id, day, key_id, name from idempotency where guild_id = $1 "
    "order by day, key_id, name limit $2) returning at"};
inline const Query guild_delete_attempts{
    "delete from webhook_attempt where guild_id = $1 and (guild_id, webhook_id, id) in "
    "(select guild_id, webhook_id, id from webhook_attempt where guild_id = $1 "
    "order by webhook_id, id limit $2) returning id"};
inline const Query guild_delete_some_grams{
    "delete from search_gram where guild_id = $1 and (guild_id, kind, gram, subject_id) in "
    "(select guild_id, kind, gram, subject_id from search_gram where guild_id = $1 "
    "order by kind, gram, subject_id limit $2) returning kind"};
inline const Query guild_delete_all_entries{"delete from entry where guild_id = $1"};
inline const Query guild_delete_all_vehicles{"delete from vehicle where guild_id = $1"};
inline const Query guild_delete_all_firearms{"delete from firearm where guild_id = $1"};
inline const Query guild_delete_leftovers{"delete from leftover where guild_id = $1"};
inline const Query guild_delete_grams{"delete from search_gram where guild_id = $1"};
inline const Query guild_delete{"delete from guild where id = $1 returning id"};
inline const Query keys_all{
    "select id, digest, name, scopes, created_at, expires_at, revoked_at, last_used_at "
    "from api_key order by id"};
/// No key may use a guild that is still being copied into this store.
inline const Query key_guilds_all{
    "select key_id, guild_id from api_key_guild where not exists "
    "(select 1 from setting where name = 'copying ' || guild_id) order by key_id, guild_id"};
inline const Query key_insert{
    "insert into api_key (id, digest, name, scopes, created_at, expires_at, shared) "
    "values ($1, $2, $3, $4, $5, $6, $7)"};
inline const Query key_guild_insert{"insert into api_key_guild (guild_id, key_id) values ($1, $2)"};
inline const Query key_revoke{
    "update api_key set revoked_at = $2 where id = $1 and revoked_at is null returning id"};
inline const Query key_used{"update api_key set last_used_at = $2 where id = $1"};

// Copying. The mark of a guild is a setting, and its value says which copy owns the guild.
inline const Query copy_mark{"select value from setting where name = 'copying ' || $1"};
inline const Query copy_mark_set{
    "insert into setting (name, value) values ('copying ' || $1, $2) "
    "on conflict (name) do update set value = excluded.value"};
/// Also locks the mark against other writers until the transaction ends.
inline const Query copy_mark_lock{
    "update setting set value = value where name = 'copying ' || $1 and value = $2 "
    "returning value"};
inline const Query copy_mark_delete{"delete from setting where name = 'copying ' || $1"};
inline const Query copy_probe_set{
    "insert into setting (name, value) values ('copy probe', $1) "
    "on conflict (name) do update set value = excluded.value"};
inline const Query copy_probe{"select value from setting where name = 'copy probe'"};
inline const Query copy_probe_delete{"delete from setting where name = 'copy probe'"};
/// The last event of a guild has its highest id and its latest time.
inline const Query newest_event{
    "select max(e.id), max(e.at) from guild g cross join event e "
    "where e.guild_id = g.id and e.seq = g.last_seq"};
inline const Query guilds_last_seq{"select id, last_seq from guild"};
inline const Query guild_last_seq{"select last_seq from guild where id = $1"};
inline const Query event_numbers{
    "select coalesce((select min(seq) from event where guild_id = $1), last_seq + 1), last_seq "
    "from guild where id = $1"};
/// Also locks the guild's records against other writers until the transaction ends.
inline const Query guild_lock_if_unchanged{
    "update guild set last_seq = last_seq where id = $1 and last_seq = $2 returning id"};
inline const Query key_by_digest{"select id, revoked_at from api_key where digest = $1"};
inline const Query key_guild_add{
    "insert into api_key_guild (guild_id, key_id) values ($1, $2) on conflict do nothing"};

inline const Query ping{"select 1 from setting"};

#undef BLOTTER_CIVILIAN_COLUMNS
#undef BLOTTER_VEHICLE_COLUMNS
#undef BLOTTER_FIREARM_COLUMNS
#undef BLOTTER_ENTRY_COLUMNS
#undef BLOTTER_FILED_ENTRY_COLUMNS
#undef BLOTTER_OWNER_NAMED
#undef BLOTTER_CIVILIAN_3

}  // namespace blotter::storage::statements
