// API keys: which guilds a key gives access to, and with which scopes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/ids.hpp"
#include "base/random.hpp"
#include "domain/enumeration.hpp"
#include "domain/guild.hpp"

namespace blotter {

using KeyId = Id<struct KeyTag>;

enum class Scope : std::uint8_t { read, civilian, vehicle, firearm, leo, medical, admin };
template <>
struct Spellings<Scope> {
  static constexpr std::array<std::string_view, 7> spellings{
      "read", "civilian", "vehicle", "firearm", "leo", "medical", "admin"};
};

class Scopes {
 public:
  /// All but admin.
  static Scopes standard();
  static Scopes every();
  /// Names separated by commas: "read,leo".
  static Parsed<Scopes> parse(std::string_view list);
  static Scopes stored(std::int64_t bits) { return Scopes(static_cast<std::uint32_t>(bits)); }

  [[nodiscard]] bool has(Scope scope) const {
    return (bits_ >> static_cast<unsigned>(scope) & 1U) != 0;
  }
  [[nodiscard]] std::int64_t bits() const { return bits_; }
  [[nodiscard]] std::vector<Scope> all() const;
  [[nodiscard]] std::string str() const;

 private:
  explicit Scopes(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_;
};

/// The key as its holder knows it. It cannot be printed by accident: only `reveal` returns the
/// text.
class KeySecret {
 public:
  static KeySecret generate(Random& random);
  /// Accepts only texts that `generate` could return.
  static Parsed<KeySecret> parse(std::string_view text);

  [[nodiscard]] const std::string& reveal() const { return text_; }
  [[nodiscard]] Digest digest() const { return sha256(text_); }

 private:
  explicit KeySecret(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

struct ApiKey {
  KeyId id;
  std::string name;
  Scopes scopes = Scopes::standard();
  std::vector<GuildId> guilds = {};
  Timestamp created;
  std::optional<Timestamp> expires = std::nullopt;
  std::optional<Timestamp> revoked = std::nullopt;
  std::optional<Timestamp> last_used = std::nullopt;

  [[nodiscard]] bool is_valid_at(Timestamp now) const {
    return !revoked && (!expires || now < *expires);
  }
};

}  // namespace blotter
