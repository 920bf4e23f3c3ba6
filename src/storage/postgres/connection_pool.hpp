// The connections of one store: taken for a piece of work, given back after it.
#pragma once

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "storage/postgres/connection.hpp"
#include "storage/work_queue.hpp"

namespace blotter::storage {

class ConnectionPool : public std::enable_shared_from_this<ConnectionPool> {
 public:
  using Settings = sql::PostgresConnection::Settings;
  ConnectionPool(sql::PostgresAddress address, Settings settings)
      : address_(std::move(address)), settings_(settings) {}

  /// A connection that no other thread uses. It returns to the pool when the last pointer to it is
  /// destroyed.
  std::shared_ptr<sql::PostgresConnection> take(SteadyClock::time_point deadline);

  /// A connection that does not belong to the pool; `last_refusal` does not count it.
  std::unique_ptr<sql::PostgresConnection> connect(SteadyClock::time_point deadline);

  /// Runs the task with a connection. Retries with another one when that may help and there is
  /// time.
  template <class Task>
  void attempt(SteadyClock::time_point deadline, Task task) {
    for (auto pause = pause_min;; pause = std::min(pause * 2, pause_max)) {
      try {
        task(take(deadline));
        return;
      } catch (const sql::Retryable&) {
        if (SteadyClock::now() + pause >= std::min(deadline, wait_limit_->latest())) throw;
      }
      std::this_thread::sleep_for(pause);
    }
  }

  [[nodiscard]] std::chrono::milliseconds time_max() const { return settings_.time_max; }
  [[nodiscard]] const std::string& place() const { return address_.shown(); }
  /// When the database last responded, and when it last refused a connection.
  [[nodiscard]] SteadyClock::time_point last_success() const { return last_success_; }
  [[nodiscard]] SteadyClock::time_point last_refusal() const { return last_refusal_; }
  void note_success() { last_success_ = SteadyClock::now(); }

  /// No wait for the database lasts longer than that.
  void end_at(SteadyClock::time_point latest) { wait_limit_->end_at(latest); }

 private:
  static constexpr std::chrono::milliseconds pause_min{20};
  static constexpr std::chrono::milliseconds pause_max{250};

  std::unique_ptr<sql::PostgresConnection> connect_for_pool(SteadyClock::time_point deadline);
  void give_back(std::unique_ptr<sql::PostgresConnection> connection) noexcept;

  const sql::PostgresAddress address_;
  const Settings settings_;
  const std::shared_ptr<sql::WaitLimit> wait_limit_ = std::make_shared<sql::WaitLimit>();
  std::atomic<SteadyClock::time_point> last_success_{SteadyClock::time_point{}};
  std::atomic<SteadyClock::time_point> last_refusal_{SteadyClock::time_point{}};
  std::mutex mutex_;
  std::vector<std::unique_ptr<sql::PostgresConnection>> idle_;
};

}  // namespace blotter::storage
