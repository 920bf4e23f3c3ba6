// Reader: numbers of a guild as a whole.
#include "storage/reader.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"

namespace blotter {

namespace statements = storage::statements;

GuildCounts Reader::counts() {
  auto row = connection_->run(statements::guild_counts, guild_.str());
  if (!row.next()) return {};
  return {.civilians = row.integer(0),
          .deceased = row.integer(1),
          .bolos = row.integer(2),
          .vehicles = row.integer(3),
          .stolen_vehicles = row.integer(4),
          .impounded_vehicles = row.integer(5),
          .firearms = row.integer(6),
          .stolen_firearms = row.integer(7),
          .changes = row.integer(8)};
}

std::vector<Activity> Reader::activity(Day first, Day last) {
  std::vector<Activity> found;
  auto rows =
      connection_->run(statements::activity_between, guild_.str(), first.number, last.number);
  while (rows.next()) {
    found.push_back({{rows.integer(0)}, std::string(rows.text(1)), rows.integer(2)});
  }
  return found;
}

}  // namespace blotter
