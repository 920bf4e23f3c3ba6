// Ids: 64 bits of milliseconds and randomness, made here, so that instances need not agree on them.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/random.hpp"

namespace blotter {

/// Ids of different things do not convert into each other.
template <class Tag>
struct Id {
  std::int64_t value = 0;
  auto operator<=>(const Id&) const = default;
};

/// A run of decimal digits, as clients see ids; nothing else is one.
std::optional<std::int64_t> parse_id(std::string_view digits);

template <class Tag>
std::string to_string(Id<Tag> id) {
  return std::to_string(id.value);
}

/// Makes ids that grow with time, also within one millisecond. Safe for many threads.
class IdSource {
 public:
  std::int64_t next(Timestamp now, Random& random);
  /// All that follow are greater.
  void begin_behind(std::int64_t id);

 private:
  std::atomic<std::int64_t> last_{0};
};

}  // namespace blotter
