// Copies guilds from one store into another.
//
// A guild that is being copied carries a mark in the target, and as long as it does no key reaches
// it. So a copy that was stopped at any moment can be continued, and nobody ever sees half a guild.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "storage/store.hpp"

namespace blotter {

/// What to do with a guild that is in the target already.
enum class Existing : std::uint8_t { refuse, replace };

struct TransferOptions {
  std::vector<GuildId> guilds = {};  // none of them stands for all
  Existing existing = Existing::refuse;
};

struct TransferProgress {
  std::size_t guild = 0;  // counted from 1
  std::size_t guilds = 0;
  // Of all guilds together.
  std::int64_t rows = 0;
  std::int64_t copied = 0;
  std::int64_t verified = 0;
};

/// Who looks on.
class TransferWatcher {
 public:
  enum class Answer : std::uint8_t { go_on, stop };

  virtual ~TransferWatcher() = default;
  /// Called between transactions, several times a second. A copy that is stopped here can be
  /// continued.
  virtual Answer progress(const TransferProgress& progress) = 0;
  virtual void guild_verified(const GuildId& guild, std::int64_t rows) = 0;
  /// The guild is copied as it was when its copy began, without so many later changes.
  virtual void guild_outdated(const GuildId& guild, std::int64_t changes) = 0;
};

struct TransferReport {
  struct Table {
    std::string_view name;
    std::int64_t rows = 0;  // all of them verified
  };
  std::vector<Table> tables = {};
  /// That open at least one of the guilds.
  std::int64_t keys = 0;
};

/// Throws StoreError. Unless it says something else, the same call continues the copy.
TransferReport transfer(std::string_view from, std::string_view to, const TransferOptions& options,
                        TransferWatcher& watcher);

namespace storage {
/// The same on connections that are open and up to date.
TransferReport transfer(sql::Connection& source, sql::Connection& target,
                        const TransferOptions& options, TransferWatcher& watcher);
}  // namespace storage

}  // namespace blotter
