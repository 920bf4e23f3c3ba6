// Numbers the events of one transaction. A guild's row is read with its first change and written
// once before the commit. Activity is also counted once, however many changes share the
// transaction.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"
#include "storage/writer.hpp"

namespace blotter {

class SequenceAllocator {
 public:
  /// The number of the guild's last event, if this transaction knows it.
  [[nodiscard]] std::optional<std::int64_t> last(const GuildId& guild) const {
    const auto found = guilds_.find(guild.str());
    if (found == guilds_.end()) return std::nullopt;
    return found->second.last;
  }

  void learn(const GuildId& guild, std::int64_t last) { guilds_[guild.str()] = {last, {}}; }
  /// The event will be committed: the next event follows it.
  void add(const GuildEvent& event) {
    PendingEvents& pending = guilds_[event.guild().str()];
    pending.last = event->seq;
    ++pending.activity[{day_of(event->at), event->kind}];
  }

  /// A change was rolled back, and perhaps its lock of the guild with it.
  void forget(const GuildId& guild) {
    const auto found = guilds_.find(guild.str());
    if (found != guilds_.end() && found->second.activity.empty()) guilds_.erase(found);
  }

  /// Writes the numbers and the activity of the added events; must be called before the commit.
  void save(sql::Connection& connection) {
    namespace statements = storage::statements;
    for (const auto& [guild, pending] : guilds_) {
      if (pending.activity.empty()) continue;
      connection.run(statements::guild_set_seq, guild, pending.last).finish();
      for (const auto& [of, amount] : pending.activity) {
        const auto& [day, kind] = of;
        connection.run(statements::activity_add, guild, day.number, kind, amount).finish();
      }
    }
  }

 private:
  struct PendingEvents {
    std::int64_t last;
    std::map<std::pair<Day, std::string>, std::int64_t> activity;  // empty when nothing changed
  };
  std::map<std::string, PendingEvents> guilds_;
};

}  // namespace blotter
