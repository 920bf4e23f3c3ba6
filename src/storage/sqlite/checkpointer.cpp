#include "storage/sqlite/checkpointer.hpp"

#include <algorithm>
#include <chrono>

#include "base/log.hpp"
#include "storage/statements.hpp"

namespace blotter::storage {
namespace {

using sql::SqliteConnection;

// A frame is one page of 4 KiB. The log is emptied when it has so many: a page that was changed
// again and again meanwhile is moved once.
constexpr int frames_max = 6'000;
// It begins anew when so few are left to move that the writer does not lose time with them, or as
// few as there can be when commits are large.
constexpr int frames_left_max = 500;
constexpr int commits_left_max = 2;
// Pages are moved in bursts that take turns with the commits. A burst has several times as many as
// the last commit has added, or there would be no end to it.
constexpr int burst_min = 500;
constexpr int burst_per_frame = 4;
// So long a burst waits for the next commit.
constexpr auto turn_max = std::chrono::milliseconds(3);

using Moved = std::optional<SqliteConnection::Moved>;

template <class Task>
Moved attempt(Task task) {
  try {
    return task();
  } catch (const std::exception& failure) {
    // The log stays as it is and a later commit asks again.
    log::warning("the write-ahead log could not be emptied", {{"cause", failure.what()}});
    return std::nullopt;
  }
}

}  // namespace

Checkpointer::Checkpointer(std::string path, std::shared_ptr<ReaderPool> readers)
    : path_(std::move(path)), readers_(std::move(readers)), thread_([this] { work(); }) {}

Checkpointer::~Checkpointer() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Checkpointer::notice(SqliteConnection& writer) {
  const int frames = writer.log_frames();
  bool is_time_to_begin_anew = false;
  {
    const std::scoped_lock lock(mutex_);
    const bool has_begun_anew = frames <= std::max(frames_, moved_frames_);
    if (has_begun_anew) frames_ = moved_frames_ = 0;
    added_frames_ = frames - frames_;
    frames_ = frames;
    ++commits_;
    is_wanted_ = frames > frames_max && is_much_left();
    is_time_to_begin_anew = frames > frames_max && !is_much_left();
  }
  wake_.notify_one();
  if (is_time_to_begin_anew) begin_anew(writer);
}

bool Checkpointer::is_much_left() const {
  const int few = std::max(frames_left_max, commits_left_max * added_frames_);
  return moved_frames_ == 0 || frames_ - moved_frames_ >= few;
}

void Checkpointer::begin_anew(SqliteConnection& writer) {
  // Whoever still reads from the log keeps it as it is; then the next commit tries again.
  readers_->release_idle();
  const Moved moved =
      attempt([&] { return writer.checkpoint(SqliteConnection::Checkpoint::restart); });
  if (!moved) return;
  const std::scoped_lock lock(mutex_);
  moved_frames_ = moved->frames;
  if (moved->is_complete) frames_ = moved_frames_ = 0;
}

void Checkpointer::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || is_wanted_; });
    if (stopping_) return;
    is_wanted_ = false;
    lock.unlock();
    const Moved moved = attempt([this] { return move(); });
    lock.lock();
    if (moved) moved_frames_ = moved->frames;
    is_wanted_ = is_wanted_ && is_much_left();
  }
}

int Checkpointer::next_burst() {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, turn_max, [this, seen = commits_] { return stopping_ || commits_ != seen; });
  return std::max(burst_min, burst_per_frame * added_frames_);
}

std::optional<SqliteConnection::Moved> Checkpointer::move() {
  readers_->release_idle();
  // Keeps the log from beginning anew. SQLite before 3.51.3 may take changes for moved that are
  // not, if that happens while somebody begins to move what was moved already.
  const auto reading = readers_->take(ReaderPool::Snapshot::latest);
  reading.connection->run(statements::ping).finish();
  // Taken while it is in use: after a failure the next one begins with a new connection.
  auto connection = std::move(connection_);
  if (!connection) {
    connection = std::make_unique<SqliteConnection>(path_, SqliteConnection::Access::write);
    connection->write_in_bursts([this] { return next_burst(); });
  }
  const Moved moved = connection->checkpoint(SqliteConnection::Checkpoint::passive);
  connection_ = std::move(connection);
  return moved;
}

}  // namespace blotter::storage
