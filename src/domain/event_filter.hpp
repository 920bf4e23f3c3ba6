// Selects events for a subscriber.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/audit.hpp"

namespace blotter {

/// Kinds of events, each written as the kind itself, as a prefix such as `leo.*`, or as `*`.
class EventKinds {
 public:
  EventKinds() = default;
  explicit EventKinds(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}
  static EventKinds stored(std::string_view text);

  /// True for every kind if there are no patterns.
  [[nodiscard]] bool matches(std::string_view kind) const;
  [[nodiscard]] const std::vector<std::string>& patterns() const { return patterns_; }
  /// The patterns, separated by commas.
  [[nodiscard]] std::string str() const;

 private:
  std::vector<std::string> patterns_;
};

/// Whether a pattern of EventKinds covers the kind.
bool covers(std::string_view pattern, std::string_view kind);

struct EventFilter {
  EventKinds kinds = {};
  std::optional<CivilianId> civilian = std::nullopt;

  [[nodiscard]] bool matches(const AuditedEvent& event) const;
};

}  // namespace blotter
