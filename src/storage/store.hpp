// What the rest of the program needs of storage, by role: Reader and Writer for the records of one
// guild, Accounts for guilds and keys, Store to run work with them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "domain/api_key.hpp"
#include "domain/audit.hpp"
#include "domain/entry.hpp"
#include "domain/event.hpp"
#include "domain/filter.hpp"
#include "domain/firearm.hpp"
#include "domain/search.hpp"
#include "domain/statistics.hpp"
#include "domain/vehicle.hpp"

namespace blotter::sql {
class Connection;
class Rows;
}  // namespace blotter::sql

namespace blotter {

/// The store cannot be opened or used as asked; the message is one line for the operator.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// More is waiting than the store takes on; nothing was done.
class Overloaded : public std::runtime_error {
 public:
  Overloaded() : std::runtime_error("too much work is waiting for the store") {}
};

/// Where the rest of a listing is read, behind the end of the work that began it.
class ListingHost {
 public:
  virtual ~ListingHost() = default;
  /// Whether a snapshot may be kept open that long; from now on it is, then.
  [[nodiscard]] virtual bool may_keep() = 0;
  /// Runs a task for the guild that may have to wait for the database, at once or on another
  /// thread. A task that cannot be run is dropped.
  virtual void run(const GuildId& guild, std::function<void()> task) = 0;
};

/// Rows that are read while they are used, so that memory does not follow their number. It keeps
/// the snapshot it reads from for as long as it lives.
template <class Record>
class Listing {
 public:
  using Pull = std::function<std::optional<Record>()>;
  Listing(Pull pull, ListingHost& host, GuildId guild)
      : pull_(std::move(pull)), host_(&host), guild_(std::move(guild)) {}
  /// Nothing behind the last record.
  std::optional<Record> next() { return pull_(); }
  /// To be called by whoever keeps it behind the end of its work. Throws Overloaded when too many
  /// are kept already.
  void keep() const {
    if (!host_->may_keep()) throw Overloaded();
  }
  /// For whoever must not wait: has `task` call `next` where that does no harm.
  void run_where_it_may_wait(std::function<void()> task) const {
    host_->run(guild_, std::move(task));
  }

 private:
  Pull pull_;
  ListingHost* host_;
  GuildId guild_;
};

/// How many entries there are of each kind.
using EntryCounts = std::array<std::int64_t, Spellings<EntryKind>::spellings.size()>;

/// A civilian with what officers and medics wrote about him, by kind, and then in the order it was
/// written.
struct Dossier {
  /// More are not read at once.
  static constexpr std::size_t at_once_max = 32;

  Civilian civilian;
  EntryCounts counts{};
  std::vector<Entry> entries;
  /// What is left of a longer record.
  std::optional<Listing<Entry>> rest;
};

/// Where the next entry of a kind goes.
struct DossierEnd {
  Civilian civilian;
  /// The count of the last entry of that kind; 0 when there is none.
  std::int64_t last_count;
  /// Of all kinds together.
  std::int64_t entries;
};

/// The records of one guild, as of one moment.
class Reader {
 public:
  /// As many of a civilian's vehicles or firearms as anybody lists in a hint, and one more.
  static constexpr std::int64_t belongings_max = 21;

  Reader(std::shared_ptr<sql::Connection> connection, GuildId guild, ListingHost& listings);

  [[nodiscard]] const GuildId& guild() const { return guild_; }

  /// All that follows is of one moment, and found the first time.
  void take_snapshot();

  /// Living or deceased.
  bool has_civilians();
  std::optional<Civilian> civilian(const CivilianName& name);
  std::optional<Dossier> dossier(const CivilianName& name, EntryKinds kinds);
  std::optional<DossierEnd> dossier_end(const CivilianName& name, EntryKind kind);
  /// The lists leave out the deceased, but not what belongs to them.
  std::int64_t count_living(const CivilianFilter& filter = {});
  Listing<Civilian> living(const CivilianFilter& filter = {}, const ListPart& part = {});

  std::optional<Vehicle> vehicle(const Plate& plate);
  std::optional<Vehicle> vehicle(VehicleId id);
  /// The first of them; more than `belongings_max` are never needed.
  std::vector<Vehicle> vehicles_of(const Civilian& owner);
  /// Whether the civilian has at least so many.
  bool has_vehicles(const Civilian& owner, std::int64_t count);
  std::int64_t count_vehicles(const VehicleFilter& filter = {});
  Listing<Vehicle> vehicles(const VehicleFilter& filter = {}, const ListPart& part = {});

  std::optional<Firearm> firearm(const SerialNumber& serial_number);
  std::vector<Firearm> firearms_of(const Civilian& owner);
  bool has_firearms(const Civilian& owner, std::int64_t count);
  std::int64_t count_firearms(const FirearmFilter& filter = {});
  Listing<Firearm> firearms(const FirearmFilter& filter = {}, const ListPart& part = {});

  GuildCounts counts();
  /// What was done on these days and all between them.
  std::vector<Activity> activity(Day first, Day last);

  /// The best first, no more than `results_max`.
  std::vector<SearchResult> search(const SearchText& wanted, std::size_t results_max);

  /// Looks at no more events than one request may, so there may be older ones where none was found.
  AuditPage audit(const AuditFilter& filter, AuditPart part);

 protected:
  sql::Connection& connection() { return *connection_; }

 private:
  void read_rest(Dossier& dossier, EntryKinds kinds);

  std::shared_ptr<sql::Connection> connection_;
  GuildId guild_;
  ListingHost* listings_;
};

/// What tells one event from every other, and by which it is counted.
struct EventMark {
  GuildId guild;
  std::int64_t seq;
  std::int64_t id;
  Day day;
  std::string kind;
  std::optional<CivilianId> civilian;
};

/// The events of one transaction, guild by guild: their numbers, and how many there are.
class EventBook;

/// The same with changes. `false` always means that a unique key was taken and nothing was changed.
class Writer : public Reader {
 public:
  Writer(std::shared_ptr<sql::Connection> connection, GuildId guild, EventBook& book);
  ~Writer();

  bool insert(const Civilian& civilian);
  /// `before` is what is stored.
  bool update(const Civilian& before, const Civilian& after);
  /// With all that belongs to him.
  void erase(const Civilian& civilian);

  bool insert(const Vehicle& vehicle);
  void update(const Vehicle& vehicle);
  void erase(const Vehicle& vehicle);

  bool insert(const Firearm& firearm);
  void update(const Firearm& firearm);
  void erase(const Firearm& firearm);

  /// The entry's count must be one more than the last of its civilian and kind.
  void append(const Civilian& civilian, const Entry& entry);
  /// Takes the guild for this change: changes of one guild wait for each other here. What is asked
  /// behind it need not wait for the answer.
  void lock_guild();
  /// Whether there is such a guild; only behind `lock_guild`.
  bool has_guild();
  /// Gives the event the guild's next number; only behind `lock_guild`.
  void append(const Event& event);
  /// Those that were appended, in their order.
  [[nodiscard]] const std::vector<EventMark>& events() const { return events_; }

 private:
  // What search looks up comes and goes with its record.
  void add_grams(SearchKind kind, std::int64_t id, const std::string& key);
  void remove_grams(SearchKind kind, std::int64_t id, const std::string& key);

  EventBook& book_;
  std::unique_ptr<sql::Rows> lock_;
  std::vector<EventMark> events_;
};

/// How far ids and times have come.
struct NewestEvent {
  std::int64_t id = 0;
  Timestamp at = {};
};

struct StoredKey {
  ApiKey key;
  std::string digest_hex;
};

/// Guilds and keys; not bound to a guild.
class Accounts {
 public:
  explicit Accounts(sql::Connection& connection) : connection_(connection) {}

  /// Changes whenever a guild or key does.
  std::int64_t generation();

  /// Of all guilds.
  NewestEvent newest_event();

  std::vector<Guild> guilds();
  bool create_guild(const Guild& guild);
  /// Takes the guild from all keys, so that nobody can use it any more.
  void close_guild(const GuildId& id);
  /// Deletes some of the guild's records; false when there are none left.
  bool delete_some_records(const GuildId& id);
  /// Deletes the guild with all that is left of it; false when there is no such guild.
  bool delete_guild(const GuildId& id);

  /// Whether deleted civilians have left something. Nobody sees it, it only takes room.
  bool has_leftovers();
  /// Removes a small part of it.
  void remove_some_leftovers();

  std::vector<StoredKey> keys();
  void create_key(const ApiKey& key, const Digest& digest);
  /// False when there is no such key or it was revoked before.
  bool revoke_key(KeyId id, Timestamp now);
  void set_last_used(KeyId id, Timestamp time);

  /// Whether a guild's records may have gone or come with what was done here.
  [[nodiscard]] bool has_changed_guilds() const { return has_changed_guilds_; }

 private:
  struct Leftover {
    std::string guild;
    int kind;
    std::int64_t subject;
    std::string key;
  };

  void bump_generation();
  std::vector<Leftover> first_leftovers(std::int64_t count);
  void remove_some_entries(const Leftover& leftover);
  void forget(const Leftover& leftover);

  sql::Connection& connection_;
  bool has_changed_guilds_ = false;
};

/// Work on the records of one guild that only reads them. It may be run more than once, from the
/// beginning, and only the last time counts: before that it may find nothing where there is
/// something.
class ReadWork {
 public:
  virtual ~ReadWork() = default;
  [[nodiscard]] virtual const GuildId& guild() const = 0;
  virtual void run(Reader& records) = 0;
  /// Whether others come first, because whoever wants it has more than his share already.
  [[nodiscard]] virtual bool is_for_later() const { return false; }
  /// Called once, whatever happened; `failure` is empty when all went well.
  virtual void done(std::exception_ptr failure) = 0;
};

/// Work on the records of one guild that may change them. It may be run more than once, each time
/// as if it were the first: what was done before has been undone.
class WriteWork {
 public:
  enum class Verdict : std::uint8_t { keep, undo };

  virtual ~WriteWork() = default;
  [[nodiscard]] virtual const GuildId& guild() const = 0;
  virtual Verdict run(Writer& records) = 0;
  /// Called once, after what was kept is on disk; with `failure`, nothing was changed.
  virtual void done(std::exception_ptr failure) = 0;
};

struct StoreOptions {
  std::size_t write_queue_max = 10'000;
  /// Large enough that the disk's sync is shared by all, small enough that the first does not wait
  /// long for the last.
  std::size_t write_batch_max = 512;
  /// When so much time is used up, a commit of SQLite takes no more changes: nobody waits long for
  /// those that came before, however long each takes.
  std::chrono::milliseconds write_batch_time_max{2};
  /// For a store behind a network: connections in all, and how long work may wait for it.
  std::size_t pool_size = 16;
  std::chrono::milliseconds time_max{5000};
  /// Told how many changes went into each commit.
  std::function<void(std::size_t)> on_commit = [](std::size_t) {};
};

class Store {
 public:
  virtual ~Store() = default;

  /// Runs the work at once or later, on a thread of the store's choice.
  virtual void read(std::unique_ptr<ReadWork> work) = 0;
  virtual void write(std::unique_ptr<WriteWork> work) = 0;

  /// Runs the task on guilds and keys in a transaction of its own, on the calling thread.
  using AccountsTask = std::function<void(Accounts&)>;
  virtual void administer(const AccountsTask& task) = 0;
  /// The same for a task that only reads, which then waits for no writer.
  virtual void look_up(const AccountsTask& task) = 0;

  /// Changes with everything of the guild that a read may show, before the change is answered;
  /// what other processes change shows within a tenth of a second. Nothing when the store cannot
  /// tell, now or ever.
  virtual std::optional<std::uint64_t> version(const GuildId&) { return std::nullopt; }
  /// The same for a civilian with all that belongs to him. It changes behind the guild's.
  virtual std::optional<std::uint64_t> version(const GuildId&, CivilianId) { return std::nullopt; }

  /// Throws when the store does not answer.
  virtual void ping() = 0;
  /// Finishes the changes that wait, or fails those that cannot be made now, and takes no more.
  /// Called before anything that the work refers to is taken apart.
  virtual void stop() = 0;
  [[nodiscard]] virtual std::size_t write_queue_depth() const = 0;
  [[nodiscard]] virtual std::uint64_t size_bytes() const = 0;
};

/// Tools share a store with a running server; a second server on one SQLite file is refused.
/// `existing` is for tools that would be mistaken to make a new one.
enum class StoreUse : std::uint8_t { server, tool, existing };

/// What a store's URL must be, as the rest of a sentence that does not repeat a password; nothing
/// when it is one. Opens nothing.
std::optional<std::string> store_url_fault(std::string_view url);

/// `url` is `sqlite:PATH` or `postgres://…`. Brings the schema up to date. Throws StoreError.
std::unique_ptr<Store> open_store(std::string_view url, StoreUse use, StoreOptions options = {});

/// Makes the schema in an empty PostgreSQL database, its tables split into parts by guild.
/// Throws StoreError, also when there is a schema already.
void init_database(std::string_view url, int partitions);

/// Runs `change` on the store and waits until it is on disk; throws what went wrong.
void write_and_wait(Store& store, const GuildId& guild,
                    const std::function<WriteWork::Verdict(Writer&)>& change);
/// The same for reading; `look` sees one moment.
void read_and_wait(Store& store, const GuildId& guild, const std::function<void(Reader&)>& look);

}  // namespace blotter
