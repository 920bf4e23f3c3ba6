#include "storage/sqlite/connection.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "storage/sql/script_directives.hpp"
#include "storage/sqlite/mapped_file.hpp"
#include "storage/sqlite/throttled_file.hpp"
#include "storage/sqlite/wal_file.hpp"

namespace blotter::sql {
namespace {

// How often a statement that meets a lock tries again.
constexpr auto lock_pause = std::chrono::milliseconds(2);
// Steps of a statement between two checks of its limit.
constexpr int steps_between_counts = 500;
// The WAL file is truncated to this size when it was larger and is restarted.
constexpr const char* limit_wal_size = "pragma journal_size_limit = 134217728";

const Query table_count{"select count(*) from sqlite_master where type = 'table'"};
const Query table_named{"select 1 from sqlite_master where type = 'table' and name = $1"};
const Query data_version{"pragma data_version"};
const Query enable_wal{"pragma journal_mode = wal"};
const Query begin_deferred{"begin"};
const Query begin_immediate{"begin immediate"};
const Query commit_all{"commit"};
const Query rollback_all{"rollback"};
const Query savepoint_begin{"savepoint request"};
const Query savepoint_release{"release request"};
const Query savepoint_rollback{"rollback to request"};

[[noreturn]] void raise(sqlite3* handle, std::string_view doing) {
  const int code = sqlite3_extended_errcode(handle);
  throw Failure(fmt::format("{}: {} ({})", doing, sqlite3_errmsg(handle), code));
}

class SqliteStatement final : public Statement {
 public:
  SqliteStatement(sqlite3* handle, std::string_view text) : handle_(handle) {
    if (sqlite3_prepare_v3(handle, text.data(), static_cast<int>(text.size()),
                           SQLITE_PREPARE_PERSISTENT, &prepared_, nullptr) != SQLITE_OK) {
      raise(handle, "preparing a statement");
    }
    number_parameters();
  }
  ~SqliteStatement() override { sqlite3_finalize(prepared_); }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  void bind(int parameter, const Value& value) override {
    const int position = positions_.at(static_cast<std::size_t>(parameter));
    const int code =
        std::visit([&](const auto& plain) { return bind_plain(position, plain); }, value);
    if (code != SQLITE_OK) raise(handle_, "binding a value");
  }

  bool step() override {
    switch (sqlite3_step(prepared_)) {
      case SQLITE_ROW: return true;
      case SQLITE_DONE: return false;
      case SQLITE_INTERRUPT: throw TooManySteps("a statement takes too many steps");
      default: raise(handle_, "running a statement");
    }
  }

  void finish() override {
    while (step()) {
    }
  }

  void reset() noexcept override { sqlite3_reset(prepared_); }

  [[nodiscard]] bool is_null(int column) const override {
    return sqlite3_column_type(prepared_, column) == SQLITE_NULL;
  }
  [[nodiscard]] std::int64_t integer(int column) const override {
    return sqlite3_column_int64(prepared_, column);
  }
  [[nodiscard]] double real(int column) const override {
    return sqlite3_column_double(prepared_, column);
  }
  [[nodiscard]] std::string_view text(int column) const override {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(prepared_, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(prepared_, column))};
  }

 private:
  /// SQLite numbers parameters in order of appearance, not by the number in their name.
  void number_parameters() {
    const int count = sqlite3_bind_parameter_count(prepared_);
    positions_.resize(static_cast<std::size_t>(count) + 1);
    for (int number = 1; number <= count; ++number) {
      const std::string name = fmt::format("${}", number);
      positions_[static_cast<std::size_t>(number)] =
          sqlite3_bind_parameter_index(prepared_, name.c_str());
    }
  }

  int bind_plain(int parameter, std::nullptr_t) { return sqlite3_bind_null(prepared_, parameter); }
  int bind_plain(int parameter, std::int64_t number) {
    return sqlite3_bind_int64(prepared_, parameter, number);
  }
  int bind_plain(int parameter, double number) {
    return sqlite3_bind_double(prepared_, parameter, number);
  }
  int bind_plain(int parameter, std::string_view text) {
    return sqlite3_bind_text(prepared_, parameter, text.data(), static_cast<int>(text.size()),
                             SQLITE_TRANSIENT);
  }

  sqlite3* handle_;
  sqlite3_stmt* prepared_ = nullptr;
  std::vector<int> positions_;
};

/// Memory statistics count every allocation of every thread under one lock, which costs more than
/// the allocations. The statement journal, from which a savepoint is rolled back, spills to a file
/// beyond 64 KiB, and a name with its grams touches more pages than that. SQLite writes at most 128
/// KiB - 1 at a time, and treats a larger piece as a full disk.
void configure_once() {
  constexpr int savepoint_bytes_max = 127 * 1024;
  static const bool is_configured =
      sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK &&
      sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, savepoint_bytes_max) == SQLITE_OK;
  if (!is_configured) throw Failure("SQLite cannot be configured");
}

/// SQLite would create the file with the umask's mode; only the owner may read the records.
void create_private_file(const std::string& path) {
  // Only a new file: closing a second descriptor of an open database would drop its locks.
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) {
    ::close(file);
  } else if (errno != EEXIST) {
    throw Failure(std::strerror(errno));
  }
}

/// How a file is opened that must not be changed.
enum class Inspection : std::uint8_t {
  alone,   // the WAL is empty: read the file as it is, without locks
  shared,  // another process has it open, or was killed while it had
  apart    // there is a WAL without its index: keep the index in memory
};

Inspection inspection_of(const std::string& path) {
  std::error_code absent;
  const auto wal_bytes = std::filesystem::file_size(path + "-wal", absent);
  if (absent) return Inspection::alone;
  std::error_code ignored;
  if (std::filesystem::exists(path + "-shm", ignored)) return Inspection::shared;
  return wal_bytes == 0 ? Inspection::alone : Inspection::apart;
}

/// The path as a URI, in which `?` and `%` have a meaning.
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

int open_handle(const std::string& path, SqliteConnection::Access access, sqlite3** handle) {
  constexpr int usual_flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (access != SqliteConnection::Access::inspect) {
    return sqlite3_open_v2(path.c_str(), handle, usual_flags | SQLITE_OPEN_READWRITE, nullptr);
  }
  const Inspection inspection = inspection_of(path);
  switch (inspection) {
    case Inspection::alone:
      return sqlite3_open_v2(immutable_uri(path).c_str(), handle,
                             usual_flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    case Inspection::shared:
      return sqlite3_open_v2(path.c_str(), handle, usual_flags | SQLITE_OPEN_READONLY, nullptr);
    case Inspection::apart: break;
  }
  // Only a connection with an exclusive lock can do without the shared index, and only a descriptor
  // that could write gets that lock.
  const int code =
      sqlite3_open_v2(path.c_str(), handle, usual_flags | SQLITE_OPEN_READWRITE, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_db_config(*handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return sqlite3_exec(*handle, "pragma locking_mode = exclusive", nullptr, nullptr, nullptr);
}

}  // namespace

SqliteConnection::SqliteConnection(const std::string& path, Access access) {
  configure_once();
  if (access == Access::write) create_private_file(path);
  if (open_handle(path, access, &handle_) != SQLITE_OK) {
    const std::string reason = handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    throw Failure(reason);
  }
  try {
    sqlite3_busy_handler(
        handle_,
        [](void* self, int attempt) {
          return static_cast<SqliteConnection*>(self)->wait_for_lock(attempt) ? 1 : 0;
        },
        this);
    execute("pragma synchronous = full");
    execute("pragma foreign_keys = on");
    execute(limit_wal_size);
    if (access != Access::write) execute("pragma query_only = on");
  } catch (const Failure&) {
    const std::string reason = sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    throw Failure(reason);
  }
  // The hook also replaces SQLite's own checkpoints, which would run inside a commit.
  sqlite3_wal_hook(
      handle_,
      [](void* self, sqlite3*, const char*, int frames) {
        static_cast<SqliteConnection*>(self)->wal_frames_ = frames;
        return SQLITE_OK;
      },
      this);
}

SqliteConnection::~SqliteConnection() {
  statements_.clear();
  sqlite3_close(handle_);
}

void SqliteConnection::execute(const char* text) {
  if (sqlite3_exec(handle_, text, nullptr, nullptr, nullptr) != SQLITE_OK) {
    raise(handle_, "running a script");
  }
}

void SqliteConnection::run_script(std::string_view script) {
  std::string text(script);
  replace_all(text, "/* clustered */", "without rowid");
  replace_all(text, "/* only SQLite", "");
  replace_all(text, "only SQLite */", "");
  execute(text.c_str());
}

bool SqliteConnection::has_table(std::string_view name) { return run(table_named, name).next(); }

bool SqliteConnection::is_empty() {
  auto rows = run(table_count);
  rows.next();
  return rows.integer(0) == 0;
}

void SqliteConnection::begin_read() { run(begin_deferred).finish(); }
void SqliteConnection::begin_write() { run(begin_immediate).finish(); }
void SqliteConnection::commit() { run(commit_all).finish(); }

void SqliteConnection::commit(const std::function<void()>& before_visible) {
  if (wal_) {
    wal_->commit(before_visible, [this] { commit(); });
  } else {
    before_visible();
    commit();
  }
}

void SqliteConnection::begin_savepoint() { run(savepoint_begin).finish(); }
void SqliteConnection::release_savepoint() { run(savepoint_release).finish(); }

void SqliteConnection::rollback_savepoint() {
  run(savepoint_rollback).finish();
  run(savepoint_release).finish();
}

void SqliteConnection::rollback() noexcept {
  try {
    run(rollback_all).finish();
  } catch (const std::exception&) {
    // Then the engine has rolled back by itself, as intended.
  }
}

bool SqliteConnection::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

bool SqliteConnection::wait_for_lock(int attempt) const {
  if (!is_waiting_allowed_ || attempt * lock_pause >= lock_timeout_) return false;
  std::this_thread::sleep_for(lock_pause);
  return true;
}

void SqliteConnection::limit_steps(std::optional<int> steps_max) {
  steps_left_ = steps_max;
  is_over_ = nullptr;
  count_steps(steps_max.has_value());
}

void SqliteConnection::limit_steps_until(const std::atomic<bool>& is_over) {
  steps_left_.reset();
  is_over_ = &is_over;
  count_steps(true);
}

void SqliteConnection::count_steps(bool is_wanted) {
  sqlite3_progress_handler(
      handle_, is_wanted ? steps_between_counts : 0,
      [](void* self) { return static_cast<SqliteConnection*>(self)->has_steps_left() ? 0 : 1; },
      this);
}

bool SqliteConnection::has_steps_left() {
  if (is_over_ != nullptr) return !*is_over_;
  *steps_left_ -= steps_between_counts;
  return *steps_left_ >= 0;
}

void SqliteConnection::expect_many_steps() {
  if (steps_left_) throw TooManySteps("a statement is expected to take too many steps");
}

void SqliteConnection::use_large_cache() { execute("pragma cache_size = -32768"); }  // KiB

void SqliteConnection::read_from(std::shared_ptr<FileMap> map) {
  file_ = std::make_unique<MappedFile>(handle_, std::move(map));
}

void SqliteConnection::read_in_place(std::shared_ptr<FileMap> map) {
  read_from(std::move(map));
  execute("pragma mmap_size = 1");  // any size makes SQLite request pages in place
}

void SqliteConnection::buffer_wal() {
  is_empty();  // SQLite opens the WAL with the first read
  wal_ = std::make_unique<WalFile>(handle_);
}

void SqliteConnection::throttle_writes(std::function<int()> next_burst) {
  throttled_ = std::make_unique<ThrottledFile>(handle_, std::move(next_burst));
}

std::int64_t SqliteConnection::read_data_version() {
  auto rows = run(data_version);
  rows.next();
  return rows.integer(0);
}

void SqliteConnection::use_wal() {
  auto rows = run(enable_wal);
  if (!rows.next() || rows.text(0) != "wal") {
    throw Failure("the file system does not support SQLite's WAL; use a local one");
  }
}

void SqliteConnection::use_auto_checkpoint() {
  constexpr int frames = 1000;
  sqlite3_wal_autocheckpoint(handle_, frames);
}

std::optional<SqliteConnection::CheckpointResult> SqliteConnection::checkpoint(Checkpoint mode) {
  const int how =
      mode == Checkpoint::passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_RESTART;
  int copied = -1;
  const auto lock_timeout = std::exchange(lock_timeout_, std::chrono::milliseconds(0));
  const int code = sqlite3_wal_checkpoint_v2(handle_, nullptr, how, nullptr, &copied);
  lock_timeout_ = lock_timeout;
  if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY) raise(handle_, "checkpointing the WAL");
  if (copied < 0) return std::nullopt;
  return CheckpointResult{copied, code == SQLITE_OK};
}

Statement& SqliteConnection::statement(const Query& query) {
  if (file_) file_->prepare_for(query.rows);
  if (query.index >= statements_.size()) statements_.resize(query.index + 1);
  auto& prepared = statements_[query.index];
  if (!prepared) prepared = std::make_unique<SqliteStatement>(handle_, query.text);
  return *prepared;
}

}  // namespace blotter::sql
