// Queries of a guild's audit log.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "domain/event.hpp"

namespace blotter {

/// Selects events. A member that is not set matches every event.
struct AuditFilter {
  std::optional<CivilianId> civilian = std::nullopt;
  std::optional<std::string> kind = std::nullopt;
  std::optional<KeyId> key = std::nullopt;
  std::optional<Timestamp> from = std::nullopt;  // inclusive
  std::optional<Timestamp> to = std::nullopt;    // exclusive
};

/// A page of the audit log, newest event first.
struct AuditPart {
  /// Only events with lower sequence numbers.
  std::int64_t below = std::numeric_limits<std::int64_t>::max();
  std::int64_t events_max = std::numeric_limits<std::int64_t>::max() - 1;
};

struct AuditedEvent {
  std::int64_t seq;
  std::int64_t id;
  Timestamp at;
  std::string kind;
  std::optional<KeyId> key;
  std::string key_name;
  std::string actor;
  std::optional<CivilianId> civilian;
  /// The current name; empty if the civilian was deleted.
  std::string civilian_name;
  std::int64_t subject;
  std::optional<std::string> before;
  std::optional<std::string> after;
  /// The number of the event that this one takes back.
  std::optional<std::int64_t> undoes = std::nullopt;
};

/// The numbers of a guild's events have no gaps. Without events, `oldest` is 1 and `latest` 0.
struct EventNumbers {
  std::int64_t oldest = 1;
  std::int64_t latest = 0;
  /// Whether all events after this number are there.
  [[nodiscard]] bool has_all_after(std::int64_t seq) const {
    return seq >= oldest - 1 && seq <= latest;
  }
};

struct AuditPage {
  /// Newest first.
  std::vector<AuditedEvent> events = {};
  /// The `below` of the next page. Empty if there are no older events.
  std::optional<std::int64_t> next = std::nullopt;
};

}  // namespace blotter
