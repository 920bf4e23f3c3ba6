#include "operations/guild_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace blotter {

Parsed<Scopes> fields::parse_scopes(const MemberValue& value, const InputSettings&) {
  if (value.type == MemberValue::Type::texts) {
    if (const auto scopes = Scopes::parse(value.text)) return *scopes;
  }
  return must(fmt::format("be an array with some of {}", fmt::join(all_spellings<Scope>(), ", ")));
}

Parsed<std::int64_t> fields::parse_key_lifetime(const MemberValue& value, const InputSettings&) {
  if (value.type != MemberValue::Type::number) return must("be a number");
  return parse_count(value, key_lifetime_seconds_max);
}

Result<Scopes> input::RoleOrScopes::parse(const MemberValues& values,
                                          const InputSettings& settings) const {
  if (is_missing(values, Member::role)) {
    if (is_missing(values, Member::scopes)) {
      return fail(Error::invalid(Member::role, "is required, or scopes in its place"));
    }
    return read(fields::key_scopes, values, settings);
  }
  const auto role = read(fields::key_role, values, settings);
  if (!role) return fail(role.error());
  if (!is_missing(values, Member::scopes)) {
    return fail(Error::invalid(Member::scopes, "must not be sent together with role"));
  }
  return scopes_of(*role);
}

void input::RoleOrScopes::document(std::vector<MemberDoc>& docs) const {
  suggested(fields::key_role).document(docs);
  optional(fields::key_scopes).document(docs);
}

std::string shape::role_name(const Scopes& scopes) {
  const auto role = role_of(scopes);
  return role ? std::string(spelling(*role)) : "";
}

namespace {

constexpr std::int64_t ms_per_second = 1000;

std::optional<Timestamp> end_of(std::optional<std::int64_t> lifetime_ms, Timestamp begin) {
  if (!lifetime_ms) return std::nullopt;
  return Timestamp{begin.ms + *lifetime_ms};
}

std::optional<std::int64_t> lifetime_of(const NewKey& in) {
  if (!in.expires_in) return std::nullopt;
  return *in.expires_in * ms_per_second;
}

Change change_of(KeyId key) {
  return {.civilian = std::nullopt,
          .civilian_name = {},
          .subject = key.value,
          .actor = std::nullopt,
          .before = std::nullopt,
          .after = std::nullopt};
}

/// What owners may know of a key that is for other guilds too.
std::string archived_id(KeyId id) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("keyID", to_string(id));
  json.end_object();
  return text;
}

/// A key that was made by an invitation.
struct AcceptedKey : GuildKey {
  KeyId invited_by;
};

std::string archived(const AcceptedKey& key) {
  constexpr auto members = std::tuple_cat(
      shape::archive<GuildKey>,
      std::tuple{shape::member("invitedBy", [](const AcceptedKey& k) { return k.invited_by; })});
  return shape::to_json(key, members);
}

/// Whether the guild may have one more key or invitation.
bool has_room(Reader& records) {
  const std::int64_t keys = records.count_keys();
  return keys + records.count_invitations() < keys_max;
}

/// The key of the request. It is locked and read again, because it may have been revoked since the
/// request was admitted: a revoked key must not leave another one behind.
Result<KeyId> owner_of(WriteCall& call) {
  if (call.key == nullptr || !call.records.has_guild()) return fail(ErrorId::unauthorised);
  const auto key = call.records.locked_key(call.key->id);
  if (!key || !key->is_owner(call.now)) return fail(ErrorId::unauthorised);
  return key->id;
}

}  // namespace

std::optional<std::int64_t> shape::lifetime_seconds(const Invitation& invitation) {
  if (!invitation.lifetime_ms) return std::nullopt;
  return *invitation.lifetime_ms / ms_per_second;
}

std::string KeyInvited::link() const {
  return fmt::format("/#/invitation/{}/{}", guild.str(), token.reveal());
}

Result<KeysListed> key_list(ReadCall& call, const NoInput&) {
  call.records.require_snapshot();
  KeysListed listed{.guild = call.records.guild()};
  for (GuildKey& key : call.records.keys()) {
    if (key.is_shared) {
      listed.shared_keys.push_back(key.id);
    } else {
      const KeyState state = key.state(call.now);
      listed.keys.push_back({std::move(key), state});
    }
  }
  listed.invitations = call.records.invitations(call.now);
  return listed;
}

Result<KeyCreated> key_create(WriteCall& call, const NewKey& in) {
  if (const auto owner = owner_of(call); !owner) return fail(owner.error());
  if (!has_room(call.records)) return fail(ErrorId::too_many_keys);
  GuildKey key{.id = {call.ids.next(call.now, call.random)},
               .name = in.name.str(),
               .scopes = in.scopes,
               .created = call.now,
               .expires = end_of(lifetime_of(in), call.now)};
  KeySecret secret = KeySecret::generate(call.random);
  call.records.insert(key, secret.digest());
  call.change = change_of(key.id);
  call.change->after = archived(key);
  return KeyCreated{call.records.guild(), std::move(key), std::move(secret), "Created key"};
}

Result<KeyInvited> key_invite(WriteCall& call, const NewKey& in) {
  const auto owner = owner_of(call);
  if (!owner) return fail(owner.error());
  if (call.records.count_invitations() >= invitations_max || !has_room(call.records)) {
    return fail(ErrorId::too_many_keys);
  }
  Invitation invitation{.id = {call.ids.next(call.now, call.random)},
                        .name = in.name.str(),
                        .scopes = in.scopes,
                        .lifetime_ms = lifetime_of(in),
                        .created = call.now,
                        .ends = {call.now.ms + invitation_ms},
                        .made_by = *owner};
  InvitationToken token = InvitationToken::generate(call.random);
  call.records.insert(invitation, token.digest());
  call.change = change_of(invitation.id);
  call.change->after = archived(invitation);
  return KeyInvited{call.records.guild(), std::move(invitation), std::move(token),
                    "Created invitation"};
}

Result<output::Deleted<KeyId>> key_revoke(WriteCall& call, const KeyNamed& in) {
  if (const auto owner = owner_of(call); !owner) return fail(owner.error());
  const GuildId& guild = call.records.guild();
  if (const auto invitation = call.records.invitation(in.id, call.now)) {
    call.records.erase(*invitation);
    call.change = change_of(in.id);
    call.change->before = archived(*invitation);
    return output::Deleted<KeyId>{guild, in.id, "Revoked invitation"};
  }
  const auto key = call.records.locked_key(in.id);
  if (!key) return fail(ErrorId::key_not_found);
  if (key->is_owner(call.now) && !call.records.has_other_owner(key->id, call.now)) {
    return fail(ErrorId::last_owner);
  }
  call.records.revoke(*key, call.now);
  call.change = change_of(key->id);
  call.change->before = key->is_shared ? archived_id(key->id) : archived(*key);
  return output::Deleted<KeyId>{guild, in.id,
                                key->is_shared ? "Removed key from the guild" : "Revoked key"};
}

Result<void> restore_key(WriteCall& call, KeyId id, Timestamp revoked) {
  if (const auto owner = owner_of(call); !owner) return fail(owner.error());
  if (!has_room(call.records)) return fail(ErrorId::too_many_keys);
  const auto key = call.records.restore_key(id, revoked);
  if (!key) {
    return fail({ErrorId::cannot_restore, "it cannot be restored; create a new one"});
  }
  call.change = change_of(id);
  call.change->after = key->is_shared ? archived_id(id) : archived(*key);
  return {};
}

std::optional<NewKeyWithSecret> accept_invitation(WriteCall& call, const Digest& token) {
  call.records.lock_guild();
  if (!call.records.has_guild()) return std::nullopt;
  // Whoever gets the row makes the key; a failure brings the row back.
  const auto invitation = call.records.take_invitation(token, call.now);
  if (!invitation) return std::nullopt;
  GuildKey key{.id = invitation->id,
               .name = invitation->name,
               .scopes = invitation->scopes,
               .created = call.now,
               .expires = end_of(invitation->lifetime_ms, call.now)};
  KeySecret secret = KeySecret::generate(call.random);
  call.records.insert(key, secret.digest());
  Change change = change_of(key.id);
  change.actor = "invitation";
  change.after = archived(AcceptedKey{key, invitation->made_by});
  call.records.append({.id = call.ids.next(call.now, call.random),
                       .kind = key_created_kind,
                       .at = call.now,
                       .key = std::nullopt,
                       .key_name = "",
                       .change = std::move(change)});
  return NewKeyWithSecret{std::move(key), std::move(secret)};
}

}  // namespace blotter
