#include "storage/sqlite/group_writer.hpp"

#include <algorithm>
#include <optional>

namespace blotter::storage {
namespace {

std::shared_ptr<sql::SqliteConnection> connect_writer(const std::string& path,
                                                      std::shared_ptr<sql::FileMap> map) {
  using sql::SqliteConnection;
  auto connection = std::make_shared<SqliteConnection>(path, SqliteConnection::Access::write);
  if (map) connection->read_from(std::move(map));
  connection->buffer_wal();
  return connection;
}

}  // namespace

GroupWriter::GroupWriter(const std::string& path, std::shared_ptr<sql::FileMap> map,
                         std::shared_ptr<ReaderPool> readers, GuildVersions& versions, Feed& feed,
                         const StoreOptions& options)
    : options_(options),
      versions_(versions),
      feed_(feed),
      connection_(connect_writer(path, std::move(map))),
      checkpointer_(path, std::move(readers)),
      waiting_(options_.write_queue_max),
      thread_([this] { loop(); }) {}

GroupWriter::~GroupWriter() { stop(); }

void GroupWriter::stop() {
  waiting_.stop();
  connection_->stop_waiting();
  if (thread_.joinable()) thread_.join();
}

bool GroupWriter::submit(std::unique_ptr<WriteWork>& work) {
  QueuedWrite item{std::move(work)};
  if (waiting_.push(item)) return true;
  work = std::move(item.work);
  return false;
}

void GroupWriter::loop() {
  while (true) {
    auto batch = waiting_.take({options_.write_batch_max});
    if (batch.empty()) return;
    serve(batch);
  }
}

void GroupWriter::serve(std::span<QueuedWrite> taken) {
  auto batch = taken;
  Commit commit;
  bool is_committed = false;
  {
    const std::scoped_lock lock(connection_mutex_);
    try {
      if (files_) files_->check_known();
      batch = taken.first(run_batch(connection_, taken, options_.write_batch_time_max));
      commit = describe_commit(batch);
      versions_.prepare(commit);
      connection_->commit([this]() noexcept { versions_.begin(); });
      if (files_) files_->check_commit();
      is_committed = true;
      // Before the results are delivered, so that a client reads its own change.
      publish(commit, Commit::Origin::local);
      check_data_version();
    } catch (...) {
      connection_->rollback();
      if (!is_committed) {
        fail_batch(batch);
        publish(commit, Commit::Origin::failed);
      }
    }
  }
  if (batch.size() < taken.size()) waiting_.put_back(taken.subspan(batch.size()));
  deliver_results(batch);
  if (!is_committed) return;
  const std::scoped_lock lock(connection_mutex_);
  checkpointer_.notice(*connection_);
}

void GroupWriter::administer(const Store::AccountsTask& task,
                             std::chrono::milliseconds lock_timeout) {
  const std::unique_lock lock(connection_mutex_, lock_timeout);
  if (!lock) throw sql::Failure("the writer is busy");
  const std::shared_ptr<void> afterwards(nullptr, [this](void*) {
    connection_->set_lock_timeout(sql::SqliteConnection::default_lock_timeout);
  });
  connection_->set_lock_timeout(lock_timeout);
  sql::Transaction transaction(*connection_);
  Accounts accounts(*connection_);
  task(accounts);
  Commit commit{.has_unlisted_changes = accounts.has_changes(),
                .has_account_changes = accounts.has_changes()};
  versions_.prepare(commit);
  versions_.begin();
  try {
    transaction.commit();
  } catch (...) {
    publish(commit, Commit::Origin::failed);
    throw;
  }
  publish(commit, Commit::Origin::local);
}

void GroupWriter::publish(Commit& commit, Commit::Origin origin) noexcept {
  commit.origin = origin;
  feed_.publish(std::move(commit));
}

/// The whole transaction was rolled back, so no work may succeed.
void GroupWriter::check_for_other_writers() {
  const std::unique_lock lock(connection_mutex_, std::try_to_lock);
  if (!lock) return;
  try {
    check_data_version();
  } catch (const sql::Failure&) {
    // Then the versions are unknown, and everything is read from the file.
  }
}

void GroupWriter::check_data_version() {
  const auto now = CoarseClock::now();
  const std::int64_t version = connection_->read_data_version();
  if (std::exchange(data_version_, version) != version) {
    feed_.publish({.origin = Commit::Origin::remote,
                   .has_unlisted_changes = true,
                   .has_account_changes = true});
  }
  versions_.note_checked(now);
}

}  // namespace blotter::storage
