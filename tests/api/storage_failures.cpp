// What a client learns when the store fails: that it failed, and nothing else.
#include "api/harness.hpp"
#include "api/table_dump.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class StorageFailures : public ApiTest {
 protected:
  StorageFailures() {
    EXPECT_EQ(post("/api/civilian/create", civilian("John")).status, 201U);
    EXPECT_EQ(post("/api/vehicle/create", vehicle("John", "A")).status, 201U);
  }

  static std::string body_with(int code) {
    return R"({"error":"500 Internal server error","details":"Unable to execute request ()" +
           std::to_string(code) + ")\"}";
  }
  void expect_failure(const TestResponse& response, int code) {
    EXPECT_EQ(response.status, 500U);
    EXPECT_EQ(response.body, body_with(code));
    EXPECT_THAT(response.headers, MatchesRegex(only_a_request_id));
  }

  static constexpr const char* only_a_request_id = "X-Request-Id: [0-9a-f]{16}\r\n";
};

TEST_F(StorageFailures, a_failed_read_is_10020) {
  store_.fail(Fault::unavailable);
  for (const char* target :
       {"/api/civilian/info?name=John", "/api/civilian/list", "/api/vehicle/plate?plate=A",
        "/api/leo/records?name=John", "/api/medical/records?name=John"}) {
    expect_failure(get(target), 10020);
  }
}

TEST_F(StorageFailures, a_failed_creation_is_10022_and_creates_nothing) {
  const std::string before = dump(path_);
  for (const Fault fault : {Fault::unavailable, Fault::no_commit}) {
    store_.fail(fault);
    expect_failure(post("/api/civilian/create", civilian("Jane")), 10022);
    expect_failure(post("/api/vehicle/create", vehicle("John", "B")), 10022);
    expect_failure(post("/api/firearm/create", firearm("John")), 10022);
    expect_failure(
        post("/api/leo/fine",
             R"({"name":"John","officerName":"o","officerID":"1","charges":"c","amount":5})"),
        10022);
    expect_failure(post("/api/medical/admit",
                        R"({"name":"John","time":"5","injures":"i","unitName":"u","unitID":"1"})"),
                   10022);
  }
  EXPECT_EQ(dump(path_), before);
}

TEST_F(StorageFailures, a_failed_change_is_10021_and_changes_nothing) {
  const std::string owner = make_key("admin");
  const std::string before = dump(path_);
  for (const Fault fault : {Fault::unavailable, Fault::no_commit}) {
    store_.fail(fault);
    expect_failure(patch("/api/civilian/edit", R"({"name":"John","field":"age","value":5})"),
                   10021);
    expect_failure(patch("/api/civilian/bolo", R"({"name":"John","bolo":true,"reason":"r"})"),
                   10021);
    expect_failure(patch("/api/civilian/deceased", R"({"name":"John","deceased":true})"), 10021);
    expect_failure(patch("/api/leo/impound", R"({"plate":"A","impound":true})"), 10021);
    expect_failure(remove("/api/civilian/delete", R"({"name":"John"})"), 10021);
    expect_failure(put("/api/penal-code", R"({"entries":[{"code":"A","title":"T"}]})", owner),
                   10021);
  }
  EXPECT_EQ(dump(path_), before);
}

TEST_F(StorageFailures, the_cause_is_not_sent_to_the_client) {
  store_.fail(Fault::unavailable);
  for (const TestResponse& response :
       {get("/api/civilian/list"), post("/api/civilian/create", civilian("Jane"))}) {
    for (const char* word : {"disk", "secret", "records.db", "778"}) {
      EXPECT_THAT(response.body, Not(HasSubstr(word)));
    }
    EXPECT_THAT(response.headers, MatchesRegex(only_a_request_id));
  }
}

TEST_F(StorageFailures, only_failures_have_a_request_id_and_each_its_own) {
  EXPECT_THAT(get("/api/civilian/list").headers, Not(HasSubstr("X-Request-Id")));
  store_.fail(Fault::unavailable);
  const std::string first = get("/api/civilian/list").headers;
  EXPECT_NE(first, get("/api/civilian/list").headers);
}

TEST_F(StorageFailures, bad_requests_are_reported_while_the_store_is_unavailable) {
  store_.fail(Fault::unavailable);
  EXPECT_EQ(get("/api/nothing").status, 404U);
  EXPECT_EQ(post("/api/civilian/info", "{}").status, 405U);
  EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "", "wrong"}).status, 403U);
  EXPECT_EQ(get("/api/civilian/info").status, 400U);
}

TEST_F(StorageFailures, an_overloaded_store_is_503_with_retry_after) {
  store_.fail(Fault::overloaded);
  for (const TestResponse& response :
       {get("/api/civilian/list"), post("/api/civilian/create", civilian("Jane")),
        remove("/api/civilian/delete", R"({"name":"John"})")}) {
    EXPECT_EQ(response.status, 503U);
    EXPECT_EQ(response.body,
              R"x({"error":"503 Service unavailable","details":"Service is overloaded (10503)"})x");
    EXPECT_EQ(response.headers, "Retry-After: 1\r\n");
  }
}

TEST_F(StorageFailures, the_service_recovers_with_the_store) {
  store_.fail(Fault::unavailable);
  EXPECT_EQ(post("/api/civilian/create", civilian("Jane")).status, 500U);
  store_.fail(Fault::none);
  EXPECT_EQ(post("/api/civilian/create", civilian("Jane")).status, 201U);
  EXPECT_EQ(get("/api/civilian/info?name=jane").status, 200U);
}

}  // namespace
}  // namespace blotter
