#include "http/worker.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

#include "http/session.hpp"

namespace blotter::http {
namespace {

using std::chrono::milliseconds;

thread_local const Worker* worker_of_this_thread = nullptr;

constexpr std::size_t spare_buffers_max = 64;
constexpr std::size_t spare_buffer_bytes_max = std::size_t{16} * 1024;

/// A timer per operation costs 2.6 µs per request; one pass over all sessions, twice a second,
/// costs nothing. Deadlines are late by at most one period: a quarter of the shortest limit.
milliseconds sweep_period_for(const Limits& limits) {
  constexpr milliseconds shortest{10};
  constexpr milliseconds longest{500};
  const auto limit = std::min({limits.read_timeout, limits.idle_timeout, limits.write_timeout});
  return std::clamp(limit / 4, shortest, longest);
}

}  // namespace

Worker::Worker(Handler& handler, const Limits& limits)
    : handler_(handler),
      limits_(limits),
      context_(1),
      work_(boost::asio::make_work_guard(context_)),
      sweep_timer_(context_),
      sweep_period_(sweep_period_for(limits)) {}

void Worker::run() {
  worker_of_this_thread = this;
  schedule_sweep();
  for (;;) {
    try {
      context_.run();
      break;
    } catch (const std::exception&) {
      // Sessions catch their own exceptions; what gets here is lack of memory while a connection is
      // accepted. Its socket is closed; the other connections are not affected.
    }
  }
  worker_of_this_thread = nullptr;
  // Waiting mail owns its session, which owns this worker: a cycle that would never be freed.
  std::vector<std::shared_ptr<Session>> undelivered;
  const std::lock_guard lock(mail_mutex_);
  has_ended_ = true;
  undelivered.swap(mail_);
}

bool Worker::is_this_thread() const { return worker_of_this_thread == this; }

void Worker::wake(std::shared_ptr<Session> session) {
  {
    const std::lock_guard lock(mail_mutex_);
    if (has_ended_) return;
    mail_.push_back(std::move(session));
    if (mail_.size() > 1) return;
    try {
      boost::asio::post(context_, [this] { open_mail(); });
    } catch (...) {
      mail_.clear();  // otherwise `mail_` is never empty again, and no later call posts
      throw;
    }
  }
}

void Worker::open_mail() {
  {
    const std::lock_guard lock(mail_mutex_);
    opened_mail_.swap(mail_);
  }
  for (const auto& session : opened_mail_) session->take_mail();
  opened_mail_.clear();
}

void Worker::end_stalled_handshakes() {
  boost::asio::post(context_, [this] {
    visit_sessions(
        [now = Session::Clock::now()](Session& session) { session.end_stalled_handshake(now); });
  });
}

void Worker::drain() {
  boost::asio::post(context_, [this] {
    is_draining_ = true;
    visit_sessions([](Session& session) { session.drain(); });
    end_if_drained();
  });
}

void Worker::abort_all() {
  boost::asio::post(context_, [this] {
    is_draining_ = true;
    visit_sessions([](Session& session) { session.abort(); });
    end_if_drained();
  });
}

void Worker::adopt(const std::shared_ptr<Session>& session) {
  session->list_index = sessions_.size();
  sessions_.push_back(session);
  session->start();
}

void Worker::forget(Session& session) {
  const auto index = session.list_index;
  const auto forgotten = std::move(sessions_[index]);
  if (index + 1 < sessions_.size()) {
    sessions_[index] = std::move(sessions_.back());
    sessions_[index]->list_index = index;
  }
  sessions_.pop_back();
  end_if_drained();
}

std::string Worker::borrow_buffer() {
  if (spare_buffers_.empty()) return {};
  auto buffer = std::move(spare_buffers_.back());
  spare_buffers_.pop_back();
  return buffer;
}

void Worker::give_back_buffer(std::string buffer) {
  const bool is_usual = buffer.capacity() <= spare_buffer_bytes_max;
  if (!is_usual || spare_buffers_.size() == spare_buffers_max) return;
  buffer.clear();
  spare_buffers_.push_back(std::move(buffer));
}

void Worker::send_together(std::shared_ptr<Session> session) {
  // Asio runs a posted function after everything that is ready now. Post first: if it throws for
  // lack of memory, no session waits in `ready_` for a call that never comes.
  if (ready_.empty()) boost::asio::post(context_, [this] { send_all_ready(); });
  ready_.push_back(std::move(session));
}

void Worker::send_all_ready() {
  sending_.swap(ready_);
  for (const auto& session : sending_) session->send_ready();
  sending_.clear();
}

void Worker::schedule_sweep() {
  sweep_timer_.expires_after(sweep_period_);
  sweep_timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) sweep();
  });
}

void Worker::sweep() {
  visit_sessions([now = Session::Clock::now()](Session& session) { session.sweep(now); });
  if (work_.owns_work()) schedule_sweep();
}

/// Backwards: a session that ends is replaced in the list by the last one, already visited.
template <class Visit>
void Worker::visit_sessions(Visit visit) {
  for (auto index = sessions_.size(); index > 0; --index) {
    const auto session = sessions_[index - 1];
    visit(*session);
  }
}

void Worker::end_if_drained() {
  if (!is_draining_ || !sessions_.empty()) return;
  sweep_timer_.cancel();
  work_.reset();
}

}  // namespace blotter::http
