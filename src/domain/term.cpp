#include "domain/term.hpp"

#include <algorithm>

namespace blotter {
namespace {

constexpr Timestamp latest{253'402'300'799'000};  // 9999-12-31T23:59:59Z

}  // namespace

Timestamp end_of_sentence(Timestamp since, double seconds) {
  const double room = static_cast<double>(latest.ms - since.ms) / 1000;
  if (seconds >= room) return latest;
  return {since.ms + static_cast<std::int64_t>(seconds * 1000)};
}

std::int64_t seconds_left(Timestamp until, Timestamp now) {
  return std::max<std::int64_t>(0, (until.ms - now.ms + 999) / 1000);
}

}  // namespace blotter
