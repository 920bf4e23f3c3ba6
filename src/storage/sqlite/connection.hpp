// The connection interface for SQLite.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/sql/connection.hpp"

struct sqlite3;

namespace blotter::sql {

class FileMap;
class WalFile;
class MappedFile;
class ThrottledFile;

class SqliteConnection final : public Connection {
 public:
  enum class Access : std::uint8_t { read, write, inspect };

  /// Opens the file; with `write` also creates it, readable by its owner only. With `inspect`
  /// nothing is changed and no file appears beside it, whichever other process has it open.
  SqliteConnection(const std::string& path, Access access);
  ~SqliteConnection() override;
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;

  void run_script(std::string_view script) override;
  bool has_table(std::string_view name) override;
  bool is_empty() override;
  void begin_read() override;
  void begin_write() override;
  void begin_migration() override { begin_write(); }
  void commit() override;
  /// Calls `before_visible` as late as possible before any other connection sees the commit; it
  /// must not throw.
  void commit(const std::function<void()>& before_visible);
  void rollback() noexcept override;
  void begin_savepoint() override;
  void release_savepoint() override;
  void rollback_savepoint() override;
  [[nodiscard]] bool in_transaction() const override;

  static constexpr std::chrono::milliseconds default_lock_timeout{5000};
  /// How long a statement waits for another process that is writing.
  void set_lock_timeout(std::chrono::milliseconds lock_timeout) { lock_timeout_ = lock_timeout; }
  /// Ends all waits, now and from now on. May be called from any thread.
  void stop_waiting() { is_waiting_allowed_ = false; }
  /// From now on, statements together may take about this many steps of the engine; then they throw
  /// TooManySteps. A million steps take some 10 ms. An empty value removes the limit.
  void limit_steps(std::optional<int> steps_max);
  /// Statements throw TooManySteps as soon as the flag is set. The flag must outlive the limit.
  void limit_steps_until(const std::atomic<bool>& is_over);
  void expect_many_steps() override;
  /// For connections that live long: a cache of 32 MiB of pages instead of 2.
  void use_large_cache();
  /// Copies pages from the map.
  void read_from(std::shared_ptr<FileMap> map);
  /// For connections that only read: uses most pages in place, without a copy. After such a read
  /// the caller must check whether the map is damaged.
  void read_in_place(std::shared_ptr<FileMap> map);
  /// For the connection that writes: each commit goes to the WAL in large blocks.
  void buffer_wal();
  /// For the connection that runs checkpoints: writes as many pages to the database at a time as
  /// the function returns. The function may wait.
  void throttle_writes(std::function<int()> next_burst);
  /// A property of the file, stored in it. Not set when opening: the file may be another program's.
  void use_wal();
  /// For tools that write much: commits run a checkpoint when the WAL has grown.
  void use_auto_checkpoint();
  /// Frames in the WAL after this connection's last commit. Only `checkpoint`, and closing the last
  /// connection, copy them into the database.
  [[nodiscard]] int wal_frames() const { return wal_frames_; }
  /// Differs from the last call when another connection has changed the file since.
  std::int64_t read_data_version();
  enum class Checkpoint : std::uint8_t { passive, restart };
  struct CheckpointResult {
    int frames;        // of the WAL, so far
    bool is_complete;  // as far as requested
  };
  /// Copies frames of the WAL into the database. `restart` also restarts the WAL; it does not
  /// wait for readers or writers, and then copies only what it can. Nothing if another connection
  /// runs a checkpoint.
  std::optional<CheckpointResult> checkpoint(Checkpoint mode);

 protected:
  Statement& statement(const Query& query) override;

 private:
  void execute(const char* text);
  bool wait_for_lock(int attempt) const;
  void count_steps(bool is_wanted);
  bool has_steps_left();

  sqlite3* handle_ = nullptr;
  std::unique_ptr<MappedFile> file_;
  std::unique_ptr<WalFile> wal_;
  std::unique_ptr<ThrottledFile> throttled_;
  std::vector<std::unique_ptr<Statement>> statements_;
  int wal_frames_ = 0;
  std::optional<int> steps_left_;
  const std::atomic<bool>* is_over_ = nullptr;
  std::chrono::milliseconds lock_timeout_ = default_lock_timeout;
  std::atomic<bool> is_waiting_allowed_{true};
};

}  // namespace blotter::sql
