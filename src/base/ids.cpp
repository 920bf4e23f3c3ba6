#include "base/ids.hpp"

#include <algorithm>
#include <charconv>

namespace blotter {
namespace {

// Discord's epoch and layout: a bot's snowflake helper reads the right time from our ids too.
constexpr std::int64_t epoch_ms = 1'420'070'400'000;
constexpr int random_bits = 22;
// Ids within one millisecond increase by at most this, which leaves room for thousands of them.
constexpr std::int64_t step_max = 512;

}  // namespace

std::optional<std::int64_t> parse_id(std::string_view digits) {
  std::int64_t value = 0;
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // from_chars accepts a minus sign, and -0 would parse as a valid 0.
  if (error != std::errc{} || rest != digits.end() || digits.starts_with('-')) return std::nullopt;
  return value;
}

std::int64_t IdSource::next(Timestamp now, Random& random) {
  const auto noise = static_cast<std::int64_t>(random.next() >> 1);
  const std::int64_t fresh = std::max<std::int64_t>(now.ms - epoch_ms, 0) << random_bits |
                             noise % (std::int64_t{1} << (random_bits - 1));
  std::int64_t last = last_.load(std::memory_order_relaxed);
  std::int64_t id = 0;
  do {
    id = std::max(fresh, last + 1 + noise % step_max);
  } while (!last_.compare_exchange_weak(last, id, std::memory_order_relaxed));
  return id;
}

void IdSource::start_after(std::int64_t id) {
  std::int64_t last = last_.load();
  while (last < id && !last_.compare_exchange_weak(last, id)) {
  }
}

}  // namespace blotter
