// The statements about webhooks. $1 is the guild, and $2 the webhook.
#pragma once

#include "storage/sql/connection.hpp"

namespace blotter::storage::statements {

using sql::Query;

#define BLOTTER_WEBHOOK_COLUMNS                                                            \
  "w.id, w.name, w.url, w.kinds, w.format, w.secret, w.created_at, w.active, w.position, " \
  "w.failing_since, w.last_success, w.last_failure, w.last_error "

inline const Query webhooks_all{"select " BLOTTER_WEBHOOK_COLUMNS
                                "from webhook w where w.guild_id = $1 order by w.id"};
inline const Query webhook_by_id{"select " BLOTTER_WEBHOOK_COLUMNS
                                 "from webhook w where w.guild_id = $1 and w.id = $2"};
inline const Query webhooks_to_send{
    "select " BLOTTER_WEBHOOK_COLUMNS
    ", w.guild_id, (select min(due) from webhook_retry r where r.guild_id = w.guild_id "
    "and r.webhook_id = w.id) from webhook w where w.active = 1 and not exists "
    "(select 1 from setting where name = 'copying ' || w.guild_id) order by w.guild_id, w.id"};
inline const Query webhook_insert{
    "insert into webhook (guild_id, id, name, url, kinds, format, secret, created_at, active, "
    "position, last_error) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '')"};
inline const Query webhook_update{
    "update webhook set name = $3, url = $4, kinds = $5, active = $6, position = $7, "
    "failing_since = $8, last_success = $9, last_failure = $10, last_error = $11 "
    "where guild_id = $1 and id = $2"};
inline const Query webhook_delete{"delete from webhook where guild_id = $1 and id = $2"};
inline const Query webhook_move{
    "update webhook set position = $4 where guild_id = $1 and id = $2 and position = $3 "
    "returning id"};
inline const Query webhook_set_health{
    "update webhook set failing_since = $3, last_success = $4, last_failure = $5, last_error = $6 "
    "where guild_id = $1 and id = $2"};

/// $2 is the last number that does not count, $3 the maximum number of events.
inline const Query event_kinds_after{
    "select kind, count(*) from (select kind from event where guild_id = $1 and seq > $2 "
    "order by seq limit $3) as next group by kind"};

inline const Query retries_count{
    "select count(*) from (select 1 from webhook_retry where guild_id = $1 and webhook_id = $2 "
    "limit $3) as counted"};
inline const Query retries_due{
    "select seq, attempts, due from webhook_retry where guild_id = $1 and webhook_id = $2 "
    "and due <= $3 order by seq limit $4"};
inline const Query retry_put{
    "insert into webhook_retry (guild_id, webhook_id, seq, attempts, due) "
    "select guild_id, id, cast($3 as bigint), cast($4 as bigint), cast($5 as bigint) from webhook "
    "where guild_id = $1 and id = $2 on conflict (guild_id, webhook_id, seq) do update "
    "set attempts = excluded.attempts, due = excluded.due"};
inline const Query retry_delete{
    "delete from webhook_retry where guild_id = $1 and webhook_id = $2 and seq = $3"};
inline const Query retries_delete_from{
    "delete from webhook_retry where guild_id = $1 and webhook_id = $2 and seq >= $3"};

inline const Query attempts_below{
    "select id, seq, kind, at, number, status, took_ms, delivered, error, reply "
    "from webhook_attempt where guild_id = $1 and webhook_id = $2 and id < $3 "
    "order by id desc limit $4"};
/// Nothing happens if the webhook was deleted meanwhile.
inline const Query attempt_insert{
    "insert into webhook_attempt (guild_id, webhook_id, id, seq, kind, at, number, status, "
    "took_ms, delivered, error, reply) "
    "select guild_id, id, cast($3 as bigint), cast($4 as bigint), cast($5 as text), "
    "cast($6 as bigint), cast($7 as bigint), cast($8 as bigint), cast($9 as bigint), "
    "cast($10 as smallint), cast($11 as text), cast($12 as text) from webhook "
    "where guild_id = $1 and id = $2"};
inline const Query attempts_delete_old{
    "delete from webhook_attempt where guild_id = $1 and webhook_id = $2 and at < $3"};
/// $3 is how many are kept.
inline const Query attempts_delete_surplus{
    "delete from webhook_attempt where guild_id = $1 and webhook_id = $2 and id <= "
    "(select id from webhook_attempt where guild_id = $1 and webhook_id = $2 "
    "order by id desc limit 1 offset $3)"};

inline const Query lease_find{"select holder, beat from lease where name = $1"};
inline const Query lease_create{
    "insert into lease (name, holder, beat) values ($1, $2, 1) on conflict do nothing "
    "returning beat"};
inline const Query lease_take{
    "update lease set holder = $2, beat = beat + 1 where name = $1 and beat = $3 returning beat"};
inline const Query lease_release{
    "update lease set holder = '', beat = beat + 1 where name = $1 and holder = $2"};

#undef BLOTTER_WEBHOOK_COLUMNS

}  // namespace blotter::storage::statements
