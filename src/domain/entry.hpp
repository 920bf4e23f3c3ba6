// What officers and medics write into the file of a civilian: one struct for all kinds.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "domain/enumeration.hpp"
#include "domain/text_types.hpp"

namespace blotter {

enum class EntryKind : std::uint8_t { citation, fine, arrest, admission };
template <>
struct Spellings<EntryKind> {
  static constexpr std::array<std::string_view, 4> spellings{"citation", "fine", "arrest",
                                                             "admission"};
};

/// A set of kinds; never empty.
class EntryKinds {
 public:
  constexpr EntryKinds(std::initializer_list<EntryKind> kinds) {
    for (const EntryKind kind : kinds) bits_ |= std::uint64_t{1} << static_cast<unsigned>(kind);
  }
  static constexpr EntryKinds all() {
    EntryKinds kinds{};
    kinds.bits_ = (std::uint64_t{1} << Spellings<EntryKind>::spellings.size()) - 1;
    return kinds;
  }

  /// One bit per kind, in the order of the enumeration.
  [[nodiscard]] constexpr std::int64_t bits() const { return static_cast<std::int64_t>(bits_); }
  [[nodiscard]] constexpr int lowest() const { return std::countr_zero(bits_); }
  [[nodiscard]] constexpr int highest() const { return 63 - std::countl_zero(bits_); }

 private:
  std::uint64_t bits_ = 0;
};
inline constexpr EntryKinds criminal_entry_kinds{EntryKind::citation, EntryKind::fine,
                                                 EntryKind::arrest};
inline constexpr EntryKinds medical_entry_kinds{EntryKind::admission};

struct Entry {
  EntryKind kind = EntryKind::citation;
  /// Counts 1, 2, 3 … per civilian and kind.
  std::int64_t count = 0;
  /// The officer, or the medical unit.
  PersonName author_name;
  ExternalId author_id;
  /// Money of a citation or fine; seconds of an arrest or admission.
  double amount = 0;
  /// The time of an admission, as the text that was sent; empty for other kinds.
  std::string time_text;
  /// Charges or injuries.
  Narrative text;
  Timestamp made;
  /// Only of an arrest that runs; not read with the entries of a civilian.
  std::optional<Timestamp> ends = std::nullopt;
};

}  // namespace blotter
