// The keys as the running server knows them: in memory, reloaded when a guild or key changes.
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

/// What a key has done since the server started; outlives reloads.
struct KeyUse {
  RateWindow rate;
  std::atomic<std::int64_t> last_used_ms{0};
  std::atomic<std::int64_t> written_ms{0};
};

struct KnownKey {
  ApiKey key;
  std::shared_ptr<KeyUse> use;
};

/// `authorization` is the header's value: a secret as it is, or `Bearer <secret>`.
std::string_view without_bearer(std::string_view authorization);

struct Authentication {
  /// The key, if it is valid now and for that guild; null for every other reason alike.
  std::shared_ptr<const KnownKey> key;
  /// It is a key by its form, and the server had none such: it may have been made since the last
  /// refresh.
  bool may_be_new = false;
};

class KeyRing {
 public:
  explicit KeyRing(Store& store) : store_(store) {}

  /// Reloads the keys if any guild or key changed since the last time.
  void refresh();

  /// Both facts come from one look at the keys, for a refresh may replace them at any time.
  /// `authorization` is the header's value: the key as it is, or `Bearer <key>`.
  [[nodiscard]] Authentication authenticate(std::string_view authorization, std::string_view guild,
                                            Timestamp now) const;

  /// Writes down when keys were last used, for those that were.
  void save_last_used();

 private:
  using Keys = std::unordered_map<Digest, std::shared_ptr<const KnownKey>, DigestHash>;

  [[nodiscard]] std::shared_ptr<const KnownKey> find(std::string_view authorization) const;

  Store& store_;
  mutable std::shared_mutex mutex_;
  std::shared_ptr<const Keys> keys_ = std::make_shared<Keys>();
  std::int64_t generation_ = 0;
  /// Another number for every set of keys that there ever was.
  std::atomic<std::uint64_t> edition_{0};
};

}  // namespace blotter::api
