#include "domain/penalty.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace blotter {

Parsed<PenaltyLimit> PenaltyLimit::parse(std::string_view text) {
  if (text == "off") return off();
  double bound = 0;
  const std::string_view reading = text.substr(0, 4);
  const std::string_view digits = text.substr(reading.size());
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bound);
  const bool is_number =
      error == std::errc{} && rest == digits.end() && bound > 0 && bound < penalty_max;
  if (is_number && reading == "max:") return PenaltyLimit(Reading::max, bound);
  if (is_number && reading == "min:") return PenaltyLimit(Reading::min, bound);
  return must("be off, max:N or min:N with N above 0 and below 1000000000");
}

Parsed<double> PenaltyLimit::check(double amount) const {
  if (!std::isfinite(amount) || amount <= 0 || amount > penalty_max) {
    return must("be above 0 and at most 1000000000");
  }
  switch (reading_) {
    case Reading::off: break;
    case Reading::max:
      if (amount > bound_) return must(fmt::format("be at most {}", bound_));
      break;
    case Reading::min:
      if (amount <= bound_) return must(fmt::format("be more than {}", bound_));
      break;
  }
  return amount;
}

double PenaltyLimit::above() const { return reading_ == Reading::min ? bound_ : 0; }

double PenaltyLimit::at_most() const { return reading_ == Reading::max ? bound_ : penalty_max; }

}  // namespace blotter
