// Reads the records of one guild.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "domain/audit.hpp"
#include "domain/entry.hpp"
#include "domain/filter.hpp"
#include "domain/firearm.hpp"
#include "domain/search.hpp"
#include "domain/statistics.hpp"
#include "domain/vehicle.hpp"
#include "domain/webhook.hpp"
#include "storage/listing.hpp"

namespace blotter::sql {
class Connection;
}  // namespace blotter::sql

namespace blotter {

/// The number of entries of each kind.
using EntryCounts = std::array<std::int64_t, Spellings<EntryKind>::spellings.size()>;

/// A civilian with the entries that officers and medics wrote about him, by kind, then in the order
/// in which they were written.
struct Dossier {
  /// The most entries that are read at once.
  static constexpr std::size_t at_once_max = 32;

  Civilian civilian;
  EntryCounts counts{};
  std::vector<Entry> entries;
  /// The remaining entries of a longer record.
  std::optional<Listing<Entry>> rest;
};

/// What the next entry of a kind depends on.
struct LastEntry {
  Civilian civilian;
  /// The count of the last entry of that kind; 0 when there is none.
  std::int64_t last_count;
  /// The number of entries of all kinds together.
  std::int64_t entries;
};

/// The records of one guild, as of one snapshot.
class Reader {
 public:
  /// One more than the vehicles or firearms of a civilian that a hint lists.
  static constexpr std::int64_t belongings_max = 21;

  Reader(std::shared_ptr<sql::Connection> connection, GuildId guild, ListingHost& listings);

  [[nodiscard]] const GuildId& guild() const { return guild_; }

  /// Later reads share one snapshot and are not retried.
  void require_snapshot();

  /// Whether there are any, living or deceased.
  bool has_civilians();
  std::optional<Civilian> civilian(const CivilianName& name);
  std::optional<Dossier> dossier(const CivilianName& name, EntryKinds kinds);
  std::optional<LastEntry> last_entry(const CivilianName& name, EntryKind kind);
  /// The lists leave out deceased civilians, but include their vehicles and firearms.
  std::int64_t count_living(const CivilianFilter& filter = {});
  Listing<Civilian> living(const CivilianFilter& filter = {}, const ListPart& part = {});

  std::optional<Vehicle> vehicle(const Plate& plate);
  std::optional<Vehicle> vehicle(VehicleId id);
  /// The first of them, at most `belongings_max`.
  std::vector<Vehicle> vehicles_of(const Civilian& owner);
  /// Whether the civilian has at least `count`.
  bool has_vehicles(const Civilian& owner, std::int64_t count);
  std::int64_t count_vehicles(const VehicleFilter& filter = {});
  Listing<Vehicle> vehicles(const VehicleFilter& filter = {}, const ListPart& part = {});

  std::optional<Firearm> firearm(const SerialNumber& serial_number);
  std::vector<Firearm> firearms_of(const Civilian& owner);
  bool has_firearms(const Civilian& owner, std::int64_t count);
  std::int64_t count_firearms(const FirearmFilter& filter = {});
  Listing<Firearm> firearms(const FirearmFilter& filter = {}, const ListPart& part = {});

  GuildCounts counts();
  /// The changes from the day `first` to the day `last`, both included.
  std::vector<Activity> activity(Day first, Day last);

  /// Best match first, at most `results_max`.
  std::vector<SearchResult> search(const SearchText& wanted, std::size_t results_max);

  /// Examines a limited number of events per call, so older matches may exist even if none is
  /// found.
  AuditPage audit(const AuditFilter& filter, AuditPart part);
  /// The events after a number, oldest first: at most `events_max`, or fewer if they are large, but
  /// at least one if there is any.
  std::vector<AuditedEvent> events_after(std::int64_t seq, std::size_t events_max);
  EventNumbers event_numbers();
  /// The number before the first event at or after this time, as far as clocks agree.
  std::int64_t last_event_before(Timestamp time);

  /// In the order of their creation.
  std::vector<Webhook> webhooks();
  std::optional<Webhook> webhook(WebhookId id);
  /// How many events have yet to be sent to it, those that wait for a retry included.
  std::int64_t count_waiting(const Webhook& webhook);
  /// Newest first; `below` is the id after which to continue.
  std::vector<WebhookAttempt> attempts(WebhookId webhook, std::int64_t below, std::int64_t count);
  /// Those that are due, the oldest event first.
  std::vector<WebhookRetry> retries_due(WebhookId webhook, Timestamp now, std::int64_t count);

 protected:
  sql::Connection& connection() { return *connection_; }

 private:
  void read_rest(Dossier& dossier, EntryKinds kinds);

  std::shared_ptr<sql::Connection> connection_;
  GuildId guild_;
  ListingHost* listings_;
};

}  // namespace blotter
