// What only a database server can do: become unreachable at any time.
#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contract/fault_proxy.hpp"
#include "contract/other_session.hpp"
#include "contract/samples.hpp"
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using namespace std::chrono_literals;
using Cut = FaultProxy::Cut;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// How long the store waits for its database; tests allow many times that before they fail.
constexpr auto time_max = 1500ms;
constexpr auto hang_timeout = 20s;

/// Keeps the writing thread busy, so that changes submitted meanwhile share a commit.
class BlockedWriter {
 public:
  explicit BlockedWriter(Store& store)
      : done_(submit(store, guild_, [this](Writer&) {
          is_blocked_.set_value();
          may_go_on_.wait();
          return Outcome::roll_back;
        })) {
    is_blocked_.get_future().wait();
  }
  ~BlockedWriter() {
    released_.set_value();
    done_.wait();
  }
  BlockedWriter(const BlockedWriter&) = delete;
  BlockedWriter& operator=(const BlockedWriter&) = delete;

 private:
  const GuildId guild_ = guild("nobody");
  std::promise<void> is_blocked_;
  std::promise<void> released_;
  std::future<void> may_go_on_ = released_.get_future();
  std::future<void> done_;
};

class PostgresFailures : public ::testing::Test {
 protected:
  PostgresFailures() {
    store_->administer([&](Accounts& accounts) {
      for (const GuildId& each : {first_, second_}) accounts.create_guild({each, {1}});
    });
  }

  [[nodiscard]] std::string proxied_url() const {
    std::string url = database_.url();
    const auto port = url.rfind(':') + 1;
    return url.replace(port, url.find('/', port) - port, std::to_string(proxy_.port()));
  }
  static std::uint16_t server_port(const std::string& url) {
    return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }

  /// When this returns, the store has noticed that its old connections are gone.
  void arm(Cut cut) {
    proxy_.arm(cut);
    living(first_);
  }

  /// A civilian and its event, as an operation makes them.
  std::future<void> create(std::int64_t id, const GuildId& guild) {
    return submit(*store_, guild, [id](Writer& records) {
      ++runs_;
      records.lock_guild();
      records.insert(civilian(id, "c" + std::to_string(id)));
      Event created = event("civilian.created", id);
      created.id = 1000 + id;
      records.append(created);
      return Outcome::commit;
    });
  }
  std::future<void> create(std::int64_t id) { return create(id, first_); }

  static void expect_ready(std::future<void>& outcome) {
    ASSERT_EQ(outcome.wait_for(hang_timeout), std::future_status::ready);
  }

  /// Whether the store notices in good time that the database does not respond.
  bool becomes_unavailable() {
    const auto end = std::chrono::steady_clock::now() + hang_timeout;
    while (std::chrono::steady_clock::now() < end) {
      try {
        store_->ping();
      } catch (const sql::Failure&) {
        return true;
      }
      std::this_thread::sleep_for(50ms);
    }
    return false;
  }

  std::vector<std::string> audit_log(const GuildId& guild) {
    std::vector<std::string> texts;
    read_and_wait(*store_, guild, [&](Reader& records) { texts = events(records); });
    return texts;
  }
  std::int64_t living(const GuildId& guild) {
    std::int64_t count = 0;
    read_and_wait(*store_, guild, [&](Reader& records) { count = records.count_living(); });
    return count;
  }

  const GuildId first_ = guild("first");
  const GuildId second_ = guild("second");
  TemporaryDatabase database_;
  FaultProxy proxy_{server_port(database_.url())};
  std::unique_ptr<Store> store_ =
      open_store(proxied_url(), StoreUse::server, {.time_max = time_max});
  static inline std::atomic<int> runs_{0};
};

TEST_F(PostgresFailures, a_commit_that_never_arrived_is_retried_once) {
  arm(Cut::before_commit);
  runs_ = 0;
  EXPECT_NO_THROW(create(1).get());
  EXPECT_EQ(proxy_.cuts(), 1);
  EXPECT_EQ(runs_, 2);
  EXPECT_THAT(audit_log(first_), ElementsAre("1 civilian.created"));
  EXPECT_EQ(living(first_), 1);
}

TEST_F(PostgresFailures, a_commit_whose_result_was_lost_is_found_and_not_retried) {
  arm(Cut::after_commit);
  runs_ = 0;
  EXPECT_NO_THROW(create(1).get());
  EXPECT_EQ(proxy_.cuts(), 1);
  EXPECT_EQ(runs_, 1);
  EXPECT_THAT(audit_log(first_), ElementsAre("1 civilian.created"));
  EXPECT_EQ(living(first_), 1);
}

TEST_F(PostgresFailures, a_lost_commit_is_not_confused_with_another_event_of_its_number) {
  store_ = open_store(proxied_url(), StoreUse::server, {.time_max = hang_timeout});
  const auto other = open_store(database_.url(), StoreUse::server);
  arm(Cut::before_commit_and_stall);
  auto outcome = create(1);
  while (proxy_.cuts() == 0) std::this_thread::sleep_for(1ms);
  write_and_wait(*other, first_, [](Writer& records) {
    records.lock_guild();
    records.append(event("vehicle.created", 9));
    return Outcome::commit;
  });
  proxy_.arm(Cut::never);
  EXPECT_NO_THROW(outcome.get());
  EXPECT_EQ(living(first_), 1);
  EXPECT_THAT(audit_log(first_), ElementsAre("1 vehicle.created", "2 civilian.created"));
}

TEST_F(PostgresFailures, work_continues_on_a_new_connection) {
  create(1).get();
  for (std::int64_t id = 2; id < 6; ++id) {
    TemporaryDatabase::server_run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = "
        "'blotter' and datname = '" +
        database_.name() + "'");
    EXPECT_EQ(living(first_), id - 1);
    EXPECT_NO_THROW(create(id).get());
  }
  EXPECT_EQ(audit_log(first_).size(), 5U);
}

TEST_F(PostgresFailures, work_times_out_if_the_database_does_not_respond) {
  create(1).get();
  proxy_.arm(Cut::stall);
  auto change = create(2);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_THROW(living(first_), std::runtime_error);
  EXPECT_LT(std::chrono::steady_clock::now() - began, hang_timeout);
  expect_ready(change);
  EXPECT_THROW(change.get(), std::runtime_error);
  EXPECT_TRUE(becomes_unavailable());
  proxy_.arm(Cut::never);
  EXPECT_EQ(living(first_), 1);
  EXPECT_NO_THROW(create(3).get());
  EXPECT_NO_THROW(store_->ping());
}

TEST_F(PostgresFailures, a_store_closes_although_the_database_does_not_respond) {
  proxy_.arm(Cut::stall);
  auto change = create(1);
  const auto began = std::chrono::steady_clock::now();
  store_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - began, hang_timeout);
  EXPECT_THROW(change.get(), std::runtime_error);
}

TEST_F(PostgresFailures, a_failure_to_open_a_store_is_reported) {
  OtherSession other(database_.url());
  // The last query of opening a store, after all its threads have started.
  other.run(
      "create function pg_database_size(name) returns bigint language plpgsql as "
      "$$ begin raise exception 'no size today'; end $$");
  other.run("alter database " + database_.name() + " set search_path = public, pg_catalog");
  try {
    open_store(database_.url(), StoreUse::server, {.time_max = time_max});
    ADD_FAILURE() << "the store was opened";
  } catch (const StoreError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("cannot open the store"), HasSubstr("no size")));
  }
}

TEST_F(PostgresFailures, a_locked_guild_fails_only_its_own_changes) {
  OtherSession other(database_.url());
  other.run("begin");
  other.run("select 1 from guild where id = 'first' for update");
  auto held = create(1);
  EXPECT_NO_THROW(create(2, second_).get());
  expect_ready(held);
  EXPECT_THROW(held.get(), sql::Failure);
  other.run("rollback");
  EXPECT_NO_THROW(create(3).get());
  EXPECT_THAT(audit_log(first_), ElementsAre("1 civilian.created"));
}

TEST_F(PostgresFailures, a_locked_guild_fails_alone_in_a_shared_commit) {
  // The free changes wait for the lock twice before they are made, and a busy machine adds to that.
  constexpr auto time_for_all = 4 * time_max;
  store_ = open_store(proxied_url(), StoreUse::server, {.pool_size = 4, .time_max = time_for_all});
  OtherSession other(database_.url());
  other.run("begin");
  other.run("select 1 from guild where id = 'first' for update");
  std::vector<std::future<void>> held;
  std::vector<std::future<void>> free;
  {
    const BlockedWriter blocked(*store_);
    for (const int id : {1, 3}) {
      held.push_back(create(id, first_));
      free.push_back(create(id + 1, second_));
    }
  }
  for (auto& change : free) EXPECT_NO_THROW(change.get());
  for (auto& change : held) {
    expect_ready(change);
    EXPECT_THROW(change.get(), sql::Failure);
  }
  other.run("rollback");
  EXPECT_EQ(living(first_), 0);
  EXPECT_EQ(living(second_), 2);
}

TEST_F(PostgresFailures, changes_of_a_shared_commit_are_prefetched_and_see_earlier_ones) {
  store_ = open_store(proxied_url(), StoreUse::server, {.pool_size = 4, .time_max = hang_timeout});
  const Civilian known = civilian(1, "known");
  for (const GuildId& each : {first_, second_}) {
    write_and_wait(*store_, each, [&](Writer& records) {
      records.insert(known);
      return Outcome::commit;
    });
  }
  const auto cite = [&](Writer& records) {
    ++runs_;
    records.lock_guild();
    Entry made = entry(EntryKind::citation, "Speeding");
    add_entry(records, known, made);
    records.append(event("leo.cited", made.count));
    return Outcome::commit;
  };
  std::vector<std::future<void>> changes;
  {
    const BlockedWriter blocked(*store_);
    for (int i = 0; i < 3; ++i) {
      for (const GuildId& each : {first_, second_}) changes.push_back(submit(*store_, each, cite));
    }
    runs_ = 0;
  }
  for (auto& change : changes) EXPECT_NO_THROW(change.get());
  // The first change of each guild was run once more, to prefetch.
  EXPECT_EQ(runs_, 6 + 2);
  for (const GuildId& each : {first_, second_}) {
    EXPECT_THAT(audit_log(each), ElementsAre("1 leo.cited", "2 leo.cited", "3 leo.cited"));
    read_and_wait(*store_, each, [&](Reader& records) {
      std::vector<std::int64_t> counts;
      for (const Entry& made : entries_of(records, known)) counts.push_back(made.count);
      EXPECT_THAT(counts, ElementsAre(1, 2, 3));
    });
  }
}

TEST_F(PostgresFailures, a_change_may_read_something_else_in_its_second_run) {
  store_ = open_store(proxied_url(), StoreUse::server, {.pool_size = 4, .time_max = hang_timeout});
  for (const GuildId& each : {first_, second_}) {
    write_and_wait(*store_, each, [](Writer& records) {
      records.insert(civilian(1, "one"));
      records.insert(civilian(2, "two"));
      return Outcome::commit;
    });
  }
  std::vector<std::future<void>> changes;
  std::vector<std::int64_t> found;
  {
    const BlockedWriter blocked(*store_);
    for (const GuildId& each : {first_, second_}) {
      changes.push_back(submit(*store_, each, [&, runs = 0](Writer& records) mutable {
        records.lock_guild();
        const auto wanted = records.civilian(name(++runs == 1 ? "one" : "two"));
        found.push_back(wanted ? wanted->id.value : 0);
        records.append(event("civilian.edited"));
        return Outcome::commit;
      }));
    }
  }
  for (auto& change : changes) EXPECT_NO_THROW(change.get());
  // The first runs had no result, so they stopped before they recorded one.
  EXPECT_THAT(found, ElementsAre(2, 2));
}

TEST_F(PostgresFailures, a_lookup_may_read_something_else_in_its_second_run) {
  write_and_wait(*store_, first_, [](Writer& records) {
    records.insert(civilian(1, "one"));
    records.insert(civilian(2, "two"));
    return Outcome::commit;
  });
  int runs = 0;
  std::optional<Civilian> found;
  look_up(*store_, first_,
          [&](Reader& records) { found = records.civilian(name(++runs == 1 ? "one" : "two")); });
  EXPECT_GE(runs, 2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id.value, 2);
}

TEST_F(PostgresFailures, a_deadlock_is_retried) {
  store_ = open_store(proxied_url(), StoreUse::server, {.pool_size = 4, .time_max = 10s});
  OtherSession other(database_.url());
  other.run("begin");
  other.run("select 1 from guild where id = 'second' for update");
  // Both guilds in one change: it holds the first and waits for the second.
  static const sql::Query lock_second{"select 1 from guild where id = 'second' for update"};
  auto change = submit(*store_, first_, [](Writer& records) {
    ++runs_;
    records.lock_guild();
    EXPECT_TRUE(records.has_guild());
    connection_of(records).run(lock_second).next();
    records.insert(civilian(1, "c1"));
    return Outcome::commit;
  });
  runs_ = 0;
  const std::string waiting =
      "select count(*) from pg_locks l join pg_stat_activity a using (pid) "
      "where not l.granted and a.datname = current_database()";
  OtherSession watch(database_.url());
  while (watch.run(waiting) == "0") std::this_thread::sleep_for(10ms);
  other.run("select 1 from guild where id = 'first' for update");  // now there is a deadlock
  other.run("rollback");
  EXPECT_NO_THROW(change.get());
  EXPECT_EQ(living(first_), 1);
}

TEST_F(PostgresFailures, a_session_lost_during_a_change_unlocks_its_guild_soon) {
  // The store hangs in the middle of a change, with the guild's lock taken.
  std::promise<void> is_held;
  std::promise<void> go_on;
  auto stuck = submit(*store_, first_, [&, waits = go_on.get_future().share()](Writer& records) {
    records.lock_guild();
    records.has_guild();
    if (waits.wait_for(0s) != std::future_status::ready) is_held.set_value();
    waits.wait();
    return Outcome::roll_back;
  });
  is_held.get_future().wait();
  const auto other = open_store(database_.url(), StoreUse::server, {.time_max = hang_timeout});
  EXPECT_NO_THROW(write_and_wait(*other, first_, [](Writer& records) {
    records.lock_guild();
    records.append(event("vehicle.created", 9));
    return Outcome::commit;
  }));
  go_on.set_value();
  expect_ready(stuck);
}

TEST_F(PostgresFailures, ten_stores_may_open_an_empty_database_at_once) {
  const TemporaryDatabase empty;
  std::vector<std::future<void>> opened;
  for (int i = 0; i < 10; ++i) {
    opened.push_back(std::async(std::launch::async, [&] {
      open_store(empty.url(), StoreUse::server, {.pool_size = 4, .time_max = hang_timeout});
    }));
  }
  for (auto& each : opened) EXPECT_NO_THROW(each.get());
}

TEST_F(PostgresFailures, creating_the_schema_may_take_longer_than_the_request_timeout) {
  constexpr std::int64_t schema_lock = 0x626c6f74746572;
  const TemporaryDatabase empty;
  OtherSession slow(empty.url());
  slow.run(fmt::format("select pg_advisory_lock({})", schema_lock));
  auto opened = std::async(std::launch::async, [&] {
    open_store(empty.url(), StoreUse::server, {.pool_size = 4, .time_max = time_max});
  });
  EXPECT_EQ(opened.wait_for(2 * time_max), std::future_status::timeout);
  slow.run(fmt::format("select pg_advisory_unlock({})", schema_lock));
  EXPECT_NO_THROW(opened.get());
}

}  // namespace
}  // namespace blotter
