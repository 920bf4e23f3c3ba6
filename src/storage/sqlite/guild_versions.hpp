// Tells, without looking into the file, whether something of a guild or civilian may have changed.
#pragma once

#include <array>
#include <atomic>
#include <functional>

#include "base/coarse_clock.hpp"
#include "base/ids.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

class GuildVersions {
 public:
  /// Several may share a number, and then one changes with the other.
  [[nodiscard]] std::uint64_t of(const GuildId& guild) const {
    return guilds_[hash(guild) % guilds_.size()].load(std::memory_order_acquire);
  }
  [[nodiscard]] std::uint64_t of(const GuildId& guild, CivilianId civilian) const {
    return civilians_[index(guild, civilian)].load(std::memory_order_acquire);
  }

  /// The guild's number first: who finds the civilian's new one must find the guild's too.
  void change(const GuildId& guild, CivilianId civilian) {
    guilds_[hash(guild) % guilds_.size()].fetch_add(1, std::memory_order_acq_rel);
    civilians_[index(guild, civilian)].fetch_add(1, std::memory_order_acq_rel);
  }
  void change_all() {
    for (auto& version : guilds_) version.fetch_add(1, std::memory_order_acq_rel);
    for (auto& version : civilians_) version.fetch_add(1, std::memory_order_acq_rel);
  }

  /// At that time nobody else had changed the file, or it was noted here.
  void note_checked(CoarseClock::time_point time) { checked_ = time; }
  [[nodiscard]] CoarseClock::time_point checked() const { return checked_; }

 private:
  static std::size_t hash(const GuildId& guild) { return std::hash<std::string>()(guild.str()); }
  [[nodiscard]] std::size_t index(const GuildId& guild, CivilianId civilian) const {
    // Ids that were made one after the other differ in few bits; the product spreads them.
    constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;
    const std::uint64_t mixed = (hash(guild) ^ static_cast<std::uint64_t>(civilian.value)) * spread;
    return (mixed >> 32) % civilians_.size();
  }

  std::array<std::atomic<std::uint64_t>, 4096> guilds_{};
  std::array<std::atomic<std::uint64_t>, 262'144> civilians_{};
  std::atomic<CoarseClock::time_point> checked_{CoarseClock::time_point{}};
};

}  // namespace blotter::storage
