// Only SQLite: how connections write to the WAL and how checkpoints copy it into the database.
#include <cerrno>
#include <filesystem>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "storage/sqlite/connection.hpp"
#include "temporary_folder.hpp"

namespace blotter::sql {
namespace {

const Query insert_note{"insert into note (text) values ($1)"};
const Query note_bytes{"select coalesce(sum(length(text)), 0) from note"};
const Query check_all{"pragma integrity_check"};

class SqliteWal : public ::testing::Test {
 protected:
  using Access = SqliteConnection::Access;

  SqliteWal() {
    writer_.use_wal();
    writer_.run_script("create table note (text text not null)");
    writer_.buffer_wal();
  }

  static void insert(SqliteConnection& connection, int notes, std::size_t bytes) {
    for (int i = 0; i < notes; ++i) {
      connection.run(insert_note, std::string(bytes, 'n')).finish();
    }
  }
  static std::int64_t bytes_in(SqliteConnection& connection) {
    auto rows = connection.run(note_bytes);
    rows.next();
    return rows.integer(0);
  }
  static std::string integrity_of(SqliteConnection& connection) {
    auto rows = connection.run(check_all);
    rows.next();
    return std::string(rows.text(0));
  }
  /// The file as a power failure now would leave it.
  std::string copy_of_file() const {
    const std::string copy = folder_.file("copy.db");
    for (const char* suffix : {"", "-wal"}) {
      std::filesystem::copy_file(path_ + suffix, copy + suffix);
    }
    return copy;
  }
  /// Makes SQLite write pages to the WAL before their transaction ends.
  void use_tiny_cache() { writer_.run_script("pragma cache_size = 10"); }

  testing::TemporaryFolder folder_;
  const std::string path_ = folder_.file("notes.db");
  SqliteConnection writer_{path_, Access::write};
};

TEST_F(SqliteWal, a_commit_is_in_the_file_when_it_returns) {
  writer_.begin_write();
  insert(writer_, 3, 200'000);  // in more than one piece
  writer_.commit();
  SqliteConnection after_power_failure(copy_of_file(), Access::write);
  EXPECT_EQ(bytes_in(after_power_failure), 600'000);
  EXPECT_EQ(integrity_of(after_power_failure), "ok");
}

TEST_F(SqliteWal, a_transaction_reads_its_pages_that_spilled_to_the_wal) {
  use_tiny_cache();
  writer_.begin_write();
  insert(writer_, 500, 1000);
  EXPECT_EQ(bytes_in(writer_), 500'000);
  writer_.begin_savepoint();
  insert(writer_, 500, 1000);
  writer_.rollback_savepoint();
  insert(writer_, 100, 1000);
  EXPECT_EQ(bytes_in(writer_), 600'000);
  writer_.commit();
  SqliteConnection other(path_, Access::read);
  EXPECT_EQ(bytes_in(other), 600'000);
  EXPECT_EQ(integrity_of(other), "ok");
}

TEST_F(SqliteWal, a_rolled_back_transaction_does_not_damage_later_writes) {
  insert(writer_, 1, 10);
  // A rollback would read pages that are in the WAL, and reading flushes the buffer.
  writer_.checkpoint(SqliteConnection::Checkpoint::restart);
  use_tiny_cache();
  writer_.begin_write();
  insert(writer_, 20, 3000);
  writer_.rollback();
  SqliteConnection other(path_, Access::write);
  insert(other, 20, 2000);
  EXPECT_EQ(bytes_in(writer_), 40'010);
  insert(writer_, 1, 10);
  EXPECT_EQ(bytes_in(other), 40'020);
  SqliteConnection after_power_failure(copy_of_file(), Access::write);
  EXPECT_EQ(bytes_in(after_power_failure), 40'020);
  EXPECT_EQ(integrity_of(after_power_failure), "ok");
}

/// While it lives and `is_full` is set, the disk accepts no writes.
class FullDisk {
 public:
  FullDisk() {
    // SQLite uses one of the two names, depending on how it was built.
    for (const char* name : {"pwrite", "pwrite64"}) {
      original_ = reinterpret_cast<Write*>(vfs_->xGetSystemCall(vfs_, name));
      if (original_ == nullptr) continue;
      name_ = name;
      vfs_->xSetSystemCall(vfs_, name, reinterpret_cast<sqlite3_syscall_ptr>(&write));
      return;
    }
  }
  ~FullDisk() {
    vfs_->xSetSystemCall(vfs_, name_, nullptr);
    is_full = false;
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

  static inline bool is_full = false;

 private:
  using Write = ssize_t(int, const void*, std::size_t, off_t);
  static ssize_t write(int file, const void* bytes, std::size_t count, off_t begin) {
    if (!is_full) return original_(file, bytes, count, begin);
    errno = ENOSPC;
    return -1;
  }

  sqlite3_vfs* vfs_ = sqlite3_vfs_find(nullptr);
  const char* name_ = nullptr;
  static inline Write* original_ = nullptr;
};

/// While it lives, the sync with that number fails, or every sync.
class FailingSync {
 public:
  static constexpr int all = 0;

  explicit FailingSync(int number) : number_(number) { current = this; }
  ~FailingSync() { current = nullptr; }
  FailingSync(const FailingSync&) = delete;
  FailingSync& operator=(const FailingSync&) = delete;

  bool fails() { return ++count_ == number_ || number_ == all; }

  static inline FailingSync* current = nullptr;

 private:
  int number_;
  int count_ = 0;
};

TEST_F(SqliteWal, a_transaction_can_commit_when_a_full_disk_has_space_again) {
  static const Query insert_twice{"insert into note (text) select text from note"};
  FullDisk disk;
  writer_.checkpoint(SqliteConnection::Checkpoint::restart);
  use_tiny_cache();
  writer_.begin_write();
  insert(writer_, 20, 3000);  // some of them are in the WAL by now, or buffered for it
  disk.is_full = true;
  EXPECT_THROW(writer_.run(insert_twice).finish(), Failure);
  disk.is_full = false;
  // SQLite has rolled back only the statement, so the rest may be committed.
  ASSERT_TRUE(writer_.in_transaction());
  writer_.commit();
  SqliteConnection after_power_failure(copy_of_file(), Access::write);
  EXPECT_EQ(bytes_in(after_power_failure), 60'000);
  EXPECT_EQ(integrity_of(after_power_failure), "ok");
}

TEST_F(SqliteWal, a_commit_whose_sync_failed_does_not_reappear_after_a_crash) {
  insert(writer_, 1, 10);
  const auto notes_after_crash = [&] {
    const std::string copy = copy_of_file();
    std::int64_t bytes = 0;
    {
      SqliteConnection after_crash(copy, Access::write);
      bytes = bytes_in(after_crash);
      EXPECT_EQ(integrity_of(after_crash), "ok");
    }
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(copy + suffix);
    return bytes;
  };
  for (const bool is_wal_new : {false, true}) {
    for (const int failing : {1, 2, FailingSync::all}) {
      // Only a new WAL has a second sync, after that of its header.
      if (failing == 2 && !is_wal_new) continue;
      SCOPED_TRACE(::testing::Message() << "new WAL " << is_wal_new << ", failing " << failing);
      if (is_wal_new) writer_.checkpoint(SqliteConnection::Checkpoint::restart);
      {
        const FailingSync disk(failing);
        writer_.begin_write();
        insert(writer_, 3, 50'000);
        EXPECT_THROW(writer_.commit(), Failure);
        writer_.rollback();
        const auto left = notes_after_crash();
        EXPECT_EQ(left, bytes_in(writer_));
      }
      insert(writer_, 1, 10);
      const auto left = notes_after_crash();
      EXPECT_EQ(left, bytes_in(writer_));
    }
  }
  EXPECT_EQ(bytes_in(writer_), 60);  // the first note, and one after each of five failures
}

TEST_F(SqliteWal, the_wal_can_be_restarted) {
  for (int round = 1; round <= 3; ++round) {
    insert(writer_, 10, 5000);
    const auto copied = writer_.checkpoint(SqliteConnection::Checkpoint::restart);
    ASSERT_TRUE(copied);
    EXPECT_TRUE(copied->is_complete);
    EXPECT_GT(copied->frames, 0);
  }
  EXPECT_EQ(bytes_in(writer_), 150'000);
  EXPECT_EQ(integrity_of(writer_), "ok");
}

TEST_F(SqliteWal, a_checkpoint_writes_in_bursts_of_the_given_size) {
  insert(writer_, 100, 4000);  // a page each
  SqliteConnection checkpointer(path_, Access::write);
  int bursts = 0;
  checkpointer.throttle_writes([&] {
    ++bursts;
    return 25;
  });
  checkpointer.checkpoint(SqliteConnection::Checkpoint::passive);
  EXPECT_EQ(bursts, 5);  // there are a few pages besides those of the notes
  const std::string without_wal = folder_.file("without_wal.db");
  std::filesystem::copy_file(path_, without_wal);
  SqliteConnection moved(without_wal, Access::write);
  EXPECT_EQ(bytes_in(moved), 400'000);
  EXPECT_EQ(integrity_of(moved), "ok");
}

}  // namespace
}  // namespace blotter::sql

/// Replaces the system's function: SQLite does not let this one be set like others.
extern "C" int fdatasync(int file) {
  auto* const failing = blotter::sql::FailingSync::current;
  if (failing == nullptr || !failing->fails()) {
    return static_cast<int>(::syscall(SYS_fdatasync, file));
  }
  errno = EIO;
  return -1;
}
