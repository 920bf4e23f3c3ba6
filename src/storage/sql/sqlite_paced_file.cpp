#include "storage/sql/sqlite_paced_file.hpp"

#include <utility>

namespace blotter::sql {

PacedFile::PacedFile(sqlite3* handle, NextBurst next_burst)
    : FileMethods(handle, File::database), next_burst_(std::move(next_burst)) {
  xWrite = write;
  xFileControl = control;
  install();
}

int PacedFile::sync(sqlite3_file* file) {
  if (std::exchange(is_synced_, true)) return SQLITE_OK;
  return usual().xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
}

int PacedFile::write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin) {
  auto& self = of<PacedFile>(file);
  if (self.pages_left_ == 0) {
    if (const int code = self.sync(file); code != SQLITE_OK) return code;
    self.pages_left_ = self.next_burst_();
  }
  --self.pages_left_;
  self.is_synced_ = false;
  return self.usual().xWrite(file, bytes, count, begin);
}

int PacedFile::control(sqlite3_file* file, int operation, void* argument) {
  auto& self = of<PacedFile>(file);
  // SQLite does not ask what comes of this; it syncs all before it lets go of the log.
  if (operation == SQLITE_FCNTL_CKPT_DONE) self.sync(file);
  return self.usual().xFileControl(file, operation, argument);
}

}  // namespace blotter::sql
