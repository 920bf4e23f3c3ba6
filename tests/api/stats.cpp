// The statistics of a guild as the clock advances.
#include <simdjson.h>

#include "api/harness.hpp"

namespace blotter::testing {
namespace {

constexpr std::int64_t day_ms = 86'400'000;

class StatsResponses : public ApiTest {
 protected:
  /// The days of a response: "2027-01-15 2 1 0 …".
  std::vector<std::string> days() {
    const TestResponse response = get("/api/stats");
    EXPECT_EQ(response.status, 200U);
    simdjson::dom::parser parser;
    const simdjson::dom::element parsed = parser.parse(response.body);
    std::vector<std::string> found;
    for (const simdjson::dom::object day : simdjson::dom::array(parsed["days"])) {
      std::string text;
      for (const auto [name, value] : day) {
        text += value.is_string() ? std::string(std::string_view(value))
                                  : " " + std::to_string(std::int64_t(value));
      }
      found.push_back(text);
    }
    return found;
  }
};

TEST_F(StatsResponses, a_day_ends_at_midnight_and_is_shown_for_thirty_days) {
  EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
  ASSERT_EQ(days().size(), 30U);
  EXPECT_EQ(days().back(), "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(16 * 3'600'000 - 1);  // from 08:00 to just before midnight
  EXPECT_EQ(days().back(), "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(1);
  EXPECT_EQ(days().back(), "2027-01-16 0 0 0 0 0 0 0 0 0");
  EXPECT_EQ(days()[28], "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(28 * day_ms);
  EXPECT_EQ(days().front(), "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(day_ms);
  EXPECT_EQ(days().front(), "2027-01-16 0 0 0 0 0 0 0 0 0");
}

TEST_F(StatsResponses, the_response_of_yesterday_is_not_cached) {
  start({.cache_bytes = 1024 * 1024});
  EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
  for (int turn = 0; turn < 5; ++turn) EXPECT_EQ(days().back().substr(0, 10), "2027-01-15");
  clock_.advance(day_ms);
  EXPECT_EQ(days().back().substr(0, 10), "2027-01-16");
}

TEST_F(StatsResponses, refused_changes_are_not_counted) {
  EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
  EXPECT_EQ(post("/api/civilian/create", civilian("ADA")).status, 409U);
  store_.fail(Fault::no_commit);
  EXPECT_EQ(post("/api/civilian/create", civilian("Bea")).status, 500U);
  store_.fail(Fault::none);
  EXPECT_EQ(days().back(), "2027-01-15 1 1 0 0 0 0 0 0 0");
}

}  // namespace
}  // namespace blotter::testing
