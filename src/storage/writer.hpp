// Changes the records of one guild.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/event.hpp"
#include "storage/reader.hpp"

namespace blotter::sql {
class Connection;
class Rows;
}  // namespace blotter::sql

namespace blotter {

/// Identifies one event, and holds what the event is counted by.
struct EventRef {
  GuildId guild;
  std::int64_t seq;
  std::int64_t id;
  Day day;
  std::string kind;
  std::optional<CivilianId> civilian;
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

  /// The entry's count must be one more than the last of its civilian and kind.
  void append(const Civilian& civilian, const Entry& entry);
  /// Locks the guild for this change: changes of one guild wait for each other here. Later
  /// statements can be sent before the result of this one has arrived.
  void lock_guild();
  /// Whether the guild exists; only after `lock_guild`.
  bool has_guild();
  /// Gives the event the guild's next number; only after `lock_guild`.
  void append(const Event& event);
  /// The appended events, in order.
  [[nodiscard]] const std::vector<EventRef>& events() const { return events_; }

 private:
  // Search trigrams are added and removed together with their record.
  void add_grams(SearchKind kind, std::int64_t id, const std::string& key);
  void remove_grams(SearchKind kind, std::int64_t id, const std::string& key);

  SequenceAllocator& sequences_;
  std::unique_ptr<sql::Rows> lock_;
  std::vector<EventRef> events_;
};

}  // namespace blotter
