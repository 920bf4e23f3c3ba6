// How high a fine, a fee or a sentence may be.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"

namespace blotter {

/// The interface says only ">5000", so the operator picks a reading: no bound, at most, or more
/// than.
class PenaltyLimit {
 public:
  static PenaltyLimit off() { return {Reading::off, 0}; }
  /// `off`, `max:5000` or `min:5000`.
  static Parsed<PenaltyLimit> parse(std::string_view text);

  /// Nothing when the amount is fine, else what it must be.
  [[nodiscard]] Parsed<double> check(double amount) const;
  /// The same as two bounds: an amount is fine above the one and up to the other.
  [[nodiscard]] double above() const;
  [[nodiscard]] double at_most() const;

 private:
  enum class Reading : std::uint8_t { off, max, min };
  PenaltyLimit(Reading reading, double bound) : reading_(reading), bound_(bound) {}

  Reading reading_;
  double bound_;
};

}  // namespace blotter
