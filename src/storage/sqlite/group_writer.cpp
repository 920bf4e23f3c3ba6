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
  connection->gather_log();
  return connection;
}

/// Whether its events name all that it has changed.
bool is_told_by_events(const QueuedWrite& item) {
  return !item.events.empty() &&
         std::all_of(item.events.begin(), item.events.end(),
                     [](const EventMark& event) { return event.civilian.has_value(); });
}

}  // namespace

GroupWriter::GroupWriter(const std::string& path, std::shared_ptr<sql::FileMap> map,
                         std::shared_ptr<ReaderPool> readers, GuildVersions& versions,
                         StoreOptions options)
    : options_(std::move(options)),
      readers_(std::move(readers)),
      versions_(versions),
      connection_(connect_writer(path, std::move(map))),
      checkpointer_(path, readers_),
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
  bool is_committed = false;
  {
    const std::scoped_lock lock(connection_mutex_);
    std::optional<GuildVersions::Flight> flight;
    // Before the answers, so that whoever got one reads his own change; and in this order, so that
    // who knows the new version does not get an old snapshot.
    const auto end_flight = [&] {
      readers_->outdate();
      for (const QueuedWrite& item : batch) note_change(item);
      flight.reset();
    };
    try {
      if (files_) files_->check_known();
      batch = taken.first(run_together(connection_, taken, options_.write_batch_time_max));
      flight.emplace(flight_of(batch));
      connection_->commit([&]() noexcept { flight->begin(); });
      end_flight();
      if (files_) files_->check_commit();
      is_committed = true;
      note_others();
    } catch (...) {
      connection_->rollback();
      if (!is_committed) fail(batch);
      end_flight();
    }
  }
  if (batch.size() < taken.size()) waiting_.put_back(taken.subspan(batch.size()));
  answer(batch);
  if (!is_committed) return;
  options_.on_commit(batch.size());
  const std::scoped_lock lock(connection_mutex_);
  checkpointer_.notice(*connection_);
}

void GroupWriter::administer(const Store::AccountsTask& task, std::chrono::milliseconds patience) {
  const std::unique_lock lock(connection_mutex_, patience);
  if (!lock) throw sql::Failure("the writer is busy");
  const std::shared_ptr<void> afterwards(
      nullptr, [this](void*) { connection_->set_patience(sql::SqliteConnection::usual_patience); });
  connection_->set_patience(patience);
  sql::Transaction transaction(*connection_);
  Accounts accounts(*connection_);
  task(accounts);
  std::optional<GuildVersions::Flight> flight;
  if (accounts.has_changed_guilds()) flight.emplace(versions_.commit_of_all()).begin();
  transaction.commit();
  readers_->outdate();
  if (flight) versions_.change_civilians();
}

/// What was kept so far went with the transaction, so nobody may be told of success.
void GroupWriter::fail(std::span<QueuedWrite> batch) {
  for (QueuedWrite& item : batch) item.failure = std::current_exception();
}

void GroupWriter::look_for_others() {
  const std::unique_lock lock(connection_mutex_, std::try_to_lock);
  if (!lock) return;
  try {
    note_others();
  } catch (const sql::Failure&) {
    // Then nobody knows, and everything is looked up.
  }
}

GuildVersions::Flight GroupWriter::flight_of(std::span<const QueuedWrite> batch) {
  std::vector<GuildId> guilds;
  for (const QueuedWrite& item : batch) {
    if (!item.is_kept) continue;
    if (!is_told_by_events(item)) return versions_.commit_of_all();
    for (const EventMark& event : item.events) guilds.push_back(event.guild);
  }
  return versions_.commit_of(guilds);
}

void GroupWriter::note_change(const QueuedWrite& item) {
  if (!item.is_kept) return;
  if (!is_told_by_events(item)) return versions_.change_civilians();
  for (const EventMark& event : item.events) versions_.change(event.guild, *event.civilian);
}

void GroupWriter::note_others() {
  const auto now = CoarseClock::now();
  const std::int64_t version = connection_->version_of_others();
  if (std::exchange(version_of_others_, version) != version) {
    readers_->outdate();
    versions_.change_all();
  }
  versions_.note_checked(now);
}

}  // namespace blotter::storage
