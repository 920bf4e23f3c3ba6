// Tells, without looking into the file, whether something of a guild may have changed.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>

#include "base/ids.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

class GuildVersions {
 public:
  using SteadyClock = std::chrono::steady_clock;

  /// Guilds may share a number, and then one changes with the other.
  [[nodiscard]] std::uint64_t of(const GuildId& guild) const {
    return versions_[index(guild)].load(std::memory_order_acquire);
  }
  void change(const GuildId& guild) {
    versions_[index(guild)].fetch_add(1, std::memory_order_acq_rel);
  }
  void change_all() {
    for (auto& version : versions_) version.fetch_add(1, std::memory_order_acq_rel);
  }

  /// At that time nobody else had changed the file, or it was noted here.
  void note_checked(SteadyClock::time_point time) { checked_ = time; }
  [[nodiscard]] SteadyClock::time_point checked() const { return checked_; }

 private:
  static constexpr std::size_t count = 4096;
  static std::size_t index(const GuildId& guild) {
    return std::hash<std::string>()(guild.str()) % count;
  }

  std::array<std::atomic<std::uint64_t>, count> versions_{};
  std::atomic<SteadyClock::time_point> checked_{SteadyClock::time_point{}};
};

}  // namespace blotter::storage
