// Only SQLite: how changes are committed, and how readers and the writer work side by side.
#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <numeric>
#include <thread>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using namespace std::chrono_literals;

// Far more than is needed, so that only a hang reaches it.
constexpr auto hang_timeout = 30s;

/// Records the size of each commit.
class Commits {
 public:
  StoreOptions options(std::size_t queue_max = 10'000) {
    return {.write_queue_max = queue_max, .write_batch_time_max = hang_timeout};
  }
  void watch(Store& store) {
    store.feed().observe([this](const Commit& commit) {
      if (commit.origin != Commit::Origin::local) return;
      const std::scoped_lock lock(mutex_);
      sizes_.push_back(commit.changes);
      changed_.notify_all();
    });
  }
  /// Waits until that many changes are committed.
  std::vector<std::size_t> sizes(std::size_t changes) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, hang_timeout, [&] {
      return std::accumulate(sizes_.begin(), sizes_.end(), 0UL) >= changes;
    });
    return sizes_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::size_t> sizes_;
};

class SqliteWriting : public ::testing::Test {
 protected:
  SqliteWriting() { open({}); }

  void open(StoreOptions options) {
    store_.reset();
    store_ = open_store("sqlite:" + path_, StoreUse::server, std::move(options));
    store_->administer([&](Accounts& accounts) { accounts.create_guild({guild_, {1}}); });
  }
  std::future<void> insert(int id) {
    return submit(*store_, guild_, [id](Writer& records) {
      records.insert(civilian(id, "c" + std::to_string(id)));
      return Outcome::commit;
    });
  }
  std::int64_t living() {
    std::int64_t count = 0;
    read_and_wait(*store_, guild_, [&](Reader& records) { count = records.count_living(); });
    return count;
  }

  /// Keeps the writer busy until the gate opens.
  struct Blocked {
    std::promise<void> gate;
    std::future<void> outcome;
  };
  std::unique_ptr<Blocked> block_writer() {
    auto blocked = std::make_unique<Blocked>();
    auto running = std::make_shared<std::promise<void>>();
    auto is_running = running->get_future();
    blocked->outcome =
        submit(*store_, guild_, [running, gate = blocked->gate.get_future().share()](Writer&) {
          running->set_value();
          gate.wait();
          return Outcome::commit;
        });
    is_running.wait();
    return blocked;
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.file("records.db");
  const GuildId guild_ = guild("g");
  std::unique_ptr<Store> store_;
};

std::int64_t number(Reader& records, const sql::Query& query) {
  auto rows = connection_of(records).run(query);
  rows.next();
  return rows.integer(0);
}

const sql::Query journal_mode{"pragma journal_mode"};
const sql::Query synchronous{"pragma synchronous"};
const sql::Query foreign_keys{"pragma foreign_keys"};
const sql::Query query_only{"pragma query_only"};
constexpr std::int64_t synchronous_full = 2;

TEST_F(SqliteWriting, the_writer_syncs_every_commit_to_the_wal) {
  write_and_wait(*store_, guild_, [&](Writer& records) {
    {
      auto rows = connection_of(records).run(journal_mode);
      rows.next();
      EXPECT_EQ(rows.text(0), "wal");
    }
    EXPECT_EQ(number(records, synchronous), synchronous_full);
    EXPECT_EQ(number(records, foreign_keys), 1);
    return Outcome::commit;
  });
}

TEST_F(SqliteWriting, a_reader_cannot_write) {
  static const sql::Query forbidden{"delete from guild"};
  read_and_wait(*store_, guild_, [&](Reader& records) {
    EXPECT_EQ(number(records, query_only), 1);
    EXPECT_THROW(connection_of(records).run(forbidden).finish(), sql::Failure);
  });
}

TEST_F(SqliteWriting, queued_changes_share_one_commit) {
  constexpr int waiting = 100;
  Commits commits;
  open(commits.options());
  commits.watch(*store_);
  auto blocked = block_writer();
  std::vector<std::future<void>> outcomes;
  for (int i = 1; i <= waiting; ++i) outcomes.push_back(insert(i));
  EXPECT_EQ(store_->write_queue_depth(), static_cast<std::size_t>(waiting));
  blocked->gate.set_value();
  for (auto& outcome : outcomes) outcome.get();
  EXPECT_THAT(commits.sizes(waiting + 1), ElementsAre(1, waiting));
  EXPECT_EQ(living(), waiting);
}

TEST_F(SqliteWriting, no_result_is_reported_before_its_commit) {
  auto blocked = block_writer();
  auto first = insert(1);
  auto gate = std::make_shared<std::promise<void>>();
  std::promise<void> running;
  auto last = submit(*store_, guild_, [&, gate](Writer&) {
    running.set_value();
    gate->get_future().wait();
    return Outcome::commit;
  });
  blocked->gate.set_value();
  running.get_future().wait();
  // The first has run, in the same transaction as the last, which is not finished.
  EXPECT_EQ(first.wait_for(0s), std::future_status::timeout);
  EXPECT_EQ(living(), 0);
  gate->set_value();
  first.get();
  last.get();
  EXPECT_EQ(living(), 1);
}

TEST_F(SqliteWriting, the_size_of_a_commit_is_limited) {
  Commits commits;
  StoreOptions options = commits.options();
  options.write_batch_max = 4;
  open(options);
  commits.watch(*store_);
  auto blocked = block_writer();
  std::vector<std::future<void>> outcomes;
  for (int i = 1; i <= 10; ++i) outcomes.push_back(insert(i));
  blocked->gate.set_value();
  for (auto& outcome : outcomes) outcome.get();
  EXPECT_THAT(commits.sizes(11), ElementsAre(1, 4, 4, 2));
}

TEST_F(SqliteWriting, a_transaction_rolled_back_by_the_engine_fails_only_its_batch) {
  static const sql::Query rollback{"rollback"};  // as the engine does on a full disk
  Commits commits;
  open(commits.options());
  commits.watch(*store_);
  auto blocked = block_writer();
  auto before = insert(1);
  auto broken = submit(*store_, guild_, [](Writer& records) {
    connection_of(records).run(rollback).finish();
    return Outcome::commit;
  });
  auto after = insert(2);
  blocked->gate.set_value();
  blocked->outcome.get();
  EXPECT_THROW(before.get(), sql::Failure);
  EXPECT_THROW(broken.get(), sql::Failure);
  EXPECT_THROW(after.get(), sql::Failure);
  EXPECT_EQ(living(), 0);
  insert(3).get();
  EXPECT_EQ(living(), 1);
  EXPECT_THAT(commits.sizes(2), ElementsAre(1, 1));  // the failed batch was not committed
}

TEST_F(SqliteWriting, the_queue_is_limited_and_keeps_room_for_other_guilds) {
  open({.write_queue_max = 6});
  auto blocked = block_writer();
  std::vector<std::future<void>> outcomes;
  for (int i = 1; i <= 3; ++i) outcomes.push_back(insert(i));
  EXPECT_EQ(store_->write_queue_depth(), 3U);
  EXPECT_THROW(insert(4).get(), Overloaded);
  auto of_other_guild = submit(*store_, guild("other"), [](Writer&) { return Outcome::commit; });
  EXPECT_EQ(store_->write_queue_depth(), 4U);
  blocked->gate.set_value();
  of_other_guild.get();
  for (auto& outcome : outcomes) outcome.get();
  EXPECT_EQ(living(), 3);
  insert(4).get();
}

TEST_F(SqliteWriting, changes_run_in_order_of_arrival) {
  auto blocked = block_writer();
  std::vector<int> order;
  std::vector<std::future<void>> outcomes;
  for (int i = 0; i < 50; ++i) {
    outcomes.push_back(submit(*store_, guild_, [&order, i](Writer&) {
      order.push_back(i);
      return Outcome::commit;
    }));
  }
  blocked->gate.set_value();
  for (auto& outcome : outcomes) outcome.get();
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(order.size(), 50U);
}

TEST_F(SqliteWriting, readers_do_not_wait_for_the_writer_or_see_partial_changes) {
  std::atomic<bool> stop{false};
  std::atomic<int> reads{0};
  std::vector<std::thread> readers;
  for (int t = 0; t < 3; ++t) {
    readers.emplace_back([&] {
      while (!stop) {
        read_and_wait(*store_, guild_, [&](Reader& records) {
          // Each change adds a civilian with a vehicle.
          const auto civilians = records.count_living();
          EXPECT_EQ(civilians, records.count_vehicles());
        });
        ++reads;
      }
    });
  }
  for (int i = 1; i <= 200; ++i) {
    write_and_wait(*store_, guild_, [i](Writer& records) {
      const Civilian owner = civilian(i, "c" + std::to_string(i));
      records.insert(owner);
      records.insert(vehicle(i, owner, "P" + std::to_string(i)));
      return Outcome::commit;
    });
  }
  // On a busy machine, readers may not have run yet.
  while (reads < 3) std::this_thread::yield();
  stop = true;
  for (auto& reader : readers) reader.join();
  EXPECT_EQ(living(), 200);
}

TEST_F(SqliteWriting, open_listings_are_limited_and_short_reads_still_run) {
  insert(1).get();
  std::vector<Listing<Civilian>> listings;
  const auto keep_one = [&] {
    read_and_wait(*store_, guild_, [&](Reader& records) {
      Listing<Civilian> listing = records.living();
      listing.keep();
      listings.push_back(std::move(listing));
    });
  };
  // A checkpoint reads too, so that for a moment there is room for one less.
  const auto keep_one_soon = [&] {
    const auto end = std::chrono::steady_clock::now() + hang_timeout;
    while (true) {
      try {
        return keep_one();
      } catch (const Overloaded&) {
        if (std::chrono::steady_clock::now() > end) throw;
        std::this_thread::sleep_for(1ms);
      }
    }
  };
  for (int i = 0; i < 64; ++i) keep_one_soon();
  EXPECT_THROW(keep_one(), Overloaded);
  EXPECT_EQ(living(), 1);
  read_and_wait(*store_, guild_, [&](Reader& records) {
    EXPECT_EQ(drained(records.living()).size(), 1U);  // not kept, so not refused
  });
  EXPECT_NO_THROW(store_->ping());
  insert(2).get();
  listings.pop_back();
  EXPECT_NO_THROW(keep_one_soon());
}

/// Changes whenever the WAL is restarted; a documented part of its header.
std::string salt_of(const std::string& wal) {
  std::ifstream in(wal, std::ios::binary);
  std::array<char, 24> header{};
  in.read(header.data(), header.size());
  return {header.data() + 16, 8};
}

TEST_F(SqliteWriting, after_many_writes_a_checkpoint_restarts_the_wal) {
  const std::string wal = path_ + "-wal";
  insert(1).get();
  const auto database_bytes = [&] { return std::filesystem::file_size(path_); };
  const auto before = database_bytes();
  const std::string salt = salt_of(wal);
  // Well over the 6,000 pages at which a checkpoint begins.
  const auto write_much = [&](int round) {
    write_and_wait(*store_, guild_, [&](Writer& records) {
      const Civilian john = civilian(1, "c1");
      for (int i = 0; i < 8000; ++i) {
        Entry fine = entry(EntryKind::fine, std::string(4000, 'x'));
        fine.amount = round;
        add_entry(records, john, fine);
      }
      return Outcome::commit;
    });
  };
  const auto deadline = std::chrono::steady_clock::now() + hang_timeout;
  const auto is_late = [&] { return std::chrono::steady_clock::now() > deadline; };
  write_much(1);
  // Only a checkpoint changes the size of the database file itself.
  while (database_bytes() < before + 30'000'000 && !is_late()) std::this_thread::yield();
  EXPECT_GE(database_bytes(), before + 30'000'000);
  for (int id = 2; salt_of(wal) == salt && !is_late(); ++id) {
    insert(id).get();
    living();  // an idle reader must not prevent a restart of the WAL
  }
  EXPECT_NE(salt_of(wal), salt);
}

TEST_F(SqliteWriting, an_open_listing_does_not_block_writes) {
  insert(1).get();
  std::optional<Listing<Civilian>> listing;
  read_and_wait(*store_, guild_, [&](Reader& records) { listing.emplace(records.living()); });
  for (int i = 2; i <= 50; ++i) insert(i).get();
  EXPECT_EQ(living(), 50);
  EXPECT_TRUE(listing->next());
  EXPECT_FALSE(listing->next());
}

TEST_F(SqliteWriting, a_change_may_be_larger_than_the_rollback_memory) {
  constexpr int many = 3000;
  const auto insert_many = [&](int first) {
    return submit(*store_, guild_, [=](Writer& records) {
      for (int id = first; id < first + many; ++id) {
        records.insert(civilian(id, "somebody called " + std::to_string(id * 7919LL % 100'003)));
      }
      return Outcome::commit;
    });
  };
  EXPECT_NO_THROW(insert_many(1).get());
  EXPECT_NO_THROW(insert_many(1 + many).get());  // between the existing ones
}

}  // namespace
}  // namespace blotter
