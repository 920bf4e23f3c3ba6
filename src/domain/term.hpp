// States that end by themselves: BOLOs, impounds and custody.
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.hpp"

namespace blotter {

/// From when on a state holds, and when the server ends it; without `until` it lasts until somebody
/// ends it.
struct Term {
  Timestamp since;
  std::optional<Timestamp> until = std::nullopt;

  /// `seconds` from now on, or without an end.
  static Term from(Timestamp now, std::optional<std::int64_t> seconds) {
    if (!seconds) return {now};
    return {now, Timestamp{now.ms + *seconds * 1000}};
  }
};

/// A place in a list that is sorted by such a time; the id is that of a civilian or a vehicle.
struct TermPosition {
  Timestamp at;
  std::int64_t id;
};

/// The longest time after which a BOLO or an impound may end: a year.
inline constexpr std::int64_t term_seconds_max = 31'536'000;

/// When a sentence that began at `since` ends. Times beyond the year 9999 cannot be shown, so a
/// longer sentence ends there.
Timestamp end_of_sentence(Timestamp since, double seconds);

/// The whole seconds until then, rounded up; 0 if it has passed.
std::int64_t seconds_left(Timestamp until, Timestamp now);

}  // namespace blotter
