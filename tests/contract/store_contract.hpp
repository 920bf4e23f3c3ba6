// What every store must do, whatever its engine. A new engine is one more StoreKind.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contract/samples.hpp"
#include "contract/temporary_database.hpp"
#include "storage/open_store.hpp"
#include "storage/sql/connection.hpp"
#include "temporary_folder.hpp"

namespace blotter::testing {

using Outcome = WriteWork::Outcome;

/// Where a store lives: empty at first; its content stays when the store is opened again.
class StorePlace {
 public:
  virtual ~StorePlace() = default;
  virtual std::unique_ptr<Store> open(StoreOptions options) = 0;
  [[nodiscard]] virtual std::string url() const = 0;
};

struct StoreKind {
  std::string name;
  std::unique_ptr<StorePlace> (*make)();
};

inline void PrintTo(const StoreKind& kind, std::ostream* out) { *out << kind.name; }

inline std::unique_ptr<StorePlace> make_sqlite_place() {
  class SqlitePlace final : public StorePlace {
   public:
    std::unique_ptr<Store> open(StoreOptions options) override {
      return open_store(url(), StoreUse::server, std::move(options));
    }
    [[nodiscard]] std::string url() const override {
      return "sqlite:" + folder_.file("records.db");
    }

   private:
    TemporaryFolder folder_;
  };
  return std::make_unique<SqlitePlace>();
}

/// A database with tables and nothing in them.
template <int Partitions>
TemporaryDatabase empty_tables() {
  struct Original : TemporaryDatabase {
    Original() { init_database(url(), Partitions); }
  };
  static const Original original;
  return TemporaryDatabase::copy_of(original);
}

template <int Partitions>
std::unique_ptr<StorePlace> make_postgres_place() {
  class PostgresPlace final : public StorePlace {
   public:
    std::unique_ptr<Store> open(StoreOptions options) override {
      return open_store(url(), StoreUse::server, std::move(options));
    }
    [[nodiscard]] std::string url() const override { return database_.url(); }

   private:
    TemporaryDatabase database_ = empty_tables<Partitions>();
  };
  return std::make_unique<PostgresPlace>();
}

inline std::vector<StoreKind> every_store() {
  return {{"sqlite", make_sqlite_place},
          {"postgres", make_postgres_place<0>},
          {"postgres_partitioned", make_postgres_place<4>}};
}

#define BLOTTER_FOR_EVERY_STORE(Suite)                                                \
  INSTANTIATE_TEST_SUITE_P(Every, Suite, ::testing::ValuesIn(testing::every_store()), \
                           [](const auto& each) { return each.param.name; })

/// The connection of a reader, for queries that the store has no function for.
inline sql::Connection& connection_of(Reader& records) {
  struct Opened : Reader {
    static auto get() { return &Opened::connection; }
  };
  return (records.*Opened::get())();
}

/// The audit log of the reader's guild: "1 civilian.created".
inline std::vector<std::string> events(Reader& records) {
  static const sql::Query all{"select seq, kind from event where guild_id = $1 order by seq"};
  std::vector<std::string> texts;
  auto rows = connection_of(records).run(all, records.guild().str());
  while (rows.next()) texts.push_back(fmt::format("{} {}", rows.integer(0), rows.text(1)));
  return texts;
}

/// How many entries the reader's guild holds, including those without a civilian.
inline std::int64_t count_entries(Reader& records) {
  static const sql::Query all{"select count(*) from entry where guild_id = $1"};
  auto rows = connection_of(records).run(all, records.guild().str());
  rows.next();
  return rows.integer(0);
}

/// A change that reports its result through a future.
class WatchedWrite final : public WriteWork {
 public:
  WatchedWrite(GuildId guild, std::function<Outcome(Writer&)> change)
      : guild_(std::move(guild)), change_(std::move(change)) {}
  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  Outcome run(Writer& records) override { return change_(records); }
  void done(std::exception_ptr failure) override {
    failure ? promise_.set_exception(failure) : promise_.set_value();
  }
  std::future<void> outcome() { return promise_.get_future(); }

 private:
  GuildId guild_;
  std::function<Outcome(Writer&)> change_;
  std::promise<void> promise_;
};

/// Submits the change to the store and does not wait for it.
inline std::future<void> submit(Store& store, const GuildId& guild,
                                std::function<Outcome(Writer&)> change) {
  auto work = std::make_unique<WatchedWrite>(guild, std::move(change));
  auto outcome = work->outcome();
  store.write(std::move(work));
  return outcome;
}

/// Reads as a request does: without a snapshot unless it takes one. `query` may run twice.
inline void look_up(Store& store, const GuildId& guild, const std::function<void(Reader&)>& query) {
  class WatchedRead final : public ReadWork {
   public:
    WatchedRead(const GuildId& guild, const std::function<void(Reader&)>& query,
                std::promise<void>& promise)
        : guild_(guild), query_(query), promise_(promise) {}
    [[nodiscard]] const GuildId& guild() const override { return guild_; }
    void run(Reader& records) override { query_(records); }
    void done(std::exception_ptr failure) override {
      failure ? promise_.set_exception(failure) : promise_.set_value();
    }

   private:
    const GuildId& guild_;
    const std::function<void(Reader&)>& query_;
    std::promise<void>& promise_;
  };
  auto promise = std::make_shared<std::promise<void>>();
  auto outcome = promise->get_future();
  store.read(std::make_unique<WatchedRead>(guild, query, *promise));
  outcome.get();
}

/// As a server does it periodically.
inline void remove_leftovers(Store& store) {
  bool has_any = true;
  while (has_any) {
    store.administer([&](Accounts& accounts) {
      accounts.remove_some_leftovers();
      has_any = accounts.has_leftovers();
    });
  }
}

class StoreContract : public ::testing::TestWithParam<StoreKind> {
 protected:
  StoreContract() { open(); }

  void open(StoreOptions options = {}) {
    store_.reset();
    store_ = place_->open(std::move(options));
    store_->administer([&](Accounts& accounts) {
      accounts.create_guild({guild_, {1}});
      accounts.create_guild({other_guild_, {2}});
    });
  }

  void write(const std::function<void(Writer&)>& change) { write(guild_, change); }
  void write(const GuildId& guild, const std::function<void(Writer&)>& change) {
    write_and_wait(*store_, guild, [&](Writer& records) {
      change(records);
      return Outcome::commit;
    });
  }
  void read(const std::function<void(Reader&)>& query) { read(guild_, query); }
  void read(const GuildId& guild, const std::function<void(Reader&)>& query) {
    read_and_wait(*store_, guild, query);
  }

  /// The result of `query` on the guild's records.
  template <class Query>
  auto seen(const GuildId& guild, Query query) const {
    decltype(query(std::declval<Reader&>())) result{};
    look_up(*store_, guild, [&](Reader& records) { result = query(records); });
    return result;
  }
  template <class Query>
  auto seen(Query query) const {
    return seen(guild_, query);
  }

  void create(const Civilian& civilian) {
    write([&](Writer& records) { ASSERT_TRUE(records.insert(civilian)); });
  }

  const GuildId guild_ = guild("first");
  const GuildId other_guild_ = guild("second");
  std::unique_ptr<StorePlace> place_ = GetParam().make();
  std::unique_ptr<Store> store_;
};

}  // namespace blotter::testing
