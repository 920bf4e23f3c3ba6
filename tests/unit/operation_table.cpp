// Rules that every row of the operation table keeps. tests/e2e/test_generated.py compares the rows
// with the contract.
#include <set>

#include <gtest/gtest.h>

#include "operations/operation.hpp"

namespace blotter {
namespace {

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

TEST(OperationTable, every_change_has_its_own_event_and_no_read_has_one) {
  std::set<std::string_view> events;
  for (const Operation& operation : operations()) {
    const bool is_change = operation.verb != Verb::get && operation.id != "webhook.test";
    EXPECT_EQ(!operation.event.empty(), is_change) << operation.id;
    // A release and a new sentence are one kind: both change when custody ends.
    if (!operation.event.empty() && operation.id != "leo.sentence") {
      EXPECT_TRUE(events.insert(operation.event).second) << operation.event;
    }
  }
}

TEST(OperationTable, every_operation_needs_the_scope_of_its_path) {
  for (const Operation& operation : operations()) {
    const auto part = operation.path.substr(5, operation.path.rfind('/') - 5);
    if (operation.id == "key") {
      EXPECT_TRUE(operation.rights.all().empty());
      continue;
    }
    ASSERT_FALSE(operation.rights.all().empty()) << operation.id;
    const auto usual = operation.verb == Verb::get ? "read" : part;
    const bool is_for_owners = part == "webhook" || part == "key" ||
                               operation.id == "penalcode.set" || operation.id == "audit.undo";
    EXPECT_EQ(spelling(operation.rights.all().front().scope), is_for_owners ? "admin" : usual)
        << operation.id;
  }
}

TEST(OperationTable, what_creates_a_key_has_a_secret_in_its_response) {
  for (const Operation& operation : operations()) {
    const bool creates_key = operation.id == "key.create" || operation.id == "key.invite";
    EXPECT_EQ(operation.handler.has_secret, creates_key) << operation.id;
  }
}

TEST(OperationTable, creations_and_edits_return_201_and_others_200) {
  for (const Operation& operation : operations()) {
    const bool writes = operation.verb == Verb::post || operation.verb == Verb::patch;
    EXPECT_EQ(operation.success_status(), writes ? 201U : 200U) << operation.id;
  }
}

TEST(OperationTable, a_failure_of_the_store_tells_what_kind_of_operation_failed) {
  for (const Operation& operation : operations()) {
    const ErrorId expected = operation.verb == Verb::get    ? ErrorId::read_failed
                             : operation.verb == Verb::post ? ErrorId::create_failed
                                                            : ErrorId::change_failed;
    EXPECT_EQ(operation.storage_failure(), expected) << operation.id;
  }
}

TEST(OperationTable, every_remark_belongs_to_an_operation) {
  for (const Remark& remark : remarks()) {
    EXPECT_TRUE(std::any_of(operations().begin(), operations().end(), [&](const Operation& o) {
      return o.id == remark.operation_id;
    })) << remark.operation_id;
  }
}

TEST(OperationTable, two_lookups_have_the_member_found) {
  for (const Operation& operation : operations()) {
    const bool has_found = operation.id == "vehicle.plate" || operation.id == "firearm.info";
    EXPECT_EQ(operation.found_member == FoundMember::present, has_found) << operation.id;
  }
}

TEST(OperationTable, lists_events_and_operations_without_members_ignore_bodies) {
  for (const Operation& operation : operations()) {
    auto expected = InputFrom::body_or_query;
    if (operation.path.ends_with("/list") || operation.handler.is_stream)
      expected = InputFrom::query;
    if (operation.handler.document().empty()) expected = InputFrom::nowhere;
    EXPECT_EQ(operation.handler.input, expected) << operation.id;
  }
}

}  // namespace
}  // namespace blotter
