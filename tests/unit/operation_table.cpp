// The operation table against the contract: first the 25 of old clients, then ours.
#include <set>

#include <gtest/gtest.h>

#include "operations/operation.hpp"

namespace blotter {
namespace {

struct Row {
  std::string_view call;
  /// In the contract's order; `?` marks what may be left out.
  std::string_view members;
};

constexpr Row contract[] = {
    {"GET civilian/info", "name"},
    {"GET civilian/list", "name? bolo? limit? after?"},
    {"POST civilian/create",
     "userID userName name age dob gender hair weight height address occupation"},
    {"PATCH civilian/edit", "name field value"},
    {"PATCH civilian/bolo", "name bolo reason?"},
    {"PATCH civilian/deceased", "name deceased"},
    {"DELETE civilian/delete", "name"},
    {"GET vehicle/plate", "plate"},
    {"GET vehicle/list", "name? stolen? impounded? limit? after?"},
    {"POST vehicle/create", "name plate model color colorType registration insurance"},
    {"PATCH vehicle/edit", "name field value plate? vehicleID?"},
    {"DELETE vehicle/delete", "vehicleID"},
    {"GET firearm/info", "serialNumber"},
    {"GET firearm/list", "name? stolen? limit? after?"},
    {"POST firearm/create", "name model color"},
    {"PATCH firearm/edit", "name field value serialNumber?"},
    {"DELETE firearm/delete", "serialNumber"},
    {"GET leo/records", "name"},
    {"GET leo/impound", "plate"},
    {"POST leo/arrest", "name officerName officerID charges time"},
    {"POST leo/cite", "name officerName officerID charges amount"},
    {"POST leo/fine", "name officerName officerID charges amount"},
    {"PATCH leo/impound", "plate impound fee?"},
    {"GET medical/records", "name"},
    {"POST medical/admit", "name time injures unitName unitID"},
    {"GET key", ""},
    {"GET stats", ""},
    {"GET audit", "civilianID? kind? keyID? from? to? limit? after?"},
    {"GET search", "q limit?"},
};

std::string members_of(const Operation& operation) {
  std::string list;
  for (const MemberDoc& doc : operation.handler.document()) {
    if (!list.empty()) list += ' ';
    list += spelling(doc.info.member);
    if (!doc.required) list += '?';
  }
  return list;
}

TEST(OperationTable, the_operations_are_those_of_the_contract_with_their_members_in_order) {
  ASSERT_EQ(operations().size(), std::size(contract));
  for (std::size_t i = 0; i < operations().size(); ++i) {
    const Operation& operation = operations()[i];
    EXPECT_EQ(std::string(spelling(operation.verb)) + " " +
                  std::string(operation.path.substr(std::string_view("/api/").size())),
              contract[i].call);
    EXPECT_EQ(members_of(operation), contract[i].members) << contract[i].call;
  }
}

TEST(OperationTable, ids_and_calls_are_unique) {
  std::set<std::string_view> ids;
  std::set<std::pair<Verb, std::string_view>> calls;
  for (const Operation& operation : operations()) {
    EXPECT_TRUE(ids.insert(operation.id).second) << operation.id;
    EXPECT_TRUE(calls.insert({operation.verb, operation.path}).second) << operation.id;
    EXPECT_TRUE(operation.path.starts_with("/api/")) << operation.id;
    EXPECT_FALSE(operation.summary.empty()) << operation.id;
  }
}

TEST(OperationTable, every_change_has_an_event_of_its_own_and_no_read_has_one) {
  std::set<std::string_view> events;
  for (const Operation& operation : operations()) {
    EXPECT_EQ(operation.event.empty(), operation.verb == Verb::get) << operation.id;
    if (!operation.event.empty()) {
      EXPECT_TRUE(events.insert(operation.event).second) << operation.event;
    }
  }
}

TEST(OperationTable, the_kinds_of_events_are_those_that_the_log_can_be_filtered_by) {
  std::vector<std::string_view> kinds;
  for (const Operation& operation : operations()) {
    if (!operation.event.empty()) kinds.push_back(operation.event);
  }
  const auto filters = all_spellings<EventKind>();
  EXPECT_EQ(kinds, std::vector(filters.begin(), filters.end()));
}

TEST(OperationTable, reads_need_only_read_changes_the_scope_of_their_part_and_who_one_is_nothing) {
  for (const Operation& operation : operations()) {
    const auto part = operation.path.substr(5, operation.path.rfind('/') - 5);
    if (operation.id == "key") {
      EXPECT_EQ(operation.scope, no_scope);
      continue;
    }
    ASSERT_TRUE(operation.scope) << operation.id;
    EXPECT_EQ(spelling(*operation.scope), operation.verb == Verb::get ? "read" : part)
        << operation.id;
  }
}

TEST(OperationTable, creations_and_edits_answer_201_the_others_200) {
  for (const Operation& operation : operations()) {
    const bool writes = operation.verb == Verb::post || operation.verb == Verb::patch;
    EXPECT_EQ(operation.success_status(), writes ? 201U : 200U) << operation.id;
  }
}

TEST(OperationTable, every_remark_is_on_an_operation) {
  for (const Remark& remark : remarks()) {
    EXPECT_TRUE(std::any_of(operations().begin(), operations().end(), [&](const Operation& o) {
      return o.id == remark.operation_id;
    })) << remark.operation_id;
  }
}

TEST(OperationTable, two_lookups_say_found) {
  for (const Operation& operation : operations()) {
    const bool says_found = operation.id == "vehicle.plate" || operation.id == "firearm.info";
    EXPECT_EQ(operation.answers == Answers::with_found, says_found) << operation.id;
  }
}

TEST(OperationTable, the_lists_and_what_takes_no_members_ignore_bodies) {
  for (const Operation& operation : operations()) {
    auto expected = InputFrom::body_or_query;
    if (operation.path.ends_with("/list")) expected = InputFrom::query;
    if (operation.handler.document().empty()) expected = InputFrom::nowhere;
    EXPECT_EQ(operation.handler.input, expected) << operation.id;
  }
}

TEST(OperationTable, what_is_not_in_the_records_makes_an_answer_that_is_not_kept) {
  for (const Operation& operation : operations()) {
    const std::set<std::string_view> others{"key", "stats", "audit"};
    const bool shows_more = others.contains(operation.id);
    EXPECT_EQ(operation.depends_on == DependsOn::more_than_records, shows_more) << operation.id;
  }
}

}  // namespace
}  // namespace blotter
