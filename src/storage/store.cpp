#include "storage/store.hpp"

#include <future>

#include <fmt/format.h>

#include "storage/open.hpp"
#include "storage/postgres/open.hpp"
#include "storage/sql/postgres_address.hpp"
#include "storage/sqlite/open.hpp"

namespace blotter {
namespace {

// The promise lives in the work, which the store keeps until `done` has returned: the waiting
// thread may go on, and away, while the promise is still being kept.
class WaitingWrite final : public WriteWork {
 public:
  WaitingWrite(const GuildId& guild, const std::function<Verdict(Writer&)>& change)
      : guild_(guild), change_(change) {}

  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  Verdict run(Writer& records) override { return change_(records); }
  void done(std::exception_ptr failure) override {
    failure ? promise_.set_exception(failure) : promise_.set_value();
  }
  std::future<void> outcome() { return promise_.get_future(); }

 private:
  const GuildId& guild_;
  const std::function<Verdict(Writer&)>& change_;
  std::promise<void> promise_;
};

class WaitingRead final : public ReadWork {
 public:
  WaitingRead(const GuildId& guild, const std::function<void(Reader&)>& look)
      : guild_(guild), look_(look) {}

  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  void run(Reader& records) override {
    records.take_snapshot();
    look_(records);
  }
  void done(std::exception_ptr failure) override {
    failure ? promise_.set_exception(failure) : promise_.set_value();
  }
  std::future<void> outcome() { return promise_.get_future(); }

 private:
  const GuildId& guild_;
  const std::function<void(Reader&)>& look_;
  std::promise<void> promise_;
};

}  // namespace

std::optional<std::string> store_url_fault(std::string_view url) {
  if (storage::sqlite_path(url)) return std::nullopt;
  if (!sql::PostgresAddress::is_meant_by(url)) return storage::wrong_url(url);
  try {
    [[maybe_unused]] const sql::PostgresAddress parsed(url);
    return std::nullopt;
  } catch (const sql::Failure&) {
    return "must be a URL that PostgreSQL's own tools would take";
  }
}

std::unique_ptr<Store> open_store(std::string_view url, StoreUse use, StoreOptions options) {
  return storage::by_engine(
      url,
      [&](const std::string& path) { return storage::open_sqlite(path, use, std::move(options)); },
      [&] { return storage::open_postgres(url, use, std::move(options)); });
}

std::unique_ptr<sql::Connection> storage::open_connection(std::string_view url, StoreUse use) {
  return storage::by_engine(
      url, [&](const std::string& path) { return connect_sqlite(path, use); },
      [&] { return connect_postgres(url, use); });
}

void init_database(std::string_view url, int partitions) {
  if (!sql::PostgresAddress::is_meant_by(url)) {
    throw StoreError(
        "only a PostgreSQL database has to be made ready: the store must be postgres://…");
  }
  storage::init_postgres(url, partitions);
}

void write_and_wait(Store& store, const GuildId& guild,
                    const std::function<WriteWork::Verdict(Writer&)>& change) {
  auto work = std::make_unique<WaitingWrite>(guild, change);
  auto outcome = work->outcome();
  store.write(std::move(work));
  outcome.get();
}

void read_and_wait(Store& store, const GuildId& guild, const std::function<void(Reader&)>& look) {
  auto work = std::make_unique<WaitingRead>(guild, look);
  auto outcome = work->outcome();
  store.read(std::move(work));
  outcome.get();
}

}  // namespace blotter
