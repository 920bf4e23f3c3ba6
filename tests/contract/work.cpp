// How a store runs work: atomic, durable, on one snapshot, and bounded.
#include <atomic>
#include <chrono>
#include <thread>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;

class Work : public StoreContract {
 protected:
  std::int64_t living() {
    return seen([](Reader& records) { return records.count_living(); });
  }
};
BLOTTER_FOR_EVERY_STORE(Work);

TEST_P(Work, a_rollback_leaves_nothing) {
  const Civilian john = civilian(1, "John Doe");
  create(john);
  write_and_wait(*store_, guild_, [&](Writer& records) {
    records.update(john, civilian(1, "Renamed"));
    records.insert(civilian(2, "Jane Roe"));
    records.insert(vehicle(10, john, "A"));
    records.insert(firearm(11, john, "S"));
    Entry fine = entry(EntryKind::fine, "x");
    add_entry(records, john, fine);
    add_event(records, event("x"));
    return Outcome::roll_back;
  });
  read([&](Reader& records) {
    EXPECT_THAT(drained(records.living()), ElementsAre(shown(john)));
    EXPECT_EQ(records.count_vehicles(), 0);
    EXPECT_EQ(records.count_firearms(), 0);
    EXPECT_EQ(count_entries(records), 0);
    EXPECT_TRUE(events(records).empty());
  });
}

TEST_P(Work, a_change_reads_its_own_writes) {
  write([&](Writer& records) {
    records.insert(civilian(1, "John Doe"));
    EXPECT_TRUE(records.civilian(name("john doe")));
    EXPECT_EQ(records.count_living(), 1);
    records.erase(civilian(1, "John Doe"));
    EXPECT_FALSE(records.civilian(name("john doe")));
  });
}

TEST_P(Work, an_exception_fails_only_the_work_that_threw_it) {
  // Held back until all changes wait, so that a store with group commit uses it here.
  std::promise<void> all_wait;
  auto held = submit(*store_, guild_, [waits = all_wait.get_future().share()](Writer& records) {
    waits.wait();
    records.insert(civilian(1, "first"));
    return Outcome::commit;
  });
  auto before = submit(*store_, guild_, [](Writer& records) {
    records.insert(civilian(2, "before"));
    return Outcome::commit;
  });
  auto broken = submit(*store_, guild_, [](Writer& records) -> Outcome {
    records.insert(civilian(3, "broken"));
    throw std::domain_error("broken");
  });
  auto after = submit(*store_, guild_, [](Writer& records) {
    records.insert(civilian(4, "after"));
    return Outcome::commit;
  });
  all_wait.set_value();
  EXPECT_NO_THROW(held.get());
  EXPECT_NO_THROW(before.get());
  EXPECT_THROW(broken.get(), std::domain_error);
  EXPECT_NO_THROW(after.get());
  EXPECT_EQ(living(), 3);
  EXPECT_FALSE(seen([](Reader& records) { return records.civilian(name("broken")).has_value(); }));
}

TEST_P(Work, a_broken_statement_fails_only_its_work) {
  auto broken = submit(*store_, guild_, [](Writer& records) {
    records.insert(civilian(1, "John Doe"));
    records.insert(vehicle(10, civilian(99, "Nobody"), "A"));
    return Outcome::commit;
  });
  EXPECT_THROW(broken.get(), sql::Failure);
  EXPECT_EQ(living(), 0);
  create(civilian(1, "John Doe"));
  EXPECT_EQ(living(), 1);
}

TEST_P(Work, an_exception_in_a_read_reaches_only_its_caller) {
  EXPECT_THROW(read([](Reader&) { throw std::domain_error("broken"); }), std::domain_error);
  EXPECT_EQ(living(), 0);
}

TEST_P(Work, acknowledged_changes_persist_after_reopening) {
  create(civilian(1, "John Doe"));
  write([&](Writer& records) { add_event(records, event("civilian.created")); });
  open();
  EXPECT_EQ(seen([](Reader& records) { return shown(records.civilian(name("John Doe"))); }),
            shown(civilian(1, "John Doe")));
  EXPECT_THAT(seen(events), ElementsAre("1 civilian.created"));
  write([&](Writer& records) { add_event(records, event("next")); });
  EXPECT_THAT(seen(events), ElementsAre("1 civilian.created", "2 next"));
}

TEST_P(Work, closing_a_store_finishes_queued_work) {
  std::vector<std::future<void>> outcomes;
  for (int i = 0; i < 50; ++i) {
    outcomes.push_back(submit(*store_, guild_, [i](Writer& records) {
      records.insert(civilian(i + 1, "c" + std::to_string(i)));
      return Outcome::commit;
    }));
  }
  store_.reset();
  for (auto& outcome : outcomes) EXPECT_NO_THROW(outcome.get());
  open();
  EXPECT_EQ(living(), 50);
}

TEST_P(Work, a_stopped_store_finishes_queued_work_and_refuses_more) {
  std::vector<std::future<void>> outcomes;
  for (int i = 0; i < 50; ++i) {
    outcomes.push_back(submit(*store_, guild_, [i](Writer& records) {
      records.insert(civilian(i + 1, "c" + std::to_string(i)));
      return Outcome::commit;
    }));
  }
  store_->stop();
  for (auto& outcome : outcomes) {
    ASSERT_EQ(outcome.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    EXPECT_NO_THROW(outcome.get());
  }
  EXPECT_THROW(submit(*store_, guild_, [](Writer&) { return Outcome::commit; }).get(), Overloaded);
  store_->stop();  // a second call changes nothing
  EXPECT_EQ(living(), 50);
}

TEST_P(Work, a_client_reads_its_own_change) {
  class ReadsWhenDone final : public WriteWork {
   public:
    ReadsWhenDone(Store& store, const GuildId& guild, std::promise<bool>& found)
        : store_(store), guild_(guild), found_(found) {}
    [[nodiscard]] const GuildId& guild() const override { return guild_; }
    Outcome run(Writer& records) override {
      records.insert(civilian(1, "John Doe"));
      return Outcome::commit;
    }
    void done(std::exception_ptr) override {
      bool is_there = false;
      read_and_wait(store_, guild_, [&](Reader& records) {
        is_there = records.civilian(name("John Doe")).has_value();
      });
      found_.set_value(is_there);
    }

   private:
    Store& store_;
    const GuildId& guild_;
    std::promise<bool>& found_;
  };
  std::promise<bool> found;
  store_->write(std::make_unique<ReadsWhenDone>(*store_, guild_, found));
  EXPECT_TRUE(found.get_future().get());
}

TEST_P(Work, concurrent_threads_read_their_own_changes) {
  std::vector<std::thread> threads;
  std::atomic<int> lost{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const Civilian mine = civilian(t * 1000 + i + 1, fmt::format("c{}-{}", t, i));
        write_and_wait(*store_, guild_, [&](Writer& records) {
          records.insert(mine);
          return Outcome::commit;
        });
        bool is_there = false;
        read_and_wait(*store_, guild_,
                      [&](Reader& records) { is_there = records.civilian(mine.name).has_value(); });
        if (!is_there) ++lost;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(living(), 200);
}

TEST_P(Work, reads_never_return_to_an_older_state) {
  Civilian before = civilian(1, "John Doe");
  before.age = 0;
  create(before);
  constexpr int changes = 1'000;
  std::atomic<bool> is_over = false;
  std::atomic<std::int64_t> latest_seen = 0;
  std::atomic<int> steps_back = 0;
  const auto watch = [&] {
    while (!is_over) {
      // As clients that talk to each other: a read that starts now knows what others have seen.
      const std::int64_t known = latest_seen;
      const auto age =
          seen([](Reader& records) { return records.civilian(name("john doe"))->age; });
      const auto found = static_cast<std::int64_t>(age);
      if (found < known) ++steps_back;
      std::int64_t latest = known;
      while (latest < found && !latest_seen.compare_exchange_weak(latest, found)) {
      }
    }
  };
  std::vector<std::thread> watchers;
  for (int count = 0; count < 3; ++count) watchers.emplace_back(watch);
  for (int change = 1; change <= changes; ++change) {
    Civilian after = before;
    after.age = change;
    write([&](Writer& records) {
      records.update(before, after);
      Event aged = event("aged");
      aged.change.civilian = before.id;
      add_event(records, aged);
    });
    before = after;
  }
  is_over = true;
  for (std::thread& watcher : watchers) watcher.join();
  EXPECT_EQ(steps_back, 0);
  EXPECT_GT(latest_seen, 0);
}

TEST_P(Work, a_read_uses_one_snapshot) {
  create(civilian(1, "John Doe"));
  read([&](Reader& records) {
    EXPECT_EQ(records.count_living(), 1);
    create(civilian(2, "Jane Roe"));
    EXPECT_EQ(records.count_living(), 1);
    EXPECT_FALSE(records.civilian(name("Jane Roe")));
  });
  EXPECT_EQ(living(), 2);
}

TEST_P(Work, an_uncommitted_change_is_invisible) {
  std::promise<void> inserted;
  std::promise<void> go_on;
  auto outcome = submit(*store_, guild_, [&](Writer& records) {
    records.insert(civilian(1, "John Doe"));
    inserted.set_value();
    go_on.get_future().wait();
    return Outcome::commit;
  });
  inserted.get_future().wait();
  EXPECT_EQ(living(), 0);  // and the read does not wait for the writer
  go_on.set_value();
  outcome.get();
  EXPECT_EQ(living(), 1);
}

TEST_P(Work, a_listing_does_not_see_later_changes) {
  create(civilian(1, "John Doe"));
  create(civilian(2, "Jane Roe"));
  std::optional<Listing<Civilian>> listing;
  read([&](Reader& records) { listing.emplace(records.living()); });
  write([&](Writer& records) {
    records.erase(civilian(1, "John Doe"));
    records.update(civilian(2, "Jane Roe"), civilian(2, "Renamed"));
    records.insert(civilian(3, "New"));
  });
  EXPECT_THAT(drained(std::move(*listing)),
              ElementsAre(shown(civilian(1, "John Doe")), shown(civilian(2, "Jane Roe"))));
}

TEST_P(Work, a_partly_read_listing_does_not_see_later_changes) {
  for (int i = 1; i <= 300; ++i) create(civilian(i, "c" + std::to_string(i)));
  std::optional<Listing<Civilian>> listing;
  read([&](Reader& records) { listing.emplace(records.living()); });
  for (int i = 1; i <= 100; ++i) ASSERT_EQ(listing->next()->id, CivilianId{i});
  write([&](Writer& records) {
    for (int i = 1; i <= 300; ++i) records.erase(civilian(i, "c" + std::to_string(i)));
  });
  for (int i = 101; i <= 300; ++i) ASSERT_EQ(listing->next()->id, CivilianId{i});
  EXPECT_FALSE(listing->next());
  EXPECT_EQ(living(), 0);
}

TEST_P(Work, a_listing_may_outlive_its_store) {
  create(civilian(1, "John Doe"));
  std::optional<Listing<Civilian>> listing;
  read([&](Reader& records) { listing.emplace(records.living()); });
  store_.reset();
  EXPECT_THAT(drained(std::move(*listing)), ElementsAre(shown(civilian(1, "John Doe"))));
  listing.reset();
}

TEST_P(Work, a_full_queue_refuses_changes_at_once) {
  constexpr std::size_t queue_max = 9;
  constexpr std::int64_t of_one_guild = 5;
  constexpr int many = 200;
  open({.write_queue_max = queue_max});
  std::promise<void> go_on;
  const std::shared_future<void> gate = go_on.get_future().share();
  std::vector<std::future<void>> outcomes;
  for (int i = 0; i < many; ++i) {
    outcomes.push_back(submit(*store_, guild_, [gate, i](Writer& records) {
      gate.wait();
      records.insert(civilian(i + 1, "c" + std::to_string(i)));
      return Outcome::commit;
    }));
  }
  EXPECT_LE(store_->write_queue_depth(), queue_max);
  // The last came when the queue was surely full, and has failed while the rest still waits.
  EXPECT_THROW(outcomes.back().get(), Overloaded);
  outcomes.pop_back();
  go_on.set_value();
  std::int64_t kept = 0;
  for (auto& outcome : outcomes) {
    try {
      outcome.get();
      ++kept;
    } catch (const Overloaded&) {
    }
  }
  EXPECT_GE(kept, of_one_guild);
  EXPECT_LT(kept, many / 2);
  EXPECT_EQ(living(), kept);
  create(civilian(1000, "afterwards"));
}

TEST_P(Work, concurrent_lookups_get_their_own_results) {
  constexpr int people = 50;
  constexpr int rounds = 1000;
  const auto called = [](int id) { return name(fmt::format("Number {}", id)); };
  write([&](Writer& records) {
    for (int id = 1; id <= people; ++id) records.insert(civilian(id, called(id).str()));
  });
  std::atomic<int> mistakes = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < rounds; ++i) {
        const int id = (t * rounds + i * 7) % people + 1;
        const auto found =
            seen([&](Reader& records) { return records.dossier(called(id), EntryKinds::all()); });
        if (!found || found->civilian.id.value != id) ++mistakes;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(mistakes, 0);
}

TEST_P(Work, an_idle_store_has_an_empty_queue) {
  EXPECT_EQ(store_->write_queue_depth(), 0U);
  EXPECT_NO_THROW(store_->ping());
  EXPECT_GT(store_->size_bytes(), 0U);
}

TEST(StoreUrls, only_known_kinds_of_store_are_opened) {
  for (const char* url : {"", "sqlite", "sqlite:", "mysql://x", "records.db", "SQLITE:x"}) {
    EXPECT_THROW(open_store(url, StoreUse::server), StoreError) << url;
    EXPECT_TRUE(store_url_error(url)) << url;
  }
}

TEST(StoreUrls, errors_do_not_contain_the_password) {
  EXPECT_EQ(store_url_error("mysql://root:secret@x/y"),
            "must be sqlite:PATH or postgres://…, not mysql…");
  EXPECT_EQ(store_url_error("postgres://blotter:secret@[x/y"), "must be a valid PostgreSQL URL");
  for (const char* url : {"sqlite:x", "postgres://blotter:secret@x/y", "postgresql://x"}) {
    EXPECT_EQ(store_url_error(url), std::nullopt) << url;
  }
}

}  // namespace
}  // namespace blotter
