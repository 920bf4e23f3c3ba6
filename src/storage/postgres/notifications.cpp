#include "storage/postgres/notifications.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sys/eventfd.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/log.hpp"

namespace blotter::storage {
namespace {

const sql::Query notify{"select pg_notify('blotter', $1)"};
// Sent in a transaction of its own, after the commit: inside it, NOTIFY would make all commits of
// the database wait for each other. PostgreSQL treats it as a change; its commit, and no other one,
// need not wait for the disk.
const sql::Query notify_alone{
    "select set_config('synchronous_commit', 'off', true), pg_notify('blotter', $1)"};
constexpr const char* listen_script = "listen blotter";
// Under load, many commits share a notification: each one wakes all instances.
constexpr auto send_interval = std::chrono::milliseconds(20);

// PostgreSQL takes less than 8000 bytes.
constexpr std::size_t payload_bytes_max = 7000;
// A guild's line begins with a digit.
constexpr std::string_view accounts_payload = "accounts";

// The system usually reports a lost connection; this limits the wait if it does not.
constexpr auto listen_time_max = std::chrono::seconds(30);
constexpr auto retry_pause = std::chrono::seconds(1);

int make_event_fd() {
  const int made = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (made < 0) throw StoreError(fmt::format("cannot create an event: {}", std::strerror(errno)));
  return made;
}

}  // namespace

Notifications::Notifications(std::shared_ptr<ConnectionPool> connections, Feed& feed)
    : connections_(std::move(connections)),
      feed_(feed),
      wake_fd_(make_event_fd()),
      thread_([this] { run(); }) {}

void Notifications::stop() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
  }
  stopped_.notify_all();
  wake();
  thread_.join();
}

Notifications::~Notifications() {
  stop();
  ::close(wake_fd_);  // not earlier: commits may still be announced
}

bool Notifications::is_stopping() {
  const std::scoped_lock lock(mutex_);
  return is_stopping_;
}

bool Notifications::is_any_waiting() {
  const std::scoped_lock lock(mutex_);
  return !waiting_.empty();
}

void Notifications::wake() const {
  // It only fails when the event is set already.
  ::eventfd_write(wake_fd_, 1);
}

void Notifications::announce(const Commit& commit) {
  // A commit without events announces its account changes itself.
  if (commit.events.empty()) return;
  bool is_first = false;
  {
    const std::scoped_lock lock(mutex_);
    is_first = waiting_.empty();
    if (commit.has_account_changes) are_account_changes_waiting_ = true;
    for (const GuildEvent& event : commit.events) {
      auto& last = waiting_[event.guild().str()];
      last = std::max(last, event->seq);
    }
  }
  if (is_first) wake();
}

void Notifications::announce_account_changes(sql::Connection& connection) {
  connection.run(notify, accounts_payload).finish();
}

void Notifications::run() {
  bool has_failed = false;
  while (!is_stopping()) {
    try {
      const auto connection = connections_->connect(SteadyClock::now() + connections_->time_max());
      connection->run_script(listen_script);
      has_failed = false;
      // Until now, notifications may have been missed.
      feed_.note_changes();
      listen(*connection);
    } catch (const std::exception& failure) {
      if (!has_failed && !is_stopping()) {
        log::warning("notifications of other instances are not received",
                     {{"cause", failure.what()}});
      }
      has_failed = true;
    }
    pause();
  }
}

void Notifications::listen(sql::PostgresConnection& connection) {
  SteadyClock::time_point next_send{};
  while (!is_stopping()) {
    const auto until = is_any_waiting() ? next_send : SteadyClock::now() + listen_time_max;
    const auto payloads = connection.wait_for_notifications(wake_fd_, until);
    eventfd_t count = 0;
    ::eventfd_read(wake_fd_, &count);
    for (const std::string& payload : payloads) receive(payload);
    if (!is_any_waiting() || SteadyClock::now() < next_send) continue;
    send_waiting(connection);
    next_send = SteadyClock::now() + send_interval;
  }
  send_waiting(connection);
}

void Notifications::send_waiting(sql::PostgresConnection& connection) {
  std::map<std::string, std::int64_t> waiting;
  bool are_account_changes_waiting = false;
  {
    const std::scoped_lock lock(mutex_);
    waiting.swap(waiting_);
    std::swap(are_account_changes_waiting, are_account_changes_waiting_);
  }
  connection.set_deadline(SteadyClock::now() + connections_->time_max());
  if (are_account_changes_waiting) connection.run(notify_alone, accounts_payload).finish();
  std::string payload;
  for (auto next = waiting.begin(); next != waiting.end();) {
    payload += fmt::format("{} {}\n", next->second, next->first);
    ++next;
    if (next != waiting.end() && payload.size() < payload_bytes_max) continue;
    connection.run(notify_alone, payload).finish();
    payload.clear();
  }
  connection.end_pipeline();
  connection.finish_pipeline();
}

void Notifications::receive(const std::string& payload) {
  if (payload == accounts_payload) return feed_.note_changes();
  std::string_view lines = payload;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    std::int64_t seq = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), seq);
    // Anybody with access to the database may send anything.
    if (error != std::errc{} || end == line.data() + line.size()) continue;
    feed_.note_event(std::string(end + 1, line.data() + line.size()), seq);
  }
}

void Notifications::pause() {
  std::unique_lock lock(mutex_);
  stopped_.wait_for(lock, retry_pause, [this] { return is_stopping_; });
}

}  // namespace blotter::storage
