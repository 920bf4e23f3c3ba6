// Reader::history: the entries of all kinds, merged by time. The statements are in statements.hpp.
#include <algorithm>
#include <deque>
#include <optional>

#include "storage/reader.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"

namespace blotter {
namespace {

namespace statements = storage::statements;

// The most entries of a kind that are requested at once. SQLite reads only those that are used; a
// database server sends all of them, and fewer would cost more round trips.
constexpr std::int64_t rows_at_once_max = 50;

std::size_t text_bytes(const FiledEntry& filed) {
  const Entry& entry = filed.entry;
  std::size_t bytes = entry.text.str().size() + entry.time_text.size() +
                      entry.author_name.str().size() + entry.author_id.str().size();
  if (const auto& mark = filed.void_mark) {
    bytes +=
        mark->reason.str().size() + mark->author_name.str().size() + mark->author_id.str().size();
  }
  return bytes;
}

/// The entries of one kind, the last one first.
class EntriesOfKind {
 public:
  EntriesOfKind(sql::Connection& connection, const GuildId& guild, CivilianId civilian,
                std::size_t kind, std::int64_t rows_at_once)
      : connection_(connection),
        guild_(guild),
        civilian_(civilian),
        kind_(kind),
        rows_at_once_(rows_at_once) {}

  /// Only entries with lower counts.
  void request(std::int64_t below) {
    rows_.reset();           // a statement is run once at a time
    if (below <= 1) return;  // counts begin with 1
    rows_.emplace(connection_.run(statements::last_entries_below[kind_], guild_.str(),
                                  civilian_.value, below, rows_at_once_));
    rows_left_ = rows_at_once_;
  }
  /// Apart from the request, so that those of all kinds are sent together.
  void read_next() {
    if (!rows_ || !rows_->next()) return;
    --rows_left_;
    current_ = storage::read_filed_entry(*rows_);
  }

  /// Empty after the first entry of the civilian.
  [[nodiscard]] const std::optional<FiledEntry>& current() const { return current_; }
  /// Returns the current entry and moves on to the one before it.
  FiledEntry take() {
    FiledEntry taken = std::move(*current_);
    current_.reset();
    if (rows_left_ == 0) request(taken.entry.count);
    read_next();
    return taken;
  }

 private:
  sql::Connection& connection_;
  const GuildId& guild_;
  const CivilianId civilian_;
  const std::size_t kind_;
  const std::int64_t rows_at_once_;
  std::optional<sql::Rows> rows_;
  std::int64_t rows_left_ = 0;
  std::optional<FiledEntry> current_;
};

/// The kind with the newest entry that is left; of equally new ones the first. Null if none is
/// left.
EntriesOfKind* newest(std::deque<EntriesOfKind>& kinds) {
  EntriesOfKind* found = nullptr;
  for (EntriesOfKind& each : kinds) {
    if (!each.current()) continue;
    if (found == nullptr || found->current()->entry.made < each.current()->entry.made) {
      found = &each;
    }
  }
  return found;
}

}  // namespace

HistoryPage Reader::history(const Civilian& civilian, const HistoryPart& part) {
  require_snapshot();
  // One more than requested shows whether there are more.
  const std::int64_t rows_at_once = std::min(rows_at_once_max, part.entries_max + 1);
  std::deque<EntriesOfKind> kinds;
  for (std::size_t kind = 0; kind < HistoryPosition::kinds; ++kind) {
    kinds.emplace_back(*connection_, guild_, civilian.id, kind, rows_at_once);
    kinds.back().request(part.begin.below[kind]);
  }
  for (EntriesOfKind& each : kinds) each.read_next();
  HistoryPage page;
  std::size_t bytes = 0;
  while (EntriesOfKind* const next = newest(kinds)) {
    const bool is_full = std::ssize(page.entries) == part.entries_max;
    if (is_full || bytes >= storage::page_bytes_max) {
      page.next.emplace();
      for (std::size_t kind = 0; kind < HistoryPosition::kinds; ++kind) {
        const auto& left = kinds[kind].current();
        page.next->below[kind] = left ? left->entry.count + 1 : 1;
      }
      return page;
    }
    page.entries.push_back(next->take());
    bytes += text_bytes(page.entries.back());
  }
  return page;
}

}  // namespace blotter
