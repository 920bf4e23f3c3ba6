// Long lookups leave the calling thread, and no guild has all of the other threads.
#include <atomic>
#include <thread>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;

class LongReads : public ::testing::Test {
 protected:
  LongReads() {
    store_->administer([&](Accounts& accounts) {
      accounts.create_guild({guild_, {1}});
      accounts.create_guild({other_guild_, {2}});
    });
  }

  /// Takes about ten times this many steps of the engine.
  static void count_to(Reader& records, std::int64_t last) {
    static const sql::Query count{
        "select count(*) from (with recursive n (i) as (select 1 union all "
        "select i + 1 from n where i < $1) select i from n)"};
    auto rows = connection_of(records).run(count, last);
    rows.next();
    EXPECT_EQ(rows.integer(0), last);
  }
  static void run_long_query(Reader& records) { count_to(records, 10'000); }

  /// The thread of the last run.
  std::thread::id thread_of(const std::function<void(Reader&)>& query) {
    std::thread::id thread;
    look_up(*store_, guild_, [&](Reader& records) {
      thread = std::this_thread::get_id();
      query(records);
    });
    return thread;
  }

  const GuildId guild_ = guild("first");
  const GuildId other_guild_ = guild("second");
  std::unique_ptr<StorePlace> place_ = make_sqlite_place();
  std::unique_ptr<Store> store_ = place_->open({});
};

TEST_F(LongReads, only_long_reads_leave_the_calling_thread) {
  const auto here = std::this_thread::get_id();
  EXPECT_EQ(thread_of([](Reader& records) { records.count_living(); }), here);
  EXPECT_EQ(thread_of([](Reader& records) { count_to(records, 100); }), here);
  EXPECT_NE(thread_of(run_long_query), here);
}

TEST_F(LongReads, lists_that_may_scan_many_records_leave_the_calling_thread) {
  const auto here = std::this_thread::get_id();
  const auto list = [](VehicleFilter filter) {
    return [filter](Reader& records) { records.vehicles(filter); };
  };
  EXPECT_EQ(thread_of(list({})), here);
  EXPECT_EQ(thread_of(list({.stolen = true})), here);
  EXPECT_NE(thread_of(list({.stolen = false})), here);
  EXPECT_NE(thread_of(list({.stolen = true, .impounded = true})), here);
}

TEST_F(LongReads, a_long_list_continues_on_a_blocking_thread) {
  write_and_wait(*store_, guild_, [](Writer& records) {
    for (int i = 1; i <= 3; ++i) records.insert(civilian(i, "c" + std::to_string(i)));
    return Outcome::commit;
  });
  std::optional<Listing<Civilian>> listing;
  look_up(*store_, guild_, [&](Reader& records) {
    run_long_query(records);
    listing.emplace(records.living());
  });
  listing->keep();
  std::promise<std::thread::id> thread;
  listing->run_on_blocking_thread([&] {
    EXPECT_TRUE(listing->next());
    thread.set_value(std::this_thread::get_id());
  });
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
  store_.reset();
  EXPECT_TRUE(listing->next());
  // No thread is left to run it.
  listing->run_on_blocking_thread([] { ADD_FAILURE(); });
}

/// Long, and then held until the gate opens.
class HeldRead final : public ReadWork {
 public:
  HeldRead(const GuildId& guild, std::function<void(Reader&)> query, std::shared_future<void> gate)
      : guild_(guild), query_(std::move(query)), gate_(std::move(gate)) {}
  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  void run(Reader& records) override {
    query_(records);
    gate_.wait();
  }
  void done(std::exception_ptr failure) override {
    failure ? promise_.set_exception(failure) : promise_.set_value();
  }
  std::future<void> outcome() { return promise_.get_future(); }

 private:
  const GuildId guild_;
  const std::function<void(Reader&)> query_;
  const std::shared_future<void> gate_;
  std::promise<void> promise_;
};

TEST_F(LongReads, one_guild_cannot_take_all_threads_and_its_queue_is_limited) {
  std::promise<void> gate;
  const auto opened = gate.get_future().share();
  std::vector<std::future<void>> outcomes;
  constexpr int many = 600;
  for (int i = 0; i < many; ++i) {
    auto work = std::make_unique<HeldRead>(guild_, run_long_query, opened);
    outcomes.push_back(work->outcome());
    store_->read(std::move(work));
  }
  EXPECT_THROW(outcomes.back().get(), Overloaded);
  outcomes.pop_back();
  look_up(*store_, other_guild_, run_long_query);              // does not wait for the gate
  thread_of([](Reader& records) { records.count_living(); });  // nor do the guild's short ones
  gate.set_value();
  int completed = 0;
  for (auto& outcome : outcomes) {
    try {
      outcome.get();
      ++completed;
    } catch (const Overloaded&) {
    }
  }
  EXPECT_GE(completed, 512);
}

TEST_F(LongReads, stopping_the_store_refuses_waiting_reads) {
  std::promise<void> gate;
  const auto opened = gate.get_future().share();
  std::vector<std::future<void>> outcomes;
  for (int i = 0; i < 100; ++i) {
    auto work = std::make_unique<HeldRead>(guild_, run_long_query, opened);
    outcomes.push_back(work->outcome());
    store_->read(std::move(work));
  }
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    gate.set_value();
  });
  store_->stop();
  opener.join();
  int refused = 0;
  for (auto& outcome : outcomes) {
    try {
      outcome.get();
    } catch (const Overloaded&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace blotter
