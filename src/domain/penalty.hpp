// The limit of a fine, a fee or a sentence.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"

namespace blotter {

/// The highest amount, in money or in seconds, whatever the operator's limit.
inline constexpr double penalty_max = 1'000'000'000;

/// The API contract says only ">5000", so the operator chooses what it means: no bound, at most, or
/// more than.
class PenaltyLimit {
 public:
  static PenaltyLimit off() { return {Reading::off, 0}; }
  /// `off`, `max:5000` or `min:5000`.
  static Parsed<PenaltyLimit> parse(std::string_view text);

  /// The amount if it is allowed, otherwise the rule that it breaks.
  [[nodiscard]] Parsed<double> check(double amount) const;
  /// The same as two bounds: allowed is more than above() and up to at_most().
  [[nodiscard]] double above() const;
  [[nodiscard]] double at_most() const;

 private:
  enum class Reading : std::uint8_t { off, max, min };
  PenaltyLimit(Reading reading, double bound) : reading_(reading), bound_(bound) {}

  Reading reading_;
  double bound_;
};

}  // namespace blotter
