// The API keys for copied guilds.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "domain/guild.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

class TransferKeys {
 public:
  TransferKeys(sql::Connection& source, sql::Connection& target)
      : source_(source), target_(target) {}

  /// Every key for the guild in the source becomes a key for it in the target. Throws StoreError.
  void bind(const GuildId& guild);
  /// How many keys have been bound so far.
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(bound_.size()); }

 private:
  struct TargetKey {
    std::int64_t id;
    bool is_revoked;
  };
  std::optional<TargetKey> find(std::string_view digest);

  sql::Connection& source_;
  sql::Connection& target_;
  std::set<std::int64_t> bound_;
};

}  // namespace blotter::storage
