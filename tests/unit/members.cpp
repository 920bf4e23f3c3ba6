// The members that have an error code in the contract.
#include <gtest/gtest.h>

#include "base/member.hpp"

namespace blotter {
namespace {

// The contract's list: 11001 name, 11002 userID, …
constexpr std::string_view contract[] = {
    "name",        "userID",    "userName",     "age",        "dob",        "gender",
    "hair",        "weight",    "height",       "address",    "occupation", "field",
    "value",       "bolo",      "reason",       "deceased",   "plate",      "model",
    "color",       "colorType", "registration", "insurance",  "vehicleID",  "serialNumber",
    "officerName", "officerID", "charges",      "time",       "amount",     "impound",
    "fee",         "injures",   "unitName",     "unitID",     "limit",      "after",
    "q",           "stolen",    "impounded",    "civilianID", "kind",       "keyID",
    "from",        "to",        "wait",         "url",        "kinds",      "format",
    "webhookID",   "seq",       "expiresIn",    "releaseIn",  "count",      "role",
    "scopes",      "entries",   "order"};

TEST(Members, all_have_the_codes_of_the_contract) {
  ASSERT_EQ(std::size(contract), 57U);
  ASSERT_EQ(member_count, 58U);
  int code = 11001;
  for (const std::string_view name : contract) {
    const auto member = find_member(name);
    ASSERT_TRUE(member) << name;
    EXPECT_EQ(error_code(*member), code++) << name;
    EXPECT_EQ(spelling(*member), name);
  }
}

TEST(Members, the_body_has_the_first_code_and_is_not_a_member) {
  EXPECT_EQ(error_code(Member::body), 11000);
  EXPECT_EQ(spelling(Member::body), "body");
  EXPECT_EQ(find_member("body"), std::nullopt);
}

TEST(Members, only_the_exact_spelling_is_found) {
  for (const char* name : {"", "Name", "userId", "user_id", "name ", "nam", "names"}) {
    EXPECT_EQ(find_member(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace blotter
