#include <condition_variable>
#include <mutex>

#include <fmt/format.h>

#include "storage/feed_source.hpp"
#include "storage/migrations/migrate.hpp"
#include "storage/postgres/notifications.hpp"
#include "storage/postgres/open.hpp"
#include "storage/postgres/read_lanes.hpp"
#include "storage/postgres/write_lanes.hpp"
#include "storage/records/statements.hpp"

namespace blotter::storage {
namespace {

// How soon after its deadline work that finds no thread fails.
constexpr auto watch_interval = std::chrono::milliseconds(100);
// The feed and the housekeeping look up guilds, keys and leftovers several times a second, and now
// and then store when keys were used; this must not delay the shutdown of the server.
constexpr auto look_up_time_max = std::chrono::milliseconds(1000);
constexpr auto administer_time_max = std::chrono::milliseconds(3000);
// How often an idle database is pinged, and after how long without a response it counts as down.
constexpr auto ping_interval = std::chrono::milliseconds(500);
constexpr auto response_timeout = std::chrono::milliseconds(2000);
constexpr auto size_age_max = std::chrono::seconds(10);
// What is in progress when the store stops may still take this long.
constexpr auto stop_time_max = std::chrono::milliseconds(1500);
// Tools are not in a hurry: an operator watches them.
constexpr auto tool_time_max = std::chrono::minutes(5);

const sql::Query database_size{"select pg_database_size(current_database())"};

constexpr std::size_t pool_size_min = 4;

/// How the pool's connections are divided. Each lane uses one at a time, one is for guilds and
/// keys, and one for notifications. As long as the database is fast, few lanes do better than many:
/// each finds more statements that can share a round trip, or a commit. The others help when those
/// are held up.
struct Shares {
  explicit Shares(std::size_t pool_size)
      : writers(std::max(std::min<std::size_t>(pool_size / 4, 2), pool_size / 8)),
        lists(std::max<std::size_t>(1, pool_size / 4)),
        notifications(pool_size > pool_size_min ? 1 : 0),
        readers(std::max<std::size_t>(
            1, pool_size - std::min(pool_size, writers + lists + notifications + 1))) {}

  [[nodiscard]] std::size_t helping_writers() const { return writers / 2; }
  /// Half of the readers are for lookups of several statements, if there are two for each.
  [[nodiscard]] ReadLanes::Shares reads() const {
    const std::size_t usual = std::max(2U, std::thread::hardware_concurrency());
    const std::size_t snapshots = readers >= 4 ? readers / 2 : 0;
    const std::size_t lanes = readers - snapshots;
    return {.lanes = lanes,
            .helpers = lanes - std::min(lanes, usual),
            .snapshots = snapshots,
            .lists = lists};
  }

  std::size_t writers;
  std::size_t lists;
  /// 0 if the pool is so small that none is left for them.
  std::size_t notifications;
  std::size_t readers;
};

/// Checks that the database responds.
class Ping final : public ReadWork {
 public:
  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  void run(Reader& records) override { records.has_civilians(); }
  void done(std::exception_ptr) override {}

 private:
  const GuildId guild_ = GuildId::stored("ping");
};

class PostgresStore final : public Store {
 public:
  PostgresStore(const std::shared_ptr<ConnectionPool>& connections, StoreUse use,
                const StoreOptions& options)
      : connections_(connections),
        is_server_(use == StoreUse::server),
        shares_(options.pool_size),
        feed_(options.feed_poll_interval),
        reads_(connections, shares_.reads(), options.write_queue_max),
        writes_(connections, shares_.writers, shares_.helping_writers(), feed_, options) {
    look_up([](Accounts&) {});
    if (is_server_ && shares_.notifications > 0) {
      notifications_.emplace(connections_, feed_);
      feed_.observe([this](const Commit& commit) { notifications_->announce(commit); });
    }
    if (is_server_) feed_.start(feed_source_);
    // Started last: if the constructor threw later, the joinable thread would end the process.
    watch_ = std::thread([this] { watch(); });
  }

  ~PostgresStore() override {
    stop();
    reads_.stop();
  }

  void read(std::unique_ptr<ReadWork> work) override { reads_.submit(std::move(work)); }
  void write(std::unique_ptr<WriteWork> work) override { writes_.submit(std::move(work)); }

  void administer(const AccountsTask& task) override {
    bool has_changes = false;
    with_accounts(administer_time_max, [&](sql::Connection& connection) {
      sql::Transaction transaction(connection);
      Accounts accounts(connection);
      task(accounts);
      has_changes = accounts.has_changes();
      if (has_changes) Notifications::announce_account_changes(connection);
      transaction.commit();
    });
    if (has_changes) feed_.publish({.has_unlisted_changes = true, .has_account_changes = true});
  }

  void look_up(const AccountsTask& task) override {
    with_accounts(look_up_time_max, [&](sql::Connection& connection) {
      Accounts accounts(connection);
      task(accounts);
      measure(connection);
    });
  }

  void ping() override {
    // Sends nothing itself: the caller must not wait for the database.
    const auto success = connections_->last_success();
    if (connections_->last_refusal() > success) {
      throw sql::Failure("the database refuses connections");
    }
    if (SteadyClock::now() - success > response_timeout) {
      throw sql::Failure("the database does not respond");
    }
  }

  void stop() override {
    connections_->end_at(SteadyClock::now() + stop_time_max);
    feed_.stop();
    {
      const std::scoped_lock lock(watch_mutex_);
      is_stopping_ = true;
    }
    watch_wake_.notify_all();
    if (watch_.joinable()) watch_.join();
    writes_.stop();
    if (notifications_) notifications_->stop();
    // Reading goes on for work that still looks up or stores something at the end.
    connections_->end_at(SteadyClock::now() + stop_time_max);
  }

  Feed& feed() override { return feed_; }
  [[nodiscard]] std::size_t write_queue_depth() const override { return writes_.depth(); }
  // Each costs several round trips, and commits of different connections share the disk anyway.
  [[nodiscard]] std::int64_t writes_per_commit() const override { return 1; }
  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }

 private:
  template <class Task>
  void with_accounts(std::chrono::milliseconds server_time, Task task) {
    const std::scoped_lock lock(accounts_mutex_);
    const auto time = is_server_ ? server_time : connections_->time_max();
    connections_->attempt(SteadyClock::now() + time,
                          [&](const auto& connection) { task(*connection); });
    connections_->note_success();
  }

  /// The size changes slowly and costs the server some work, so it is not queried each time.
  void measure(sql::Connection& connection) {
    const auto now = SteadyClock::now();
    if (now - measured_ < size_age_max && measured_ != SteadyClock::time_point{}) return;
    auto rows = connection.run(database_size);
    rows.next();
    size_bytes_ = static_cast<std::uint64_t>(rows.integer(0));
    measured_ = now;
  }

  void watch() {
    SteadyClock::time_point last_ping{};
    std::unique_lock lock(watch_mutex_);
    while (!watch_wake_.wait_for(lock, watch_interval, [this] { return is_stopping_; })) {
      reads_.refuse_overdue();
      writes_.refuse_overdue();
      const auto now = SteadyClock::now();
      if (now - std::max(connections_->last_success(), last_ping) < ping_interval) continue;
      reads_.submit(std::make_unique<Ping>());
      last_ping = now;
    }
  }

  const std::shared_ptr<ConnectionPool> connections_;
  const bool is_server_;
  const Shares shares_;
  std::mutex accounts_mutex_;
  SteadyClock::time_point measured_{};
  std::atomic<std::uint64_t> size_bytes_{0};
  Feed feed_;
  FeedSource feed_source_{*this};
  ReadLanes reads_;
  WriteLanes writes_;
  std::optional<Notifications> notifications_;  // only for a server
  std::mutex watch_mutex_;
  std::condition_variable watch_wake_;
  bool is_stopping_ = false;
  std::thread watch_;
};

/// Turns every failure into one line that names the place.
template <class Task>
auto at_place(std::string_view url, Task task) {
  std::string place = "postgres";
  try {
    const sql::PostgresAddress address(url);
    place = address.shown();
    return task(address);
  } catch (const sql::Failure& failure) {
    throw StoreError(fmt::format("cannot open the store {}: {}", place, failure.what()));
  }
}

void prepare_schema(sql::Connection& connection, const std::string& place, StoreUse use) {
  check_origin(connection, place);
  if (use == StoreUse::existing && connection.is_empty()) {
    throw StoreError(fmt::format("there is no store at {}", place));
  }
  migrate(connection, place, SystemClock().now());
}

std::unique_ptr<sql::PostgresConnection> connect_tool(const sql::PostgresAddress& address,
                                                      int partitions = 0) {
  auto connection = std::make_unique<sql::PostgresConnection>(
      address, ConnectionPool::Settings{.time_max = tool_time_max, .partitions = partitions},
      std::make_shared<sql::WaitLimit>(), SteadyClock::now() + tool_time_max);
  connection->set_deadline(SteadyClock::time_point::max());
  return connection;
}

}  // namespace

std::unique_ptr<Store> open_postgres(std::string_view url, StoreUse use,
                                     const StoreOptions& options) {
  return at_place(url, [&](const sql::PostgresAddress& address) {
    const auto time_max = use == StoreUse::server ? options.time_max : tool_time_max;
    const auto connections =
        std::make_shared<ConnectionPool>(address, ConnectionPool::Settings{.time_max = time_max});
    prepare_schema(*connections->take(SteadyClock::now() + time_max), address.shown(), use);
    return std::make_unique<PostgresStore>(connections, use, options);
  });
}

std::unique_ptr<sql::Connection> connect_postgres(std::string_view url, StoreUse use) {
  return at_place(url, [&](const sql::PostgresAddress& address) {
    auto connection = connect_tool(address);
    prepare_schema(*connection, address.shown(), use);
    return connection;
  });
}

void init_postgres(std::string_view url, int partitions) {
  at_place(url, [&](const sql::PostgresAddress& address) {
    const auto connection = connect_tool(address, partitions);
    check_origin(*connection, address.shown());
    if (!connection->is_empty()) {
      throw StoreError(fmt::format("{} already has its tables", address.shown()));
    }
    migrate(*connection, address.shown(), SystemClock().now());
  });
}

}  // namespace blotter::storage
