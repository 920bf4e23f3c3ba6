// The events of one transaction. The guild's row is read with the first change of a guild and
// written with the last, and what was done is counted once, however many changes share the
// transaction.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "storage/sql/connection.hpp"
#include "storage/statements.hpp"
#include "storage/store.hpp"

namespace blotter {

class EventBook {
 public:
  /// The number of the guild's last event, if this transaction knows it.
  [[nodiscard]] std::optional<std::int64_t> last(const GuildId& guild) const {
    const auto found = guilds_.find(guild.str());
    if (found == guilds_.end()) return std::nullopt;
    return found->second.last;
  }

  void learn(const GuildId& guild, std::int64_t last) { guilds_[guild.str()] = {last, {}}; }
  /// The event stays: what comes next follows it.
  void keep(const EventMark& event) {
    Page& page = guilds_[event.guild.str()];
    page.last = event.seq;
    ++page.activity[{event.day, event.kind}];
  }

  /// A change was undone, and with it perhaps what held the guild.
  void forget(const GuildId& guild) {
    const auto found = guilds_.find(guild.str());
    if (found != guilds_.end() && found->second.activity.empty()) guilds_.erase(found);
  }

  /// Writes down what was kept; to be called before the commit.
  void save(sql::Connection& connection) {
    namespace statements = storage::statements;
    for (const auto& [guild, page] : guilds_) {
      if (page.activity.empty()) continue;
      connection.run(statements::guild_set_seq, guild, page.last).finish();
      for (const auto& [of, amount] : page.activity) {
        const auto& [day, kind] = of;
        connection.run(statements::activity_add, guild, day.number, kind, amount).finish();
      }
    }
  }

 private:
  struct Page {
    std::int64_t last;
    std::map<std::pair<Day, std::string>, std::int64_t> activity;  // empty when nothing changed
  };
  std::map<std::string, Page> guilds_;
};

}  // namespace blotter
