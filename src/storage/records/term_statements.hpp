// The statements about what ends by itself. $1 is the guild wherever there is one.
#pragma once

#include "storage/sql/connection.hpp"

namespace blotter::storage::statements {

/// Guilds with something due at $1, unless they are still being copied into this store; at most $2.
inline const sql::Query guilds_due{
    "select guild_id from guild_due where due_at <= $1 and not exists "
    "(select 1 from setting where name = 'copying ' || guild_id) order by due_at limit $2"};
/// Something ends at $2.
inline const sql::Query due_add{
    "insert into guild_due (guild_id, due_at) values ($1, $2) on conflict (guild_id) do update "
    "set due_at = excluded.due_at where excluded.due_at < guild_due.due_at"};
inline const sql::Query due_set{"update guild_due set due_at = $2 where guild_id = $1"};
inline const sql::Query due_delete{"delete from guild_due where guild_id = $1"};
/// When the next thing ends: a BOLO, an impound, custody. Each is null if there is none.
inline const sql::Query next_ends{
    "select (select min(bolo_until) from civilian where guild_id = $1 and bolo_until is not null), "
    "(select min(release_at) from vehicle where guild_id = $1 and release_at is not null and "
    "hidden = 0), "
    "(select min(custody_until) from civilian where guild_id = $1 and custody_until is not null)"};

inline const sql::Query custody_until{
    "select custody_until from civilian where guild_id = $1 and id = $2"};
inline const sql::Query custody_set{
    "update civilian set custody_until = $3 where guild_id = $1 and id = $2"};
/// Unless custody lasts longer anyway.
inline const sql::Query custody_raise{
    "update civilian set custody_until = $3 where guild_id = $1 and id = $2 and "
    "(custody_until is null or custody_until < $3)"};
/// $3 is the kind of arrests.
inline const sql::Query sentence_set{
    "update entry set amount = $5, ends_at = $6 where guild_id = $1 and civilian_id = $2 and "
    "kind = $3 and count = $4"};
/// Ends the arrests that end at $3 or before.
inline const sql::Query arrests_end{
    "update entry set ends_at = null where guild_id = $1 and civilian_id = $2 and "
    "ends_at is not null and ends_at <= $3"};
inline const sql::Query arrests_count{
    "select count(*) from entry where guild_id = $1 and civilian_id = $2 and ends_at is not null"};

inline const sql::Query bolos_count{
    "select count(*) from civilian where guild_id = $1 and deceased = 0 and "
    "bolo_reason is not null"};
inline const sql::Query impounds_count{
    "select count(*) from vehicle where guild_id = $1 and impounded = 1 and hidden = 0"};
inline const sql::Query custodies_count{
    "select count(*) from civilian where guild_id = $1 and deceased = 0 and "
    "custody_until is not null"};

}  // namespace blotter::storage::statements
