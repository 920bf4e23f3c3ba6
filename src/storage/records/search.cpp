// Reader::search. The statements are in search_queries.cpp.
#include <span>

#include "storage/reader.hpp"
#include "storage/records/search_queries.hpp"

namespace blotter {
namespace {

// For each kind. A response has at most 50 results; the others are candidates.
constexpr std::int64_t candidates_max = 200;
// In characters.
constexpr std::size_t gram_size = 3;

SearchResult read_result(const sql::Rows& row, SearchKind kind) {
  const std::string code(row.text(3));
  return {.kind = kind,
          .id = row.integer(0),
          .civilian = {row.integer(1)},
          .civilian_name = CivilianName::stored(row.text(2)),
          .plate = kind == SearchKind::vehicle ? code : "",
          .serial_number = kind == SearchKind::firearm ? code : "",
          .model = std::string(row.text(4)),
          .deceased = row.integer(5) != 0,
          .bolo = !row.is_null(6),
          .stolen = row.integer(7) != 0,
          .impounded = row.integer(8) != 0,
          .user_name = PersonName::stored(row.text(10)),
          .key = std::string(row.text(9)),
          .player_key = std::string(row.text(11))};
}

/// Starts the statement for one kind of record; nothing when no record can match.
std::optional<sql::Rows> ask(sql::Connection& connection, const GuildId& guild, SearchKind kind,
                             const std::string& key, Fit fit) {
  const storage::SearchQueries& queries = storage::search_queries(kind);
  const auto number = static_cast<int>(kind);
  if (key.empty()) return std::nullopt;
  switch (fit) {
    case Fit::equal:
    case Fit::begins:
      return connection.run(queries.between, guild.str(), key, end_of_prefix(key), candidates_max);
    case Fit::word_begins:
      if (kind != SearchKind::civilian) return std::nullopt;  // a code is one word
      return connection.run(queries.with_all_grams, guild.str(), number, " " + key, candidates_max);
    case Fit::contains:
      if (code_points(key).size() < gram_size) {
        return connection.run(queries.with_gram_between, guild.str(), number, key,
                              end_of_prefix(key), candidates_max);
      }
      return connection.run(queries.with_all_grams, guild.str(), number, key, candidates_max);
    case Fit::misspelled:
    case Fit::incomplete:
      if (code_points(key).size() < gram_size) return std::nullopt;
      return connection.run(queries.with_most_grams, guild.str(), number, " " + key + " ",
                            candidates_max);
    case Fit::player:
      if (kind != SearchKind::civilian) return std::nullopt;
      return connection.run(storage::player_query(), guild.str(), key, end_of_prefix(key),
                            candidates_max);
  }
  return std::nullopt;
}

/// Adds the candidates for some fits. All statements start before the first result is read, so that
/// they share a round trip.
void add_candidates(SearchRanking& ranking, sql::Connection& connection, const GuildId& guild,
                    const SearchText& wanted, std::span<const Fit> fits) {
  std::vector<std::pair<SearchKind, sql::Rows>> started;
  for (const Fit fit : fits) {
    for (const SearchKind kind : every_search_kind) {
      if (auto rows = ask(connection, guild, kind, wanted.key(kind), fit)) {
        started.emplace_back(kind, std::move(*rows));
      }
    }
  }
  for (auto& [kind, rows] : started) {
    while (rows.next()) ranking.add(read_result(rows, kind));
  }
}

// Players are looked up together with similar names: that costs little, and saves a round trip.
constexpr Fit by_beginning[] = {Fit::begins};
constexpr Fit by_word[] = {Fit::word_begins};
constexpr Fit by_part[] = {Fit::contains};
constexpr Fit by_similarity_or_player[] = {Fit::incomplete, Fit::player};
constexpr std::span<const Fit> steps[] = {by_beginning, by_word, by_part, by_similarity_or_player};

}  // namespace

std::vector<SearchResult> Reader::search(const SearchText& wanted, std::size_t results_max) {
  require_snapshot();
  SearchRanking ranking(wanted);
  for (const std::span<const Fit> fits : steps) {
    add_candidates(ranking, *connection_, guild_, wanted, fits);
    // The following fits are worse.
    if (ranking.count(fits.back()) >= results_max) break;
  }
  return std::move(ranking).best(results_max);
}

}  // namespace blotter
