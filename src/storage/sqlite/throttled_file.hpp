// How a connection that runs checkpoints writes to the database.
#pragma once

#include <functional>

#include "storage/sqlite/file_methods.hpp"

namespace blotter::sql {

/// Writes pages in bursts and syncs each burst before the next. SQLite by itself would write all
/// pages and then sync them at once, and commits would wait for the disk meanwhile. The last burst
/// is left to SQLite, which needs to know if its sync fails.
class ThrottledFile : public FileMethods {
 public:
  /// Waits for its turn and returns how many pages may be written then.
  using NextBurst = std::function<int()>;

  ThrottledFile(sqlite3* handle, NextBurst next_burst);

 private:
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin);

  NextBurst next_burst_;
  int pages_left_ = 0;
};

}  // namespace blotter::sql
