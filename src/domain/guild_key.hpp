// The keys of one guild, as its owners manage them, and invitations to make one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "domain/api_key.hpp"

namespace blotter {

/// Of a guild: keys that have expired count too, and invitations.
inline constexpr std::int64_t keys_max = 1'000;
inline constexpr std::int64_t invitations_max = 100;
/// Revoked keys of a guild that are kept, so that the audit log can name them.
inline constexpr std::int64_t revoked_keys_max = 1'000;
/// A year.
inline constexpr std::int64_t key_lifetime_seconds_max = 31'536'000;
/// How long an invitation can be accepted.
inline constexpr std::int64_t invitation_ms = std::int64_t{24} * 60 * 60 * 1000;

enum class KeyState : std::uint8_t { valid, expired };
template <>
struct Spellings<KeyState> {
  static constexpr std::array<std::string_view, 2> spellings{"valid", "expired"};
};

/// A key that is not revoked.
struct GuildKey {
  KeyId id;
  std::string name;
  Scopes scopes;
  Timestamp created;
  std::optional<Timestamp> expires = std::nullopt;
  std::optional<Timestamp> last_used = std::nullopt;
  /// Made for other guilds too. Nothing but its id may be shown to the owners of one of them.
  bool is_shared = false;

  [[nodiscard]] KeyState state(Timestamp now) const {
    return expires && now >= *expires ? KeyState::expired : KeyState::valid;
  }
  /// Whether it may manage the keys of the guild.
  [[nodiscard]] bool is_owner(Timestamp now) const {
    return scopes.has(Scope::admin) && state(now) == KeyState::valid;
  }
};

/// A key to be: the first one who shows its token makes the key and gets its secret.
struct Invitation {
  /// Becomes the id of the key, so that an invitation and its key are revoked in the same way.
  KeyId id;
  std::string name;
  Scopes scopes;
  /// How long the key will be valid; always, if there is none.
  std::optional<std::int64_t> lifetime_ms;
  Timestamp created;
  Timestamp ends;
  /// If this key is revoked, its invitations end.
  KeyId made_by;
};

/// What the link of an invitation contains. It cannot be printed by accident.
class InvitationToken {
 public:
  /// 64 digits of 256 random bits.
  static InvitationToken generate(Random& random);
  /// Accepts only texts that `generate` could return.
  static Parsed<InvitationToken> parse(std::string_view text);

  [[nodiscard]] const std::string& reveal() const { return text_; }
  [[nodiscard]] Digest digest() const { return sha256(text_); }

 private:
  explicit InvitationToken(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace blotter
