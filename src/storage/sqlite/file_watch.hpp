// Notices when the files of a store in use are removed, replaced or truncated.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace blotter::storage {

/// SQLite itself goes on with files that can no longer be opened, and everything that it commits is
/// lost when it closes them. A problem stays once it is found: only a restart can tell what is
/// left.
class FileWatch {
 public:
  /// `path` is that of the database, which is open.
  explicit FileWatch(const std::string& path);
  /// Not before the last connection is closed: closing a descriptor of a file drops all locks that
  /// the process has on it.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Throws sql::Failure when something is wrong. May be called from any thread.
  void check();
  /// Only checks that the last commit can be found again: both files are where they were, and the
  /// WAL is as long as its index says.
  void check_commit();
  /// Throws what an earlier check found; makes no system call.
  void check_known();

 private:
  struct File {
    std::string path;
    int descriptor = -1;
    dev_t device = 0;
    ino_t inode = 0;
  };

  void check(std::optional<std::string> (FileWatch::*find)());
  [[nodiscard]] std::optional<std::string> find_problem();
  [[nodiscard]] std::optional<std::string> find_problem_of_commit();
  [[nodiscard]] std::optional<std::string> problem_of_place(const File& file) const;
  [[nodiscard]] std::optional<std::string> problem_of_database();
  [[nodiscard]] std::optional<std::string> wal_problem() const;

  std::mutex mutex_;
  File database_;
  File wal_;
  File index_;                  // of the WAL, which SQLite keeps as shared memory
  std::int64_t size_seen_ = 0;  // of the database
  std::optional<std::string> problem_;
};

}  // namespace blotter::storage
