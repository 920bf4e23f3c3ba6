// Reader::audit. The statements stand in statements.hpp.
#include <algorithm>

#include "storage/sql/connection.hpp"
#include "storage/statements.hpp"
#include "storage/store.hpp"

namespace blotter {
namespace {

namespace statements = storage::statements;

// So many events one request looks at.
constexpr std::int64_t looked_at_max = 10'000;
// A page ends behind the event with which its texts reach this size, however many were asked for.
constexpr std::size_t page_bytes_max = std::size_t{256} * 1024;
// Numbers follow each other as the changes did, times nearly so: instances have clocks of their
// own.
constexpr std::int64_t clock_difference_max_ms = 60'000;

constexpr std::int64_t first_ms = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t last_ms = std::numeric_limits<std::int64_t>::max();

/// Numbers of events, from the first to the last.
struct Range {
  std::int64_t low;
  std::int64_t high;
};

struct Bounds {
  std::int64_t earlier;  // all numbers below this
  std::int64_t later;    // this number, and all above
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
  return event;
}

std::size_t text_bytes(const AuditedEvent& event) {
  return event.before.value_or("").size() + event.after.value_or("").size();
}

/// Where the wanted events can be, if there is an end to it.
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

/// The latest part of the range, no more than one request looks at.
Range looked_at(sql::Connection& connection, const GuildId& guild, const AuditFilter& filter,
                Range range) {
  if (!filter.civilian) return {std::max(range.low, range.high - looked_at_max + 1), range.high};
  auto rows = connection.run(statements::events_floor_of_civilian, guild.str(),
                             filter.civilian->value, range.low, range.high, looked_at_max);
  rows.next();
  const bool is_all = rows.integer(1) < looked_at_max;
  return {is_all ? range.low : rows.integer(0), range.high};
}

sql::Rows ask(sql::Connection& connection, const GuildId& guild, const AuditFilter& filter,
              Range range, std::int64_t events_max) {
  const auto kind = filter.kind ? std::optional(spelling(*filter.kind)) : std::nullopt;
  const auto key = filter.key ? std::optional(filter.key->value) : std::nullopt;
  const std::int64_t from = filter.from.value_or(Timestamp{first_ms}).ms;
  const std::int64_t to = filter.to.value_or(Timestamp{last_ms}).ms;
  if (filter.civilian) {
    return connection.run(statements::events_page_of_civilian, guild.str(), range.low, range.high,
                          kind, key, from, to, events_max, filter.civilian->value);
  }
  return connection.run(statements::events_page, guild.str(), range.low, range.high, kind, key,
                        from, to, events_max);
}

}  // namespace

AuditPage Reader::audit(const AuditFilter& filter, AuditPart part) {
  take_snapshot();
  AuditPage page;
  const Range possible = possible_range(*connection_, guild_, filter, part.below);
  if (possible.high < possible.low) return page;
  const Range range = looked_at(*connection_, guild_, filter, possible);
  // One more than is wanted tells whether there are more.
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

}  // namespace blotter
