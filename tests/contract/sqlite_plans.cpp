// How SQLite finds the rows of a list, a search or the audit log. It plans without statistics;
// these tests check that no filter makes it scan a whole guild.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "storage/engine.hpp"
#include "storage/records/kept_statements.hpp"
#include "storage/records/key_statements.hpp"
#include "storage/records/search_queries.hpp"
#include "storage/records/statements.hpp"
#include "storage/records/term_statements.hpp"
#include "temporary_folder.hpp"

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
    const sql::OwnedQuery explained("explain query plan " + std::string(query.text));
    std::string steps;
    auto rows = connection_->run(explained);
    while (rows.next()) steps += std::string(rows.text(3)) + "\n";
    return steps;
  }

  /// The plans of the pages in both orders and of the count, which must all use the index.
  void expect_index(const ListQueries& list, Names names, std::vector<std::optional<bool>> flags,
                    const char* index) {
    for (const sql::Query* query :
         {&list.part(names, flags, ListOrder::oldest), &list.part(names, flags, ListOrder::newest),
          &list.count(names, flags)}) {
      EXPECT_THAT(plan(*query), HasSubstr(index)) << query->text;
      EXPECT_THAT(plan(*query), Not(HasSubstr("SCAN"))) << query->text;
    }
  }

  testing::TemporaryFolder folder_;
  const std::string url_ = "sqlite:" + folder_.file("records.db");
  const std::unique_ptr<sql::Connection> connection_ =
      storage::open_connection(url_, StoreUse::tool);
};

TEST_F(SqlitePlans, rare_states_have_an_index) {
  constexpr auto any = std::nullopt;
  expect_index(statements::civilian_list, Names::all, {true}, "INDEX civilian_bolo");
  expect_index(statements::vehicle_list, Names::all, {true, any}, "INDEX vehicle_stolen");
  expect_index(statements::vehicle_list, Names::all, {true, false}, "INDEX vehicle_stolen");
  expect_index(statements::vehicle_list, Names::all, {any, true}, "INDEX vehicle_impounded");
  expect_index(statements::vehicle_list, Names::all, {false, true}, "INDEX vehicle_impounded");
  expect_index(statements::firearm_list, Names::all, {true}, "INDEX firearm_stolen");
}

TEST_F(SqlitePlans, hidden_records_cost_nothing) {
  constexpr auto any = std::nullopt;
  expect_index(statements::vehicle_list, Names::all, {any, any}, "INDEX vehicle_shown");
  expect_index(statements::firearm_list, Names::all, {any}, "INDEX firearm_shown");
  EXPECT_THAT(plan(statements::guild_counts), Not(HasSubstr("SCAN vehicle")));
  EXPECT_THAT(plan(statements::guild_counts), HasSubstr("COVERING INDEX vehicle_shown"));
  EXPECT_THAT(plan(statements::impounds_before), HasSubstr("INDEX vehicle_impounded_at"));
  EXPECT_THAT(plan(statements::impounds_due), HasSubstr("INDEX vehicle_release_at"));
  EXPECT_THAT(plan(statements::next_ends), HasSubstr("INDEX vehicle_release_at"));
  for (const sql::Query* query :
       {&statements::vehicles_by_owner, &statements::vehicle_at_offset, &statements::hide_vehicles,
        &statements::show_vehicles, &statements::leftover_delete_vehicles}) {
    EXPECT_THAT(plan(*query), HasSubstr("INDEX vehicle_owner (guild_id=? AND civilian_id=?"))
        << query->text;
  }
  for (const sql::Query* query : {&statements::vehicle_by_plate, &statements::release_plate,
                                  &statements::release_plates, &statements::taken_plate}) {
    EXPECT_THAT(plan(*query), HasSubstr("(guild_id=? AND plate_key=?")) << query->text;
  }
  for (const sql::Query* query :
       {&statements::release_plates, &statements::taken_plate, &statements::take_back_plates}) {
    EXPECT_THAT(plan(*query), HasSubstr("INDEX vehicle_kept_key")) << query->text;
  }
  const sql::Query& prefix = storage::search_queries(SearchKind::vehicle).between;
  EXPECT_THAT(plan(prefix), HasSubstr("INDEX vehicle_shown_plate"));
}

TEST_F(SqlitePlans, a_page_without_a_name_is_read_from_its_begin_without_sorting) {
  const auto expect_no_sorting = [&](const ListQueries& list,
                                     std::vector<std::optional<bool>> flags) {
    for (const ListOrder order : {ListOrder::oldest, ListOrder::newest}) {
      const sql::Query& query = list.part(Names::all, flags, order);
      EXPECT_THAT(plan(query), Not(HasSubstr("TEMP B-TREE"))) << query.text;
      EXPECT_THAT(plan(query), HasSubstr(order == ListOrder::oldest ? "id>?" : "id<?"))
          << query.text;
    }
  };
  for (const std::optional<bool> first : {std::optional<bool>(), {true}, {false}}) {
    expect_no_sorting(statements::civilian_list, {first});
    expect_no_sorting(statements::firearm_list, {first});
    for (const std::optional<bool> second : {std::optional<bool>(), {true}, {false}}) {
      expect_no_sorting(statements::vehicle_list, {first, second});
    }
  }
}

TEST_F(SqlitePlans, a_name_filter_uses_the_index_of_names) {
  for (const std::optional<bool> first : {std::optional<bool>(), {true}, {false}}) {
    expect_index(statements::civilian_list, Names::filtered, {first}, "name_key>? AND name_key<?");
    expect_index(statements::firearm_list, Names::filtered, {first}, "INDEX firearm_owner");
    for (const std::optional<bool> second : {std::optional<bool>(), {true}, {false}}) {
      expect_index(statements::vehicle_list, Names::filtered, {first, second},
                   "INDEX vehicle_owner");
    }
  }
}

TEST_F(SqlitePlans, common_states_are_counted_without_reading_each_record) {
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

TEST_F(SqlitePlans, search_uses_the_indexes_of_grams_and_records) {
  for (const SearchKind kind : every_search_kind) {
    const storage::SearchQueries& queries = storage::search_queries(kind);
    for (const sql::OwnedQuery* each : {&queries.between, &queries.with_gram_between,
                                        &queries.with_all_grams, &queries.with_most_grams}) {
      const sql::Query& query = *each;
      // By the guild alone, or by the guild and the kind: that would be all grams or records.
      EXPECT_THAT(plan(query), Not(HasSubstr("(guild_id=?)"))) << query.text;
      EXPECT_THAT(plan(query), Not(HasSubstr("(guild_id=? AND kind=?)"))) << query.text;
      EXPECT_THAT(plan(query), Not(HasSubstr("AUTOMATIC"))) << query.text;
    }
  }
  const sql::Query& players = storage::player_query();
  EXPECT_THAT(plan(players), HasSubstr("INDEX civilian_player"));
  EXPECT_THAT(plan(players), HasSubstr("user_key>? AND user_key<?"));
  EXPECT_THAT(plan(players), Not(HasSubstr("TEMP B-TREE")));
  for (const sql::Query* query :
       {&statements::grams_delete, &statements::guild_delete_some_grams}) {
    EXPECT_THAT(plan(*query), HasSubstr("kind=? AND gram=? AND subject_id=?")) << query->text;
  }
}

TEST_F(SqlitePlans, deletes_in_steps_find_their_rows_by_index) {
  for (const sql::Query* query :
       {&statements::leftover_delete_entries, &statements::guild_delete_entries}) {
    EXPECT_THAT(plan(*query), HasSubstr("civilian_id=? AND kind=? AND count=?")) << query->text;
  }
}

TEST_F(SqlitePlans, void_entries_cost_nothing_where_there_are_none) {
  // Valid entries are counted from two indexes, not by reading each of them.
  const std::string counts = plan(statements::entry_counts);
  EXPECT_THAT(counts,
              HasSubstr("PRIMARY KEY (guild_id=? AND civilian_id=? AND kind>? AND kind<?)"));
  EXPECT_THAT(counts, HasSubstr("COVERING INDEX entry_void"));
  for (const sql::Query* query : {&statements::dossier_by_name, &statements::valid_entries_from}) {
    EXPECT_THAT(plan(*query),
                HasSubstr("PRIMARY KEY (guild_id=? AND civilian_id=? AND kind>? AND kind<?)"))
        << query->text;
    EXPECT_THAT(plan(*query), Not(HasSubstr("TEMP B-TREE"))) << query->text;
  }
}

TEST_F(SqlitePlans, a_page_of_history_reads_each_kind_from_its_end) {
  for (const sql::OwnedQuery& each : statements::last_entries_below) {
    const sql::Query& query = each;
    EXPECT_THAT(plan(query), HasSubstr("PRIMARY KEY (guild_id=? AND civilian_id=? AND kind=? AND "
                                       "count<?)"))
        << query.text;
    EXPECT_THAT(plan(query), Not(HasSubstr("TEMP B-TREE"))) << query.text;
  }
}

TEST_F(SqlitePlans, the_keys_of_a_guild_and_its_invitations_are_found_by_index) {
  for (const sql::Query* query :
       {&statements::guild_keys_all, &statements::guild_key_by_id, &statements::guild_keys_count,
        &statements::guild_keys_other, &statements::invitation_find, &statements::invitation_take,
        &statements::invitations_all, &statements::revoked_keys_prune}) {
    EXPECT_THAT(plan(*query), Not(HasSubstr("SCAN"))) << query->text;
  }
  EXPECT_THAT(plan(statements::invitation_find), HasSubstr("(guild_id=? AND digest=?)"));
}

TEST_F(SqlitePlans, the_events_of_a_civilian_have_an_index) {
  EXPECT_THAT(plan(statements::events_page_of_civilian), HasSubstr("INDEX event_civilian"));
  EXPECT_THAT(plan(statements::events_floor_of_civilian), HasSubstr("INDEX event_civilian"));
  EXPECT_THAT(plan(statements::events_page), HasSubstr("seq>? AND seq<?"));
}

}  // namespace
}  // namespace blotter
