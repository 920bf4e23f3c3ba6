// The operations on the keys of the guild, and what accepting an invitation does.
#pragma once

#include "domain/guild_key.hpp"
#include "domain/role.hpp"
#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

namespace fields {

Parsed<Scopes> parse_scopes(const MemberValue& value, const InputSettings&);
Parsed<std::int64_t> parse_key_lifetime(const MemberValue& value, const InputSettings&);

inline constexpr auto key_name =
    text<PersonName>(Member::name, "who uses the key, or what for", R"("Sgt. Reyes")");
inline constexpr auto key_role =
    choice<Role>(Member::role, "the job that the key is for, in place of `scopes`", R"("officer")");
inline constexpr Field<Scopes> key_scopes{{.member = Member::scopes,
                                           .type = JsonType::strings,
                                           .about = "what the key may do, in place of `role`",
                                           .example = R"(["read","leo"])"},
                                          parse_scopes};
inline constexpr Field<std::int64_t> key_expires_in{
    {.member = Member::expires_in,
     .type = JsonType::integer,
     .about = "how many seconds the key is valid; default: it never expires",
     .example = "2592000",
     .bounds = count_bounds<key_lifetime_seconds_max>},
    parse_key_lifetime};
inline constexpr auto key_or_invitation =
    id<KeyId>(Member::key_id, "the id of the key or invitation");

}  // namespace fields

namespace input {

/// The two members `role` and `scopes`, of which one is required.
struct RoleOrScopes {
  using Value = Scopes;
  Result<Value> parse(const MemberValues& values, const InputSettings& settings) const;
  void document(std::vector<MemberDoc>& docs) const;
};

}  // namespace input

/// What a new key may do; also for the key of an invitation.
struct NewKey {
  PersonName name;
  Scopes scopes;
  /// In seconds.
  std::optional<std::int64_t> expires_in;
  static constexpr std::tuple members{required(fields::key_name), input::RoleOrScopes{},
                                      optional(fields::key_expires_in)};
};

struct KeyNamed {
  KeyId id;
  static constexpr std::tuple members{required(fields::key_or_invitation)};
};

/// A key as the owners of its guild see it.
struct KeyListed {
  GuildKey key;
  KeyState state;
};

namespace shape {

/// The name of the role with these scopes; empty if there is none.
std::string role_name(const Scopes& scopes);
std::optional<std::int64_t> lifetime_seconds(const Invitation& invitation);

template <>
struct Of<KeyListed> {
  static constexpr std::tuple members{
      member("keyID", [](const KeyListed& k) { return k.key.id; }),
      member("keyName", [](const KeyListed& k) -> auto& { return k.key.name; }),
      member("role", [](const KeyListed& k) { return role_name(k.key.scopes); }),
      member("scopes", [](const KeyListed& k) { return k.key.scopes.all(); }),
      member("state", [](const KeyListed& k) { return k.state; }),
      member("created", [](const KeyListed& k) { return k.key.created; }),
      member("expires", [](const KeyListed& k) { return k.key.expires; }),
      member("lastUsed", [](const KeyListed& k) { return k.key.last_used; })};
};

template <>
struct Of<Invitation> {
  static constexpr std::tuple members{
      member("keyID", [](const Invitation& i) { return i.id; }),
      member("keyName", [](const Invitation& i) -> auto& { return i.name; }),
      member("role", [](const Invitation& i) { return role_name(i.scopes); }),
      member("scopes", [](const Invitation& i) { return i.scopes.all(); }),
      member("expiresIn", [](const Invitation& i) { return lifetime_seconds(i); }),
      member("created", [](const Invitation& i) { return i.created; }),
      member("ends", [](const Invitation& i) { return i.ends; }),
      member("invitedBy", [](const Invitation& i) { return i.made_by; })};
};

/// Everybody with the scope read sees events.
template <>
inline constexpr auto archive<GuildKey> =
    std::tuple{member("keyID", [](const GuildKey& k) { return k.id; }),
               member("keyName", [](const GuildKey& k) -> auto& { return k.name; }),
               member("role", [](const GuildKey& k) { return role_name(k.scopes); }),
               member("scopes", [](const GuildKey& k) { return k.scopes.all(); }),
               member("expires", [](const GuildKey& k) { return k.expires; })};

}  // namespace shape

struct KeysListed {
  const GuildId& guild;
  std::vector<KeyListed> keys = {};
  /// Those that are for other guilds too.
  std::vector<KeyId> shared_keys = {};
  std::vector<Invitation> invitations = {};
  static constexpr std::tuple members{
      shape::member("amount", [](const auto& o) { return std::int64_t(o.keys.size()); }),
      output::guild_id, shape::member("keys", [](const auto& o) -> auto& { return o.keys; }),
      shape::member("sharedKeys", [](const auto& o) -> auto& { return o.shared_keys; }),
      shape::member("invitations", [](const auto& o) -> auto& { return o.invitations; })};
};

struct KeyCreated {
  const GuildId& guild;
  GuildKey key;
  KeySecret secret;
  std::string_view success;
  static constexpr bool has_secret = true;
  static constexpr std::tuple members{
      output::guild_id,
      shape::member("keyID", [](const auto& o) { return o.key.id; }),
      shape::member("keyName", [](const auto& o) -> auto& { return o.key.name; }),
      shape::member("role", [](const auto& o) { return shape::role_name(o.key.scopes); }),
      shape::member("scopes", [](const auto& o) { return o.key.scopes.all(); }),
      shape::member("expires", [](const auto& o) { return o.key.expires; }),
      shape::member("key", [](const auto& o) -> auto& { return o.secret.reveal(); }),
      output::success};
};

struct KeyInvited {
  const GuildId& guild;
  Invitation invitation;
  InvitationToken token;
  std::string_view success;
  static constexpr bool has_secret = true;
  static constexpr std::tuple members{
      output::guild_id,
      shape::member("keyID", [](const auto& o) { return o.invitation.id; }),
      shape::member("keyName", [](const auto& o) -> auto& { return o.invitation.name; }),
      shape::member("role", [](const auto& o) { return shape::role_name(o.invitation.scopes); }),
      shape::member("scopes", [](const auto& o) { return o.invitation.scopes.all(); }),
      shape::member("expiresIn",
                    [](const auto& o) { return shape::lifetime_seconds(o.invitation); }),
      shape::member("ends", [](const auto& o) { return o.invitation.ends; }),
      shape::member("token", [](const auto& o) -> auto& { return o.token.reveal(); }),
      shape::member("link", [](const auto& o) { return o.link(); }),
      output::success};

  /// For the console; relative to the origin of the server, which may not know its own name. The
  /// token is after the #, which browsers do not send, so that it reaches no server and no log.
  [[nodiscard]] std::string link() const;
};

Result<KeysListed> key_list(ReadCall& call, const NoInput& in);
Result<KeyCreated> key_create(WriteCall& call, const NewKey& in);
Result<KeyInvited> key_invite(WriteCall& call, const NewKey& in);
Result<output::Deleted<KeyId>> key_revoke(WriteCall& call, const KeyNamed& in);
/// Takes back the revocation of a key at that time. Sets `call.change`.
Result<void> restore_key(WriteCall& call, KeyId id, Timestamp revoked);

/// The kind of the event when a key is made, also by an invitation.
inline constexpr std::string_view key_created_kind = "key.created";
inline constexpr std::string_view key_revoked_kind = "key.revoked";

struct NewKeyWithSecret {
  GuildKey key;
  KeySecret secret;
};
/// Makes the key of the invitation with this token, and appends the event. Empty if there is no
/// such invitation; then nothing was changed.
std::optional<NewKeyWithSecret> accept_invitation(WriteCall& call, const Digest& token);

}  // namespace blotter
