// The keys of a guild and its invitations, in Reader and Writer. The statements are in
// key_statements.hpp.
#include "storage/records/key_statements.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"
#include "storage/writer.hpp"

namespace blotter {
namespace {

using storage::all;
using storage::first;
using storage::only_number;
using storage::optional_time;
namespace statements = storage::statements;

// One is enough for each key that is revoked; there may be more after `blotter key revoke`.
constexpr std::int64_t pruned_at_once = 10;

GuildKey read_key(const sql::Rows& row) {
  return {.id = {row.integer(0)},
          .name = std::string(row.text(1)),
          .scopes = Scopes::stored(row.integer(2)),
          .created = {row.integer(3)},
          .expires = optional_time(row, 4),
          .last_used = optional_time(row, 5),
          .is_shared = row.integer(6) != 0};
}

Invitation read_invitation(const sql::Rows& row) {
  return {.id = {row.integer(0)},
          .name = std::string(row.text(1)),
          .scopes = Scopes::stored(row.integer(2)),
          .lifetime_ms = row.is_null(3) ? std::nullopt : std::optional(row.integer(3)),
          .created = {row.integer(4)},
          .ends = {row.integer(5)},
          .made_by = {row.integer(6)}};
}

std::int64_t bits_of(Scope scope) { return std::int64_t{1} << static_cast<unsigned>(scope); }

}  // namespace

std::vector<GuildKey> Reader::keys() {
  return all(connection_->run(statements::guild_keys_all, guild_.str()), read_key);
}

std::optional<GuildKey> Reader::key(KeyId id) {
  return first(connection_->run(statements::guild_key_by_id, guild_.str(), id.value), read_key);
}

std::int64_t Reader::count_keys() {
  return only_number(connection_->run(statements::guild_keys_count, guild_.str()));
}

bool Reader::has_other_owner(KeyId id, Timestamp now) {
  return connection_
      ->run(statements::guild_keys_other, guild_.str(), id.value, bits_of(Scope::admin), now.ms)
      .next();
}

std::vector<Invitation> Reader::invitations(Timestamp now) {
  return all(connection_->run(statements::invitations_all, guild_.str(), now.ms), read_invitation);
}

std::optional<Invitation> Reader::invitation(KeyId id, Timestamp now) {
  return first(connection_->run(statements::invitation_by_id, guild_.str(), id.value, now.ms),
               read_invitation);
}

bool Reader::has_invitation(const Digest& token, Timestamp now) {
  return connection_->run(statements::invitation_find, guild_.str(), to_hex(token), now.ms).next();
}

std::int64_t Reader::count_invitations() {
  return only_number(connection_->run(statements::invitations_count, guild_.str()));
}

std::optional<GuildKey> Writer::locked_key(KeyId id) {
  if (!connection().run(statements::key_lock, id.value).next()) return std::nullopt;
  return key(id);
}

void Writer::insert(const GuildKey& key, const Digest& secret) {
  const auto expires = key.expires ? std::optional(key.expires->ms) : std::nullopt;
  connection()
      .run(statements::key_insert, key.id.value, to_hex(secret), key.name, key.scopes.bits(),
           key.created.ms, expires, key.is_shared)
      .finish();
  connection().run(statements::key_guild_insert, guild().str(), key.id.value).finish();
  has_account_changes_ = true;
}

void Writer::revoke(const GuildKey& key, Timestamp now) {
  connection().run(statements::invitations_delete_by, guild().str(), key.id.value).finish();
  if (key.is_shared) connection().run(statements::key_unbind, guild().str(), key.id.value).finish();
  const bool is_elsewhere =
      key.is_shared &&
      connection().run(statements::key_bound_elsewhere, guild().str(), key.id.value).next();
  if (!is_elsewhere) {
    connection().run(statements::key_revoke, key.id.value, now.ms).finish();
    connection()
        .run(statements::revoked_keys_prune, guild().str(), revoked_keys_max, pruned_at_once)
        .finish();
  }
  has_account_changes_ = true;
}

std::optional<GuildKey> Writer::restore_key(KeyId id, Timestamp revoked) {
  if (!connection().run(statements::key_lock, id.value).next()) return std::nullopt;
  // Of the two kinds of keys, each statement is for one, and does nothing for the other.
  connection().run(statements::key_unrevoke, guild().str(), id.value, revoked.ms).finish();
  connection().run(statements::key_bind_again, guild().str(), id.value).finish();
  has_account_changes_ = true;
  return key(id);
}

void Writer::insert(const Invitation& invitation, const Digest& token) {
  connection()
      .run(statements::invitation_insert, guild().str(), invitation.id.value, to_hex(token),
           invitation.name, invitation.scopes.bits(), invitation.lifetime_ms, invitation.created.ms,
           invitation.ends.ms, invitation.made_by.value)
      .finish();
}

void Writer::erase(const Invitation& invitation) {
  connection().run(statements::invitation_delete, guild().str(), invitation.id.value).finish();
}

std::optional<Invitation> Writer::take_invitation(const Digest& token, Timestamp now) {
  return first(connection().run(statements::invitation_take, guild().str(), to_hex(token), now.ms),
               read_invitation);
}

}  // namespace blotter
