#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "storage/feed_source.hpp"
#include "storage/inline_listings.hpp"
#include "storage/migrations/migrate.hpp"
#include "storage/records/statements.hpp"
#include "storage/sqlite/file_watch.hpp"
#include "storage/sqlite/group_writer.hpp"
#include "storage/sqlite/long_reads.hpp"
#include "storage/sqlite/open.hpp"
#include "storage/sqlite/reader_pool.hpp"

namespace blotter::storage {
namespace {

/// Held by the server that owns the file. It is a separate file, because closing any descriptor of
/// the database file would drop the locks that SQLite holds on it.
class OwnerLock {
 public:
  explicit OwnerLock(const std::string& database) {
    const std::string path = database + ".lock";
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file_ < 0) throw StoreError(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      ::close(file_);
      throw StoreError(fmt::format("{} is in use by another blotter server", database));
    }
  }
  ~OwnerLock() { ::close(file_); }
  OwnerLock(const OwnerLock&) = delete;
  OwnerLock& operator=(const OwnerLock&) = delete;

 private:
  int file_;
};

constexpr auto server_accounts_timeout = std::chrono::milliseconds(500);

// The steps of SQLite that a lookup may take on the calling thread: less than a millisecond, and
// enough for every lookup by a key. A guild with long lookups in progress is likely to send
// another.
constexpr int steps_at_once_max = 30'000;
constexpr int steps_while_busy_max = 2'000;

std::size_t long_read_threads() { return std::thread::hardware_concurrency() + 1; }

class SqliteStore final : public Store {
 public:
  SqliteStore(const std::string& path, StoreUse use, const StoreOptions& options)
      : path_(path), feed_(options.feed_poll_interval) {
    {
      sql::SqliteConnection connection(path, sql::SqliteConnection::Access::write);
      check_origin(connection, path);
      if (use == StoreUse::server) {
        lock_ = std::make_unique<OwnerLock>(path);
        // Housekeeping may fail and is retried; it must not delay the server's shutdown.
        lock_timeout_ = server_accounts_timeout;
      }
      connection.use_wal();
      migrate(connection, path, SystemClock().now());
    }
    // Now, while no connection is open. A tool reads too little to gain by a map.
    auto map = use == StoreUse::server ? sql::FileMap::of(path) : nullptr;
    readers_ = std::make_shared<ReaderPool>(path, map);
    // In this order, so that a read that knows the new version does not get an old snapshot.
    feed_.observe([this](const Commit&) { readers_->invalidate_snapshots(); });
    feed_.observe([this](const Commit& commit) { versions_.note(commit); });
    // After the migration: the writer's statements need the tables.
    writer_ =
        std::make_unique<GroupWriter>(path, std::move(map), readers_, versions_, feed_, options);
    if (use == StoreUse::server) {
      files_ = std::make_shared<FileWatch>(path);
      readers_->keep(files_);
      writer_->watch(files_);
      long_reads_ =
          std::make_shared<LongReads>(long_read_threads(), [this](std::unique_ptr<ReadWork> work) {
            if (try_read(*work, NoStepLimit{long_reads_->is_stopping()}, *long_reads_)) return;
            work->done(std::make_exception_ptr(Overloaded()));
          });
      readers_->keep(long_reads_);  // for lists that are sent longer than the store lives
      feed_.start(feed_source_);
    }
  }
  ~SqliteStore() override { SqliteStore::stop(); }

  void read(std::unique_ptr<ReadWork> work) override {
    if (!long_reads_) {
      static const std::atomic<bool> never = false;
      try_read(*work, NoStepLimit{never}, inline_listings());
      return;
    }
    if (work->is_low_priority()) return long_reads_->submit(std::move(work));
    const bool is_busy = long_reads_->is_busy_with(work->guild());
    const StepLimit limit{is_busy ? steps_while_busy_max : steps_at_once_max};
    if (!try_read(*work, limit, inline_listings())) long_reads_->submit(std::move(work));
  }

  void write(std::unique_ptr<WriteWork> work) override {
    if (!writer_->submit(work)) work->done(std::make_exception_ptr(Overloaded()));
  }

  void administer(const AccountsTask& task) override { writer_->administer(task, lock_timeout_); }

  void look_up(const AccountsTask& task) override {
    if (files_) files_->check();
    const auto lease = readers_->take(ReaderPool::Snapshot::latest);
    Accounts accounts(*lease.connection);
    task(accounts);
    lease.confirm();
  }

  Feed& feed() override { return feed_; }

  std::optional<std::uint64_t> version(const GuildId& guild) override {
    if (!is_known()) return std::nullopt;
    return versions_.of(guild);
  }
  std::optional<std::uint64_t> version(const GuildId& guild, CivilianId civilian) override {
    if (!is_known()) return std::nullopt;
    return versions_.of(guild, civilian);
  }

  void ping() override {
    if (files_) files_->check();
    const auto lease = readers_->take(ReaderPool::Snapshot::latest);
    lease.connection->run(statements::ping).finish();
    lease.confirm();
  }

  void stop() override {
    feed_.stop();
    if (long_reads_) long_reads_->stop();
    writer_->stop();
  }

  [[nodiscard]] std::size_t write_queue_depth() const override { return writer_->depth(); }
  [[nodiscard]] std::int64_t writes_per_commit() const override { return 2; }

  [[nodiscard]] std::uint64_t size_bytes() const override {
    std::uint64_t total = 0;
    for (const char* suffix : {"", "-wal"}) {
      std::error_code absent;
      const auto size = std::filesystem::file_size(path_ + suffix, absent);
      if (!absent) total += size;
    }
    return total;
  }

 private:
  /// How long a lookup may take.
  struct StepLimit {
    int steps_max;
    void apply(sql::SqliteConnection& connection) const { connection.limit_steps(steps_max); }
  };
  struct NoStepLimit {
    const std::atomic<bool>& is_over;
    void apply(sql::SqliteConnection& connection) const { connection.limit_steps_until(is_over); }
  };

  /// Removes the limit at the end of the work: what is read later, for a list, has none.
  struct LimitReset {
    sql::SqliteConnection& connection;
    ~LimitReset() { connection.limit_steps(std::nullopt); }
  };

  /// False when it would exceed its limit; then `done` is not called.
  template <class Limit>
  bool try_read(ReadWork& work, const Limit& limit, ListingHost& listings) {
    std::exception_ptr failure;
    try {
      read_in(lease_for(work.guild()), work, limit, listings);
    } catch (const sql::TooManySteps&) {
      return false;
    } catch (const Overloaded&) {
      failure = std::current_exception();
    } catch (...) {
      failure = std::current_exception();
      readers_->invalidate_snapshots();  // the next read must not meet the same problem
    }
    work.done(failure);
    return true;
  }

  ReaderPool::Lease lease_for(const GuildId& guild) {
    // While a commit that changes the guild is in flight, some reads see it and some do not. A read
    // that begins now must see it if any other read has.
    const bool is_in_flight = !versions_.of(guild);
    return readers_->take(is_in_flight ? ReaderPool::Snapshot::latest
                                       : ReaderPool::Snapshot::recent);
  }

  template <class Limit>
  static void read_in(const ReaderPool::Lease& lease, ReadWork& work, const Limit& limit,
                      ListingHost& listings) {
    limit.apply(*lease.connection);
    const LimitReset afterwards{*lease.connection};
    Reader records(lease.connection, work.guild(), lease.may_keep ? listings : no_more_listings());
    work.run(records);
    lease.confirm();
  }

  /// Whether all changes of other processes are known.
  bool is_known() {
    if (!is_checked()) writer_->check_for_other_writers();
    return is_checked();
  }
  [[nodiscard]] bool is_checked() const {
    return CoarseClock::now() - versions_.checked() < ReaderPool::snapshot_age_max;
  }

  const std::string path_;
  std::chrono::milliseconds lock_timeout_ = sql::SqliteConnection::default_lock_timeout;
  std::unique_ptr<OwnerLock> lock_;
  // Only for a server. Checked with every `look_up`, which housekeeping calls every 250 ms, and
  // partly after each commit.
  std::shared_ptr<FileWatch> files_;
  std::shared_ptr<ReaderPool> readers_;
  GuildVersions versions_;
  Feed feed_;
  std::unique_ptr<GroupWriter> writer_;
  std::shared_ptr<LongReads> long_reads_;  // only for a server
  FeedSource feed_source_{*this, [this] { writer_->check_for_other_writers(); }};
};

/// Opens the store at the path; turns every failure into one line that names the path.
template <class Open>
auto opened(const std::string& path, StoreUse use, Open open) {
  if (use == StoreUse::existing && !std::filesystem::exists(path)) {
    throw StoreError(fmt::format("there is no store at {}", path));
  }
  try {
    // One name for each file, so that a link does not bypass the lock; and an absolute one, which
    // SQLite cannot take for a URI or for its :memory:.
    return open(weakly_canonical(std::filesystem::absolute(path)).string());
  } catch (const std::filesystem::filesystem_error& error) {
    throw StoreError(fmt::format("cannot open the store {}: {}", path, error.code().message()));
  } catch (const sql::Failure& failure) {
    throw StoreError(fmt::format("cannot open the store {}: {}", path, failure.what()));
  }
}

}  // namespace

std::unique_ptr<Store> open_sqlite(const std::string& path, StoreUse use,
                                   const StoreOptions& options) {
  return opened(path, use, [&](const std::string& real) {
    return std::make_unique<SqliteStore>(real, use, options);
  });
}

std::unique_ptr<sql::Connection> connect_sqlite(const std::string& path, StoreUse use) {
  return opened(path, use, [](const std::string& real) {
    using sql::SqliteConnection;
    auto connection = std::make_unique<SqliteConnection>(real, SqliteConnection::Access::write);
    check_origin(*connection, real);
    connection->use_wal();
    connection->use_auto_checkpoint();
    migrate(*connection, real, SystemClock().now());
    return connection;
  });
}

}  // namespace blotter::storage
