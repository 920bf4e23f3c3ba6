// Notices when somebody removes, replaces or cuts the files of a store that is in use.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace blotter::storage {

/// SQLite itself goes on with files that nobody can open any more, and all that it commits is gone
/// at the end. What this finds stays found: only a restart can tell what is left.
class FileWatch {
 public:
  /// `path` is that of the database, which is open.
  explicit FileWatch(const std::string& path);
  /// Not before the last connection is closed: to close a descriptor of a file drops all locks that
  /// the process has on it.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Throws sql::Failure when something is wrong. From any thread.
  void check();
  /// The part of it that tells whether the last commit can be found again: both files are where
  /// they were, and the WAL is as long as its index says.
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
  [[nodiscard]] std::optional<std::string> problem_of_log() const;

  std::mutex mutex_;
  File database_;
  File log_;
  File index_;                  // of the log, which SQLite keeps as shared memory
  std::int64_t size_seen_ = 0;  // of the database
  std::optional<std::string> problem_;
};

}  // namespace blotter::storage
