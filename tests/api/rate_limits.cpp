// The rate limit and its headers.
#include <fmt/format.h>

#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

class RateLimits : public ApiTest {
 protected:
  RateLimits() {
    api::PipelineOptions options;
    options.rate_limit = 2;
    start(options);
  }
  TestResponse list(const std::string& key) {
    return send({http::Method::get, "/api/civilian/list", "", key});
  }
  /// The clock is at the start of a second.
  static std::string rate(int remaining, std::int64_t second = 1'800'000'001'000) {
    return fmt::format(
        "X-RateLimit-Limit: 2\r\nX-RateLimit-Remaining: {}\r\nX-RateLimit-Reset: {}\r\n", remaining,
        second);
  }
};

TEST_F(RateLimits, every_response_reports_what_remains) {
  EXPECT_THAT(list(key_).headers, HasSubstr(rate(1)));
  EXPECT_THAT(list(key_).headers, HasSubstr(rate(0)));
  const TestResponse refused = list(key_);
  EXPECT_EQ(refused.status, 429U);
  EXPECT_THAT(refused.headers, HasSubstr(rate(0)));
  EXPECT_THAT(refused.headers, HasSubstr("Retry-After: 1\r\n"));
}

TEST_F(RateLimits, the_count_restarts_every_second) {
  list(key_);
  list(key_);
  EXPECT_EQ(list(key_).status, 429U);
  clock_.advance(999);
  EXPECT_EQ(list(key_).status, 429U);
  clock_.advance(1);
  const TestResponse response = list(key_);
  EXPECT_EQ(response.status, 404U);  // no civilians, but admitted
  EXPECT_THAT(response.headers, HasSubstr(rate(1, 1'800'000'002'000)));
}

TEST_F(RateLimits, each_key_has_its_own_count) {
  const std::string other = make_key("read");
  list(key_);
  list(key_);
  EXPECT_THAT(list(other).headers, HasSubstr(rate(1)));
}

TEST_F(RateLimits, a_reload_of_the_keys_keeps_the_counts) {
  list(key_);
  list(key_);
  make_key("read");  // reloads the keys
  EXPECT_EQ(list(key_).status, 429U);
}

TEST_F(RateLimits, refusals_before_the_limit_do_not_count_but_bad_requests_do) {
  const std::string reader = make_key("read");
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(send({http::Method::post, "/api/civilian/create", "{}", reader}).headers,
                HasSubstr(rate(2)));
    EXPECT_THAT(list("wrong").headers, HasSubstr(rate(2)));
    EXPECT_THAT(send({http::Method::post, "/api/civilian/list", "", reader}).headers,
                HasSubstr(rate(2)));
    EXPECT_THAT(send({http::Method::get, "/api/nothing", "", reader}).headers, HasSubstr(rate(2)));
    EXPECT_THAT(send({http::Method::get, "/api/version", "", reader}).headers, HasSubstr(rate(2)));
  }
  EXPECT_THAT(send({http::Method::get, "/api/civilian/info", "no json", reader}).headers,
              HasSubstr(rate(1)));
}

TEST_F(RateLimits, responses_to_changes_and_failures_have_the_headers_too) {
  EXPECT_THAT(post("/api/civilian/create", civilian("John")).headers, HasSubstr(rate(1)));
  store_.fail(Fault::unavailable);
  EXPECT_THAT(post("/api/civilian/create", civilian("Jane")).headers, HasSubstr(rate(0)));
}

TEST_F(RateLimits, without_a_limit_there_are_no_rate_limit_headers) {
  start({});
  for (int i = 0; i < 50; ++i) {
    const TestResponse response = list(key_);
    ASSERT_NE(response.status, 429U);
    ASSERT_THAT(response.headers, Not(HasSubstr("X-RateLimit")));
  }
}

}  // namespace
}  // namespace blotter
