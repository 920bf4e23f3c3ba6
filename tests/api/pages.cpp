// The pages next to the API, and a program without pages.
#include "base/gzip.hpp"
#include "harness.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::HasSubstr;

class Pages : public ApiTest {
 protected:
  http::Response open(http::Handler& handler, std::string_view target,
                      http::Method method = http::Method::get) {
    http::Request request;
    request.method = method;
    request.target = target;
    request.headers = {{"Accept", "text/html"}};
    auto sink = std::make_shared<ResponseSink>();
    handler.handle(request, http::Reply(sink));
    return sink->wait();
  }

  const std::string index_ = gzip("the console");
  // Not valid gzip, but its last four bytes give a length of 258.
  const std::string damaged_ = std::string("damaged\2\1\0\0", 11);
  const std::vector<http::File> files_{
      {"/index.html", "text/html", "1", http::Caching::revalidate, index_},
      {"/damaged.js", "text/javascript", "1", http::Caching::immutable, damaged_}};
  api::Service with_pages_{*pipeline_, &health_,     http::Files(files_),
                           setup_,     invitations_, metrics_};
};

TEST_F(Pages, without_pages_only_the_openapi_document_is_served) {
  for (const char* target : {"/", "/docs", "/civilians"}) {
    EXPECT_EQ(open(*service_, target).status, 404U) << target;
  }
  const auto document = open(*service_, "/openapi.json");
  EXPECT_EQ(document.status, 200U);
  EXPECT_THAT(std::string(document.body.bytes()), HasSubstr(R"("openapi":"3.1.0")"));
}

TEST_F(Pages, api_paths_take_precedence_over_pages) {
  for (const char* target : {"/", "/civilians", "/?from=mail", "//"}) {
    EXPECT_EQ(open(with_pages_, target).body.bytes(), "the console") << target;
  }
  for (const char* target : {"/healthz", "/readyz", "/metrics", "/api/version", "/openapi.json"}) {
    const auto response = open(with_pages_, target);
    EXPECT_EQ(response.status, 200U) << target;
    EXPECT_NE(response.body.bytes(), "the console") << target;
  }
  EXPECT_EQ(open(with_pages_, "/api/civilian/list").status, 403U);
  EXPECT_EQ(open(with_pages_, "/api/civilian/fly").status, 404U);
}

TEST_F(Pages, clients_without_gzip_share_one_uncompressed_copy) {
  const auto one = open(with_pages_, "/");
  const auto other = open(with_pages_, "/");
  EXPECT_EQ(one.body.bytes(), "the console");
  EXPECT_EQ(one.body.bytes().data(), other.body.bytes().data());
  const auto document = open(with_pages_, "/openapi.json");
  EXPECT_EQ(document.body.bytes().data(), open(with_pages_, "/openapi.json").body.bytes().data());
}

TEST_F(Pages, head_of_a_page_does_not_decompress_it) {
  const auto head = open(with_pages_, "/damaged.js", http::Method::head);
  EXPECT_EQ(head.status, 200U);
  EXPECT_EQ(head.body_bytes, 258U);
  EXPECT_EQ(open(with_pages_, "/", http::Method::head).body_bytes, 11U);
}

}  // namespace
}  // namespace blotter
