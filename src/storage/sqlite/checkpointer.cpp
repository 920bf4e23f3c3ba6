#include "storage/sqlite/checkpointer.hpp"

#include "base/log.hpp"

namespace blotter::storage {
namespace {

using sql::SqliteConnection;

// A frame is one page of 4 KiB. So many are moved at a time: the disk is busy with them, and
// commits wait for it meanwhile.
constexpr int frames_wanted = 500;
// A log of this length begins anew as soon as so few frames are left to move that the writer does
// not lose time with them; a much longer one in any case.
constexpr int frames_max = 16'000;
constexpr int frames_left_max = 500;
constexpr int frames_urgent = 64'000;

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
    const int left = frames - moved_frames_;
    is_wanted_ = left >= frames_wanted;
    is_time_to_begin_anew =
        frames > frames_urgent || (frames > frames_max && left < frames_left_max);
  }
  if (is_time_to_begin_anew) return begin_anew(writer);
  wake_.notify_one();
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
  }
}

int Checkpointer::move_some() {
  readers_->release_idle();
  return attempt([&] {
    // Taken while it is in use: after a failure the next one begins with a new connection.
    auto connection = std::move(connection_);
    if (!connection) {
      connection = std::make_unique<SqliteConnection>(path_, SqliteConnection::Access::write);
    }
    const int moved = connection->checkpoint(SqliteConnection::Checkpoint::passive);
    connection_ = std::move(connection);
    return moved;
  });
}

}  // namespace blotter::storage
