// Threads that read from PostgreSQL. Each takes several lookups at a time and sends them together.
// A lookup that needs more than one statement gets a snapshot of its own, on other threads.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "storage/postgres/connection_pool.hpp"
#include "storage/postgres/lane_threads.hpp"
#include "storage/queued_read.hpp"
#include "storage/thread_quota.hpp"

namespace blotter::storage {

class ReadLanes {
 public:
  struct Shares {
    std::size_t lanes;      // for lookups of one statement
    std::size_t helpers;    // of these lanes, only help while the others are held up
    std::size_t snapshots;  // for the other lookups; one guild never has all; may be 0
    std::size_t lists;      // that may keep a connection after the end of their work
  };
  ReadLanes(std::shared_ptr<ConnectionPool> connections, const Shares& shares,
            std::size_t queue_max);

  void submit(std::unique_ptr<ReadWork> work);
  /// Fails the work that has waited for a thread past its deadline.
  void refuse_overdue();
  void stop();

 private:
  /// For one piece of work. Lives as long as its connection, which a list keeps.
  class Host final : public ListingHost {
   public:
    Host(ReadLanes& lanes, std::string guild) : lanes_(lanes), guild_(std::move(guild)) {}
    [[nodiscard]] bool may_keep() override;
    void run(const GuildId& guild, std::function<void()> task) override;

   private:
    ReadLanes& lanes_;
    const std::string guild_;
    std::shared_ptr<void> slot_;
  };

  void serve(std::vector<QueuedRead> batch);
  void serve_in_snapshot(QueuedRead& item);
  /// Null when there are too many lists already, of all guilds or of this one.
  std::shared_ptr<void> slot(const std::string& guild);
  [[nodiscard]] SteadyClock::time_point deadline() const;

  const std::shared_ptr<ConnectionPool> connections_;
  struct Slots {
    std::mutex mutex;
    std::size_t taken = 0;
    std::unordered_map<std::string, std::size_t> of_guild;
  };

  const std::size_t lists_max_;
  const bool has_snapshot_lanes_;
  const std::shared_ptr<Slots> slots_ = std::make_shared<Slots>();
  // Last: their threads use the others.
  LaneThreads<QueuedRead> lanes_;
  LaneThreads<QueuedRead, ThreadQuota> snapshot_lanes_;
};

}  // namespace blotter::storage
