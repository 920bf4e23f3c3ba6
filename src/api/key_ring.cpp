#include "api/key_ring.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>

namespace blotter::api {
namespace {

constexpr std::string_view bearer = "bearer ";

Digest digest_from_hex(std::string_view hex) {
  const auto digit = [](char c) {
    return static_cast<unsigned char>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  Digest digest{};
  for (std::size_t i = 0; i < digest.size() && i * 2 + 1 < hex.size(); ++i) {
    digest[i] = static_cast<unsigned char>(digit(hex[i * 2]) << 4 | digit(hex[i * 2 + 1]));
  }
  return digest;
}

/// The keys that a thread found last. Clients send the same few keys again and again, and the
/// digest and lookup of a key cost more than all other checks. An entry is valid for one generation
/// of the keys, so a revocation invalidates it.
class RecentKeys {
 public:
  struct Place {
    std::uint64_t generation = 0;
    std::string authorization;
    std::shared_ptr<const KnownKey> key;
  };

  Place& place(std::string_view authorization) {
    return places_[std::hash<std::string_view>()(authorization) % places_.size()];
  }

 private:
  std::array<Place, 64> places_;
};

bool is_valid(const ApiKey& key, std::string_view guild, Timestamp now) {
  return key.is_valid_at(now) &&
         std::ranges::any_of(key.guilds, [&](const GuildId& id) { return id.str() == guild; });
}

std::uint64_t next_generation_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

std::string_view without_bearer(std::string_view authorization) {
  const auto same = [](char sent, char lower) { return (sent | 0x20) == (lower | 0x20); };
  if (authorization.size() < bearer.size() ||
      !std::equal(bearer.begin(), bearer.end(), authorization.begin(), same)) {
    return authorization;
  }
  authorization.remove_prefix(
      std::min(authorization.find_first_not_of(' ', bearer.size()), authorization.size()));
  return authorization;
}

void KeyRing::refresh() {
  std::int64_t generation = 0;
  std::vector<StoredKey> stored;
  store_.look_up([&](Accounts& accounts) {
    generation = accounts.generation();
    if (generation != generation_) stored = accounts.keys();
  });
  if (generation == generation_) return;

  std::shared_ptr<const Keys> old;
  {
    const std::shared_lock lock(mutex_);
    old = keys_;
  }
  auto fresh = std::make_shared<Keys>();
  auto by_id = std::make_shared<KeysById>();
  for (StoredKey& entry : stored) {
    const Digest digest = digest_from_hex(entry.digest_hex);
    const auto known = old->find(digest);
    auto use = known == old->end() ? std::make_shared<KeyUse>() : known->second->use;
    auto key = std::make_shared<KnownKey>(KnownKey{std::move(entry.key), std::move(use)});
    by_id->emplace(key->key.id.value, key);
    fresh->emplace(digest, std::move(key));
  }
  const std::unique_lock lock(mutex_);
  keys_ = std::move(fresh);
  keys_by_id_ = std::move(by_id);
  generation_ = generation;
  generation_id_ = next_generation_id();
}

Authentication KeyRing::authenticate(std::string_view authorization, std::string_view guild,
                                     Timestamp now) const {
  auto known = find(authorization);
  if (!known) return {nullptr, KeySecret::parse(without_bearer(authorization)).has_value()};
  if (!is_valid(known->key, guild, now)) return {};
  // Stored only if it changes: otherwise threads that share a key would contend for the cache line.
  auto& last_used = known->use->last_used_ms;
  if (last_used.load(std::memory_order_relaxed) != now.ms) {
    last_used.store(now.ms, std::memory_order_relaxed);
  }
  return {std::move(known)};
}

std::shared_ptr<const KnownKey> KeyRing::find(std::string_view authorization) const {
  thread_local RecentKeys recent;
  auto& place = recent.place(authorization);
  // Read before the keys: at worst a new key is stored under an old generation, never the reverse.
  const std::uint64_t generation = generation_id_;
  if (place.key && place.generation == generation &&
      equal_secrets(place.authorization, authorization)) {
    return place.key;
  }
  std::shared_ptr<const Keys> keys;
  {
    const std::shared_lock lock(mutex_);
    keys = keys_;
  }
  const auto found = keys->find(sha256(without_bearer(authorization)));
  if (found == keys->end()) return nullptr;
  place = {generation, std::string(authorization), found->second};
  return found->second;
}

bool KeyRing::may_read(KeyId key, const GuildId& guild, Timestamp now) const {
  std::shared_ptr<const KeysById> keys;
  {
    const std::shared_lock lock(mutex_);
    keys = keys_by_id_;
  }
  const auto found = keys->find(key.value);
  return found != keys->end() && is_valid(found->second->key, guild.str(), now) &&
         found->second->key.scopes.has(Scope::read);
}

void KeyRing::save_last_used() {
  std::vector<std::shared_ptr<const KnownKey>> used;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [digest, known] : *keys_) {
      if (known->use->last_used_ms.load() != known->use->written_ms.load()) used.push_back(known);
    }
  }
  if (used.empty()) return;
  store_.administer([&](Accounts& accounts) {
    for (const auto& known : used) {
      const std::int64_t time = known->use->last_used_ms.load();
      accounts.set_last_used(known->key.id, Timestamp{time});
      known->use->written_ms.store(time);
    }
  });
}

}  // namespace blotter::api
