// Bugs of SQLite and PostgreSQL that can lose records, as their developers describe them:
// https://www.sqlite.org/wal.html#walresetbug
// https://www.postgresql.org/docs/release/14.4/ and https://www.postgresql.org/docs/release/14.2/
// https://www.postgresql.org/support/versioning/
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/doctor/checks.hpp"

namespace blotter::app::doctor {
namespace {

/// The WAL-reset bug is as old as the WAL itself. It was also fixed in two older series.
bool has_wal_reset_bug(std::int64_t number) {
  const auto is_corrected_in = [&](std::int64_t first, std::int64_t series_end) {
    return number >= first && number < series_end;
  };
  return number < 3'051'003 && !is_corrected_in(3'044'006, 3'045'000) &&
         !is_corrected_in(3'050'007, 3'051'000);
}

struct LastRelease {
  std::int64_t major;
  std::string_view date;
};
// The date of the last release of each series. Earlier series are not maintained any more; later
// ones were not known when this was written.
constexpr std::array last_releases{LastRelease{13, "2025-11-13"}, LastRelease{14, "2026-11-12"},
                                   LastRelease{15, "2027-11-11"}, LastRelease{16, "2028-11-09"},
                                   LastRelease{17, "2029-11-08"}, LastRelease{18, "2030-11-14"}};

bool is_maintained(std::int64_t major, Timestamp now) {
  if (major < last_releases.front().major) return false;
  const auto* found = std::ranges::find(last_releases, major, &LastRelease::major);
  if (found == last_releases.end()) return true;
  constexpr std::int64_t day_ms = 86'400'000;
  return now.ms < parse_time(found->date)->ms + day_ms;
}

}  // namespace

Check check_sqlite_version(std::int64_t number, const std::string& version) {
  if (!has_wal_reset_bug(number)) return {"sqlite", Status::ok, version};
  // The server's checkpoint thread avoids the bug; see ADR 17.
  return {"sqlite", Status::ok,
          fmt::format("{}, whose WAL-reset bug the server works around", version),
          "while it runs, do not change the file with sqlite3 or checkpoint it"};
}

Check check_postgres_version(std::int64_t number, const std::string& version, Timestamp now) {
  const std::int64_t major = number / 10'000;
  const std::int64_t minor = number % 10'000;
  if (major == 14 && minor < 2) {
    return {"postgresql", Status::error,
            fmt::format("{} can damage its tables and indexes", version),
            "install the newest 14, then run REINDEX DATABASE"};
  }
  if (major == 14 && minor < 4) {
    return {"postgresql", Status::warning,
            fmt::format("{} can damage an index that was built with CONCURRENTLY", version),
            "install the newest 14, and rebuild such indexes"};
  }
  if (!is_maintained(major, now)) {
    return {"postgresql", Status::warning, fmt::format("{} is no longer maintained", version),
            "upgrade to a newer PostgreSQL"};
  }
  return {"postgresql", Status::ok, version};
}

}  // namespace blotter::app::doctor
