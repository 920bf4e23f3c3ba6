#include "storage/sqlite/checkpointer.hpp"

#include <algorithm>

#include "base/log.hpp"

namespace blotter::storage {
namespace {

using sql::SqliteConnection;

// A frame is one page of 4 KiB. The log is emptied when it has so many: a page that was changed
// again and again meanwhile is moved once.
constexpr int frames_max = 6'000;
// It begins anew when so few are left to move that the writer does not lose time with them, or as
// few as there can be when commits are large; a much longer one in any case.
constexpr int frames_left_max = 500;
constexpr int commits_left_max = 2;
constexpr int frames_urgent = 64'000;
// Pages are moved in bursts that take turns with the commits. A burst has several times as many as
// the last commit has added, or there would be no end to it.
constexpr int burst_min = 500;
constexpr int burst_per_frame = 4;
// So long a burst waits for the next commit.
constexpr auto turn_max = std::chrono::milliseconds(3);

/// Gives how many frames of the log are moved by now.
template <class Task>
int attempt(Task task) {
  try {
    return task();
  } catch (const std::exception& failure) {
    // The log stays as it is and a later commit asks again.
    log::warning("the write-ahead log could not be emptied", {{"cause", failure.what()}});
    return 0;
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
    if (frames < moved_frames_) moved_frames_ = 0;  // the log has begun anew
    added_frames_ = frames < frames_ ? frames : frames - frames_;
    frames_ = frames;
    ++commits_;
    is_wanted_ = frames > frames_max && is_much_left();
    is_time_to_begin_anew = frames > frames_urgent || (frames > frames_max && !is_much_left());
  }
  if (is_time_to_begin_anew) return begin_anew(writer);
  wake_.notify_one();
}

bool Checkpointer::is_much_left() const {
  const int few = std::max(frames_left_max, commits_left_max * added_frames_);
  return moved_frames_ == 0 || frames_ - moved_frames_ >= few;
}

void Checkpointer::begin_anew(SqliteConnection& writer) {
  // Whoever still reads from the log keeps it as it is; then the next commit tries again.
  readers_->release_idle();
  attempt([&] { return writer.checkpoint(SqliteConnection::Checkpoint::restart); });
}

void Checkpointer::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || is_wanted_; });
    if (stopping_) return;
    is_wanted_ = false;
    lock.unlock();
    const int moved = move_some();
    lock.lock();
    moved_frames_ = moved;
    is_wanted_ = is_wanted_ && is_much_left();
  }
}

int Checkpointer::next_burst() {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, turn_max, [this, seen = commits_] { return stopping_ || commits_ != seen; });
  return std::max(burst_min, burst_per_frame * added_frames_);
}

int Checkpointer::move_some() {
  readers_->release_idle();
  return attempt([&] {
    // Taken while it is in use: after a failure the next one begins with a new connection.
    auto connection = std::move(connection_);
    if (!connection) {
      connection = std::make_unique<SqliteConnection>(path_, SqliteConnection::Access::write);
      connection->write_in_bursts([this] { return next_burst(); });
    }
    const int moved = connection->checkpoint(SqliteConnection::Checkpoint::passive);
    connection_ = std::move(connection);
    return moved;
  });
}

}  // namespace blotter::storage
