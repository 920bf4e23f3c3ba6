// The statistics of a guild, as the clock goes on.
#include <simdjson.h>

#include "api/harness.hpp"

namespace blotter::testing {
namespace {

constexpr std::int64_t day_ms = 86'400'000;

class StatsAnswers : public ApiTest {
 protected:
  /// The days of an answer: "2027-01-15 2 1 0 …".
  std::vector<std::string> days() {
    const Answer answer = get("/api/stats");
    EXPECT_EQ(answer.status, 200U);
    simdjson::dom::parser parser;
    const simdjson::dom::element parsed = parser.parse(answer.body);
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

TEST_F(StatsAnswers, a_day_ends_at_midnight_and_leaves_after_thirty) {
  EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
  ASSERT_EQ(days().size(), 30U);
  EXPECT_EQ(days().back(), "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(16 * 3'600'000 - 1);  // it was eight in the morning
  EXPECT_EQ(days().back(), "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(1);
  EXPECT_EQ(days().back(), "2027-01-16 0 0 0 0 0 0 0 0 0");
  EXPECT_EQ(days()[28], "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(28 * day_ms);
  EXPECT_EQ(days().front(), "2027-01-15 1 1 0 0 0 0 0 0 0");
  clock_.advance(day_ms);
  EXPECT_EQ(days().front(), "2027-01-16 0 0 0 0 0 0 0 0 0");
}

TEST_F(StatsAnswers, the_answer_of_yesterday_is_not_given_from_memory) {
  start({.cache_bytes = 1024 * 1024});
  EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
  for (int turn = 0; turn < 5; ++turn) EXPECT_EQ(days().back().substr(0, 10), "2027-01-15");
  clock_.advance(day_ms);
  EXPECT_EQ(days().back().substr(0, 10), "2027-01-16");
}

TEST_F(StatsAnswers, what_is_refused_is_no_change) {
  EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
  EXPECT_EQ(post("/api/civilian/create", civilian("ADA")).status, 409U);
  store_.fail(Fault::no_commit);
  EXPECT_EQ(post("/api/civilian/create", civilian("Bea")).status, 500U);
  store_.fail(Fault::none);
  EXPECT_EQ(days().back(), "2027-01-15 1 1 0 0 0 0 0 0 0");
}

}  // namespace
}  // namespace blotter::testing
