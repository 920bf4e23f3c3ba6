// Caches the bodies of responses to reads. An entry holds the version of the data it depends on,
// and is valid while the store reports that version. So it is never older than a read.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "domain/civilian.hpp"
#include "http/message.hpp"

namespace blotter::api {

class CacheKey {
 public:
  explicit CacheKey(std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  std::string text_;
  std::uint64_t hash_;
};

/// What a cached body depends on: one civilian with all its records, or the whole guild.
struct Dependency {
  std::optional<CivilianId> about;
  std::uint64_t version = 0;
};

class ResponseCache {
 public:
  /// 0 disables the cache.
  explicit ResponseCache(std::size_t bytes_max);

  [[nodiscard]] bool is_on() const { return bytes_max_ > 0; }

  /// `is_current` returns whether a dependency still has its version.
  template <class IsCurrent>
  std::optional<http::Body> find(const CacheKey& key, IsCurrent is_current) {
    Entry entry = shard(key).look_up(key.hash());
    if (!entry.text || !entry.matches(key) || !is_current(entry.dependency)) return std::nullopt;
    const std::string_view body = entry.body();  // before `text` is moved from
    return http::Body(body, std::move(entry.text));
  }
  /// Caches the body if it is small. If other entries must be evicted for it, only the second offer
  /// of the same key and version is accepted.
  void offer(const CacheKey& key, Dependency dependency, std::string_view body);

 private:
  struct Entry {
    Dependency dependency;
    std::uint32_t key_bytes = 0;
    std::uint32_t body_bytes = 0;
    std::shared_ptr<const char[]> text;  // the key, then the body

    Entry() = default;
    Entry(Dependency dependency, const CacheKey& key, std::string_view body);
    [[nodiscard]] bool matches(const CacheKey& key) const;
    [[nodiscard]] std::string_view body() const;
    [[nodiscard]] std::size_t bytes() const;
  };

  /// Maps the key's hash to an entry; of two keys with the same hash, the later one replaces the
  /// other. CLOCK eviction: an entry that was read since the hand last passed gets a second chance.
  class Shard {
   public:
    Entry look_up(std::uint64_t hash);
    /// Whether an entry with this hash fits without eviction.
    bool has_room_for(std::uint64_t hash);
    void put(std::uint64_t hash, Entry entry, std::size_t bytes_max);

   private:
    struct Slot {
      Entry entry;
      bool is_referenced = false;
    };
    void evict_one();

    std::mutex mutex_;
    boost::unordered_flat_map<std::uint64_t, Slot> slots_;
    std::vector<std::uint64_t> clock_;  // all hashes, in the order of the hand
    std::size_t hand_ = 0;
    std::size_t bytes_ = 0;
    bool is_full_ = false;
  };

  Shard& shard(const CacheKey& key) { return shards_[key.hash() % shards_.size()]; }
  bool is_admitted(const CacheKey& key, Dependency dependency, std::size_t body_bytes);

  const std::size_t bytes_max_;
  std::array<Shard, 64> shards_;
  std::vector<std::atomic<std::uint32_t>> seen_;  // per slot: fingerprint of the last key
};

}  // namespace blotter::api
