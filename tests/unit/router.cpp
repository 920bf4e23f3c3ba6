// From a target to its operation.
#include "api/router.hpp"

#include <gtest/gtest.h>

namespace blotter::api {
namespace {

std::string split(std::string_view target) {
  const Target parts = split_target(target);
  return parts.path + " | " + std::string(parts.query);
}

TEST(Targets, path_and_query_are_split_at_the_first_question_mark) {
  EXPECT_EQ(split("/api/version"), "/api/version | ");
  EXPECT_EQ(split("/api/civilian/info?name=a?b"), "/api/civilian/info | name=a?b");
  EXPECT_EQ(split("/api/version?"), "/api/version | ");
  EXPECT_EQ(split("/?x"), "/ | x");
}

TEST(Targets, runs_of_slashes_count_as_one_in_the_path_only) {
  EXPECT_EQ(split("/api//civilian/info"), "/api/civilian/info | ");
  EXPECT_EQ(split("//api///civilian////info//"), "/api/civilian/info/ | ");
  EXPECT_EQ(split("//api/version?u=a//b"), "/api/version | u=a//b");
}

TEST(Targets, an_absolute_target_loses_scheme_and_host) {
  EXPECT_EQ(split("http://localhost:8080/api/version?a=1"), "/api/version | a=1");
  EXPECT_EQ(split("https://example.org//api//version"), "/api/version | ");
  EXPECT_EQ(split("http://example.org"), "/ | ");
}

TEST(Targets, a_scheme_inside_the_query_does_not_make_a_target_absolute) {
  EXPECT_EQ(split("/api/version?u=http://x/y"), "/api/version | u=http://x/y");
}

TEST(Targets, an_absolute_target_without_a_path_keeps_its_query) {
  EXPECT_EQ(split("http://example.org?u=/api/version"), " | u=/api/version");
}

TEST(Targets, a_fragment_is_ignored) {
  EXPECT_EQ(split("/api/version#top"), "/api/version | ");
  EXPECT_EQ(split("/api/version?a=1#b?c"), "/api/version | a=1");
  EXPECT_EQ(split("/api/version#a?b=1"), "/api/version | ");
}

TEST(Targets, unusual_targets_are_harmless) {
  EXPECT_EQ(split(""), " | ");
  EXPECT_EQ(split("*"), "* | ");
  EXPECT_EQ(split("example.org:443"), "example.org:443 | ");
  EXPECT_EQ(split("/api/../etc"), "/api/../etc | ");
}

TEST(Targets, the_query_is_a_view_of_the_target) {
  const std::string target = "/a?b=c";
  EXPECT_EQ(split_target(target).query.data(), target.data() + 3);
}

class Routes : public ::testing::Test {
 protected:
  const Router router_{operations()};
};

http::Method method_of(Verb verb) {
  switch (verb) {
    case Verb::get: return http::Method::get;
    case Verb::post: return http::Method::post;
    case Verb::patch: return http::Method::patch;
    case Verb::put: return http::Method::put;
    case Verb::delete_: break;
  }
  return http::Method::delete_;
}

TEST_F(Routes, every_operation_is_found_by_its_path_and_method) {
  for (const Operation& operation : operations()) {
    const Route* route = router_.find(operation.path);
    ASSERT_NE(route, nullptr) << operation.path;
    EXPECT_EQ(route->find(method_of(operation.verb)), &operation) << operation.id;
    EXPECT_EQ(route->find(http::Method::other), nullptr);
  }
}

TEST_F(Routes, head_finds_what_get_finds) {
  for (const Operation& operation : operations()) {
    const Route* route = router_.find(operation.path);
    EXPECT_EQ(route->find(http::Method::head), route->find(http::Method::get)) << operation.id;
  }
}

TEST_F(Routes, paths_match_only_exactly) {
  for (const char* path :
       {"", "/", "/api", "/api/", "/api/civilian", "/api/civilian/info/", "/API/civilian/info",
        "/civilian/info", "/api/civilian/infos", "/api/civilian/inf", "/api/civilian%2Finfo"}) {
    EXPECT_EQ(router_.find(path), nullptr) << path;
  }
}

TEST_F(Routes, allow_lists_the_methods_of_the_path) {
  EXPECT_EQ(router_.find("/api/civilian/info")->allowed(), "GET, HEAD");
  EXPECT_EQ(router_.find("/api/civilian/create")->allowed(), "POST");
  EXPECT_EQ(router_.find("/api/civilian/edit")->allowed(), "PATCH");
  EXPECT_EQ(router_.find("/api/civilian/delete")->allowed(), "DELETE");
  EXPECT_EQ(router_.find("/api/leo/impound")->allowed(), "GET, HEAD, PATCH");
  EXPECT_EQ(router_.find("/api/penal-code")->allowed(), "GET, HEAD, PUT");
}

}  // namespace
}  // namespace blotter::api
