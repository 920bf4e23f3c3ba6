// Pages beside the API, and a program that has none.
#include "base/gzip.hpp"
#include "harness.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::HasSubstr;

class Pages : public ApiTest {
 protected:
  http::Response open(http::Handler& handler, std::string_view target) {
    http::Request request;
    request.method = http::Method::get;
    request.target = target;
    request.headers = {{"Accept", "text/html"}};
    auto sink = std::make_shared<AnswerSink>();
    handler.handle(request, http::Reply(sink));
    return sink->wait();
  }

  const std::string index_ = gzip("the console");
  const std::vector<http::File> files_{
      {"/index.html", "text/html", "1", http::Caching::ask_again, index_}};
  api::Service with_pages_{*pipeline_, &health_, http::Files(files_), metrics_};
};

TEST_F(Pages, without_pages_there_is_the_document_and_nothing_to_look_at) {
  for (const char* target : {"/", "/docs", "/civilians"}) {
    EXPECT_EQ(open(*service_, target).status, 404U) << target;
  }
  const auto document = open(*service_, "/openapi.json");
  EXPECT_EQ(document.status, 200U);
  EXPECT_THAT(std::string(document.body.bytes()), HasSubstr(R"("openapi":"3.1.0")"));
}

TEST_F(Pages, pages_stand_behind_everything_that_answers_programs) {
  for (const char* target : {"/", "/civilians", "/?from=mail", "//"}) {
    EXPECT_EQ(open(with_pages_, target).body.bytes(), "the console") << target;
  }
  for (const char* target : {"/healthz", "/readyz", "/metrics", "/api/version", "/openapi.json"}) {
    const auto answer = open(with_pages_, target);
    EXPECT_EQ(answer.status, 200U) << target;
    EXPECT_NE(answer.body.bytes(), "the console") << target;
  }
  EXPECT_EQ(open(with_pages_, "/api/civilian/list").status, 403U);
  EXPECT_EQ(open(with_pages_, "/api/civilian/fly").status, 404U);
}

}  // namespace
}  // namespace blotter
