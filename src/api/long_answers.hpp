// Counts the long answers that are being sent, so that no key and no guild takes the room of all.
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

/// A long answer holds memory or a snapshot for as long as its client takes to read it.
class LongAnswers {
 public:
  static constexpr std::size_t bytes_min = std::size_t{64} * 1024;
  static constexpr std::size_t of_key_max = 8;
  /// For guilds with many keys: half of what the store has room for.
  static constexpr std::size_t of_guild_max = 32;

  /// To be kept as long as the answer is being sent. Null when the key, or the guild, has as many
  /// as it may. May be kept longer than this lives.
  [[nodiscard]] std::shared_ptr<const void> begin(KeyId key, const GuildId& guild);
  /// Whether `begin` would give nothing now.
  [[nodiscard]] bool is_full(KeyId key, const GuildId& guild) const;

 private:
  struct Counts {
    std::mutex mutex;
    std::unordered_map<std::int64_t, std::size_t> keys;
    std::unordered_map<std::string, std::size_t> guilds;
    std::atomic<std::size_t> all{0};
  };
  class Seat;
  [[nodiscard]] bool is_full_locked(KeyId key, const GuildId& guild) const;

  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace blotter::api
