// How a connection that empties the log writes to the database.
#pragma once

#include <functional>

#include "storage/sql/sqlite_file_methods.hpp"

namespace blotter::sql {

/// Writes pages in bursts and syncs each before the next. Left alone, SQLite would write all and
/// then sync them at once, and the disk would keep everybody waiting who has something to commit
/// meanwhile. The last burst is left to SQLite, which needs to know if its sync fails.
class PacedFile : public FileMethods {
 public:
  /// Waits for its turn and gives how many pages may be written then.
  using NextBurst = std::function<int()>;

  PacedFile(sqlite3* handle, NextBurst next_burst);

 private:
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin);

  NextBurst next_burst_;
  int pages_left_ = 0;
};

}  // namespace blotter::sql
