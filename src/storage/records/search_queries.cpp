#include "storage/records/search_queries.hpp"

#include <fmt/format.h>

namespace blotter::storage {
namespace {

// Limits of what one statement examines, however large the guild is and however long the text.
constexpr int grams_max = 32;                // grams of the text
constexpr int compared_max = 2'000;          // records per gram, to find the rarest gram
constexpr int records_max = 20'000;          // records with the rarest gram
constexpr int common_records_max = 5'000;    // records with each gram of a perhaps misspelled text
constexpr int similar_records_max = 15'000;  // records with any of those grams, in total

/// The SQL fragments of one kind of record.
struct Searched {
  std::string_view columns;
  std::string_view tables;
  std::string_view guild;  // of the record
  std::string_view id;
  std::string_view key;
  std::string_view owner;  // the condition that joins the owner
  // Whether the record with the id `found` is not hidden; empty if none is. Before a limit, so that
  // hidden records do not use it up.
  std::string_view is_shown;
};

constexpr Searched civilian{
    .columns =
        "c.id, c.id, c.name, '', '', c.deceased, c.bolo_reason, 0, 0, c.name_key, c.user_name, "
        "c.user_key",
    .tables = "civilian c",
    .guild = "c.guild_id",
    .id = "c.id",
    .key = "c.name_key",
    .owner = "",
    .is_shown = ""};
constexpr Searched vehicle{
    .columns =
        "v.id, c.id, c.name, v.plate, v.model, c.deceased, c.bolo_reason, v.stolen, "
        "v.impounded, v.plate_key, c.user_name, ''",
    .tables = "vehicle v cross join civilian c",
    .guild = "v.guild_id",
    .id = "v.id",
    .key = "v.plate_key",
    .owner = " and c.guild_id = $1 and c.id = v.civilian_id and v.hidden = 0",
    .is_shown = "exists (select 1 from vehicle where guild_id = $1 and id = found and hidden = 0)"};
constexpr Searched firearm{
    .columns =
        "f.id, c.id, c.name, f.serial_number, f.model, c.deceased, c.bolo_reason, "
        "f.stolen, 0, f.serial_key, c.user_name, ''",
    .tables = "firearm f cross join civilian c",
    .guild = "f.guild_id",
    .id = "f.id",
    .key = "f.serial_key",
    .owner = " and c.guild_id = $1 and c.id = f.civilian_id and f.hidden = 0",
    .is_shown = "exists (select 1 from firearm where guild_id = $1 and id = found and hidden = 0)"};

// SQLite has no statistics, and scans a whole guild when it guesses wrong. The words "cross join"
// make it take the tables in this order.

std::string between(const Searched& searched) {
  return fmt::format(
      "select {0} from {1} where {2} = $1 and {3} >= $2 and {3} < $3{4} order by {3} limit $4",
      searched.columns, searched.tables, searched.guild, searched.key, searched.owner);
}

/// The records whose ids the statement `ids` returns as `id`.
std::string with_ids(const Searched& searched, std::string_view ids) {
  return fmt::format("select {} from ({}) s cross join {} where {} = $1 and {} = s.id{}",
                     searched.columns, ids, searched.tables, searched.guild, searched.id,
                     searched.owner);
}

/// The first of the shown records among the ids that the statement `ids` returns as `found`.
std::string first_shown(const Searched& searched, std::string_view ids, std::string_view amount) {
  if (searched.is_shown.empty()) return fmt::format("{} limit {}", ids, amount);
  return fmt::format("select found from ({} limit {}) examined where {} limit {}", ids, records_max,
                     searched.is_shown, amount);
}

std::string gram_between(const Searched& searched) {
  return fmt::format(
      "select distinct found as id from ({}) g",
      first_shown(searched,
                  "select subject_id as found from search_gram where guild_id = $1 and kind = $2 "
                  "and gram >= $3 and gram < $4 order by gram, subject_id",
                  "$5"));
}

/// The grams of $3.
std::string wanted_grams() {
  return fmt::format(
      "with recursive place (n) as (select 1 union all select n + 1 from place "
      "where n < length(cast($3 as text)) - 2 and n < {}), "
      "wanted (gram) as materialized (select distinct substr(cast($3 as text), n, 3) from place)",
      grams_max);
}

/// How many records have the gram of `wanted`, up to a limit.
std::string amount(int limit) {
  return fmt::format(
      "(select count(*) from (select 1 from search_gram g where g.guild_id = $1 and g.kind = $2 "
      "and g.gram = wanted.gram limit {}) counted)",
      limit);
}

/// Starts from the records with the rarest gram and checks them for the other grams.
std::string all_grams(const Searched& searched) {
  return fmt::format(
      "{0}, rarest (gram) as materialized (select gram from wanted order by {1}, "
      "gram /* bytes */ limit 1) "
      "select found as id from (select subject_id as found from search_gram where guild_id = $1 "
      "and kind = $2 and gram = (select gram from rarest) order by subject_id desc limit {2}) "
      "candidate where not exists (select 1 from wanted where not exists (select 1 from "
      "search_gram g where g.guild_id = $1 and g.kind = $2 and g.gram = wanted.gram "
      "and g.subject_id = found)){3}{4} limit $4",
      wanted_grams(), amount(compared_max), records_max, searched.is_shown.empty() ? "" : " and ",
      searched.is_shown);
}

/// Uses the rarest grams; of a gram that many records have, only the latest records.
std::string most_grams(const Searched& searched) {
  return fmt::format(
      "{0}, sized (gram, amount) as materialized (select gram, {1} from wanted), "
      "chosen (gram, first_id) as materialized (select gram, coalesce((select subject_id "
      "from search_gram g where g.guild_id = $1 and g.kind = $2 and g.gram = summed.gram "
      "order by subject_id desc limit 1 offset {2}), 0) from (select gram, "
      "sum(amount) over (order by amount, gram /* bytes */) as total from sized) summed "
      "where total <= {3}) "
      "select found as id from ({4}) alike",
      wanted_grams(), amount(common_records_max), common_records_max - 1, similar_records_max,
      first_shown(searched,
                  "select g.subject_id as found from chosen cross join search_gram g where "
                  "g.guild_id = $1 and g.kind = $2 and g.gram = chosen.gram and "
                  "g.subject_id >= chosen.first_id group by g.subject_id "
                  "order by count(*) desc, g.subject_id desc",
                  "$4"));
}

SearchQueries queries(const Searched& searched) {
  return {sql::OwnedQuery(between(searched)),
          sql::OwnedQuery(with_ids(searched, gram_between(searched))),
          sql::OwnedQuery(with_ids(searched, all_grams(searched))),
          sql::OwnedQuery(with_ids(searched, most_grams(searched)))};
}

}  // namespace

const SearchQueries& search_queries(SearchKind kind) {
  static const SearchQueries of_civilians = queries(civilian);
  static const SearchQueries of_vehicles = queries(vehicle);
  static const SearchQueries of_firearms = queries(firearm);
  switch (kind) {
    case SearchKind::civilian: return of_civilians;
    case SearchKind::vehicle: return of_vehicles;
    case SearchKind::firearm: return of_firearms;
  }
  return of_civilians;
}

const sql::OwnedQuery& player_query() {
  static const sql::OwnedQuery query(fmt::format(
      "select {} from {} where c.guild_id = $1 and c.user_key >= $2 and c.user_key < $3 "
      "order by c.user_key, c.id limit $4",
      civilian.columns, civilian.tables));
  return query;
}

}  // namespace blotter::storage
