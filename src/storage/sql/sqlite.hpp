// SQLite behind the connection interface.
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
class LogFile;
class MappedFile;
class PacedFile;

class SqliteConnection final : public Connection {
 public:
  enum class Access : std::uint8_t { read, write, inspect };

  /// Opens the file; with `write` also creates it, readable by its owner only. With `inspect`
  /// nothing is changed and no file is made beside it, whoever else has it open.
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
  /// Calls `before_visible` as late as can be before anybody else sees the commit; it must not
  /// throw.
  void commit(const std::function<void()>& before_visible);
  void rollback() noexcept override;
  void begin_savepoint() override;
  void keep_savepoint() override;
  void undo_savepoint() override;
  [[nodiscard]] bool in_transaction() const override;

  static constexpr std::chrono::milliseconds usual_patience{5000};
  /// How long a statement waits for another process that is writing.
  void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
  /// Ends all waiting, now and from now on. May be called from any thread.
  void stop_waiting() { is_waiting_allowed_ = false; }
  /// From now on, statements together may take about so many steps of the engine, a million of
  /// which take some 10 ms; then they throw TooManySteps. Nothing lifts the bound.
  void limit_steps(std::optional<int> steps_max);
  /// They throw it too as soon as the flag is set, which outlives the limit.
  void limit_steps_until(const std::atomic<bool>& is_over);
  void expect_many_steps() override;
  /// For connections that live long: 32 MiB of pages instead of 2.
  void use_large_cache();
  /// Copies pages from the map.
  void read_from(std::shared_ptr<FileMap> map);
  /// For connections that only read: uses most pages where they are, without a copy. Whoever has
  /// read so must look afterwards whether the map is damaged.
  void read_in_place(std::shared_ptr<FileMap> map);
  /// For the connection that writes: each commit goes to the log in large pieces.
  void gather_log();
  /// For the connection that empties the log: writes so many pages to the database at a time. The
  /// function may wait.
  void write_in_bursts(std::function<int()> next_burst);
  /// A property of the file, kept in it. Not done at opening, for the file may be somebody else's.
  void use_write_ahead_log();
  /// For tools that write much: commits move the log into the database when it has grown.
  void empty_log_by_itself();
  /// Frames in the write-ahead log after this connection's last commit. Nothing but `checkpoint`,
  /// and the closing of the last connection, moves them into the database.
  [[nodiscard]] int log_frames() const { return log_frames_; }
  /// Another number when another connection has changed the file since the last call.
  std::int64_t version_of_others();
  enum class Checkpoint : std::uint8_t { passive, restart };
  struct Moved {
    int frames;        // of the log, by now
    bool is_complete;  // as far as was wanted
  };
  /// Moves frames of the log. `restart` also lets the log begin anew; it waits for nobody, and
  /// moves what it can when somebody reads or writes. Nothing if somebody else is moving them.
  std::optional<Moved> checkpoint(Checkpoint mode);

 protected:
  Statement& statement(const Query& query) override;

 private:
  void execute(const char* text);
  bool wait_for_lock(int attempt) const;
  void count_steps(bool is_wanted);
  bool has_steps_left();

  sqlite3* handle_ = nullptr;
  std::unique_ptr<MappedFile> file_;
  std::unique_ptr<LogFile> log_;
  std::unique_ptr<PacedFile> paced_;
  std::vector<std::unique_ptr<Statement>> statements_;
  int log_frames_ = 0;
  std::optional<int> steps_left_;
  const std::atomic<bool>* is_over_ = nullptr;
  std::chrono::milliseconds patience_ = usual_patience;
  std::atomic<bool> is_waiting_allowed_{true};
};

}  // namespace blotter::sql
