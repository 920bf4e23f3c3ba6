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

  /// The entry's count must be one more than the last of its civilian and kind.
  void append(const Civilian& civilian, const Entry& entry);
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

  SequenceAllocator& sequences_;
  std::unique_ptr<sql::Rows> lock_;
  std::vector<GuildEvent> events_;
};

}  // namespace blotter
