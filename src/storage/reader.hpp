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
#include "domain/guild_key.hpp"
#include "domain/history.hpp"
#include "domain/penal_code.hpp"
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

/// A civilian with the valid entries that officers and medics wrote about him, by kind, then in the
/// order in which they were written.
struct Dossier {
  /// The most entries that are read at once, void ones included.
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
  /// The count of the last entry of that kind; 0 when there is none. Void entries keep theirs.
  std::int64_t last_count;
  /// The number of entries of all kinds together, void ones included.
  std::int64_t entries;
};

/// A civilian with an arrest that runs.
struct InCustody {
  Civilian civilian;
  /// When the last one ends.
  Timestamp until;
};

/// One entry of a civilian, if there is such an entry.
struct EntryOfCivilian {
  Civilian civilian;
  std::optional<FiledEntry> entry;
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
  std::optional<Civilian> civilian(CivilianId id);
  /// Of all kinds.
  EntryCounts entry_counts(CivilianId civilian);
  std::optional<Dossier> dossier(const CivilianName& name, EntryKinds kinds);
  std::optional<LastEntry> last_entry(const CivilianName& name, EntryKind kind);
  std::optional<EntryOfCivilian> entry(const CivilianName& name, EntryKind kind,
                                       std::int64_t count);
  /// Ends early if the entries have long texts, but has at least one entry if there is any.
  HistoryPage history(const Civilian& civilian, const HistoryPart& part);
  /// The lists leave out deceased civilians, but include their vehicles and firearms.
  std::int64_t count_living(const CivilianFilter& filter = {});
  Listing<Civilian> living(const CivilianFilter& filter = {}, const ListPart& part = {});

  std::optional<Vehicle> vehicle(const Plate& plate);
  std::optional<Vehicle> vehicle(VehicleId id);
  /// The first of them, at most `belongings_max`.
  std::vector<Vehicle> vehicles_of(const Civilian& owner);
  std::int64_t count_vehicles_of(CivilianId owner);
  /// Whether the civilian has at least `count`.
  bool has_vehicles(const Civilian& owner, std::int64_t count);
  std::int64_t count_vehicles(const VehicleFilter& filter = {});
  Listing<Vehicle> vehicles(const VehicleFilter& filter = {}, const ListPart& part = {});

  std::optional<Firearm> firearm(const SerialNumber& serial_number);
  std::optional<Firearm> firearm(FirearmId id);
  std::vector<Firearm> firearms_of(const Civilian& owner);
  std::int64_t count_firearms_of(CivilianId owner);
  bool has_stolen_firearm(CivilianId owner);
  bool has_firearms(const Civilian& owner, std::int64_t count);
  std::int64_t count_firearms(const FirearmFilter& filter = {});
  Listing<Firearm> firearms(const FirearmFilter& filter = {}, const ListPart& part = {});

  // The living with an active BOLO, the newest first.
  std::int64_t count_bolos();
  std::vector<Civilian> bolos(TermPosition before, std::int64_t count);
  // Impounded vehicles, the newest first.
  std::int64_t count_impounds();
  std::vector<Vehicle> impounds(TermPosition before, std::int64_t count);
  // The living in custody, the next to be released first.
  std::int64_t count_in_custody();
  std::vector<InCustody> in_custody(TermPosition after, std::int64_t count);
  /// Empty if the civilian is not in custody.
  std::optional<Timestamp> custody_until(CivilianId civilian);
  /// Those that end after `now`, the last to end first.
  std::vector<Entry> running_arrests(CivilianId civilian, Timestamp now, std::int64_t count);
  /// Whether at least `count` arrests have not been ended.
  bool has_running_arrests(CivilianId civilian, std::int64_t count);
  std::optional<FiledEntry> entry(CivilianId civilian, EntryKind kind, std::int64_t count);
  // What should have ended by now, at most `count`.
  std::vector<Civilian> bolos_due(Timestamp now, std::int64_t count);
  std::vector<Vehicle> impounds_due(Timestamp now, std::int64_t count);
  std::vector<InCustody> custodies_due(Timestamp now, std::int64_t count);

  /// When it was deleted; empty if it is not kept. Vehicles and firearms that were deleted with
  /// their owner do not count.
  std::optional<Timestamp> kept_since(CivilianId id);
  std::optional<Timestamp> kept_since(VehicleId id);
  std::optional<Timestamp> kept_since(FirearmId id);
  std::optional<KeptWebhook> kept_webhook(std::int64_t event);

  PenalCode penal_code();

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
  /// The latest event about the same record after this one, among the latest few.
  std::optional<AuditedEvent> later_event(const AuditedEvent& event);
  /// Of the civilian and what belongs to it.
  bool has_events_after(std::int64_t seq, CivilianId civilian);
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

  /// Those that are not revoked, in the order of their ids.
  std::vector<GuildKey> keys();
  std::optional<GuildKey> key(KeyId id);
  std::int64_t count_keys();
  /// Whether a key other than this one may manage the keys of the guild.
  bool has_other_owner(KeyId id, Timestamp now);
  /// Those that can still be accepted, in the order of their ids.
  std::vector<Invitation> invitations(Timestamp now);
  std::optional<Invitation> invitation(KeyId id, Timestamp now);
  bool has_invitation(const Digest& token, Timestamp now);
  /// Those that have ended count too, until they are removed.
  std::int64_t count_invitations();

 protected:
  sql::Connection& connection() { return *connection_; }

 private:
  EntryCounts entry_counts(CivilianId civilian, EntryKinds kinds);
  /// From the entry with this kind and count on.
  void read_rest(Dossier& dossier, EntryKinds kinds, EntryKind first_kind,
                 std::int64_t first_count);

  std::shared_ptr<sql::Connection> connection_;
  GuildId guild_;
  ListingHost* listings_;
};

}  // namespace blotter
