// All entries of a civilian, also those that are void, as pages from the newest to the oldest.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "domain/entry.hpp"

namespace blotter {

/// Why an entry does not count, who decided that, and when.
struct VoidMark {
  Narrative reason;
  /// An officer, also for admissions.
  PersonName author_name;
  ExternalId author_id;
  Timestamp at;
};

/// An entry as it is on file.
struct FiledEntry {
  Entry entry;
  /// Empty if the entry is valid.
  std::optional<VoidMark> void_mark;
};

/// The entry with the mark, which ends an arrest; an entry is voided once.
Result<FiledEntry> voided(FiledEntry filed, VoidMark mark);

/// Where a page begins. Each kind has its own place: counts ascend with time within a kind, so no
/// entry is lost or shown twice, even if times are equal or clocks disagree.
struct HistoryPosition {
  static constexpr std::size_t kinds = Spellings<EntryKind>::spellings.size();

  /// The newest entry, whatever its kind.
  static HistoryPosition newest();
  /// From the text of `str`. A kind without a number is newer than the text, and so are all its
  /// entries: none is read.
  static Parsed<HistoryPosition> parse(std::string_view text);
  /// The numbers of all kinds, with dots: "13.1.4.2".
  [[nodiscard]] std::string str() const;

  /// By kind: only entries with lower counts.
  std::array<std::int64_t, kinds> below{};
};

/// The most characters of a position: a 64-bit number and a dot for each kind.
inline constexpr std::size_t history_position_characters_max = HistoryPosition::kinds * 20;

struct HistoryPart {
  HistoryPosition begin = HistoryPosition::newest();
  std::int64_t entries_max = std::numeric_limits<std::int64_t>::max() - 1;
};

struct HistoryPage {
  /// Newest first.
  std::vector<FiledEntry> entries = {};
  /// Where the next page begins. Empty if there are no older entries.
  std::optional<HistoryPosition> next = std::nullopt;
};

}  // namespace blotter
