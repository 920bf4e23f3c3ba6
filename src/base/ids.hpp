// Ids: 64 bits of milliseconds and randomness, so that instances create them without coordination.
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

/// Ids of different types do not convert to each other.
template <class Tag>
struct Id {
  std::int64_t value = 0;
  auto operator<=>(const Id&) const = default;
};

/// Accepts decimal digits only, which is how clients see ids.
std::optional<std::int64_t> parse_id(std::string_view digits);

template <class Tag>
std::string to_string(Id<Tag> id) {
  return std::to_string(id.value);
}

/// Creates ids that increase with time, also within one millisecond. Thread-safe.
class IdSource {
 public:
  std::int64_t next(Timestamp now, Random& random);
  /// All later ids are greater than `id`.
  void start_after(std::int64_t id);

 private:
  std::atomic<std::int64_t> last_{0};
};

}  // namespace blotter
