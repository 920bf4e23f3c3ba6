#include "storage/sql/sqlite_paced_file.hpp"

#include <utility>

namespace blotter::sql {

PacedFile::PacedFile(sqlite3* handle, NextBurst next_burst)
    : FileMethods(handle, File::database), next_burst_(std::move(next_burst)) {
  xWrite = write;
  install();
}

int PacedFile::write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin) {
  auto& self = of<PacedFile>(file);
  if (self.pages_left_ == 0) {
    const int code = self.usual().xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
    if (code != SQLITE_OK) return code;
    self.pages_left_ = self.next_burst_();
  }
  --self.pages_left_;
  return self.usual().xWrite(file, bytes, count, begin);
}

}  // namespace blotter::sql
