#include "storage/sqlite/checkpointer.hpp"

#include <chrono>

#include "base/log.hpp"
#include "storage/sql/sqlite.hpp"

namespace blotter::storage {
namespace {

// A frame is one page of 4 KiB.
constexpr int frames_wanted = 1000;
// A log that grows past this is being written faster than it is emptied: writers must pause.
constexpr int frames_urgent = 16'000;
constexpr auto patience = std::chrono::milliseconds(100);

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

void Checkpointer::notice(int log_frames) {
  if (log_frames < frames_wanted) return;
  {
    const std::scoped_lock lock(mutex_);
    frames_ = log_frames;
  }
  wake_.notify_one();
}

void Checkpointer::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || frames_ > 0; });
    if (stopping_) return;
    const int frames = std::exchange(frames_, 0);
    lock.unlock();
    empty_log(frames);
    lock.lock();
  }
}

void Checkpointer::empty_log(int frames) {
  using sql::SqliteConnection;
  try {
    SqliteConnection connection(path_, SqliteConnection::Access::write);
    connection.set_patience(patience);
    readers_->release_idle();
    connection.checkpoint(SqliteConnection::Checkpoint::passive);
    if (frames > frames_urgent) connection.checkpoint(SqliteConnection::Checkpoint::restart);
  } catch (const std::exception& failure) {
    // The log stays as it is and the next commit asks again.
    log::warning("the write-ahead log could not be emptied", {{"cause", failure.what()}});
  }
}

}  // namespace blotter::storage
