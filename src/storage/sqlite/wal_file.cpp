#include "storage/sqlite/wal_file.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace blotter::sql {
namespace {

// SQLite writes at most 128 KiB - 1 at a time.
constexpr std::size_t buffer_max = std::size_t{127} * 1024;
// The header of a frame has 24 bytes, that of the WAL 32. Without it, everything that follows is
// invalid.
constexpr std::size_t frame_head_bytes = 24;

}  // namespace

WalFile::WalFile(sqlite3* handle) : FileMethods(handle, File::wal) {
  // Without this, SQLite also writes after the sync, to fill the disk's sector.
  int is_powersafe = -1;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &is_powersafe);
  if (is_powersafe != 1) return;
  buffered_.reserve(buffer_max);
  xWrite = write;
  xRead = after_writing<&sqlite3_io_methods::xRead>;
  xTruncate = after_writing<&sqlite3_io_methods::xTruncate>;
  xSync = sync;
  xFileSize = after_writing<&sqlite3_io_methods::xFileSize>;
  // Frames of a transaction that was rolled back must never be written: as soon as it has ended,
  // another process may write its own changes to the same place.
  sqlite3_rollback_hook(
      handle,
      [](void* self) {
        auto& wal = *static_cast<WalFile*>(self);
        wal.buffered_.clear();
        wal.unsynced_begin_.reset();
      },
      this);
  install();
  is_installed_ = true;
}

void WalFile::commit(const std::function<void()>& before_visible,
                     const std::function<void()>& run) {
  // SQLite makes a commit visible to others after the sync of its last frame.
  if (!is_installed_) before_visible();
  before_visible_ = &before_visible;
  const std::shared_ptr<void> afterwards(nullptr, [this](void*) { before_visible_ = nullptr; });
  run();
  before_visible();  // there was nothing to sync
}

int WalFile::buffer(sqlite3_file* file, const void* bytes, std::size_t count, sqlite3_int64 begin) {
  const auto end = begin_ + static_cast<sqlite3_int64>(buffered_.size());
  if (begin != end || buffered_.size() + count > buffer_max) {
    if (const int code = flush(file); code != SQLITE_OK) return code;
  }
  if (buffered_.empty()) begin_ = begin;
  const auto* first = static_cast<const std::byte*>(bytes);
  buffered_.insert(buffered_.end(), first, first + count);
  return SQLITE_OK;
}

int WalFile::flush(sqlite3_file* file) {
  if (buffered_.empty()) return SQLITE_OK;
  const int code =
      original().xWrite(file, buffered_.data(), static_cast<int>(buffered_.size()), begin_);
  unsynced_begin_ = std::min(unsynced_begin_.value_or(begin_), begin_);
  // A failed write is retried: SQLite may roll back one statement and go on.
  if (code == SQLITE_OK) buffered_.clear();
  return code;
}

void WalFile::invalidate_unsynced_commit(sqlite3_file* file, int flags) {
  if (!unsynced_begin_) return;
  constexpr std::array<std::byte, frame_head_bytes> zeros{};
  original().xWrite(file, zeros.data(), zeros.size(), *unsynced_begin_);
  original().xSync(file, flags);
}

int WalFile::sync(sqlite3_file* file, int flags) {
  auto& self = of<WalFile>(file);
  const int code = after_writing<&sqlite3_io_methods::xSync>(file, flags);
  if (code != SQLITE_OK) self.invalidate_unsynced_commit(file, flags);
  self.unsynced_begin_.reset();
  if (code == SQLITE_OK && self.before_visible_ != nullptr) (*self.before_visible_)();
  return code;
}

int WalFile::write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin) {
  return of<WalFile>(file).buffer(file, bytes, static_cast<std::size_t>(count), begin);
}

}  // namespace blotter::sql
