#include "storage/sqlite/throttled_file.hpp"

#include <utility>

namespace blotter::sql {

ThrottledFile::ThrottledFile(sqlite3* handle, NextBurst next_burst)
    : FileMethods(handle, File::database), next_burst_(std::move(next_burst)) {
  xWrite = write;
  install();
}

int ThrottledFile::write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin) {
  auto& self = of<ThrottledFile>(file);
  if (self.pages_left_ == 0) {
    const int code = self.original().xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
    if (code != SQLITE_OK) return code;
    self.pages_left_ = self.next_burst_();
  }
  --self.pages_left_;
  return self.original().xWrite(file, bytes, count, begin);
}

}  // namespace blotter::sql
