// The statements about the keys of one guild, and about invitations. $1 is the guild wherever there
// is one.
#pragma once

#include "storage/sql/connection.hpp"

namespace blotter::storage::statements {

using sql::Query;

#define BLOTTER_KEYS_OF_GUILD                               \
  "from api_key_guild g join api_key k on k.id = g.key_id " \
  "where g.guild_id = $1 and k.revoked_at is null "
#define BLOTTER_GUILD_KEYS                                                      \
  "select k.id, k.name, k.scopes, k.created_at, k.expires_at, k.last_used_at, " \
  "k.shared " BLOTTER_KEYS_OF_GUILD
inline const Query guild_keys_all{BLOTTER_GUILD_KEYS "order by k.id"};
inline const Query guild_key_by_id{BLOTTER_GUILD_KEYS "and g.key_id = $2"};
inline const Query guild_keys_count{"select count(*) " BLOTTER_KEYS_OF_GUILD};
/// $2 is the key that does not count, $3 are scopes of which the others need one, $4 the time.
inline const Query guild_keys_other{
    "select 1 " BLOTTER_KEYS_OF_GUILD
    "and g.key_id <> $2 and (k.scopes & $3) <> 0 and (k.expires_at is null or k.expires_at > $4) "
    "limit 1"};
#undef BLOTTER_GUILD_KEYS
#undef BLOTTER_KEYS_OF_GUILD

/// Held until the transaction ends: changes of one key run one after the other, whatever their
/// guilds are.
inline const Query key_lock{"select id from api_key where id = $1 /* locked */"};
inline const Query key_unbind{"delete from api_key_guild where guild_id = $1 and key_id = $2"};
inline const Query key_bound_elsewhere{
    "select 1 from api_key_guild where guild_id <> $1 and key_id = $2 limit 1"};
inline const Query key_set_shared{"update api_key set shared = 1 where id = $1"};
/// One of this guild alone, if it was revoked at $3.
inline const Query key_unrevoke{
    "update api_key set revoked_at = null where id = $2 and shared = 0 and revoked_at = $3 and "
    "exists (select 1 from api_key_guild where guild_id = $1 and key_id = $2)"};
/// One of several guilds, if nobody has revoked it.
inline const Query key_bind_again{
    "insert into api_key_guild (guild_id, key_id) select cast($1 as text), id from api_key "
    "where id = $2 and shared = 1 and revoked_at is null on conflict do nothing"};
/// Of the revoked keys of the guild, all but the latest $2; at most $3 of them.
inline const Query revoked_keys_prune{
    "delete from api_key where id in (select k.id from api_key_guild g join api_key k "
    "on k.id = g.key_id where g.guild_id = $1 and k.revoked_at is not null and k.shared = 0 "
    "order by k.revoked_at desc, k.id desc limit $3 offset $2)"};

#define BLOTTER_INVITATION_COLUMNS "id, name, scopes, lifetime, created_at, ends_at, made_by "
// As with keys, nobody may use a guild that is still being copied into this store.
#define BLOTTER_INVITATION_BY_TOKEN                                      \
  "where guild_id = $1 and digest = $2 and ends_at > $3 and not exists " \
  "(select 1 from setting where name = 'copying ' || guild_id) "
/// $2 is the time.
inline const Query invitations_all{"select " BLOTTER_INVITATION_COLUMNS
                                   "from invitation where guild_id = $1 and ends_at > $2 "
                                   "order by id"};
inline const Query invitation_by_id{"select " BLOTTER_INVITATION_COLUMNS
                                    "from invitation where guild_id = $1 and id = $2 "
                                    "and ends_at > $3"};
inline const Query invitations_count{"select count(*) from invitation where guild_id = $1"};
inline const Query invitation_find{"select 1 from invitation " BLOTTER_INVITATION_BY_TOKEN};
/// Of several who take it, one gets the row.
inline const Query invitation_take{"delete from invitation " BLOTTER_INVITATION_BY_TOKEN
                                   "returning " BLOTTER_INVITATION_COLUMNS};
inline const Query invitation_insert{
    "insert into invitation (guild_id, id, digest, name, scopes, lifetime, created_at, ends_at, "
    "made_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)"};
inline const Query invitation_delete{"delete from invitation where guild_id = $1 and id = $2"};
inline const Query invitations_delete_by{
    "delete from invitation where guild_id = $1 and made_by = $2"};
inline const Query invitations_delete{"delete from invitation where guild_id = $1"};
/// Of all guilds; $1 is the key.
inline const Query invitations_delete_everywhere{"delete from invitation where made_by = $1"};
/// A guild with invitations that have ended at $1, unless it is still being copied into this store.
inline const Query invitations_ended{
    "select id from guild where exists "
    "(select 1 from invitation i where i.guild_id = guild.id and i.ends_at <= $1) and not exists "
    "(select 1 from setting where name = 'copying ' || guild.id) limit 1"};
inline const Query invitations_delete_ended{
    "delete from invitation where guild_id = $1 and ends_at <= $2"};
#undef BLOTTER_INVITATION_COLUMNS
#undef BLOTTER_INVITATION_BY_TOKEN

}  // namespace blotter::storage::statements
