// Notifies the other instances on a PostgreSQL database of commits, and forwards their
// notifications to the feed, by NOTIFY and LISTEN. A notification may get lost; the feed does not
// rely on it.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "storage/feed.hpp"
#include "storage/postgres/connection_pool.hpp"

namespace blotter::storage {

class Notifications {
 public:
  Notifications(std::shared_ptr<ConnectionPool> connections, Feed& feed);
  ~Notifications();
  Notifications(const Notifications&) = delete;
  Notifications& operator=(const Notifications&) = delete;

  /// Sends it to the other instances soon. Does not wait; any thread may call it.
  void announce(const Commit& commit);
  /// Sends what was announced before.
  void stop();

  /// In the transaction of this connection: guilds or keys have changed.
  static void announce_account_changes(sql::Connection& connection);

 private:
  void run();
  void listen(sql::PostgresConnection& connection);
  void send_waiting(sql::PostgresConnection& connection);
  void receive(const std::string& payload);
  void pause();
  void wake() const;
  [[nodiscard]] bool is_stopping();
  [[nodiscard]] bool is_any_waiting();

  const std::shared_ptr<ConnectionPool> connections_;
  Feed& feed_;
  const int wake_fd_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::map<std::string, std::int64_t> waiting_;  // the last event number by guild
  bool are_account_changes_waiting_ = false;     // only together with an event
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::storage
