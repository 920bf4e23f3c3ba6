// Which file a request gets, in which encoding, and with which headers.
#include "http/files.hpp"

#include "base/gzip.hpp"

namespace blotter::http {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view browser = "text/html,application/xhtml+xml,*/*;q=0.8";

class FilesTest : public ::testing::Test {
 protected:
  struct TestRequest {
    Method method = Method::get;
    std::string_view accept = "*/*";
    std::string_view encoding = {};
    std::string_view known = {};
  };

  std::optional<Response> fetch(std::string_view path, const TestRequest& sent) const {
    Request request;
    request.method = sent.method;
    request.target = path;
    request.headers = {{"Host", "h"}, {"Accept", sent.accept}};
    if (!sent.encoding.empty()) request.headers.emplace_back("accept-encoding", sent.encoding);
    if (!sent.known.empty()) request.headers.emplace_back("if-none-match", sent.known);
    return Files(table_).respond(request, path);
  }

  std::optional<Response> fetch(std::string_view path) const { return fetch(path, TestRequest{}); }

  std::string body(std::string_view path, const TestRequest& sent) const {
    const auto response = fetch(path, sent);
    return response ? std::string(response->body.bytes()) : "no file";
  }
  std::string body(std::string_view path) const { return body(path, TestRequest{}); }

  const std::string index_ = gzip("the console");
  const std::string docs_ = gzip("the reference");
  const std::string script_ = gzip("a script");
  const std::vector<File> table_{
      {"/assets/app-1a2b.js", "text/javascript", "s1", Caching::immutable, script_},
      {"/docs.html", "text/html", "d1", Caching::revalidate, docs_},
      {"/index.html", "text/html", "i1", Caching::revalidate, index_},
  };
};

TEST_F(FilesTest, pages_are_found_with_and_without_their_extension) {
  EXPECT_EQ(body("/"), "the console");
  EXPECT_EQ(body("/index.html"), "the console");
  EXPECT_EQ(body("/docs"), "the reference");
  EXPECT_EQ(body("/docs.html"), "the reference");
  EXPECT_EQ(body("/assets/app-1a2b.js"), "a script");
}

TEST_F(FilesTest, a_file_has_its_content_type_and_cache_lifetime) {
  const auto page = fetch("/");
  EXPECT_EQ(page->content_type, "text/html");
  EXPECT_THAT(page->extra_headers, HasSubstr("Cache-Control: no-cache\r\n"));
  const auto script = fetch("/assets/app-1a2b.js");
  EXPECT_EQ(script->content_type, "text/javascript");
  EXPECT_THAT(script->extra_headers,
              HasSubstr("Cache-Control: public, max-age=31536000, immutable\r\n"));
}

TEST_F(FilesTest, every_file_is_sent_with_a_strict_policy) {
  const auto page = fetch("/");
  for (const auto* line :
       {"Content-Security-Policy: default-src 'none'; script-src 'self'; ",
        "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
        "Cross-Origin-Opener-Policy: same-origin\r\n"}) {
    EXPECT_THAT(page->extra_headers, HasSubstr(line));
  }
  EXPECT_THAT(page->extra_headers, Not(HasSubstr("unsafe")));
}

TEST_F(FilesTest, clients_that_accept_gzip_get_gzip) {
  for (const auto* header : {"gzip", "gzip, deflate, br", "br , gzip;q=0.5", "deflate,gzip; q=1"}) {
    const auto response = fetch("/", {.encoding = header});
    EXPECT_EQ(response->body.bytes(), index_) << header;
    EXPECT_THAT(response->extra_headers, HasSubstr("Content-Encoding: gzip\r\n"));
    EXPECT_THAT(response->extra_headers, HasSubstr("Vary: Accept-Encoding\r\n"));
  }
}

TEST_F(FilesTest, other_clients_get_an_uncompressed_copy) {
  for (const auto* header : {"", "br", "gzip;q=0", "gzip; q=0.000", "gzipped", "identity"}) {
    const auto response = fetch("/", {.encoding = header});
    EXPECT_EQ(response->body.bytes(), "the console") << header;
    EXPECT_THAT(response->extra_headers, Not(HasSubstr("Content-Encoding")));
    EXPECT_THAT(response->extra_headers, HasSubstr("Vary: Accept-Encoding\r\n"));
  }
}

TEST_F(FilesTest, gzip_and_plain_have_different_etags) {
  EXPECT_THAT(fetch("/")->extra_headers, HasSubstr("ETag: \"i1\"\r\n"));
  EXPECT_THAT(fetch("/", {.encoding = "gzip"})->extra_headers, HasSubstr("ETag: \"i1-gzip\"\r\n"));
}

TEST_F(FilesTest, a_version_known_to_the_client_is_not_sent_again) {
  for (const auto* known : {"\"i1\"", "W/\"i1\"", "\"old\", \"i1\"", "*"}) {
    const auto response = fetch("/", {.known = known});
    EXPECT_EQ(response->status, 304U) << known;
    EXPECT_EQ(response->body.bytes(), "");
    EXPECT_EQ(response->content_type, "");
    EXPECT_THAT(response->extra_headers, HasSubstr("ETag: \"i1\"\r\n"));
  }
  for (const auto* known : {"\"i2\"", "i1", "\"i1-gzip\""}) {
    EXPECT_EQ(fetch("/", {.known = known})->status, 200U) << known;
  }
}

TEST_F(FilesTest, a_path_of_the_console_gets_the_console) {
  for (const auto* path : {"/civilians", "/civilians/John%20Doe", "/civilians/Al%20Bo.smith",
                           "/civilians/St.John", "/civilians/J.", "/apiary"}) {
    EXPECT_EQ(body(path, {.accept = browser}), "the console") << path;
    EXPECT_EQ(body(path, {.accept = "*/*"}), "no file") << path;
  }
}

TEST_F(FilesTest, other_paths_are_not_pages) {
  for (const auto* path :
       {"/api", "/api/", "/api/civilian/fly", "/robots.txt", "/assets/old-1.js"}) {
    EXPECT_EQ(body(path, {.accept = browser}), "no file") << path;
  }
}

TEST_F(FilesTest, only_get_and_head_are_served) {
  EXPECT_EQ(body("/", {.method = Method::head}), "");  // the head carries its length
  for (const auto method : {Method::post, Method::patch, Method::delete_, Method::other}) {
    EXPECT_EQ(body("/", {.method = method, .accept = browser}), "no file");
  }
}

TEST_F(FilesTest, without_files_nothing_is_served) {
  const Request request{Method::get, "/", {}, {{"Accept", browser}}};
  EXPECT_FALSE(Files({}).respond(request, "/"));
}

}  // namespace
}  // namespace blotter::http
