// What officers and medics write into a civilian's file: one shape for all four kinds.
#pragma once

#include <array>
#include <cstdint>
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

/// A run of kinds, in the order of the enumeration.
struct EntryKinds {
  EntryKind first;
  EntryKind last;
};
inline constexpr EntryKinds every_entry_kind{EntryKind::citation, EntryKind::admission};
inline constexpr EntryKinds criminal_entry_kinds{EntryKind::citation, EntryKind::arrest};
inline constexpr EntryKinds medical_entry_kinds{EntryKind::admission, EntryKind::admission};

struct Entry {
  EntryKind kind = EntryKind::citation;
  /// Runs 1, 2, 3 … per civilian and kind.
  std::int64_t count = 0;
  /// The officer, or the medical unit.
  PersonName author_name;
  ExternalId author_id;
  /// Money of a citation or fine; seconds of an arrest or admission.
  double amount = 0;
  /// An admission shows its time as the text that was sent; empty for other kinds.
  std::string time_text;
  /// Charges or injuries.
  Narrative text;
  Timestamp made;
};

}  // namespace blotter
