// The numbers of events that one transaction gives out. The guild's row is read with the first
// change of a guild and written with the last, however many changes share the transaction.
#pragma once

#include <map>
#include <optional>

#include "storage/sql/connection.hpp"
#include "storage/statements.hpp"
#include "storage/store.hpp"

namespace blotter {

class SeqBook {
 public:
  /// The number of the guild's last event, if this transaction knows it.
  [[nodiscard]] std::optional<std::int64_t> last(const GuildId& guild) const {
    const auto found = guilds_.find(guild.str());
    if (found == guilds_.end()) return std::nullopt;
    return found->second.last;
  }

  void learn(const GuildId& guild, std::int64_t last) { guilds_[guild.str()] = {last, false}; }
  /// The event stays: what comes next follows it.
  void keep(const EventMark& event) { guilds_[event.guild.str()] = {event.seq, true}; }

  /// A change was undone, and with it perhaps what held the guild.
  void forget(const GuildId& guild) {
    const auto found = guilds_.find(guild.str());
    if (found != guilds_.end() && !found->second.has_changed) guilds_.erase(found);
  }

  /// Writes down what was given out; to be called before the commit.
  void save(sql::Connection& connection) {
    for (const auto& [guild, numbers] : guilds_) {
      if (!numbers.has_changed) continue;
      connection.run(storage::statements::guild_set_seq, guild, numbers.last).finish();
    }
  }

 private:
  struct Numbers {
    std::int64_t last;
    bool has_changed;
  };
  std::map<std::string, Numbers> guilds_;
};

}  // namespace blotter
