// Marks in the target of a copy: which guilds are not complete yet, and who copies them.
#pragma once

#include <cstdint>

#include "domain/guild.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

class TransferMarks {
 public:
  enum class State : std::uint8_t {
    none,
    copying,    // what is there is the beginning of a copy
    discarded,  // what is there must be deleted before anything is copied
  };

  explicit TransferMarks(sql::Connection& target);

  State state(const GuildId& guild);
  /// Makes the guild ours; whoever copied it before meets a failure at his next step.
  void set(const GuildId& guild, State state);
  /// Throws StoreError unless the guild is still ours. Nobody can take it before the transaction
  /// ends.
  void hold(const GuildId& guild, State state);
  void remove(const GuildId& guild);

  /// A number that no other copy has.
  [[nodiscard]] std::int64_t owner() const { return owner_; }

 private:
  [[nodiscard]] std::int64_t value_of(State state) const;

  sql::Connection& target_;
  const std::int64_t owner_;
};

}  // namespace blotter::storage
