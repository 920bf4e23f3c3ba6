// Look-ups that take long leave the thread that brought them, and no guild has all the others.
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

  /// About so many steps of the engine, times ten.
  static void count_to(Reader& records, std::int64_t last) {
    static const sql::Query count{
        "select count(*) from (with recursive n (i) as (select 1 union all "
        "select i + 1 from n where i < $1) select i from n)"};
    auto rows = connection_of(records).run(count, last);
    rows.next();
    EXPECT_EQ(rows.integer(0), last);
  }
  static void be_long(Reader& records) { count_to(records, 10'000); }

  /// Where it was run the last time.
  std::thread::id thread_of(const std::function<void(Reader&)>& look) {
    std::thread::id thread;
    look_up(*store_, guild_, [&](Reader& records) {
      thread = std::this_thread::get_id();
      look(records);
    });
    return thread;
  }

  const GuildId guild_ = guild("first");
  const GuildId other_guild_ = guild("second");
  std::unique_ptr<StorePlace> place_ = make_sqlite_place();
  std::unique_ptr<Store> store_ = place_->open({});
};

TEST_F(LongReads, short_ones_stay_and_long_ones_go) {
  const auto here = std::this_thread::get_id();
  EXPECT_EQ(thread_of([](Reader& records) { records.count_living(); }), here);
  EXPECT_EQ(thread_of([](Reader& records) { count_to(records, 100); }), here);
  EXPECT_NE(thread_of(be_long), here);
}

TEST_F(LongReads, lists_whose_records_may_lie_far_apart_go) {
  const auto here = std::this_thread::get_id();
  const auto list = [](VehicleFilter filter) {
    return [filter](Reader& records) { records.vehicles(filter); };
  };
  EXPECT_EQ(thread_of(list({})), here);
  EXPECT_EQ(thread_of(list({.stolen = true})), here);
  EXPECT_NE(thread_of(list({.stolen = false})), here);
  EXPECT_NE(thread_of(list({.stolen = true, .impounded = true})), here);
}

TEST_F(LongReads, a_long_list_is_read_on_where_it_was_begun) {
  write_and_wait(*store_, guild_, [](Writer& records) {
    for (int i = 1; i <= 3; ++i) records.insert(civilian(i, "c" + std::to_string(i)));
    return Verdict::keep;
  });
  std::optional<Listing<Civilian>> listing;
  look_up(*store_, guild_, [&](Reader& records) {
    be_long(records);
    listing.emplace(records.living());
  });
  listing->keep();
  std::promise<std::thread::id> thread;
  listing->run_where_it_may_wait([&] {
    EXPECT_TRUE(listing->next());
    thread.set_value(std::this_thread::get_id());
  });
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
  store_.reset();
  EXPECT_TRUE(listing->next());
  // Nobody is left to run it.
  listing->run_where_it_may_wait([] { ADD_FAILURE(); });
}

/// Long, and then held until the gate opens.
class HeldRead final : public ReadWork {
 public:
  HeldRead(const GuildId& guild, std::function<void(Reader&)> look, std::shared_future<void> gate)
      : guild_(guild), look_(std::move(look)), gate_(std::move(gate)) {}
  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  void run(Reader& records) override {
    look_(records);
    gate_.wait();
  }
  void done(std::exception_ptr failure) override {
    failure ? promise_.set_exception(failure) : promise_.set_value();
  }
  std::future<void> outcome() { return promise_.get_future(); }

 private:
  const GuildId guild_;
  const std::function<void(Reader&)> look_;
  const std::shared_future<void> gate_;
  std::promise<void> promise_;
};

TEST_F(LongReads, one_guild_leaves_a_thread_to_the_others_and_refuses_what_is_too_much) {
  std::promise<void> gate;
  const auto opened = gate.get_future().share();
  std::vector<std::future<void>> outcomes;
  constexpr int many = 600;
  for (int i = 0; i < many; ++i) {
    auto work = std::make_unique<HeldRead>(guild_, be_long, opened);
    outcomes.push_back(work->outcome());
    store_->read(std::move(work));
  }
  EXPECT_THROW(outcomes.back().get(), Overloaded);
  outcomes.pop_back();
  look_up(*store_, other_guild_, be_long);                     // does not wait for the gate
  thread_of([](Reader& records) { records.count_living(); });  // nor do the guild's short ones
  gate.set_value();
  int answered = 0;
  for (auto& outcome : outcomes) {
    try {
      outcome.get();
      ++answered;
    } catch (const Overloaded&) {
    }
  }
  EXPECT_GE(answered, 512);
}

TEST_F(LongReads, the_end_of_the_store_answers_those_that_wait) {
  std::promise<void> gate;
  const auto opened = gate.get_future().share();
  std::vector<std::future<void>> outcomes;
  for (int i = 0; i < 100; ++i) {
    auto work = std::make_unique<HeldRead>(guild_, be_long, opened);
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
