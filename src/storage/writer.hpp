// Changes the records of one guild.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/audit.hpp"
#include "domain/idempotency.hpp"
#include "storage/reader.hpp"

namespace blotter::sql {
class Connection;
class Query;
class Rows;
}  // namespace blotter::sql

namespace blotter {

/// An event of a guild, shared by everyone who is told of it.
class GuildEvent {
 public:
  GuildEvent(GuildId guild, AuditedEvent event)
      : guild_(std::move(guild)), event_(std::make_shared<const AuditedEvent>(std::move(event))) {}

  [[nodiscard]] const GuildId& guild() const { return guild_; }
  const AuditedEvent* operator->() const { return event_.get(); }
  [[nodiscard]] const std::shared_ptr<const AuditedEvent>& shared() const { return event_; }

 private:
  GuildId guild_;
  std::shared_ptr<const AuditedEvent> event_;
};

/// Allocates the event numbers of one transaction, guild by guild, and counts its events.
class SequenceAllocator;

/// Reads and changes records. `false` always means that a unique key was taken and nothing was
/// changed.
class Writer : public Reader {
 public:
  Writer(std::shared_ptr<sql::Connection> connection, GuildId guild, SequenceAllocator& sequences);
  ~Writer();

  bool insert(const Civilian& civilian);
  /// `before` is the stored record.
  bool update(const Civilian& before, const Civilian& after);
  /// With everything that belongs to the civilian.
  void erase(const Civilian& civilian);

  bool insert(const Vehicle& vehicle);
  void update(const Vehicle& vehicle);
  void erase(const Vehicle& vehicle);

  bool insert(const Firearm& firearm);
  void update(const Firearm& firearm);
  void erase(const Firearm& firearm);

  /// Deletes the record, a civilian with everything that belongs to it, and keeps what `restore`
  /// needs.
  void keep(const Civilian& civilian, Timestamp now);
  void keep(const Vehicle& vehicle, Timestamp now);
  void keep(const Firearm& firearm, Timestamp now);
  /// False if nothing is kept, or a name, plate or serial number is taken; then the change must be
  /// rolled back. What was deleted before its owner was is not restored with it.
  bool restore(CivilianId id);
  bool restore(VehicleId id);
  bool restore(FirearmId id);
  /// For the change that will append the event with this id.
  void keep(std::int64_t event, const KeptWebhook& webhook);

  /// Replaces all of it.
  void set_penal_code(const PenalCode& penal_code);

  void insert(const Webhook& webhook);
  /// Changes what a client can edit. An active one continues after `position`; one that is not
  /// loses its retries.
  void update(const Webhook& webhook);
  /// With its retries and attempts.
  void erase(const Webhook& webhook);
  /// Moves the position, if it is still at `from`; false if it is not.
  bool move_position(WebhookId webhook, std::int64_t from, std::int64_t to);
  void set_health(WebhookId webhook, const WebhookHealth& health);
  /// Replaces an earlier retry of the same event.
  void put_retry(WebhookId webhook, const WebhookRetry& retry);
  void erase_retry(WebhookId webhook, std::int64_t seq);
  /// Those of this event and later ones.
  void erase_retries_from(WebhookId webhook, std::int64_t seq);
  void append(WebhookId webhook, const WebhookAttempt& attempt);
  /// Deletes attempts before this time, and the oldest beyond the maximum.
  void prune_attempts(WebhookId webhook, Timestamp before);

  /// The key, which nobody else can change until this change ends.
  std::optional<GuildKey> locked_key(KeyId id);
  /// A key for this guild alone.
  void insert(const GuildKey& key, const Digest& secret);
  /// Takes the key, which must be locked, off the guild. If that was its only guild, the key is
  /// revoked. The invitations that it has made here end.
  void revoke(const GuildKey& key, Timestamp now);
  /// Takes back a revocation of that time. Empty if that is impossible: the key is gone, or
  /// somebody else has revoked it.
  std::optional<GuildKey> restore_key(KeyId id, Timestamp revoked);
  void insert(const Invitation& invitation, const Digest& token);
  void erase(const Invitation& invitation);
  /// Removes the invitation, so that nobody else can take it. Empty if there is none.
  std::optional<Invitation> take_invitation(const Digest& token, Timestamp now);
  /// Whether keys were changed: every instance must reload them.
  [[nodiscard]] bool has_account_changes() const { return has_account_changes_; }

  /// The entry's count must be one more than the last of its civilian and kind.
  void append(const Civilian& civilian, const Entry& entry);
  /// Custody lasts until then; without a time it is over.
  void set_custody(CivilianId civilian, std::optional<Timestamp> until);
  /// Custody lasts until then at least.
  void raise_custody(CivilianId civilian, Timestamp until);
  /// Of an arrest. Without `ends` it has ended.
  void set_sentence(CivilianId civilian, std::int64_t count, double seconds,
                    std::optional<Timestamp> ends);
  void end_arrests(CivilianId civilian);
  /// Those that end by then.
  void end_arrests(CivilianId civilian, Timestamp until);
  /// After everything that was due has been ended: stores when the next thing ends.
  void set_next_end();
  /// Without a mark it is valid.
  void set_void(const Civilian& civilian, const Entry& entry, const std::optional<VoidMark>& mark);
  /// Locks the guild for this change: changes of one guild wait for each other here. Later
  /// statements can be sent before the result of this one has arrived.
  void lock_guild();
  /// Whether the guild exists; only after `lock_guild`.
  bool has_guild();
  /// The response of the change that the key made under this name today or yesterday, or tomorrow
  /// by the clock of another instance; only after `lock_guild`.
  std::optional<StoredResponse> stored_response(KeyId key, const std::string& name, Timestamp now);
  /// There must be none of that day.
  void store_response(KeyId key, const std::string& name, const StoredResponse& response);
  /// Gives the event the guild's next number; only after `lock_guild`.
  void append(Event event);
  /// The appended events, in order.
  [[nodiscard]] const std::vector<GuildEvent>& events() const { return events_; }

 private:
  // Search trigrams are added and removed together with their record.
  void add_grams(SearchKind kind, std::int64_t id, const std::string& key);
  void remove_grams(SearchKind kind, std::int64_t id, const std::string& key);
  /// Deletes the civilian, and hides what belonged to it.
  void remove_from_reads(const Civilian& civilian);
  /// Takes the key from a hidden record that has it, so that another one can have it.
  void release_key(SearchKind kind, const std::string& key);
  /// The same for the key of a kept record.
  void release_key_of(SearchKind kind, const sql::Query& kept, std::int64_t id);
  /// False if there is nothing to insert, or its key is taken.
  bool restore(SearchKind kind, const sql::Query& insertion, std::int64_t id);
  /// Something of the guild ends then.
  void expect_end(std::optional<Timestamp> time);

  SequenceAllocator& sequences_;
  std::unique_ptr<sql::Rows> lock_;
  std::vector<GuildEvent> events_;
  bool has_account_changes_ = false;
};

}  // namespace blotter
