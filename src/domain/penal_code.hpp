// The penal code of a guild: what offences cost. It helps to fill in forms and restricts nothing.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "domain/text_types.hpp"

namespace blotter {

struct OffenceCodeKind {
  static constexpr TextRule rule{64};
  static std::string key(std::string_view text) { return name_key(text); }
};
struct OffenceTitleKind {
  static constexpr TextRule rule{500};
};

/// Short, such as "TR-04"; unique in a penal code, ignoring case.
using OffenceCode = Text<OffenceCodeKind>;
using OffenceTitle = Text<OffenceTitleKind>;

struct Offence {
  OffenceCode code;
  OffenceTitle title;
  /// 0 if there is none.
  double fine;
  /// In jail, in seconds; 0 if there is none.
  double time;

  bool operator==(const Offence&) const = default;
};

class PenalCode {
 public:
  static constexpr std::size_t offences_max = 500;

  /// Without offences.
  PenalCode() = default;
  /// Keeps the order. Refuses too many offences, and a code that occurs twice.
  static Parsed<PenalCode> of(std::vector<Offence> offences);
  /// Stored offences were checked when they were written.
  static PenalCode stored(std::vector<Offence> offences) { return PenalCode(std::move(offences)); }

  [[nodiscard]] const std::vector<Offence>& offences() const { return offences_; }

 private:
  explicit PenalCode(std::vector<Offence> offences) : offences_(std::move(offences)) {}

  std::vector<Offence> offences_;
};

}  // namespace blotter
