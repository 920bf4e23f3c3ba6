// Reader::audit, events_after, event_numbers and last_event_before. The statements are in
// statements.hpp.
#include <algorithm>

#include "storage/reader.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"

namespace blotter {
namespace {

using storage::page_bytes_max;
namespace statements = storage::statements;

// The most events that one request examines.
constexpr std::int64_t examined_max = 10'000;
// Event numbers are in the order of the changes. Times nearly are: each instance has its own clock.
constexpr std::int64_t clock_difference_max_ms = 60'000;

constexpr std::int64_t first_ms = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t last_ms = std::numeric_limits<std::int64_t>::max();

/// Event numbers, both ends included.
struct Range {
  std::int64_t low;
  std::int64_t high;
};

struct Bounds {
  std::int64_t earlier;  // numbers below this are earlier
  std::int64_t later;    // this number and those above are later
};

Bounds bounds(sql::Connection& connection, const GuildId& guild, std::int64_t ms) {
  auto rows = connection.run(statements::events_bounds, guild.str(), ms);
  rows.next();
  return {rows.integer(0), rows.integer(1)};
}

AuditedEvent read_event(const sql::Rows& row) {
  const auto text = [&](int column) {
    return row.is_null(column) ? std::nullopt : std::optional(std::string(row.text(column)));
  };
  AuditedEvent event{.seq = row.integer(0),
                     .id = row.integer(1),
                     .at = {row.integer(2)},
                     .kind = std::string(row.text(3)),
                     .key = std::nullopt,
                     .key_name = text(5).value_or(""),
                     .actor = text(6).value_or(""),
                     .civilian = std::nullopt,
                     .civilian_name = text(8).value_or(""),
                     .subject = row.integer(9),
                     .before = text(10),
                     .after = text(11)};
  if (!row.is_null(4)) event.key = KeyId{row.integer(4)};
  if (!row.is_null(7)) event.civilian = CivilianId{row.integer(7)};
  if (!row.is_null(12)) event.undoes = row.integer(12);
  return event;
}

std::size_t text_bytes(const AuditedEvent& event) {
  return event.before.value_or("").size() + event.after.value_or("").size();
}

/// Where matching events can be, as far as the filter limits it.
Range possible_range(sql::Connection& connection, const GuildId& guild, const AuditFilter& filter,
                     std::int64_t below) {
  Range range{1, 0};
  if (auto rows = connection.run(statements::guild_last_seq, guild.str()); rows.next()) {
    range.high = std::min(rows.integer(0), below - 1);
  }
  if (filter.to && range.high > 0) {
    const std::int64_t ms = std::min(filter.to->ms, last_ms - clock_difference_max_ms);
    range.high =
        std::min(range.high, bounds(connection, guild, ms + clock_difference_max_ms).later - 1);
  }
  if (filter.from && range.high > 0) {
    const std::int64_t ms = std::max(filter.from->ms, first_ms + clock_difference_max_ms);
    range.low = bounds(connection, guild, ms - clock_difference_max_ms).earlier;
  }
  return range;
}

/// The latest part of the range, no more than one request examines.
Range examined(sql::Connection& connection, const GuildId& guild, const AuditFilter& filter,
               Range range) {
  if (!filter.civilian) return {std::max(range.low, range.high - examined_max + 1), range.high};
  auto rows = connection.run(statements::events_floor_of_civilian, guild.str(),
                             filter.civilian->value, range.low, range.high, examined_max);
  rows.next();
  const bool is_all = rows.integer(1) < examined_max;
  return {is_all ? range.low : rows.integer(0), range.high};
}

sql::Rows ask(sql::Connection& connection, const GuildId& guild, const AuditFilter& filter,
              Range range, std::int64_t events_max) {
  const auto key = filter.key ? std::optional(filter.key->value) : std::nullopt;
  const std::int64_t from = filter.from.value_or(Timestamp{first_ms}).ms;
  const std::int64_t to = filter.to.value_or(Timestamp{last_ms}).ms;
  if (filter.civilian) {
    return connection.run(statements::events_page_of_civilian, guild.str(), range.low, range.high,
                          filter.kind, key, from, to, events_max, filter.civilian->value);
  }
  return connection.run(statements::events_page, guild.str(), range.low, range.high, filter.kind,
                        key, from, to, events_max);
}

}  // namespace

AuditPage Reader::audit(const AuditFilter& filter, AuditPart part) {
  require_snapshot();
  AuditPage page;
  const Range possible = possible_range(*connection_, guild_, filter, part.below);
  if (possible.high < possible.low) return page;
  const Range range = examined(*connection_, guild_, filter, possible);
  // One more than requested shows whether there are more.
  auto rows = ask(*connection_, guild_, filter, range, part.events_max + 1);
  std::size_t bytes = 0;
  while (rows.next()) {
    const bool is_full = page.events.size() == static_cast<std::size_t>(part.events_max);
    if (is_full || bytes >= page_bytes_max) {
      page.next = page.events.back().seq;
      return page;
    }
    page.events.push_back(read_event(rows));
    bytes += text_bytes(page.events.back());
  }
  if (range.low > possible.low) page.next = range.low;
  return page;
}

std::vector<AuditedEvent> Reader::events_after(std::int64_t seq, std::size_t events_max) {
  std::vector<AuditedEvent> events;
  std::size_t bytes = 0;
  auto rows = connection_->run(statements::events_after, guild_.str(), seq,
                               static_cast<std::int64_t>(events_max));
  while (bytes < page_bytes_max && rows.next()) {
    events.push_back(read_event(rows));
    bytes += text_bytes(events.back());
  }
  return events;
}

std::optional<AuditedEvent> Reader::later_event(const AuditedEvent& event) {
  constexpr std::int64_t latest_max = 1000;
  const auto civilian = event.civilian ? std::optional(event.civilian->value) : std::nullopt;
  return storage::first(connection_->run(statements::event_later, guild_.str(), event.seq,
                                         event.subject, civilian, latest_max),
                        read_event);
}

bool Reader::has_events_after(std::int64_t seq, CivilianId civilian) {
  return connection_->run(statements::event_of_civilian_after, guild_.str(), civilian.value, seq)
      .next();
}

EventNumbers Reader::event_numbers() {
  EventNumbers numbers;
  auto rows = connection_->run(statements::event_numbers, guild_.str());
  if (rows.next()) numbers = {.oldest = rows.integer(0), .latest = rows.integer(1)};
  return numbers;
}

std::int64_t Reader::last_event_before(Timestamp time) {
  const std::int64_t ms = std::max(time.ms, first_ms + clock_difference_max_ms);
  return bounds(*connection_, guild_, ms - clock_difference_max_ms).earlier - 1;
}

}  // namespace blotter
