// Only SQLite: the file, which program it belongs to and which processes may use it.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <sys/stat.h>
#include <thread>

#include <sqlite3.h>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::HasSubstr;

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs SQL on a file as any other program would.
void run(const std::string& path, const char* script) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  char* problem = nullptr;
  EXPECT_EQ(sqlite3_exec(handle, script, nullptr, nullptr, &problem), SQLITE_OK) << problem;
  sqlite3_free(problem);
  sqlite3_close(handle);
}

class SqliteFiles : public ::testing::Test {
 protected:
  std::unique_ptr<Store> open(StoreUse use = StoreUse::server) const { return open(path_, use); }
  static std::unique_ptr<Store> open(const std::string& path, StoreUse use = StoreUse::server) {
    return open_store("sqlite:" + path, use);
  }
  std::string refusal(StoreUse use = StoreUse::server) const {
    try {
      open(use);
      return "opened";
    } catch (const StoreError& error) {
      return error.what();
    }
  }
  static void write(Store& store, std::int64_t id) {
    store.administer([](Accounts& accounts) { accounts.create_guild({guild("g"), {1}}); });
    write_and_wait(store, guild("g"), [id](Writer& records) {
      records.insert(civilian(id, "c" + std::to_string(id)));
      return Outcome::commit;
    });
  }
  static std::int64_t living(Store& store) {
    std::int64_t count = 0;
    read_and_wait(store, guild("g"), [&](Reader& records) { count = records.count_living(); });
    return count;
  }
  /// A server sees what another process has written within the feed's interval.
  static void wait_for_living(Store& store, std::int64_t count) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (living(store) != count && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
    EXPECT_EQ(living(store), count);
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.file("records.db");
};

unsigned mode_of(const std::string& path) {
  struct stat state{};
  EXPECT_EQ(::stat(path.c_str(), &state), 0) << path;
  return state.st_mode & 0777U;
}

TEST_F(SqliteFiles, only_the_owner_can_read_the_files) {
  const mode_t before = ::umask(0);
  const auto store = open();
  write(*store, 1);
  ::umask(before);
  for (const char* suffix : {"", "-wal", "-shm", ".lock"})
    EXPECT_EQ(mode_of(path_ + suffix), 0600U) << suffix;
}

TEST_F(SqliteFiles, only_a_server_maps_its_file) {
  const auto is_mapped = [&] {
    return bytes_of("/proc/self/maps").find(path_ + "\n") != std::string::npos;
  };
  for (const auto use : {StoreUse::server, StoreUse::existing}) {
    const auto store = open(use);
    write(*store, use == StoreUse::server ? 1 : 2);
    EXPECT_GE(living(*store), 1);
    EXPECT_EQ(is_mapped(), use == StoreUse::server);
  }
  EXPECT_FALSE(is_mapped());
}

TEST_F(SqliteFiles, the_schema_is_created_once) {
  write(*open(), 1);
  EXPECT_EQ(living(*open()), 1);
  EXPECT_EQ(living(*open(StoreUse::tool)), 1);
  EXPECT_EQ(living(*open(StoreUse::existing)), 1);
}

TEST_F(SqliteFiles, an_empty_file_becomes_a_store) {
  std::ofstream{path_};
  write(*open(), 1);
  EXPECT_EQ(living(*open()), 1);
}

TEST_F(SqliteFiles, a_newer_schema_is_refused_and_unchanged) {
  open().reset();
  run(path_, "insert into schema_migration (version, applied_at) values (999, 0)");
  const std::string before = bytes_of(path_);
  for (const StoreUse use : {StoreUse::server, StoreUse::tool, StoreUse::existing}) {
    EXPECT_THAT(refusal(use), HasSubstr("has schema version 999"));
  }
  EXPECT_EQ(bytes_of(path_), before);
}

TEST_F(SqliteFiles, a_database_of_another_program_is_refused_and_unchanged) {
  for (const char* script :
       {"create table customer (id integer)", "create table schema_migration (version integer)",
        "create table schema_migration (name text); create table guild (id text)"}) {
    std::filesystem::remove(path_);
    run(path_, script);
    const std::string before = bytes_of(path_);
    EXPECT_THAT(refusal(), HasSubstr("is a database of another program")) << script;
    EXPECT_EQ(bytes_of(path_), before) << script;
    EXPECT_FALSE(std::filesystem::exists(path_ + ".lock")) << script;
  }
}

TEST_F(SqliteFiles, a_file_that_is_not_a_database_is_refused_and_unchanged) {
  const std::string text(5000, 'x');
  std::ofstream(path_) << text;
  EXPECT_THAT(refusal(), HasSubstr("cannot open the store " + path_));
  EXPECT_EQ(bytes_of(path_), text);
}

TEST_F(SqliteFiles, a_path_where_no_file_can_be_created_is_refused) {
  EXPECT_THROW(open(folder_.file("no/such/folder.db")), StoreError);
  EXPECT_THROW(open(folder_.file("")), StoreError);
}

TEST_F(SqliteFiles, a_file_system_without_wal_support_is_refused) {
  open(folder_.file("another.db"));  // the first open configures SQLite
  sqlite3_vfs* const usual = sqlite3_vfs_find(nullptr);
  // It has no shared memory between processes, like some network file systems.
  sqlite3_vfs_register(sqlite3_vfs_find("unix-none"), 1);
  EXPECT_THAT(refusal(), HasSubstr("the file system does not support SQLite's WAL"));
  sqlite3_vfs_register(usual, 1);
}

TEST_F(SqliteFiles, a_tool_that_needs_an_existing_store_creates_none) {
  EXPECT_THAT(refusal(StoreUse::existing), HasSubstr("there is no store at " + path_));
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(refusal(StoreUse::tool), "opened");
  EXPECT_EQ(refusal(StoreUse::existing), "opened");
}

TEST_F(SqliteFiles, a_second_server_is_refused_while_the_first_runs) {
  auto first = open();
  EXPECT_THAT(refusal(), HasSubstr("is in use by another blotter server"));
  first.reset();
  EXPECT_EQ(refusal(), "opened");
}

TEST_F(SqliteFiles, a_symlink_does_not_bypass_the_lock) {
  const auto first = open();
  const std::string link = folder_.file("link.db");
  std::filesystem::create_symlink(path_, link);
  EXPECT_THROW(open(link), StoreError);
  EXPECT_NO_THROW(open(link, StoreUse::tool));
}

TEST_F(SqliteFiles, a_server_and_a_tool_see_changes_of_each_other) {
  const auto server = open();
  write(*server, 1);
  {
    const auto tool = open(StoreUse::tool);
    write(*tool, 2);
    EXPECT_EQ(living(*tool), 2);
  }
  wait_for_living(*server, 2);
  write(*server, 3);
  EXPECT_EQ(living(*open(StoreUse::existing)), 3);
}

TEST_F(SqliteFiles, a_server_sees_records_of_a_tool_soon_and_keys_at_once) {
  const auto server = open();
  const auto tool = open(StoreUse::tool);
  write(*server, 1);
  for (int id = 2; id <= 4; ++id) {
    EXPECT_EQ(living(*server), id - 1);
    write(*tool, id);
    wait_for_living(*server, id);

    const GuildId added = guild("added" + std::to_string(id));
    tool->administer([&](Accounts& accounts) { accounts.create_guild({added, {1}}); });
    server->look_up([&](Accounts& accounts) {
      const auto guilds = accounts.guilds();
      EXPECT_TRUE(std::any_of(guilds.begin(), guilds.end(),
                              [&](const Guild& each) { return each.id == added; }));
    });
  }
}

TEST_F(SqliteFiles, a_refused_second_server_does_not_release_the_lock) {
  const auto first = open();
  refusal();
  EXPECT_THAT(refusal(), HasSubstr("is in use by another blotter server"));
  write(*first, 1);
}

TEST_F(SqliteFiles, a_crash_loses_no_acknowledged_change) {
  const std::string image = folder_.file("image.db");
  const auto store = open();
  for (int i = 1; i <= 20; ++i) write(*store, i);
  // What is on disk while the server runs is what a crash would leave.
  std::filesystem::copy_file(path_, image);
  std::filesystem::copy_file(path_ + "-wal", image + "-wal");
  write(*store, 21);
  const auto revived = open(image);
  EXPECT_EQ(living(*revived), 20);
  write(*revived, 100);
  EXPECT_EQ(living(*revived), 21);
}

TEST_F(SqliteFiles, a_wal_torn_in_its_last_commit_loses_only_that_commit) {
  const std::string image = folder_.file("image.db");
  const auto store = open();
  for (int i = 1; i <= 5; ++i) write(*store, i);
  std::filesystem::copy_file(path_, image);
  std::filesystem::copy_file(path_ + "-wal", image + "-wal");
  // The WAL is written page by page; the last page makes the commit.
  std::filesystem::resize_file(image + "-wal", std::filesystem::file_size(image + "-wal") - 100);
  EXPECT_EQ(living(*open(image)), 4);
}

TEST_F(SqliteFiles, a_closed_store_is_one_file) {
  write(*open(), 1);
  EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(path_ + "-shm"));
}

TEST_F(SqliteFiles, the_size_includes_the_wal) {
  const auto store = open();
  write(*store, 1);
  EXPECT_EQ(store->size_bytes(),
            std::filesystem::file_size(path_) + std::filesystem::file_size(path_ + "-wal"));
}

}  // namespace
}  // namespace blotter
