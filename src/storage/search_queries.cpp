#include "storage/search_queries.hpp"

#include <fmt/format.h>

namespace blotter::storage {
namespace {

// What one statement looks at, however large the guild is and however long the text.
constexpr int grams_max = 32;              // of the text
constexpr int compared_max = 2'000;        // records, to find out which gram is the rarest
constexpr int records_max = 20'000;        // with the rarest gram
constexpr int common_records_max = 5'000;  // with each gram of a text that may be misspelled
constexpr int likeness_max = 15'000;       // with all of those grams together

/// How a kind of record is read.
struct Searched {
  std::string_view columns;
  std::string_view tables;
  std::string_view guild;  // the record's
  std::string_view id;
  std::string_view key;
  std::string_view owner;  // a condition
};

constexpr Searched civilian{
    .columns = "c.id, c.id, c.name, '', '', c.deceased, c.bolo_reason, 0, 0, c.name_key",
    .tables = "civilian c",
    .guild = "c.guild_id",
    .id = "c.id",
    .key = "c.name_key",
    .owner = ""};
constexpr Searched vehicle{
    .columns =
        "v.id, c.id, c.name, v.plate, v.model, c.deceased, c.bolo_reason, v.stolen, "
        "v.impounded, v.plate_key",
    .tables = "vehicle v cross join civilian c",
    .guild = "v.guild_id",
    .id = "v.id",
    .key = "v.plate_key",
    .owner = " and c.guild_id = $1 and c.id = v.civilian_id"};
constexpr Searched firearm{
    .columns =
        "f.id, c.id, c.name, f.serial_number, f.model, c.deceased, c.bolo_reason, "
        "f.stolen, 0, f.serial_key",
    .tables = "firearm f cross join civilian c",
    .guild = "f.guild_id",
    .id = "f.id",
    .key = "f.serial_key",
    .owner = " and c.guild_id = $1 and c.id = f.civilian_id"};

// SQLite knows no statistics, and goes through all of a guild where it guesses wrong. The words
// "cross join" tell it to take the tables in this order.

std::string between(const Searched& searched) {
  return fmt::format(
      "select {0} from {1} where {2} = $1 and {3} >= $2 and {3} < $3{4} order by {3} limit $4",
      searched.columns, searched.tables, searched.guild, searched.key, searched.owner);
}

/// The records whose ids a statement finds as `id`.
std::string with_ids(const Searched& searched, std::string_view ids) {
  return fmt::format("select {} from ({}) s cross join {} where {} = $1 and {} = s.id{}",
                     searched.columns, ids, searched.tables, searched.guild, searched.id,
                     searched.owner);
}

constexpr std::string_view gram_between =
    "select distinct subject_id as id from (select subject_id from search_gram "
    "where guild_id = $1 and kind = $2 and gram >= $3 and gram < $4 "
    "order by gram, subject_id limit $5) g";

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

/// Begins with the rarest gram and looks for the others at its records.
std::string all_grams() {
  return fmt::format(
      "{0}, rarest (gram) as materialized (select gram from wanted order by {1}, "
      "gram /* bytes */ limit 1) "
      "select candidate.id from (select subject_id as id from search_gram where guild_id = $1 "
      "and kind = $2 and gram = (select gram from rarest) order by subject_id desc limit {2}) "
      "candidate where not exists (select 1 from wanted where not exists (select 1 from "
      "search_gram g where g.guild_id = $1 and g.kind = $2 and g.gram = wanted.gram "
      "and g.subject_id = candidate.id)) limit $4",
      wanted_grams(), amount(compared_max), records_max);
}

/// Takes the rare grams, and of what many records share the latest.
std::string most_grams() {
  return fmt::format(
      "{0}, sized (gram, amount) as materialized (select gram, {1} from wanted), "
      "chosen (gram, first_id) as materialized (select gram, coalesce((select subject_id "
      "from search_gram g where g.guild_id = $1 and g.kind = $2 and g.gram = summed.gram "
      "order by subject_id desc limit 1 offset {2}), 0) from (select gram, "
      "sum(amount) over (order by amount, gram /* bytes */) as total from sized) summed "
      "where total <= {3}) "
      "select g.subject_id as id from chosen cross join search_gram g where g.guild_id = $1 and "
      "g.kind = $2 and g.gram = chosen.gram and g.subject_id >= chosen.first_id "
      "group by g.subject_id order by count(*) desc, g.subject_id desc limit $4",
      wanted_grams(), amount(common_records_max), common_records_max - 1, likeness_max);
}

SearchQueries queries(const Searched& searched) {
  return {sql::MadeQuery(between(searched)), sql::MadeQuery(with_ids(searched, gram_between)),
          sql::MadeQuery(with_ids(searched, all_grams())),
          sql::MadeQuery(with_ids(searched, most_grams()))};
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

}  // namespace blotter::storage
