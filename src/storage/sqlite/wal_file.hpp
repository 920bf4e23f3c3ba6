// How the connection that writes passes its WAL to the system.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "storage/sqlite/file_methods.hpp"

namespace blotter::sql {

/// SQLite writes every page of a commit in two pieces. They are buffered here and written together
/// when the WAL is synced, which SQLite does before any other connection can see the commit (with
/// synchronous = full, as our connections have it).
class WalFile : public FileMethods {
 public:
  explicit WalFile(sqlite3* handle);

  /// Runs a commit, and calls `before_visible` when all of it is on disk and not yet visible.
  void commit(const std::function<void()>& before_visible, const std::function<void()>& run);

 private:
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin);
  /// Calls one of SQLite's own methods after the buffer is flushed.
  template <auto Method, class... Arguments>
  static int after_writing(sqlite3_file* file, Arguments... arguments) {
    auto& self = of<WalFile>(file);
    const int code = self.flush(file);
    return code != SQLITE_OK ? code : (self.original().*Method)(file, arguments...);
  }

  static int sync(sqlite3_file* file, int flags);
  /// After a failed sync everything may be on disk nevertheless, and a crash would bring back the
  /// commit that was reported as failed. So its first frame is overwritten.
  void invalidate_unsynced_commit(sqlite3_file* file, int flags);
  int buffer(sqlite3_file* file, const void* bytes, std::size_t count, sqlite3_int64 begin);
  int flush(sqlite3_file* file);

  bool is_installed_ = false;
  const std::function<void()>* before_visible_ = nullptr;  // during a commit
  std::vector<std::byte> buffered_;
  sqlite3_int64 begin_ = 0;  // of what is buffered
  std::optional<sqlite3_int64> unsynced_begin_;
};

}  // namespace blotter::sql
