#include "api/long_responses.hpp"

#include <utility>

namespace blotter::api {
namespace {

template <class Counts, class Name>
std::size_t count_of(const Counts& counts, const Name& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

template <class Counts, class Name>
void remove_one(Counts& counts, const Name& name) {
  const auto found = counts.find(name);
  if (--found->second == 0) counts.erase(found);
}

}  // namespace

class LongResponses::Slot {
 public:
  Slot(std::shared_ptr<Counts> counts, KeyId key, std::string guild)
      : counts_(std::move(counts)), key_(key), guild_(std::move(guild)) {
    ++counts_->keys[key_.value];
    ++counts_->guilds[guild_];
    ++counts_->all;
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    const std::scoped_lock lock(counts_->mutex);
    remove_one(counts_->keys, key_.value);
    remove_one(counts_->guilds, guild_);
    --counts_->all;
  }

 private:
  std::shared_ptr<Counts> counts_;
  KeyId key_;
  std::string guild_;
};

std::shared_ptr<const void> LongResponses::begin(KeyId key, const GuildId& guild) {
  const std::scoped_lock lock(counts_->mutex);
  if (is_full_locked(key, guild)) return nullptr;
  return std::make_shared<Slot>(counts_, key, guild.str());
}

bool LongResponses::is_full(KeyId key, const GuildId& guild) const {
  if (counts_->all.load(std::memory_order_relaxed) < of_key_max) return false;
  const std::scoped_lock lock(counts_->mutex);
  return is_full_locked(key, guild);
}

bool LongResponses::is_full_locked(KeyId key, const GuildId& guild) const {
  return count_of(counts_->keys, key.value) >= of_key_max ||
         count_of(counts_->guilds, guild.str()) >= of_guild_max;
}

}  // namespace blotter::api
