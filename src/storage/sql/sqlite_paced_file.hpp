// How a connection that empties the log writes to the database.
#pragma once

#include <functional>

#include "storage/sql/sqlite_file_methods.hpp"

namespace blotter::sql {

/// Writes pages in bursts. Left alone, SQLite would write all and then sync them at once, and the
/// disk would keep everybody waiting who has something to commit meanwhile.
class PacedFile : public FileMethods {
 public:
  /// Waits for its turn and gives how many pages may be written then.
  using NextBurst = std::function<int()>;

  PacedFile(sqlite3* handle, NextBurst next_burst);

 private:
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin);
  static int control(sqlite3_file* file, int operation, void* argument);
  int sync(sqlite3_file* file);

  NextBurst next_burst_;
  int pages_left_ = 0;
  bool is_synced_ = true;
};

}  // namespace blotter::sql
