// Marks in the target of a copy: which guilds are not complete yet, and which copy owns them.
#pragma once

#include <cstdint>

#include "domain/guild.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

class CopyMarks {
 public:
  enum class State : std::uint8_t {
    none,
    copying,    // the rows are the beginning of a copy
    discarded,  // the rows must be deleted before anything is copied
  };

  explicit CopyMarks(sql::Connection& target);

  State state(const GuildId& guild);
  /// Takes over the guild; a copy that owned it before fails at its next step.
  void set(const GuildId& guild, State state);
  /// Throws StoreError unless this copy still owns the guild. No other copy can take it over before
  /// the transaction ends.
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
