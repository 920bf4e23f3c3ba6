// One I/O thread and what it owns: its event loop, its sessions, its sweep.
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

/// Sessions and the server share ownership, because a Reply may be sent after the server stopped.
class Worker {
 public:
  Worker(Handler& handler, const Limits& limits);

  /// Serves until drain() or abort_all() has ended all sessions. Call once.
  void run();
  [[nodiscard]] bool is_this_thread() const;
  [[nodiscard]] boost::asio::io_context& context() { return context_; }

  // Any thread may call these.
  /// Makes this worker's thread call Session::take_mail(); does nothing after run() has returned.
  /// Responses that come together, as those of one group commit do, share one wake-up.
  void wake(std::shared_ptr<Session> session);
  /// Ends handshakes that wait for their clients.
  void end_stalled_handshakes();
  /// Closes idle sessions; run() returns after the responses to all requests in flight.
  void drain();
  /// Resets all connections; run() returns.
  void abort_all();

  // Only on this worker's thread.
  void adopt(const std::shared_ptr<Session>& session);
  void forget(Session& session);
  /// Empty, with the capacity that an earlier response has left: busy sessions need not allocate,
  /// and idle ones hold no memory.
  std::string borrow_buffer();
  void give_back_buffer(std::string buffer);
  /// Calls Session::send_ready() after all requests that have arrived by now are handled. A
  /// response wakes its client; a client on the same cores would interrupt us after each response.
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
