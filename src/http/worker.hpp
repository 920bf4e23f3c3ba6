// One I/O thread with all that belongs to it: its event loop, its sessions, its sweep.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "http/message.hpp"
#include "http/server.hpp"

namespace blotter::http {

class Session;

/// Sessions share it with the server, because a reply may come when the server has long stopped.
class Worker {
 public:
  Worker(Handler& handler, const Limits& limits);

  /// Serves until drained or cut. To be called once.
  void run();
  [[nodiscard]] bool is_this_thread() const;
  [[nodiscard]] boost::asio::io_context& context() { return context_; }

  // From any thread.
  /// Has Session::take_mail() called on this worker's thread; does nothing once run() has returned.
  /// Answers that come together, as those of one group commit do, cost one wake-up together.
  void wake(std::shared_ptr<Session> session);
  /// Ends handshakes that wait for their clients.
  void end_stalled_handshakes();
  /// Lets requests in flight be answered; run() returns after the last of them.
  void drain();
  /// Ends all connections; run() returns.
  void cut();

  // On this worker's thread.
  void adopt(const std::shared_ptr<Session>& session);
  void forget(Session& session);
  /// Empty, with room that an earlier answer has left: busy sessions need not allocate, and idle
  /// ones hold nothing.
  std::string borrow_buffer();
  void give_back_buffer(std::string buffer);
  /// Has Session::send_ready() called when all requests that have come by now are handled. An
  /// answer wakes its client; one that shares our cores would interrupt us after each of them.
  void send_together(std::shared_ptr<Session> session);
  [[nodiscard]] bool is_draining() const { return is_draining_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] Handler& handler() { return handler_; }

 private:
  void open_mail();
  void send_all_ready();
  void schedule_sweep();
  void sweep();
  template <class Visit>
  void visit_sessions(Visit visit);
  void end_if_drained();

  Handler& handler_;
  const Limits limits_;
  boost::asio::io_context context_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer sweep_timer_;
  const std::chrono::milliseconds sweep_period_;
  std::vector<std::shared_ptr<Session>> sessions_;
  std::vector<std::string> spare_buffers_;
  std::vector<std::shared_ptr<Session>> ready_;
  std::vector<std::shared_ptr<Session>> sending_;
  bool is_draining_ = false;

  std::mutex mail_mutex_;
  std::vector<std::shared_ptr<Session>> mail_;
  std::vector<std::shared_ptr<Session>> opened_mail_;
  bool has_ended_ = false;
};

}  // namespace blotter::http
