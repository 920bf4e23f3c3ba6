// Which scopes allow a request, and what a key without them is told.
#include "operations/rights.hpp"

#include <gmock/gmock.h>

#include "operations/operation.hpp"

namespace blotter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Rights either{{Scope::civilian}, {Scope::leo}};
constexpr Rights one_field{{Scope::vehicle}, {Scope::leo, when(Member::field, "stole")}};
constexpr Rights by_kind{{Scope::leo, unless(Member::kind, "admission")},
                         {Scope::medical, when(Member::kind, "admission")}};

Scopes scopes(std::string_view list) { return Scopes::parse(list).value(); }

MemberValues with(Member member, MemberValue value) {
  MemberValues values;
  values[member] = value;
  return values;
}
MemberValues with(Member member, std::string_view text) {
  return with(member, MemberValue::of(text));
}

std::vector<std::string> details(const Rights& rights) {
  std::vector<std::string> texts;
  for (const Error& error : rights.refusals()) texts.push_back(error.details());
  return texts;
}

TEST(Rights, a_single_scope_allows_every_request_and_no_other_scope_does) {
  const Rights rights = Scope::read;
  EXPECT_TRUE(rights.may_allow(scopes("read")));
  EXPECT_TRUE(rights.allow(scopes("read,leo"), {}));
  EXPECT_FALSE(rights.may_allow(scopes("leo,admin")));
  EXPECT_FALSE(rights.allow(scopes("leo,admin"), {}));
  EXPECT_EQ(rights.refusal().details(), "Missing permission read (20059)");
  EXPECT_EQ(rights.refusal().hint(), "the key does not have the scope read");
}

TEST(Rights, without_rights_every_key_is_allowed) {
  EXPECT_TRUE(any_key.may_allow(scopes("medical")));
  EXPECT_TRUE(any_key.allow(scopes("medical"), {}));
  EXPECT_THAT(any_key.refusals(), IsEmpty());
}

TEST(Rights, each_of_several_scopes_is_enough) {
  for (const char* scope : {"civilian", "leo"}) {
    EXPECT_TRUE(either.may_allow(scopes(scope)));
    EXPECT_TRUE(either.allow(scopes(scope), {}));
  }
  EXPECT_FALSE(either.may_allow(scopes("read")));
  EXPECT_EQ(either.refusal().hint(), "the key does not have the scope civilian or leo");
  EXPECT_THAT(details(either), ElementsAre("Missing permission civilian (20059)"));
}

TEST(Rights, a_scope_for_one_value_of_a_member_allows_no_other_value) {
  const Scopes officer = scopes("leo");
  EXPECT_TRUE(one_field.may_allow(officer));
  EXPECT_TRUE(one_field.allow(officer, with(Member::field, "stole")));
  for (const char* other : {"color", "Stole", "stole ", ""}) {
    EXPECT_FALSE(one_field.allow(officer, with(Member::field, other))) << other;
  }
  EXPECT_FALSE(one_field.allow(officer, {}));
  EXPECT_FALSE(one_field.allow(officer, with(Member::value, "stole")));
  EXPECT_TRUE(one_field.allow(scopes("vehicle"), with(Member::field, "color")));
  EXPECT_TRUE(one_field.allow(scopes("vehicle"), {}));
  const Error refused = one_field.refusal(with(Member::field, "color"));
  EXPECT_EQ(refused.details(), "Missing permission vehicle (20059)");
  EXPECT_EQ(refused.hint(),
            "the key does not have the scope vehicle; leo is enough for the field stole");
  EXPECT_THAT(details(one_field), ElementsAre("Missing permission vehicle (20059)"));
}

TEST(Rights, a_member_can_decide_which_scope_is_needed) {
  const auto admission = with(Member::kind, "admission");
  const auto arrest = with(Member::kind, "arrest");
  EXPECT_TRUE(by_kind.allow(scopes("medical"), admission));
  EXPECT_FALSE(by_kind.allow(scopes("medical"), arrest));
  EXPECT_FALSE(by_kind.allow(scopes("leo"), admission));
  EXPECT_TRUE(by_kind.allow(scopes("leo"), arrest));
  EXPECT_TRUE(by_kind.allow(scopes("leo,medical"), admission));
  EXPECT_FALSE(by_kind.may_allow(scopes("read,civilian,vehicle,firearm,admin")));
  // A value that is missing or wrong is no admission. It is refused later.
  for (const auto& values :
       {MemberValues(), with(Member::kind, MemberValue::other()), with(Member::kind, "x")}) {
    EXPECT_TRUE(by_kind.allow(scopes("leo"), values));
    EXPECT_FALSE(by_kind.allow(scopes("medical"), values));
  }
}

TEST(Rights, a_refusal_names_the_scope_for_the_members_that_were_sent) {
  const Error medical = by_kind.refusal(with(Member::kind, "admission"));
  EXPECT_EQ(medical.details(), "Missing permission medical (20059)");
  EXPECT_EQ(medical.hint(),
            "the key does not have the scope medical; leo is enough for any kind but admission");
  const Error leo = by_kind.refusal(with(Member::kind, "fine"));
  EXPECT_EQ(leo.details(), "Missing permission leo (20059)");
  EXPECT_EQ(leo.hint(),
            "the key does not have the scope leo; medical is enough for the kind admission");
  EXPECT_THAT(details(by_kind),
              ElementsAre("Missing permission leo (20059)", "Missing permission medical (20059)"));
}

TEST(Rights, every_request_to_an_operation_meets_the_condition_of_a_right) {
  for (const Operation& operation : operations()) {
    const auto rights = operation.rights.all();
    if (rights.empty() || rights.front().condition.test == Condition::Test::none) continue;
    ASSERT_EQ(rights.size(), 2U) << operation.id;
    const Condition& first = rights[0].condition;
    const Condition& second = rights[1].condition;
    EXPECT_EQ(first.test, Condition::Test::is_not) << operation.id;
    EXPECT_EQ(second.test, Condition::Test::is) << operation.id;
    EXPECT_EQ(first.member, second.member) << operation.id;
    EXPECT_EQ(first.value, second.value) << operation.id;
  }
}

TEST(Rights, a_condition_names_a_member_and_a_value_of_the_operation) {
  for (const Operation& operation : operations()) {
    for (const Right& right : operation.rights.all()) {
      if (right.condition.test == Condition::Test::none) continue;
      const auto docs = operation.handler.document();
      const auto found = std::ranges::find(docs, right.condition.member,
                                           [](const MemberDoc& doc) { return doc.info.member; });
      ASSERT_NE(found, docs.end()) << operation.id;
      ASSERT_NE(found->info.choices, nullptr) << operation.id;
      EXPECT_THAT(found->info.choices(), ::testing::Contains(right.condition.value));
    }
  }
}

}  // namespace
}  // namespace blotter
