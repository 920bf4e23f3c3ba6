#include "api/response_cache.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace blotter::api {
namespace {

constexpr std::size_t body_bytes_max = std::size_t{16} * 1024;
constexpr std::size_t key_bytes_max = 1024;
// Measured memory of an entry besides its text: slot, allocation headers, reference count.
constexpr std::size_t entry_bytes = 175;
constexpr std::size_t seen_slots = std::size_t{1} << 16;

}  // namespace

CacheKey::CacheKey(std::string text)
    : text_(std::move(text)), hash_(std::hash<std::string>()(text_)) {}

ResponseCache::Entry::Entry(Dependency dependency, const CacheKey& key, std::string_view body)
    : dependency(dependency),
      key_bytes(static_cast<std::uint32_t>(key.text().size())),
      body_bytes(static_cast<std::uint32_t>(body.size())) {
  auto joined = std::make_shared_for_overwrite<char[]>(key.text().size() + body.size());
  std::ranges::copy(body, std::ranges::copy(key.text(), joined.get()).out);
  text = std::move(joined);
}

bool ResponseCache::Entry::matches(const CacheKey& key) const {
  return std::string_view(text.get(), key_bytes) == key.text();
}

std::string_view ResponseCache::Entry::body() const { return {text.get() + key_bytes, body_bytes}; }

std::size_t ResponseCache::Entry::bytes() const { return key_bytes + body_bytes + entry_bytes; }

ResponseCache::ResponseCache(std::size_t bytes_max)
    : bytes_max_(bytes_max), seen_(bytes_max > 0 ? seen_slots : 0) {}

void ResponseCache::offer(const CacheKey& key, Dependency dependency, std::string_view body) {
  if (!is_admitted(key, dependency, body.size())) return;
  shard(key).put(key.hash(), Entry(dependency, key, body), bytes_max_ / shards_.size());
}

bool ResponseCache::is_admitted(const CacheKey& key, Dependency dependency,
                                std::size_t body_bytes) {
  if (body_bytes > body_bytes_max || key.text().size() > key_bytes_max) return false;
  if (shard(key).has_room_for(key.hash())) return true;
  auto& slot = seen_[key.hash() / shards_.size() % seen_.size()];
  const auto fingerprint = static_cast<std::uint32_t>((key.hash() >> 32) + dependency.version);
  return slot.exchange(fingerprint, std::memory_order_relaxed) == fingerprint;
}

ResponseCache::Entry ResponseCache::Shard::look_up(std::uint64_t hash) {
  const std::scoped_lock lock(mutex_);
  const auto found = slots_.find(hash);
  if (found == slots_.end()) return {};
  found->second.is_referenced = true;
  return found->second.entry;
}

bool ResponseCache::Shard::has_room_for(std::uint64_t hash) {
  const std::scoped_lock lock(mutex_);
  return !is_full_ || slots_.contains(hash);
}

void ResponseCache::Shard::put(std::uint64_t hash, Entry entry, std::size_t bytes_max) {
  const std::scoped_lock lock(mutex_);
  // Reserve first: if memory runs out later, no slot may be left that the hand never visits.
  if (clock_.size() == clock_.capacity()) clock_.reserve(2 * clock_.size() + 1);
  const auto [slot, is_new] = slots_.try_emplace(hash);
  if (is_new) {
    clock_.push_back(hash);
  } else {
    bytes_ -= slot->second.entry.bytes();
  }
  bytes_ += entry.bytes();
  slot->second.entry = std::move(entry);
  while (bytes_ > bytes_max && slots_.size() > 1) evict_one();
}

void ResponseCache::Shard::evict_one() {
  is_full_ = true;
  while (true) {
    if (hand_ >= clock_.size()) hand_ = 0;
    auto& hash = clock_[hand_++];
    const auto slot = slots_.find(hash);
    if (std::exchange(slot->second.is_referenced, false)) continue;
    bytes_ -= slot->second.entry.bytes();
    slots_.erase(slot);
    hash = clock_.back();
    clock_.pop_back();
    return;
  }
}

}  // namespace blotter::api
