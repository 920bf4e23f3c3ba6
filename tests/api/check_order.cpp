// The order of checks: of two errors the first is reported, so clients cannot probe for data.
#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CheckOrder : public ApiTest {
 protected:
  CheckOrder() {
    EXPECT_EQ(post("/api/civilian/create", civilian("Alive")).status, 201U);
    EXPECT_EQ(post("/api/civilian/create", civilian("Dead")).status, 201U);
    EXPECT_EQ(post("/api/vehicle/create", vehicle("Dead", "A")).status, 201U);
    EXPECT_EQ(patch("/api/civilian/deceased", R"({"name":"Dead","deceased":true})").status, 201U);
  }

  void limit_to(std::int64_t per_second) {
    api::PipelineOptions options;
    options.rate_limit = per_second;
    start(options);
    clock_.advance(1000);
  }
};

TEST_F(CheckOrder, an_unknown_path_comes_before_a_wrong_method) {
  for (const auto method : {http::Method::get, http::Method::post, http::Method::other}) {
    const TestResponse response = send({method, "/api/nothing", "", key_});
    EXPECT_EQ(response.status, 404U);
    EXPECT_THAT(response.body, HasSubstr("(10404)"));
    EXPECT_THAT(response.headers, Not(HasSubstr("Allow:")));
  }
}

TEST_F(CheckOrder, a_wrong_method_comes_before_a_missing_key) {
  const TestResponse response = send({http::Method::post, "/api/leo/impound", "{}"});
  EXPECT_EQ(response.status, 405U);
  EXPECT_THAT(response.body, HasSubstr("(10405)"));
  EXPECT_THAT(response.headers, HasSubstr("Allow: GET, HEAD, PATCH\r\n"));
  EXPECT_EQ(send({http::Method::other, "/api/leo/impound"}).status, 405U);
}

TEST_F(CheckOrder, a_key_for_another_guild_comes_before_a_missing_permission) {
  const std::string reader = make_key("read");
  const TestResponse response =
      send({http::Method::post, "/api/civilian/create", "{}", reader, "other"});
  EXPECT_EQ(response.status, 403U);
  EXPECT_THAT(response.body, HasSubstr("Unauthorised guild access (20058)"));
}

TEST_F(CheckOrder, a_missing_permission_comes_before_the_rate_limit) {
  limit_to(1);
  const std::string reader = make_key("read");
  EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "", reader}).status, 200U);
  EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "", reader}).status, 429U);
  const TestResponse response = send({http::Method::post, "/api/civilian/create", "{}", reader});
  EXPECT_EQ(response.status, 403U);
  EXPECT_THAT(response.body, HasSubstr("Missing permission civilian (20059)"));
}

TEST_F(CheckOrder, the_rate_limit_comes_before_the_body) {
  limit_to(1);
  EXPECT_EQ(get("/api/civilian/list").status, 200U);
  const TestResponse response = post("/api/civilian/create", "no json");
  EXPECT_EQ(response.status, 429U);
  EXPECT_THAT(response.body, HasSubstr("(20069)"));
}

TEST_F(CheckOrder, the_body_comes_before_its_members) {
  EXPECT_THAT(post("/api/leo/fine", R"({"name":"" x)").body,
              HasSubstr("Invalid body provided (11000)"));
}

TEST_F(CheckOrder, a_bad_member_comes_before_a_missing_civilian) {
  const TestResponse response =
      patch("/api/civilian/edit", R"({"name":"Nobody","field":"age","value":"x"})");
  EXPECT_EQ(response.status, 400U);
  EXPECT_THAT(response.body, HasSubstr("Invalid value provided (11013)"));
}

TEST_F(CheckOrder, a_missing_vehicle_comes_before_a_deceased_owner) {
  const std::string_view edit = R"({"name":"Dead","field":"stole","value":true,"plate":")";
  const TestResponse missing = patch("/api/vehicle/edit", std::string(edit) + R"(B"})");
  EXPECT_EQ(missing.status, 404U);
  EXPECT_THAT(missing.body, HasSubstr("Vehicle not found (10023)"));
  const TestResponse there = patch("/api/vehicle/edit", std::string(edit) + R"(A"})");
  EXPECT_EQ(there.status, 409U);
  EXPECT_THAT(there.body, HasSubstr("Civilian is deceased (20065)"));
}

TEST_F(CheckOrder, a_scope_that_one_member_needs_comes_before_the_other_members) {
  const std::string_view body = R"({"name":"Nobody","kind":"admission","count":"x"})";
  const TestResponse refused =
      send({http::Method::post, "/api/leo/void", std::string(body), make_key("leo")});
  EXPECT_EQ(refused.status, 403U);
  EXPECT_THAT(refused.body, HasSubstr("Missing permission medical (20059)"));
  const TestResponse allowed =
      send({http::Method::post, "/api/leo/void", std::string(body), make_key("medical")});
  EXPECT_EQ(allowed.status, 400U);
  EXPECT_THAT(allowed.body, HasSubstr("Invalid count provided (11053)"));
}

TEST_F(CheckOrder, a_missing_entry_comes_before_a_deceased_civilian) {
  const TestResponse missing =
      post("/api/leo/void", R"({"name":"Dead","kind":"fine","count":1,"reason":"r",)"
                            R"("officerName":"o","officerID":"i"})");
  EXPECT_EQ(missing.status, 404U);
  EXPECT_THAT(missing.body, HasSubstr("Entry not found (10023)"));
}

TEST_F(CheckOrder, a_state_conflict_comes_before_a_failed_commit) {
  store_.fail(Fault::no_commit);
  EXPECT_EQ(patch("/api/civilian/bolo", R"({"name":"Dead","bolo":false})").status, 409U);
  EXPECT_EQ(patch("/api/civilian/bolo", R"({"name":"Nobody","bolo":false})").status, 404U);
  EXPECT_EQ(patch("/api/civilian/bolo", R"({"name":"Alive","bolo":true,"reason":"r"})").status,
            500U);
}

TEST_F(CheckOrder, responses_without_a_key_reveal_nothing) {
  const std::string_view body = R"({"name":"Alive"})";
  const TestResponse expected =
      send({http::Method::get, "/api/civilian/info", std::string(body), "", "g"});
  EXPECT_EQ(expected.status, 403U);
  const std::string reader = make_key("read");
  for (const TestRequest& sent :
       {TestRequest{http::Method::get, "/api/civilian/info", std::string(body), "wrong", "g"},
        TestRequest{http::Method::get, "/api/civilian/info", std::string(body), reader, "other"},
        TestRequest{http::Method::get, "/api/civilian/info", std::string(body), reader, ""},
        TestRequest{http::Method::get, "/api/civilian/info", std::string(body), "", "nowhere"},
        TestRequest{http::Method::get, "/api/civilian/info", R"({"name":"Nobody"})", "", "g"},
        TestRequest{http::Method::get, "/api/civilian/info", "no json", "", "g"}}) {
    const TestResponse response = send(sent);
    EXPECT_EQ(response.status, expected.status);
    EXPECT_EQ(response.body, expected.body);
    EXPECT_EQ(response.headers, expected.headers);
  }
}

TEST_F(CheckOrder, a_key_is_accepted_bare_or_as_a_bearer_token) {
  for (const std::string& form : {key_, "Bearer " + key_, "bearer " + key_, "BEARER   " + key_}) {
    EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "", form}).status, 200U) << form;
  }
  for (const std::string& form :
       std::vector<std::string>{"Basic " + key_, key_ + "x", key_.substr(1), "Bearer", "Bearer ",
                                "Bearer Bearer " + key_, key_ + " "}) {
    EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "", form}).status, 403U) << form;
  }
}

}  // namespace
}  // namespace blotter
