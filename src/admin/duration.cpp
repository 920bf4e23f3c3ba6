#include "admin/duration.hpp"

#include <charconv>

namespace blotter::admin {
namespace {

// Longer than any sensible expiry, and far from an overflow of milliseconds.
constexpr long count_max = 1'000'000;

}  // namespace

Parsed<std::chrono::milliseconds> parse_duration(std::string_view text) {
  using namespace std::chrono;
  const auto rule = must("be a number and a unit: 30d, 12h, 45m or 10s");
  if (text.empty()) return rule;
  long count = 0;
  const std::string_view digits = text.substr(0, text.size() - 1);
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc{} || rest != digits.end() || count <= 0 || count > count_max) return rule;
  switch (text.back()) {
    case 'd': return days(count);
    case 'h': return hours(count);
    case 'm': return minutes(count);
    case 's': return seconds(count);
    default: return rule;
  }
}

}  // namespace blotter::admin
