// Copies guilds from one store into another.
//
// A guild that is being copied has a mark in the target, and no key can use it while the mark is
// set. So a copy that was interrupted at any point can be continued, and no client ever sees half a
// guild.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "storage/store.hpp"

namespace blotter {

/// What to do with a guild that already exists in the target.
enum class Existing : std::uint8_t { refuse, replace };

struct TransferOptions {
  std::vector<GuildId> guilds = {};  // empty means all
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

/// Observes a copy.
class TransferWatcher {
 public:
  enum class Next : std::uint8_t { proceed, stop };

  virtual ~TransferWatcher() = default;
  /// Called between transactions, several times a second. A copy that is stopped here can be
  /// continued.
  virtual Next progress(const TransferProgress& progress) = 0;
  virtual void guild_verified(const GuildId& guild, std::int64_t rows) = 0;
  /// The guild was copied as of the beginning of its copy, without the given number of later
  /// changes.
  virtual void guild_outdated(const GuildId& guild, std::int64_t changes) = 0;
};

struct TransferReport {
  struct Table {
    std::string_view name;
    std::int64_t rows = 0;  // all of them verified
  };
  std::vector<Table> tables = {};
  /// Keys that open at least one of the guilds.
  std::int64_t keys = 0;
};

/// Throws StoreError. Unless its message says otherwise, the same call continues the copy.
TransferReport transfer(std::string_view from, std::string_view to, const TransferOptions& options,
                        TransferWatcher& watcher);

namespace storage {
/// The same on connections that are open and whose schema is current.
TransferReport transfer(sql::Connection& source, sql::Connection& target,
                        const TransferOptions& options, TransferWatcher& watcher);
}  // namespace storage

}  // namespace blotter
