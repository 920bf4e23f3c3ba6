// Tells, without looking into the file, whether something of a guild or civilian may have changed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/coarse_clock.hpp"
#include "base/ids.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

/// A guild's number is odd while a commit that changes the guild is in flight. From the moment when
/// the engine shows the commit to the first reader, until all others see it too, nobody can tell
/// the guild's version, and nobody may use an older snapshot.
class GuildVersions {
 public:
  /// Several may share a number, and then one changes with the other. Nothing during a commit.
  [[nodiscard]] std::optional<std::uint64_t> of(const GuildId& guild) const {
    const std::uint64_t version = guilds_[index(guild)].load(std::memory_order_acquire);
    if (version % 2 != 0) return std::nullopt;
    return version;
  }
  [[nodiscard]] std::uint64_t of(const GuildId& guild, CivilianId civilian) const {
    return civilians_[index(guild, civilian)].load(std::memory_order_acquire);
  }

  /// A commit, which is in flight from `begin` on; one at a time. Its end makes the new versions
  /// known.
  class Flight {
   public:
    Flight(Flight&& other) noexcept
        : versions_(other.versions_),
          guilds_(std::move(other.guilds_)),
          has_begun_(std::exchange(other.has_begun_, false)) {}
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;
    Flight& operator=(Flight&&) = delete;
    ~Flight() {
      if (has_begun_) versions_.turn(guilds_);
    }
    /// Before anybody can see the commit. Once is enough.
    void begin() noexcept {
      if (!std::exchange(has_begun_, true)) versions_.turn(guilds_);
    }

   private:
    friend class GuildVersions;
    Flight(GuildVersions& versions, std::vector<std::size_t> guilds)
        : versions_(versions), guilds_(std::move(guilds)) {}

    GuildVersions& versions_;
    std::vector<std::size_t> guilds_;
    bool has_begun_ = false;
  };

  [[nodiscard]] Flight commit_of(const std::vector<GuildId>& guilds) {
    std::vector<std::size_t> indexes;
    indexes.reserve(guilds.size());
    for (const GuildId& guild : guilds) indexes.push_back(index(guild));
    std::sort(indexes.begin(), indexes.end());
    indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
    return {*this, std::move(indexes)};
  }
  [[nodiscard]] Flight commit_of_all() {
    std::vector<std::size_t> indexes(guilds_.size());
    std::iota(indexes.begin(), indexes.end(), std::size_t{0});
    return {*this, std::move(indexes)};
  }

  /// While the commit that changes the civilian is in flight: who finds the civilian's new number
  /// must not find the guild's old one.
  void change(const GuildId& guild, CivilianId civilian) {
    civilians_[index(guild, civilian)].fetch_add(1, std::memory_order_acq_rel);
  }
  void change_civilians() {
    for (auto& version : civilians_) version.fetch_add(1, std::memory_order_acq_rel);
  }
  /// Somebody else has changed something, at any time.
  void change_all() {
    for (auto& version : guilds_) version.fetch_add(2, std::memory_order_acq_rel);
    change_civilians();
  }

  /// At that time nobody else had changed the file, or it was noted here.
  void note_checked(CoarseClock::time_point time) { checked_ = time; }
  [[nodiscard]] CoarseClock::time_point checked() const { return checked_; }

 private:
  void turn(const std::vector<std::size_t>& guilds) noexcept {
    for (const std::size_t guild : guilds) guilds_[guild].fetch_add(1);
  }

  static std::size_t hash(const GuildId& guild) { return std::hash<std::string>()(guild.str()); }
  [[nodiscard]] std::size_t index(const GuildId& guild) const {
    return hash(guild) % guilds_.size();
  }
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
