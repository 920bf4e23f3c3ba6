// A list of records that is read while it is used.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "domain/guild.hpp"
#include "storage/store_error.hpp"

namespace blotter {

/// Reads the rest of a listing after the work that began it has ended.
class ListingHost {
 public:
  virtual ~ListingHost() = default;
  /// Whether the snapshot may stay open that long; if so, it counts as kept from now on.
  [[nodiscard]] virtual bool may_keep() = 0;
  /// Runs a task of the guild that may block on the database, at once or on another thread. A task
  /// that cannot be run is dropped.
  virtual void run(const GuildId& guild, std::function<void()> task) = 0;
};

/// Rows that are read while they are used, so that memory does not grow with their number. Keeps
/// its snapshot open for as long as it lives.
template <class Record>
class Listing {
 public:
  using Pull = std::function<std::optional<Record>()>;
  Listing(Pull pull, ListingHost& host, GuildId guild)
      : pull_(std::move(pull)), host_(&host), guild_(std::move(guild)) {}
  /// Nothing after the last record.
  std::optional<Record> next() { return pull_(); }
  /// Must be called if the listing outlives the work that made it. Throws Overloaded when too many
  /// are kept already.
  void keep() const {
    if (!host_->may_keep()) throw Overloaded();
  }
  /// For threads that must not block: runs `task`, which calls `next`, where blocking does no harm.
  void run_on_blocking_thread(std::function<void()> task) const {
    host_->run(guild_, std::move(task));
  }

 private:
  Pull pull_;
  ListingHost* host_;
  GuildId guild_;
};

}  // namespace blotter
