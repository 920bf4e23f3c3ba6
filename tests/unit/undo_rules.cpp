// Every kind of event can be taken back, or says why not.
#include "operations/undo_rules.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "operations/operation.hpp"

namespace blotter {
namespace {

std::vector<std::string_view> kinds_with_rules() {
  std::vector<std::string_view> kinds;
  for (const auto rules : {record_undo_rules(), entry_undo_rules(), guild_undo_rules()}) {
    for (const UndoRule& rule : rules) kinds.push_back(rule.kind);
  }
  return kinds;
}

TEST(UndoRules, every_kind_of_event_has_one) {
  const auto kinds = kinds_with_rules();
  EXPECT_EQ(std::set(kinds.begin(), kinds.end()).size(), kinds.size());
  for (const Operation& operation : operations()) {
    if (operation.event.empty() || operation.event == any_event) continue;
    EXPECT_EQ(std::ranges::count(kinds, operation.event), 1) << operation.event;
  }
  // The server itself makes these.
  EXPECT_EQ(std::ranges::count(kinds, "webhook.disabled"), 1);
}

TEST(UndoRules, members_are_compared_by_their_values) {
  EXPECT_TRUE(undo::has_members(R"({"a":1,"b":"x","c":true})", R"({"b":"x","a":1.0})"));
  EXPECT_TRUE(undo::has_members(R"({"a":1})", R"({"b":null})"));
  EXPECT_TRUE(undo::has_members(R"({"a":{"b":[1,2]}})", R"({"a":{"b":[1,2]}})"));
  EXPECT_TRUE(undo::has_members("{}", "{}"));
  for (const char* other : {R"({"a":2})", R"({"a":"1"})", R"({"a":null})", R"({"d":1})"}) {
    EXPECT_FALSE(undo::has_members(R"({"a":1})", other)) << other;
  }
}

}  // namespace
}  // namespace blotter
