// Threads that read from PostgreSQL. Each takes several look-ups at a time and sends them together;
// what needs more than one statement gets a snapshot of its own, on other threads.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "storage/postgres/connections.hpp"
#include "storage/share_of_threads.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

class ReadLanes {
 public:
  struct Shares {
    std::size_t lanes;    // for look-ups of one statement
    std::size_t helpers;  // of these, only help while the others are held up
    std::size_t alone;    // for the others, of which one guild never has all; may be none
    std::size_t lists;    // that may keep a connection behind the end of their work
  };
  ReadLanes(std::shared_ptr<Connections> connections, const Shares& shares, std::size_t queue_max);
  ~ReadLanes();
  ReadLanes(const ReadLanes&) = delete;
  ReadLanes& operator=(const ReadLanes&) = delete;

  void submit(std::unique_ptr<ReadWork> work);
  /// Gives up what has waited too long for a thread.
  void refuse_overdue();
  void stop();

 private:
  /// A piece of work, or a task that reads on in a list.
  struct Queued {
    std::string guild;
    std::unique_ptr<ReadWork> work;
    std::function<void()> task;
    SteadyClock::time_point deadline;

    [[nodiscard]] const std::string& owner() const { return guild; }
  };

  /// Of one piece of work. Lives as long as its connection, which a list keeps.
  class Host final : public ListingHost {
   public:
    Host(ReadLanes& lanes, std::string guild) : lanes_(lanes), guild_(std::move(guild)) {}
    [[nodiscard]] bool may_keep() override;
    void run(const GuildId& guild, std::function<void()> task) override;

   private:
    ReadLanes& lanes_;
    const std::string guild_;
    std::shared_ptr<void> seat_;
  };

  using Queue = WorkQueue<Queued>;
  using Take = std::vector<Queued> (Queue::*)(Queue::Most);

  void loop(Take take);
  void loop_alone();
  void serve(std::vector<Queued> batch);
  void serve_alone(Queued& item);
  /// Null when there are as many lists as may be, of all guilds or of this one.
  std::shared_ptr<void> seat(const std::string& guild);
  [[nodiscard]] SteadyClock::time_point deadline() const;

  const std::shared_ptr<Connections> connections_;
  struct Seats {
    std::mutex mutex;
    std::size_t taken = 0;
    std::unordered_map<std::string, std::size_t> of_guild;
  };

  const std::size_t lists_max_;
  const bool has_alone_;
  const std::shared_ptr<Seats> seats_ = std::make_shared<Seats>();
  Queue waiting_;
  WorkQueue<Queued, ShareOfThreads> alone_;
  std::vector<std::thread> threads_;
};

}  // namespace blotter::storage
