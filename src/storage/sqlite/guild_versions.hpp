// Shows, without reading the file, whether something of a guild or civilian may have changed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/coarse_clock.hpp"
#include "base/ids.hpp"
#include "storage/feed.hpp"

namespace blotter::storage {

/// A guild's number is odd while a commit that changes the guild is in flight. From the time when
/// the engine shows the commit to the first reader until all other readers see it, the guild's
/// version is unknown, and no read may use an older snapshot.
class GuildVersions {
 public:
  /// Several guilds may share a number; then it changes with each of them. Nothing during a commit.
  [[nodiscard]] std::optional<std::uint64_t> of(const GuildId& guild) const {
    const std::uint64_t own = guilds_[index(guild)].load(std::memory_order_acquire);
    const std::uint64_t all = all_guilds_.load(std::memory_order_acquire);
    if (own % 2 != 0 || all % 2 != 0) return std::nullopt;
    return own + all;
  }
  [[nodiscard]] std::uint64_t of(const GuildId& guild, CivilianId civilian) const {
    return civilians_[index(guild, civilian)].load(std::memory_order_acquire) +
           all_civilians_.load(std::memory_order_acquire);
  }

  /// A commit is about to be made; one at a time.
  void prepare(const Commit& commit) {
    in_flight_.clear();
    has_begun_ = false;
    all_in_flight_ = commit.has_unlisted_changes;
    if (all_in_flight_) return;
    for (const GuildEvent& event : commit.events) in_flight_.push_back(index(event.guild()));
    std::sort(in_flight_.begin(), in_flight_.end());
    in_flight_.erase(std::unique(in_flight_.begin(), in_flight_.end()), in_flight_.end());
  }
  /// Must be called before any reader can see the prepared commit. Further calls do nothing.
  void begin() noexcept {
    if (!std::exchange(has_begun_, true)) turn();
  }
  /// The prepared commit has ended, or another process has made one.
  void note(const Commit& commit) noexcept {
    if (commit.origin == Commit::Origin::remote) {
      all_guilds_.fetch_add(2, std::memory_order_acq_rel);
      all_civilians_.fetch_add(1, std::memory_order_acq_rel);
      return;
    }
    // First the civilians: a read that finds the new number of a civilian must not find the old one
    // of its guild.
    if (commit.has_unlisted_changes) {
      all_civilians_.fetch_add(1, std::memory_order_acq_rel);
    } else {
      for (const GuildEvent& event : commit.events) {
        civilians_[index(event.guild(), *event->civilian)].fetch_add(1, std::memory_order_acq_rel);
      }
    }
    if (std::exchange(has_begun_, false)) turn();
  }

  /// At that time no other process had changed the file, or the change was noted here.
  void note_checked(CoarseClock::time_point time) { checked_ = time; }
  [[nodiscard]] CoarseClock::time_point checked() const { return checked_; }

 private:
  void turn() noexcept {
    if (all_in_flight_) all_guilds_.fetch_add(1);
    for (const std::size_t guild : in_flight_) guilds_[guild].fetch_add(1);
  }

  static std::size_t hash(const GuildId& guild) { return std::hash<std::string>()(guild.str()); }
  [[nodiscard]] std::size_t index(const GuildId& guild) const {
    return hash(guild) % guilds_.size();
  }
  [[nodiscard]] std::size_t index(const GuildId& guild, CivilianId civilian) const {
    // Consecutive ids differ in few bits; the product spreads them.
    constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;
    const std::uint64_t mixed = (hash(guild) ^ static_cast<std::uint64_t>(civilian.value)) * spread;
    return (mixed >> 32) % civilians_.size();
  }

  std::array<std::atomic<std::uint64_t>, 4096> guilds_{};
  std::array<std::atomic<std::uint64_t>, 262'144> civilians_{};
  // Parts of all those numbers: a change of all of them costs as little as a change of one.
  std::atomic<std::uint64_t> all_guilds_ = 0;
  std::atomic<std::uint64_t> all_civilians_ = 0;
  std::vector<std::size_t> in_flight_;  // indexes of guilds
  bool all_in_flight_ = false;
  bool has_begun_ = false;
  std::atomic<CoarseClock::time_point> checked_{CoarseClock::time_point{}};
};

}  // namespace blotter::storage
