// How SQLite finds what a list, a search or the log is asked for. It guesses without knowing the
// records, so that no filter makes it walk through a whole guild is held here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contract/temporary_folder.hpp"
#include "storage/open.hpp"
#include "storage/search_queries.hpp"
#include "storage/statements.hpp"

namespace blotter {
namespace {

using storage::ListQueries;
using ::testing::HasSubstr;
using ::testing::Not;
using Names = ListQueries::Names;
namespace statements = storage::statements;

class SqlitePlans : public ::testing::Test {
 protected:
  std::string plan(const sql::Query& query) {
    const sql::MadeQuery asked("explain query plan " + std::string(query.text));
    std::string steps;
    auto rows = connection_->run(asked);
    while (rows.next()) steps += std::string(rows.text(3)) + "\n";
    return steps;
  }

  /// The steps to the page and to its count, which must both use the index.
  void expect_index(const ListQueries& list, Names names, std::vector<std::optional<bool>> flags,
                    const char* index) {
    for (const sql::Query* query : {&list.part(names, flags), &list.count(names, flags)}) {
      EXPECT_THAT(plan(*query), HasSubstr(index)) << query->text;
      EXPECT_THAT(plan(*query), Not(HasSubstr("SCAN"))) << query->text;
    }
  }

  testing::TemporaryFolder folder_;
  const std::string url_ = "sqlite:" + folder_.file("records.db");
  const std::unique_ptr<sql::Connection> connection_ =
      storage::open_connection(url_, StoreUse::tool);
};

TEST_F(SqlitePlans, the_few_that_stand_out_have_an_index) {
  constexpr auto any = std::nullopt;
  expect_index(statements::civilian_list, Names::all, {true}, "INDEX civilian_bolo");
  expect_index(statements::vehicle_list, Names::all, {true, any}, "INDEX vehicle_stolen");
  expect_index(statements::vehicle_list, Names::all, {true, false}, "INDEX vehicle_stolen");
  expect_index(statements::vehicle_list, Names::all, {any, true}, "INDEX vehicle_impounded");
  expect_index(statements::vehicle_list, Names::all, {false, true}, "INDEX vehicle_impounded");
  expect_index(statements::firearm_list, Names::all, {true}, "INDEX firearm_stolen");
}

TEST_F(SqlitePlans, a_name_is_looked_up_among_the_names_whatever_else_is_asked) {
  for (const std::optional<bool> first : {std::optional<bool>(), {true}, {false}}) {
    expect_index(statements::civilian_list, Names::filtered, {first}, "name_key>? AND name_key<?");
    expect_index(statements::firearm_list, Names::filtered, {first}, "INDEX firearm_owner");
    for (const std::optional<bool> second : {std::optional<bool>(), {true}, {false}}) {
      expect_index(statements::vehicle_list, Names::filtered, {first, second},
                   "INDEX vehicle_owner");
    }
  }
}

TEST_F(SqlitePlans, the_many_that_do_not_stand_out_are_counted_without_a_look_at_each) {
  const std::optional<bool> no[] = {false, false};
  const std::string vehicles = plan(statements::vehicle_list.count(Names::all, no));
  EXPECT_THAT(vehicles, HasSubstr("COVERING INDEX"));
  EXPECT_THAT(vehicles, HasSubstr("INDEX vehicle_stolen"));
  EXPECT_THAT(vehicles, HasSubstr("INDEX vehicle_impounded"));
  const auto one = std::span(no).first(1);
  const std::string civilians = plan(statements::civilian_list.count(Names::all, one));
  EXPECT_THAT(civilians, HasSubstr("COVERING INDEX civilian_living"));
  EXPECT_THAT(civilians, HasSubstr("INDEX civilian_bolo"));
}

TEST_F(SqlitePlans, search_looks_up_grams_and_records_one_by_one) {
  for (const SearchKind kind : every_search_kind) {
    const storage::SearchQueries& queries = storage::search_queries(kind);
    for (const sql::MadeQuery* each : {&queries.between, &queries.with_gram_between,
                                       &queries.with_all_grams, &queries.with_most_grams}) {
      const sql::Query& query = *each;
      // By the guild alone, or the guild and the kind: that would be all of them.
      EXPECT_THAT(plan(query), Not(HasSubstr("(guild_id=?)"))) << query.text;
      EXPECT_THAT(plan(query), Not(HasSubstr("(guild_id=? AND kind=?)"))) << query.text;
      EXPECT_THAT(plan(query), Not(HasSubstr("AUTOMATIC"))) << query.text;
    }
  }
  for (const sql::Query* query :
       {&statements::grams_delete, &statements::guild_delete_some_grams}) {
    EXPECT_THAT(plan(*query), HasSubstr("kind=? AND gram=? AND subject_id=?")) << query->text;
  }
}

TEST_F(SqlitePlans, what_is_deleted_in_pieces_is_found_row_by_row) {
  for (const sql::Query* query :
       {&statements::leftover_delete_entries, &statements::guild_delete_entries}) {
    EXPECT_THAT(plan(*query), HasSubstr("civilian_id=? AND kind=? AND count=?")) << query->text;
  }
}

TEST_F(SqlitePlans, the_log_of_a_civilian_has_an_index) {
  EXPECT_THAT(plan(statements::events_page_of_civilian), HasSubstr("INDEX event_civilian"));
  EXPECT_THAT(plan(statements::events_floor_of_civilian), HasSubstr("INDEX event_civilian"));
  EXPECT_THAT(plan(statements::events_page), HasSubstr("seq>? AND seq<?"));
}

}  // namespace
}  // namespace blotter
