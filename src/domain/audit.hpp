// Looking through the change log of a guild.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "domain/event.hpp"

namespace blotter {

/// Which events are wanted. What is not set makes no difference.
struct AuditFilter {
  std::optional<CivilianId> civilian = std::nullopt;
  std::optional<EventKind> kind = std::nullopt;
  std::optional<KeyId> key = std::nullopt;
  std::optional<Timestamp> from = std::nullopt;  // the first moment
  std::optional<Timestamp> to = std::nullopt;    // the first moment behind the last
};

/// A page of the log, which begins with the latest event.
struct AuditPart {
  /// Only events with lower numbers.
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
  /// What he is called now; empty when he is gone.
  std::string civilian_name;
  std::int64_t subject;
  std::optional<std::string> before;
  std::optional<std::string> after;
};

struct AuditPage {
  /// The latest first.
  std::vector<AuditedEvent> events = {};
  /// Where the next page begins: below this number. Nothing when there are no older ones.
  std::optional<std::int64_t> next = std::nullopt;
};

}  // namespace blotter
