#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "storage/listings_at_once.hpp"
#include "storage/migrations/migrate.hpp"
#include "storage/sqlite/file_watch.hpp"
#include "storage/sqlite/group_writer.hpp"
#include "storage/sqlite/long_reads.hpp"
#include "storage/sqlite/open.hpp"
#include "storage/sqlite/reader_pool.hpp"
#include "storage/statements.hpp"

namespace blotter::storage {
namespace {

/// Held by the server that owns the file. It lies beside the file, because closing any descriptor
/// of the file itself would drop the locks that SQLite holds on it.
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

constexpr auto server_accounts_patience = std::chrono::milliseconds(500);

// What a look-up may take on the thread that brought it, in steps of SQLite: less than a
// millisecond, and enough for all that are looked up by a key. A guild that has long look-ups under
// way is likely to bring the next.
constexpr int steps_at_once_max = 30'000;
constexpr int steps_while_busy_max = 2'000;

std::size_t long_read_threads() { return std::thread::hardware_concurrency() + 1; }

class SqliteStore final : public Store {
 public:
  SqliteStore(const std::string& path, StoreUse use, StoreOptions options) : path_(path) {
    {
      sql::SqliteConnection connection(path, sql::SqliteConnection::Access::write);
      check_origin(connection, path);
      if (use == StoreUse::server) {
        lock_ = std::make_unique<OwnerLock>(path);
        // Housekeeping may fail and come again; it must not keep the server from ending.
        patience_ = server_accounts_patience;
      }
      connection.use_write_ahead_log();
      migrate(connection, path, SystemClock().now());
    }
    // Now, when no connection is open. A tool reads too little to gain by it.
    auto map = use == StoreUse::server ? sql::FileMap::of(path) : nullptr;
    readers_ = std::make_shared<ReaderPool>(path, map);
    // Only behind the migration: the writer's statements need the tables.
    writer_ = std::make_unique<GroupWriter>(path, std::move(map), readers_, versions_,
                                            std::move(options));
    if (use == StoreUse::server) {
      files_ = std::make_shared<FileWatch>(path);
      readers_->keep(files_);
      writer_->watch(files_);
      long_reads_ =
          std::make_shared<LongReads>(long_read_threads(), [this](std::unique_ptr<ReadWork> work) {
            if (try_read(*work, Unhurried{long_reads_->is_stopping()}, *long_reads_)) return;
            work->done(std::make_exception_ptr(Overloaded()));
          });
      readers_->keep(long_reads_);  // for lists that are sent longer than the store lives
    }
  }
  ~SqliteStore() override { SqliteStore::stop(); }

  void read(std::unique_ptr<ReadWork> work) override {
    if (!long_reads_) {
      static const std::atomic<bool> never = false;
      try_read(*work, Unhurried{never}, listings_at_once());
      return;
    }
    if (work->is_for_later()) return long_reads_->submit(std::move(work));
    const bool is_busy = long_reads_->is_busy_with(work->guild());
    const AtOnce pace{is_busy ? steps_while_busy_max : steps_at_once_max};
    if (!try_read(*work, pace, listings_at_once())) long_reads_->submit(std::move(work));
  }

  void write(std::unique_ptr<WriteWork> work) override {
    if (!writer_->submit(work)) work->done(std::make_exception_ptr(Overloaded()));
  }

  void administer(const AccountsTask& task) override { writer_->administer(task, patience_); }

  void look_up(const AccountsTask& task) override {
    if (files_) files_->check();
    const auto lease = readers_->take(ReaderPool::Snapshot::latest);
    Accounts accounts(*lease.connection);
    task(accounts);
    lease.confirm();
  }

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
    if (long_reads_) long_reads_->stop();
    writer_->stop();
  }

  [[nodiscard]] std::size_t write_queue_depth() const override { return writer_->depth(); }

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
  /// How long a look-up may take.
  struct AtOnce {
    int steps_max;
    void apply(sql::SqliteConnection& connection) const { connection.limit_steps(steps_max); }
  };
  struct Unhurried {
    const std::atomic<bool>& is_over;
    void apply(sql::SqliteConnection& connection) const { connection.limit_steps_until(is_over); }
  };

  /// At its end: what is read later, for a list, has no bound.
  struct Unbounded {
    sql::SqliteConnection& connection;
    ~Unbounded() { connection.limit_steps(std::nullopt); }
  };

  /// False when it would take longer than it may; then it is not answered.
  template <class Pace>
  bool try_read(ReadWork& work, const Pace& pace, ListingHost& listings) {
    std::exception_ptr failure;
    try {
      read_in(lease_for(work.guild()), work, pace, listings);
    } catch (const sql::TooManySteps&) {
      return false;
    } catch (const Overloaded&) {
      failure = std::current_exception();
    } catch (...) {
      failure = std::current_exception();
      readers_->outdate();  // the next read begins anew instead of meeting the same trouble
    }
    work.done(failure);
    return true;
  }

  ReaderPool::Lease lease_for(const GuildId& guild) {
    // While a commit that changes the guild is in flight, some see it and some do not: whoever
    // begins now must see it, if anybody has.
    const bool is_in_flight = !versions_.of(guild);
    return readers_->take(is_in_flight ? ReaderPool::Snapshot::latest
                                       : ReaderPool::Snapshot::recent);
  }

  template <class Pace>
  static void read_in(const ReaderPool::Lease& lease, ReadWork& work, const Pace& pace,
                      ListingHost& listings) {
    pace.apply(*lease.connection);
    const Unbounded afterwards{*lease.connection};
    Reader records(lease.connection, work.guild(), lease.may_keep ? listings : no_more_listings());
    work.run(records);
    lease.confirm();
  }

  /// Whether all is known that other processes have changed.
  bool is_known() {
    if (!is_checked()) writer_->look_for_others();
    return is_checked();
  }
  [[nodiscard]] bool is_checked() const {
    return CoarseClock::now() - versions_.checked() < ReaderPool::snapshot_age_max;
  }

  const std::string path_;
  std::chrono::milliseconds patience_ = sql::SqliteConnection::usual_patience;
  std::unique_ptr<OwnerLock> lock_;
  // Of a server. Checked with every look-up of keys, that is every 250 ms; after a commit in part.
  std::shared_ptr<FileWatch> files_;
  std::shared_ptr<ReaderPool> readers_;
  GuildVersions versions_;
  std::unique_ptr<GroupWriter> writer_;
  std::shared_ptr<LongReads> long_reads_;  // of a server
};

/// Opens what is at the path; what goes wrong becomes one line that names it.
template <class Open>
auto opened(const std::string& path, StoreUse use, Open open) {
  if (use == StoreUse::existing && !std::filesystem::exists(path)) {
    throw StoreError(fmt::format("there is no store at {}", path));
  }
  try {
    // One name for one file, so that a link does not get round the lock; and an absolute one, which
    // SQLite cannot take for a URI or for its :memory:.
    return open(weakly_canonical(std::filesystem::absolute(path)).string());
  } catch (const std::filesystem::filesystem_error& error) {
    throw StoreError(fmt::format("cannot open the store {}: {}", path, error.code().message()));
  } catch (const sql::Failure& failure) {
    throw StoreError(fmt::format("cannot open the store {}: {}", path, failure.what()));
  }
}

}  // namespace

std::unique_ptr<Store> open_sqlite(const std::string& path, StoreUse use, StoreOptions options) {
  return opened(path, use, [&](const std::string& real) {
    return std::make_unique<SqliteStore>(real, use, std::move(options));
  });
}

std::unique_ptr<sql::Connection> connect_sqlite(const std::string& path, StoreUse use) {
  return opened(path, use, [](const std::string& real) {
    using sql::SqliteConnection;
    auto connection = std::make_unique<SqliteConnection>(real, SqliteConnection::Access::write);
    check_origin(*connection, real);
    connection->use_write_ahead_log();
    connection->empty_log_by_itself();
    migrate(*connection, real, SystemClock().now());
    return connection;
  });
}

}  // namespace blotter::storage
