#include "storage/sql/sqlite_log_file.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace blotter::sql {
namespace {

// SQLite writes no more than 128 KiB - 1 at a time.
constexpr std::size_t gathered_max = std::size_t{127} * 1024;
// The head of a frame has 24 bytes, that of the log 32: without it, all that follows counts for
// nothing.
constexpr std::size_t frame_head_bytes = 24;

}  // namespace

LogFile::LogFile(sqlite3* handle) : FileMethods(handle, File::log) {
  // Without this, SQLite writes behind the sync as well, to fill the disk's sector.
  int is_powersafe = -1;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &is_powersafe);
  if (is_powersafe != 1) return;
  gathered_.reserve(gathered_max);
  xWrite = write;
  xRead = after_writing<&sqlite3_io_methods::xRead>;
  xTruncate = after_writing<&sqlite3_io_methods::xTruncate>;
  xSync = sync;
  xFileSize = after_writing<&sqlite3_io_methods::xFileSize>;
  // What an undone transaction leaves must never be written: as soon as it has ended, another
  // process may write its own changes to the same place.
  sqlite3_rollback_hook(
      handle,
      [](void* self) {
        auto& log = *static_cast<LogFile*>(self);
        log.gathered_.clear();
        log.unsynced_begin_.reset();
      },
      this);
  install();
  is_installed_ = true;
}

void LogFile::commit(const std::function<void()>& before_visible,
                     const std::function<void()>& run) {
  // SQLite tells others of a commit behind the sync of its last frame.
  if (!is_installed_) before_visible();
  before_visible_ = &before_visible;
  const std::shared_ptr<void> afterwards(nullptr, [this](void*) { before_visible_ = nullptr; });
  run();
  before_visible();  // there was nothing to sync
}

int LogFile::gather(sqlite3_file* file, const void* bytes, std::size_t count, sqlite3_int64 begin) {
  const auto end = begin_ + static_cast<sqlite3_int64>(gathered_.size());
  if (begin != end || gathered_.size() + count > gathered_max) {
    if (const int code = write_gathered(file); code != SQLITE_OK) return code;
  }
  if (gathered_.empty()) begin_ = begin;
  const auto* first = static_cast<const std::byte*>(bytes);
  gathered_.insert(gathered_.end(), first, first + count);
  return SQLITE_OK;
}

int LogFile::write_gathered(sqlite3_file* file) {
  if (gathered_.empty()) return SQLITE_OK;
  const int code =
      usual().xWrite(file, gathered_.data(), static_cast<int>(gathered_.size()), begin_);
  unsynced_begin_ = std::min(unsynced_begin_.value_or(begin_), begin_);
  // What could not be written is tried again: SQLite may undo one statement and go on.
  if (code == SQLITE_OK) gathered_.clear();
  return code;
}

void LogFile::spoil(sqlite3_file* file, int flags) {
  if (!unsynced_begin_) return;
  constexpr std::array<std::byte, frame_head_bytes> zeros{};
  usual().xWrite(file, zeros.data(), zeros.size(), *unsynced_begin_);
  usual().xSync(file, flags);
}

int LogFile::sync(sqlite3_file* file, int flags) {
  auto& self = of<LogFile>(file);
  const int code = after_writing<&sqlite3_io_methods::xSync>(file, flags);
  if (code != SQLITE_OK) self.spoil(file, flags);
  self.unsynced_begin_.reset();
  if (code == SQLITE_OK && self.before_visible_ != nullptr) (*self.before_visible_)();
  return code;
}

int LogFile::write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin) {
  return of<LogFile>(file).gather(file, bytes, static_cast<std::size_t>(count), begin);
}

}  // namespace blotter::sql
