// The API keys of the running server: in memory, reloaded when a guild or key changes.
#pragma once

#include <atomic>
#include <memory>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

#include "api/rate_window.hpp"
#include "base/clock.hpp"
#include "domain/api_key.hpp"
#include "storage/store.hpp"

namespace blotter::api {

/// Usage of a key since the server started; survives reloads.
struct KeyUse {
  RateWindow rate;
  std::atomic<std::int64_t> last_used_ms{0};
  std::atomic<std::int64_t> written_ms{0};
};

struct KnownKey {
  ApiKey key;
  std::shared_ptr<KeyUse> use;
};

/// `authorization` is the header's value: the bare secret, or `Bearer <secret>`.
std::string_view without_bearer(std::string_view authorization);

struct Authentication {
  /// The key, if it is valid now and for that guild; otherwise null, whatever the reason.
  std::shared_ptr<const KnownKey> key;
  /// It has the form of a key but is unknown: it may have been created since the last refresh.
  bool may_be_new = false;
};

class KeyRing {
 public:
  explicit KeyRing(Store& store) : store_(store) {}

  /// Reloads the keys if any guild or key has changed since the last call.
  void refresh();

  /// Both members of the result come from one version of the keys: a refresh may replace them at
  /// any time. `authorization` is the header's value: the bare key, or `Bearer <key>`.
  [[nodiscard]] Authentication authenticate(std::string_view authorization, std::string_view guild,
                                            Timestamp now) const;

  /// Whether the key still exists and may read this guild.
  [[nodiscard]] bool may_read(KeyId key, const GuildId& guild, Timestamp now) const;

  /// Stores the time of last use of each key that was used since the last call.
  void save_last_used();

 private:
  using Keys = std::unordered_map<Digest, std::shared_ptr<const KnownKey>, DigestHash>;

  [[nodiscard]] std::shared_ptr<const KnownKey> find(std::string_view authorization) const;

  using KeysById = std::unordered_map<std::int64_t, std::shared_ptr<const KnownKey>>;

  Store& store_;
  mutable std::shared_mutex mutex_;
  std::shared_ptr<const Keys> keys_ = std::make_shared<Keys>();
  std::shared_ptr<const KeysById> keys_by_id_ = std::make_shared<KeysById>();
  std::int64_t generation_ = 0;
  /// Unique for every set of keys, across all KeyRings of the process.
  std::atomic<std::uint64_t> generation_id_{0};
};

}  // namespace blotter::api
