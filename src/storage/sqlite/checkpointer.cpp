#include "storage/sqlite/checkpointer.hpp"

#include <algorithm>
#include <chrono>

#include "base/log.hpp"
#include "storage/records/statements.hpp"

namespace blotter::storage {
namespace {

using sql::SqliteConnection;

// A frame is one page of 4 KiB. A checkpoint begins when the WAL has this many: a page that was
// changed many times until then is copied once.
constexpr int frames_max = 6'000;
// The WAL is restarted when so few frames are left to copy that they do not delay the writer,
// or as few as possible when commits are large.
constexpr int frames_left_max = 500;
constexpr int commits_left_max = 2;
// Pages are copied in bursts that alternate with the commits. A burst has several times as many
// pages as the last commit added; otherwise the checkpoint would never end.
constexpr int burst_min = 500;
constexpr int burst_per_frame = 4;
// How long a burst waits for the next commit.
constexpr auto turn_max = std::chrono::milliseconds(3);

using CheckpointResult = std::optional<SqliteConnection::CheckpointResult>;

template <class Task>
CheckpointResult attempt(Task task) {
  try {
    return task();
  } catch (const std::exception& failure) {
    // The WAL stays as it is, and a later commit tries again.
    log::warning("a checkpoint of the WAL failed", {{"cause", failure.what()}});
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
  const int frames = writer.wal_frames();
  bool should_restart = false;
  {
    const std::scoped_lock lock(mutex_);
    const bool was_restarted = frames <= std::max(frames_, copied_frames_);
    if (was_restarted) frames_ = copied_frames_ = 0;
    added_frames_ = frames - frames_;
    frames_ = frames;
    ++commits_;
    is_wanted_ = frames > frames_max && is_much_left();
    should_restart = frames > frames_max && !is_much_left();
  }
  wake_.notify_one();
  if (should_restart) restart_wal(writer);
}

bool Checkpointer::is_much_left() const {
  const int few = std::max(frames_left_max, commits_left_max * added_frames_);
  return copied_frames_ == 0 || frames_ - copied_frames_ >= few;
}

void Checkpointer::restart_wal(SqliteConnection& writer) {
  // A reader that still uses the WAL prevents this; then the next commit tries again.
  readers_->release_idle();
  const CheckpointResult copied =
      attempt([&] { return writer.checkpoint(SqliteConnection::Checkpoint::restart); });
  if (!copied) return;
  const std::scoped_lock lock(mutex_);
  copied_frames_ = copied->frames;
  if (copied->is_complete) frames_ = copied_frames_ = 0;
}

void Checkpointer::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || is_wanted_; });
    if (stopping_) return;
    is_wanted_ = false;
    lock.unlock();
    const CheckpointResult copied = attempt([this] { return copy_frames(); });
    lock.lock();
    if (copied) copied_frames_ = copied->frames;
    is_wanted_ = is_wanted_ && is_much_left();
  }
}

int Checkpointer::next_burst() {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, turn_max, [this, seen = commits_] { return stopping_ || commits_ != seen; });
  return std::max(burst_min, burst_per_frame * added_frames_);
}

std::optional<SqliteConnection::CheckpointResult> Checkpointer::copy_frames() {
  readers_->release_idle();
  // Prevents a restart of the WAL. SQLite before 3.51.3 may otherwise treat frames as copied that
  // are not, if that happens while a connection begins to copy what was copied already.
  const auto reading = readers_->take(ReaderPool::Snapshot::latest);
  reading.connection->run(statements::ping).finish();
  // Taken out while in use: after a failure the next checkpoint begins with a new connection.
  auto connection = std::move(connection_);
  if (!connection) {
    connection = std::make_unique<SqliteConnection>(path_, SqliteConnection::Access::write);
    connection->throttle_writes([this] { return next_burst(); });
  }
  const CheckpointResult copied = connection->checkpoint(SqliteConnection::Checkpoint::passive);
  connection_ = std::move(connection);
  return copied;
}

}  // namespace blotter::storage
