// Guilds and API keys.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "domain/api_key.hpp"
#include "domain/guild.hpp"
#include "domain/webhook.hpp"

namespace blotter::sql {
class Connection;
class Query;
}  // namespace blotter::sql

namespace blotter {

/// The highest id and the latest time of all events.
struct NewestEvent {
  std::int64_t id = 0;
  Timestamp at = {};
};

/// An active webhook, for the instance that sends.
struct WebhookToSend {
  GuildId guild;
  Webhook webhook;
  /// When its next retry is due.
  std::optional<Timestamp> next_retry;
};

/// Work that only one instance does at a time.
struct Lease {
  std::string holder;
  /// Grows while the holder lives.
  std::int64_t beat = 0;
};

struct StoredKey {
  ApiKey key;
  std::string digest_hex;
};

/// Guilds and API keys; not bound to a guild.
class Accounts {
 public:
  explicit Accounts(sql::Connection& connection) : connection_(connection) {}

  /// Changes whenever a guild or key changes.
  std::int64_t generation();

  /// Of all guilds.
  NewestEvent newest_event();
  /// The number of the last event of each of these guilds, if they exist, and perhaps of others.
  std::map<std::string, std::int64_t, std::less<>> last_seqs(const std::vector<GuildId>& guilds);

  std::vector<Guild> guilds();
  bool create_guild(const Guild& guild);
  /// Removes the guild from all keys, and its invitations, so that no client can use it any more.
  void close_guild(const GuildId& id);
  /// Deletes some of the guild's records; false when none are left.
  bool delete_some_records(const GuildId& id);
  /// Responses for retries that were stored before this day: whether there are any.
  bool has_responses(Day before);
  void delete_some_responses(Day before);
  /// Deletes the guild and everything left of it; false when there is no such guild.
  bool delete_guild(const GuildId& id);

  /// Records that were deleted before this time and are still kept: whether there are any.
  bool has_kept(Timestamp before);
  /// Removes some of them permanently.
  void remove_some_kept(Timestamp before);

  /// Guilds in which something should have ended by now, at most `count`; in some of them nothing
  /// has. Guilds that are still being copied into this store are left out.
  std::vector<GuildId> guilds_due(Timestamp now, std::int64_t count);

  /// Whether rows of deleted civilians remain. They are invisible and only take up space.
  bool has_leftovers();
  /// Removes a small part of them.
  void remove_some_leftovers();

  std::vector<StoredKey> keys();
  void create_key(const ApiKey& key, const Digest& digest);
  /// The invitations that the key has made end. False when there is no such key or it was revoked
  /// before.
  bool revoke_key(KeyId id, Timestamp now);
  void set_last_used(KeyId id, Timestamp time);

  /// Invitations that nobody has accepted in time: whether there are any.
  bool has_ended_invitations(Timestamp now);
  /// Those of one guild.
  void delete_some_ended_invitations(Timestamp now);

  /// Of all guilds, except those that are still being copied into this store.
  std::vector<WebhookToSend> webhooks_to_send();

  Lease lease(const std::string& name);
  /// Takes the lease, or keeps it, if its beat is still `beat`; the beat grows by one. False if
  /// another instance was faster.
  bool take_lease(const std::string& name, const std::string& holder, std::int64_t beat);
  /// Lets another instance take it at once.
  void release_lease(const std::string& name, const std::string& holder);

  /// Whether these calls have changed guilds or keys, or removed records that can be read.
  [[nodiscard]] bool has_changes() const { return has_changes_; }

 private:
  struct Leftover {
    std::string guild;
    int kind;
    std::int64_t subject;
    std::string key;
  };

  void bump_generation();
  /// The first guild that the query finds.
  std::optional<std::string> guild_with_kept(const sql::Query& query, Timestamp before);
  std::vector<Leftover> first_leftovers(std::int64_t count);
  void remove_some_belongings(const Leftover& leftover);
  void forget(const Leftover& leftover);

  sql::Connection& connection_;
  bool has_changes_ = false;
};

}  // namespace blotter
