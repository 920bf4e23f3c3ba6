// A change and its event are committed together, or neither is.
#include <sqlite3.h>

#include "api/harness.hpp"
#include "api/table_dump.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct Attempt {
  http::Method method;
  std::string target;
  std::string body;
  unsigned status;
};

class ChangesAndEvents : public ApiTest {
 protected:
  ChangesAndEvents() {
    for (const char* name : {"John", "Jane", "Dead"}) {
      EXPECT_EQ(post("/api/civilian/create", civilian(name)).status, 201U);
    }
    EXPECT_EQ(post("/api/vehicle/create", vehicle("John", "A")).status, 201U);
    EXPECT_EQ(post("/api/vehicle/create", vehicle("John", "B")).status, 201U);
    EXPECT_EQ(post("/api/vehicle/create", vehicle("Dead", "D")).status, 201U);
    for (const char* name : {"John", "John", "Dead"}) {
      EXPECT_EQ(post("/api/firearm/create", firearm(name)).status, 201U);
    }
    EXPECT_EQ(patch("/api/civilian/deceased", R"({"name":"Dead","deceased":true})").status, 201U);
  }

  /// The last events of the audit log, newest last: "kind actor before after".
  std::vector<std::string> last_events(std::size_t count) {
    sqlite3* handle = nullptr;
    EXPECT_EQ(sqlite3_open(path_.c_str(), &handle), SQLITE_OK);
    std::vector<std::string> texts;
    sqlite3_exec(
        handle,
        "select kind, coalesce(actor, '-'), coalesce(before, '-'), coalesce(after, '-') from event "
        "order by seq",
        [](void* out, int, char** values, char**) {
          static_cast<std::vector<std::string>*>(out)->push_back(
              std::string(values[0]) + " " + values[1] + " " + values[2] + " " + values[3]);
          return 0;
        },
        &texts, nullptr);
    sqlite3_close(handle);
    texts.erase(texts.begin(),
                texts.end() - static_cast<std::ptrdiff_t>(std::min(count, texts.size())));
    return texts;
  }
  std::size_t event_count() { return last_events(1'000'000).size(); }
};

using Method = http::Method;

TEST_F(ChangesAndEvents, the_response_to_a_change_names_its_event) {
  const std::string number = "X-Event-Seq: " + std::to_string(event_count() + 1) + "\r\n";
  EXPECT_THAT(post("/api/civilian/create", civilian("New")).headers, HasSubstr(number));
  const TestResponse refused = post("/api/civilian/create", civilian("New"));
  EXPECT_EQ(refused.status, 409U);
  EXPECT_THAT(refused.headers, Not(HasSubstr("X-Event-Seq")));
  EXPECT_THAT(get("/api/civilian/list").headers, Not(HasSubstr("X-Event-Seq")));
}

const std::string fine = R"("officerName":"o","officerID":"1","charges":"c","amount":5})";
const std::string arrest = R"("officerName":"o","officerID":"1","charges":"c","time":5})";
const std::string admission = R"("time":"5","injures":"i","unitName":"u","unitID":"1"})";

TEST_F(ChangesAndEvents, a_refused_change_changes_nothing) {
  const Attempt refused[] = {
      {Method::post, "/api/civilian/create", civilian("JOHN"), 409},
      {Method::post, "/api/civilian/create", "{}", 400},
      {Method::patch, "/api/civilian/edit", R"({"name":"Nobody","field":"age","value":5})", 404},
      {Method::patch, "/api/civilian/edit", R"({"name":"John","field":"name","value":"jane"})",
       409},
      {Method::patch, "/api/civilian/edit", R"({"name":"John","field":"age","value":27})", 409},
      {Method::patch, "/api/civilian/edit", R"({"name":"Dead","field":"age","value":5})", 409},
      {Method::patch, "/api/civilian/bolo", R"({"name":"John","bolo":false})", 409},
      {Method::patch, "/api/civilian/bolo", R"({"name":"Dead","bolo":true,"reason":"r"})", 409},
      {Method::patch, "/api/civilian/deceased", R"({"name":"Dead","deceased":true})", 409},
      {Method::delete_, "/api/civilian/delete", R"({"name":"Nobody"})", 404},
      {Method::post, "/api/vehicle/create", vehicle("Jane", "a"), 409},
      {Method::post, "/api/vehicle/create", vehicle("Nobody", "C"), 404},
      {Method::post, "/api/vehicle/create", vehicle("Dead", "C"), 409},
      {Method::patch, "/api/vehicle/edit", R"({"name":"John","field":"stole","value":true})", 409},
      {Method::patch, "/api/vehicle/edit", R"({"name":"Jane","field":"stole","value":true})", 404},
      {Method::patch, "/api/vehicle/edit",
       R"({"name":"John","field":"stole","value":true,"plate":"D"})", 404},
      {Method::patch, "/api/vehicle/edit", R"({"name":"Dead","field":"stole","value":true})", 409},
      {Method::delete_, "/api/vehicle/delete", R"({"vehicleID":"1"})", 404},
      {Method::delete_, "/api/vehicle/delete", R"({"vehicleID":"-0"})", 404},
      {Method::post, "/api/firearm/create", firearm("Nobody"), 404},
      {Method::post, "/api/firearm/create", firearm("Dead"), 409},
      {Method::patch, "/api/firearm/edit", R"({"name":"John","field":"stole","value":true})", 409},
      {Method::patch, "/api/firearm/edit", R"({"name":"Jane","field":"stole","value":true})", 404},
      {Method::patch, "/api/firearm/edit", R"({"name":"Dead","field":"stole","value":true})", 409},
      {Method::delete_, "/api/firearm/delete", R"({"serialNumber":"X"})", 404},
      {Method::post, "/api/leo/arrest", R"({"name":"Nobody",)" + arrest, 404},
      {Method::post, "/api/leo/arrest", R"({"name":"Dead",)" + arrest, 409},
      {Method::post, "/api/leo/cite", R"({"name":"Dead",)" + fine, 409},
      {Method::post, "/api/leo/fine", R"({"name":"Dead",)" + fine, 409},
      {Method::patch, "/api/leo/impound", R"({"plate":"Z","impound":true})", 404},
      {Method::patch, "/api/leo/impound", R"({"plate":"A","impound":false})", 409},
      {Method::post, "/api/medical/admit", R"({"name":"Nobody",)" + admission, 404},
      {Method::post, "/api/medical/admit", R"({"name":"Dead",)" + admission, 409},
  };
  const std::string before = dump(path_);
  for (const Attempt& each : refused) {
    const TestResponse response = send({each.method, each.target, each.body, key_});
    EXPECT_EQ(response.status, each.status)
        << each.target << " " << each.body << " " << response.body;
    ASSERT_EQ(dump(path_), before) << each.target << " " << each.body;
  }
}

TEST_F(ChangesAndEvents, every_successful_change_adds_exactly_one_event) {
  const Attempt made[] = {
      {Method::post, "/api/civilian/create", civilian("New"), 201},
      {Method::patch, "/api/civilian/edit", R"({"name":"New","field":"age","value":5})", 201},
      {Method::patch, "/api/civilian/bolo", R"({"name":"New","bolo":true,"reason":"r"})", 201},
      {Method::patch, "/api/civilian/bolo", R"({"name":"New","bolo":false})", 201},
      {Method::post, "/api/vehicle/create", vehicle("New", "N"), 201},
      {Method::patch, "/api/vehicle/edit", R"({"name":"New","field":"color","value":"c"})", 201},
      {Method::post, "/api/firearm/create", firearm("New"), 201},
      {Method::patch, "/api/firearm/edit", R"({"name":"New","field":"stole","value":true})", 201},
      {Method::post, "/api/leo/arrest", R"({"name":"New",)" + arrest, 201},
      {Method::post, "/api/leo/cite", R"({"name":"New",)" + fine, 201},
      {Method::post, "/api/leo/fine", R"({"name":"New",)" + fine, 201},
      {Method::patch, "/api/leo/impound", R"({"plate":"N","impound":true,"fee":5})", 201},
      {Method::patch, "/api/leo/impound", R"({"plate":"N","impound":false})", 201},
      {Method::post, "/api/medical/admit", R"({"name":"New",)" + admission, 201},
      {Method::patch, "/api/civilian/deceased", R"({"name":"New","deceased":true})", 201},
      {Method::delete_, "/api/civilian/delete", R"({"name":"New"})", 200},
  };
  std::size_t expected = event_count();
  for (const Attempt& each : made) {
    const TestResponse response = send({each.method, each.target, each.body, key_});
    EXPECT_EQ(response.status, each.status) << each.target << " " << response.body;
    EXPECT_EQ(event_count(), ++expected) << each.target;
  }
}

TEST_F(ChangesAndEvents, reads_add_no_event) {
  const std::string before = dump(path_);
  for (const char* target :
       {"/api/civilian/info?name=John", "/api/civilian/list", "/api/vehicle/plate?plate=A",
        "/api/vehicle/list", "/api/firearm/list", "/api/leo/records?name=John",
        "/api/leo/impound?plate=A", "/api/medical/records?name=John"}) {
    EXPECT_EQ(get(target).status, 200U) << target;
  }
  EXPECT_EQ(dump(path_), before);
}

TEST_F(ChangesAndEvents, an_event_has_the_values_before_and_after) {
  patch("/api/civilian/edit", R"({"name":"Jane","field":"hair color","value":"Red"})");
  patch("/api/leo/impound", R"({"plate":"A","impound":true,"fee":5})");
  post("/api/leo/fine", R"({"name":"Jane",)" + fine);
  EXPECT_THAT(
      last_events(3),
      ElementsAre(
          R"(civilian.edited - {"civilianHairColor":"h"} {"civilianHairColor":"Red"})",
          R"(vehicle.impounded - {"impounded":false,"impoundedFee":0} )"
          R"({"impounded":true,"impoundedFee":5})",
          R"(leo.fined o - {"count":1,"officersName":"o","officersID":"1","amount":5,"charges":"c",)"
          R"("timestamp":"2027-01-15T08:00:00.000Z"})"));
  remove("/api/civilian/delete", R"({"name":"Jane"})");
  EXPECT_THAT(last_events(1).front(), ::testing::AllOf(HasSubstr("civilian.deleted - {\"id\":"),
                                                       ::testing::EndsWith(" -")));
}

TEST_F(ChangesAndEvents, an_ambiguous_vehicle_edit_is_refused_with_a_hint) {
  const TestResponse response =
      patch("/api/vehicle/edit", R"({"name":"John","field":"stole","value":true})");
  EXPECT_THAT(response.headers, HasSubstr("send plate or vehicleID to choose one of A ("));
  EXPECT_THAT(response.headers, HasSubstr("), B ("));
}

TEST_F(ChangesAndEvents, a_body_replaces_the_query) {
  EXPECT_EQ(
      send({Method::get, "/api/civilian/info?name=Nobody", R"({"name":"John"})", key_}).status,
      200U);
  EXPECT_EQ(send({Method::get, "/api/civilian/info?name=John", "{}", key_}).status, 400U);
  EXPECT_EQ(send({Method::post, "/api/civilian/create?userID=1", "", key_}).status, 400U);
}

TEST_F(ChangesAndEvents, the_configured_penalty_limit_is_applied) {
  api::PipelineOptions options;
  options.input.penalty_limit = PenaltyLimit::parse("min:5000").value();
  start(options);
  const TestResponse response = post("/api/leo/fine", R"({"name":"John",)" + fine);
  EXPECT_EQ(response.status, 400U);
  EXPECT_THAT(response.headers, HasSubstr("amount must be more than 5000"));
}

TEST_F(ChangesAndEvents, an_arrest_after_the_end_of_custody_does_not_swallow_the_release) {
  const std::string arrest =
      R"({"name":"John","officerName":"R","officerID":"2","charges":"Theft","time":60})";
  EXPECT_EQ(post("/api/leo/arrest", arrest).status, 201U);
  // Nobody has ended it yet: this test runs no clock of terms.
  clock_.advance(60'000);
  const auto response = post("/api/leo/arrest", arrest);
  EXPECT_EQ(response.status, 201U);
  const auto events = last_events(3);
  EXPECT_THAT(events, ElementsAre(HasSubstr("leo.arrested R"), HasSubstr("leo.released clock"),
                                  HasSubstr("leo.arrested R")));
  EXPECT_THAT(response.headers, HasSubstr("X-Event-Seq: " + std::to_string(event_count())));
}

}  // namespace
}  // namespace blotter
