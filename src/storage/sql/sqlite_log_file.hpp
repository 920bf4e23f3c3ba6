// How the connection that writes hands its write-ahead log to the system.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "storage/sql/sqlite_file_methods.hpp"

namespace blotter::sql {

/// SQLite writes every page of a commit in two pieces. They are gathered here and written together
/// when the log is synced, which SQLite does before anybody can know of the commit (with
/// synchronous = full, as our connections have it).
class LogFile : public FileMethods {
 public:
  explicit LogFile(sqlite3* handle);

  /// Runs a commit, and calls `before_visible` when all of it is on disk and nobody knows of it
  /// yet.
  void commit(const std::function<void()>& before_visible, const std::function<void()>& run);

 private:
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 begin);
  /// One of the usual methods, behind what is gathered.
  template <auto Method, class... Arguments>
  static int after_writing(sqlite3_file* file, Arguments... arguments) {
    auto& self = of<LogFile>(file);
    const int code = self.write_gathered(file);
    return code != SQLITE_OK ? code : (self.usual().*Method)(file, arguments...);
  }

  static int sync(sqlite3_file* file, int flags);
  /// After a sync that failed all may have been written nevertheless, and a crash would bring the
  /// commit back that was told to have failed. So its first frame is overwritten.
  void spoil(sqlite3_file* file, int flags);
  int gather(sqlite3_file* file, const void* bytes, std::size_t count, sqlite3_int64 begin);
  int write_gathered(sqlite3_file* file);

  bool is_installed_ = false;
  const std::function<void()>* before_visible_ = nullptr;  // during a commit
  std::vector<std::byte> gathered_;
  sqlite3_int64 begin_ = 0;  // of what is gathered
  std::optional<sqlite3_int64> unsynced_begin_;
};

}  // namespace blotter::sql
