#include <condition_variable>
#include <mutex>

#include <fmt/format.h>

#include "storage/migrations/migrate.hpp"
#include "storage/postgres/open.hpp"
#include "storage/postgres/read_lanes.hpp"
#include "storage/postgres/write_lanes.hpp"
#include "storage/statements.hpp"

namespace blotter::storage {
namespace {

// Work that finds no thread in time is answered so soon after that.
constexpr auto watch_interval = std::chrono::milliseconds(100);
// A server looks for new keys four times a second, and writes down now and then when they were
// used; when it is to end it must not hang in that.
constexpr auto look_up_time_max = std::chrono::milliseconds(1000);
constexpr auto administer_time_max = std::chrono::milliseconds(3000);
// An idle database is asked so often whether it is there, and counts as away when it was silent
// for so long.
constexpr auto ping_interval = std::chrono::milliseconds(500);
constexpr auto silence_max = std::chrono::milliseconds(2000);
constexpr auto size_age_max = std::chrono::seconds(10);
// What is under way when the store ends may still take this long.
constexpr auto stop_time_max = std::chrono::milliseconds(1500);
// Tools are not in a hurry: somebody watches them.
constexpr auto tool_time_max = std::chrono::minutes(5);

const sql::Query database_size{"select pg_database_size(current_database())"};

/// How many of the pool's connections are for what. Each lane uses one at a time, and one is for
/// guilds and keys. As long as the database is quick, few lanes do better than many: each finds
/// more that can share a journey, or a commit. The others help when those are held up.
struct Shares {
  explicit Shares(std::size_t pool_size)
      : writers(std::max(std::min<std::size_t>(pool_size / 4, 2), pool_size / 8)),
        lists(std::max<std::size_t>(1, pool_size / 4)),
        readers(std::max<std::size_t>(1, pool_size - std::min(pool_size, writers + lists + 1))) {}

  [[nodiscard]] std::size_t helping_writers() const { return writers / 2; }
  /// Half of the readers are for what needs several statements, if there are two for each.
  [[nodiscard]] ReadLanes::Shares reads() const {
    const std::size_t usual = std::max(2U, std::thread::hardware_concurrency());
    const std::size_t alone = readers >= 4 ? readers / 2 : 0;
    const std::size_t lanes = readers - alone;
    return {
        .lanes = lanes, .helpers = lanes - std::min(lanes, usual), .alone = alone, .lists = lists};
  }

  std::size_t writers;
  std::size_t lists;
  std::size_t readers;
};

/// Asks the database whether it is there.
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
  PostgresStore(const std::shared_ptr<Connections>& connections, StoreUse use,
                const StoreOptions& options)
      : connections_(connections),
        is_server_(use == StoreUse::server),
        shares_(options.pool_size),
        reads_(connections, shares_.reads(), options.write_queue_max),
        writes_(connections, shares_.writers, shares_.helping_writers(), options) {
    look_up([](Accounts&) {});
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
    with_accounts(administer_time_max, [&](sql::Connection& connection) {
      sql::Transaction transaction(connection);
      Accounts accounts(connection);
      task(accounts);
      transaction.commit();
    });
  }

  void look_up(const AccountsTask& task) override {
    with_accounts(look_up_time_max, [&](sql::Connection& connection) {
      Accounts accounts(connection);
      task(accounts);
      measure(connection);
    });
  }

  void ping() override {
    // Never asks by itself: whoever wants to know must not wait for the answer.
    const auto success = connections_->last_success();
    if (connections_->last_refusal() > success) throw sql::Failure("the database takes nobody");
    if (SteadyClock::now() - success > silence_max) throw sql::Failure("the database is silent");
  }

  void stop() override {
    connections_->end_at(SteadyClock::now() + stop_time_max);
    {
      const std::scoped_lock lock(watch_mutex_);
      is_stopping_ = true;
    }
    watch_wake_.notify_all();
    if (watch_.joinable()) watch_.join();
    writes_.stop();
    // Reading goes on for those who still have something to look up, or to write down, at the end.
    connections_->end_at(SteadyClock::now() + stop_time_max);
  }

  [[nodiscard]] std::size_t write_queue_depth() const override { return writes_.depth(); }
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

  /// The size changes slowly and costs the server some work, so it is not asked for each time.
  void measure(sql::Connection& connection) {
    const auto now = SteadyClock::now();
    if (now - measured_ < size_age_max && measured_ != SteadyClock::time_point{}) return;
    auto rows = connection.run(database_size);
    rows.next();
    size_bytes_ = static_cast<std::uint64_t>(rows.integer(0));
    measured_ = now;
  }

  void watch() {
    SteadyClock::time_point asked{};
    std::unique_lock lock(watch_mutex_);
    while (!watch_wake_.wait_for(lock, watch_interval, [this] { return is_stopping_; })) {
      reads_.refuse_overdue();
      writes_.refuse_overdue();
      const auto now = SteadyClock::now();
      if (now - std::max(connections_->last_success(), asked) < ping_interval) continue;
      reads_.submit(std::make_unique<Ping>());
      asked = now;
    }
  }

  const std::shared_ptr<Connections> connections_;
  const bool is_server_;
  const Shares shares_;
  std::mutex accounts_mutex_;
  SteadyClock::time_point measured_{};
  std::atomic<std::uint64_t> size_bytes_{0};
  ReadLanes reads_;
  WriteLanes writes_;
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
      address, Connections::Settings{.time_max = tool_time_max, .partitions = partitions},
      std::make_shared<sql::Patience>(), SteadyClock::now() + tool_time_max);
  connection->set_deadline(SteadyClock::time_point::max());
  return connection;
}

}  // namespace

std::unique_ptr<Store> open_postgres(std::string_view url, StoreUse use, StoreOptions options) {
  return at_place(url, [&](const sql::PostgresAddress& address) {
    const auto time_max = use == StoreUse::server ? options.time_max : tool_time_max;
    const auto connections =
        std::make_shared<Connections>(address, Connections::Settings{.time_max = time_max});
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
      throw StoreError(fmt::format("{} has its tables already", address.shown()));
    }
    migrate(*connection, address.shown(), SystemClock().now());
  });
}

}  // namespace blotter::storage
