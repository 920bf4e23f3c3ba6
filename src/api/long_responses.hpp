// Counts the long responses in progress, so that no key and no guild can use up the limit of all.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "domain/api_key.hpp"

namespace blotter::api {

/// A long response holds memory or a snapshot until its client has read it.
class LongResponses {
 public:
  static constexpr std::size_t bytes_min = std::size_t{64} * 1024;
  static constexpr std::size_t of_key_max = 8;
  /// For guilds with many keys: half of the listings that the store allows.
  static constexpr std::size_t of_guild_max = 32;

  /// Counts one response until the returned pointer is released. Null if the key or the guild has
  /// reached its limit. The pointer may outlive this object.
  [[nodiscard]] std::shared_ptr<const void> begin(KeyId key, const GuildId& guild);
  /// Whether `begin` would return null now.
  [[nodiscard]] bool is_full(KeyId key, const GuildId& guild) const;

 private:
  struct Counts {
    std::mutex mutex;
    std::unordered_map<std::int64_t, std::size_t> keys;
    std::unordered_map<std::string, std::size_t> guilds;
    std::atomic<std::size_t> all{0};
  };
  class Slot;
  [[nodiscard]] bool is_full_locked(KeyId key, const GuildId& guild) const;

  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace blotter::api
