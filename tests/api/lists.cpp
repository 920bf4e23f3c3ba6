// Lists of more than one piece, and HEAD.
#include <algorithm>

#include <fmt/format.h>
#include <simdjson.h>

#include "api/harness.hpp"
#include "operations/handler.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;

class Lists : public ApiTest {
 protected:
  void create(int count) {
    write_and_wait(store_, guild_, [&](Writer& records) {
      for (int i = 1; i <= count; ++i) {
        records.insert(Civilian{.id = {i},
                                .user_id = ExternalId::stored("1"),
                                .user_name = PersonName::stored("u"),
                                .name = CivilianName::stored("c" + std::to_string(i)),
                                .dob = ShortText::stored("d"),
                                .hair = ShortText::stored("h"),
                                .address = Address::stored(std::string(400, 'a')),
                                .occupation = ShortText::stored("\"o\""),
                                .registered = {1}});
      }
      return WriteWork::Outcome::commit;
    });
  }
  /// The ids of a list's records; also checks its other members.
  static std::vector<std::string> ids(const std::string& body) {
    simdjson::dom::parser parser;
    const simdjson::dom::object list = parser.parse(body);
    std::vector<std::string> members;
    for (const auto [key, value] : list) members.emplace_back(key);
    EXPECT_THAT(members, ElementsAre("amount", "guildID", "civilians"));
    EXPECT_EQ(std::string_view(list["guildID"]), "g");
    std::vector<std::string> found;
    for (const simdjson::dom::element each : simdjson::dom::array(list["civilians"])) {
      found.emplace_back(std::string_view(each["id"]));
    }
    EXPECT_EQ(std::int64_t(list["amount"]), static_cast<std::int64_t>(found.size()));
    return found;
  }
  static std::vector<std::string> numbers(int count) {
    std::vector<std::string> texts;
    for (int i = 1; i <= count; ++i) texts.push_back(std::to_string(i));
    return texts;
  }
  static std::vector<std::string> reversed(std::vector<std::string> texts) {
    std::reverse(texts.begin(), texts.end());
    return texts;
  }
};

TEST_F(Lists, a_short_list_is_sent_in_one_piece) {
  create(3);
  const http::Response response = respond({http::Method::get, "/api/civilian/list", "", key_});
  EXPECT_EQ(response.rest, nullptr);
  EXPECT_EQ(response.time_max, std::nullopt);
  EXPECT_EQ(ids(std::string(response.body.bytes())), numbers(3));
}

TEST_F(Lists, a_long_list_is_streamed_as_valid_json) {
  constexpr int count = 500;  // about 750 bytes each
  create(count);
  for (const std::string_view order : {"oldest", "newest"}) {
    const std::string target = fmt::format("/api/civilian/list?order={}", order);
    http::Response response = respond({http::Method::get, target, "", key_});
    ASSERT_NE(response.rest, nullptr);
    EXPECT_TRUE(response.time_max);  // because it holds a snapshot
    EXPECT_LT(response.body.bytes().size(), 2 * handler::piece_bytes);
    const TestResponse complete = read_all(std::move(response));
    EXPECT_GE(complete.pieces, 4);
    EXPECT_EQ(ids(complete.body), order == "oldest" ? numbers(count) : reversed(numbers(count)));
  }
}

/// The texts of a dossier's array; also checks the order of the entries.
std::vector<std::string> texts_in(const std::string& body, std::string_view array,
                                  std::string_view member = "charges") {
  simdjson::dom::parser parser;
  std::vector<std::string> texts;
  for (const simdjson::dom::element each : simdjson::dom::array(parser.parse(body)[array])) {
    texts.emplace_back(std::string_view(each[member]));
  }
  return texts;
}

TEST_F(Lists, a_dossier_of_any_length_has_all_entries_in_order) {
  create(1);
  const CivilianName name = CivilianName::stored("c1");
  std::vector<std::string> citations;
  std::vector<std::string> admissions;
  bool was_single = false;
  bool was_split = false;
  for (int length = 0; length < 80; ++length) {
    const TestResponse info = get("/api/civilian/info?name=c1");
    EXPECT_EQ(texts_in(info.body, "citations"), citations);
    EXPECT_EQ(texts_in(info.body, "fines"), std::vector<std::string>());
    EXPECT_EQ(texts_in(info.body, "hospitalRecords", "injures"), admissions);
    const TestResponse leo = get("/api/leo/records?name=c1");
    EXPECT_EQ(texts_in(leo.body, "citations"), citations);
    EXPECT_EQ(texts_in(leo.body, "arrests"), std::vector<std::string>());
    EXPECT_THAT(leo.body, ::testing::HasSubstr(fmt::format(R"("citationAmount":{},"fineAmount":0,)",
                                                           citations.size())));
    const TestResponse medical = get("/api/medical/records?name=c1");
    EXPECT_EQ(texts_in(medical.body, "admissions", "injures"), admissions);
    EXPECT_THAT(medical.body,
                ::testing::HasSubstr(fmt::format(R"("amount":{},)", admissions.size())));
    (info.pieces == 0 ? was_single : was_split) = true;

    write_and_wait(store_, guild_, [&](Writer& records) {
      auto& texts = length % 2 == 0 ? citations : admissions;
      const EntryKind kind = length % 2 == 0 ? EntryKind::citation : EntryKind::admission;
      texts.push_back(fmt::format("{} {}", length, std::string(1500, 'x')));
      records.append(records.civilian(name).value(),
                     Entry{.kind = kind,
                           .count = static_cast<std::int64_t>(texts.size()),
                           .author_name = PersonName::stored("a"),
                           .author_id = ExternalId::stored("1"),
                           .time_text = "60",
                           .text = Narrative::stored(texts.back()),
                           .made = {1}});
      return WriteWork::Outcome::commit;
    });
  }
  EXPECT_TRUE(was_single);
  EXPECT_TRUE(was_split);
}

TEST_F(Lists, long_responses_are_limited_per_key) {
  create(500);
  const TestRequest list{http::Method::get, "/api/civilian/list", "", key_};
  std::vector<http::Response> unread;
  for (std::size_t i = 0; i < api::LongResponses::of_key_max; ++i) {
    unread.push_back(respond(list));
    ASSERT_EQ(unread.back().status, 200U);
  }
  const http::Response refused = respond(list);
  EXPECT_EQ(refused.status, 503U);
  EXPECT_THAT(refused.extra_headers, ::testing::HasSubstr("Retry-After: 1\r\n"));
  EXPECT_EQ(get("/api/civilian/list?limit=3").status, 200U);  // a short one

  const std::string other = make_key("read");
  EXPECT_EQ(respond({http::Method::get, "/api/civilian/list", "", other}).status, 200U);
  unread.pop_back();
  unread.push_back(respond(list));
  EXPECT_EQ(unread.back().status, 200U);
}

TEST_F(Lists, long_responses_are_limited_per_guild) {
  create(500);
  std::vector<http::Response> unread;
  for (std::size_t i = 0; i < api::LongResponses::of_guild_max; ++i) {
    if (i % api::LongResponses::of_key_max == 0) key_ = make_key("read");
    unread.push_back(respond({http::Method::get, "/api/civilian/list", "", key_}));
    ASSERT_EQ(unread.back().status, 200U) << i;
  }
  key_ = make_key("read");
  EXPECT_EQ(respond({http::Method::get, "/api/civilian/list", "", key_}).status, 503U);
}

TEST_F(Lists, a_list_of_any_length_is_complete) {
  // The first piece ends after some 90 records; tests each length around that.
  bool was_single = false;
  bool was_split = false;
  for (int length = 60; length <= 120; ++length) {
    create(length);  // keeps existing records
    const TestResponse response = get("/api/civilian/list");
    (response.pieces == 0 ? was_single : was_split) = true;
    ASSERT_EQ(ids(response.body), numbers(length)) << length;
  }
  EXPECT_TRUE(was_single);
  EXPECT_TRUE(was_split);
}

TEST_F(Lists, a_list_in_progress_does_not_see_new_changes) {
  create(500);
  http::Response response = respond({http::Method::get, "/api/civilian/list", "", key_});
  ASSERT_NE(response.rest, nullptr);
  EXPECT_EQ(post("/api/civilian/create", civilian("New")).status, 201U);
  EXPECT_EQ(remove("/api/civilian/delete", R"({"name":"c400"})").status, 200U);
  EXPECT_EQ(ids(read_all(std::move(response)).body), numbers(500));
}

TEST_F(Lists, a_disconnected_client_releases_its_snapshot) {
  create(500);
  // More than may be open at once.
  for (int i = 0; i < 100; ++i) {
    const http::Response response = respond({http::Method::get, "/api/civilian/list", "", key_});
    ASSERT_EQ(response.status, 200U) << i;
  }
}

TEST_F(Lists, too_many_open_long_lists_are_503) {
  create(500);
  std::vector<http::Response> open;
  unsigned status = 200;
  while (status == 200 && open.size() < 1000) {
    open.push_back(respond({http::Method::get, "/api/civilian/list", "", key_}));
    status = open.back().status;
  }
  EXPECT_EQ(status, 503U);
  EXPECT_EQ(post("/api/vehicle/create", vehicle("c1", "A")).status, 201U);
  EXPECT_EQ(get("/api/vehicle/list").status, 200U);  // short, so it keeps no snapshot open
  EXPECT_EQ(get("/api/civilian/info?name=c1").status, 200U);
  open.clear();
  EXPECT_EQ(get("/api/civilian/list").status, 200U);
}

TEST_F(Lists, a_page_of_any_length_is_complete_and_names_the_next) {
  create(200);
  bool was_single = false;
  bool was_split = false;
  for (int limit = 60; limit <= 120; ++limit) {
    const std::string target = "/api/civilian/list?limit=" + std::to_string(limit);
    const TestResponse response = get(target);
    (response.pieces == 0 ? was_single : was_split) = true;
    const std::string end = R"(],"next":")" + std::to_string(limit) + R"("})";
    ASSERT_TRUE(response.body.ends_with(end)) << limit;
    simdjson::dom::parser parser;
    const simdjson::dom::object page = parser.parse(response.body);
    EXPECT_EQ(std::int64_t(page["amount"]), 200);
    EXPECT_EQ(simdjson::dom::array(page["civilians"]).size(), static_cast<std::size_t>(limit));
    const TestResponse rest = get(target + "&after=" + std::to_string(200 - limit));
    ASSERT_TRUE(rest.body.ends_with("]}")) << limit;  // exactly the last page
  }
  EXPECT_TRUE(was_single);
  EXPECT_TRUE(was_split);
}

TEST_F(Lists, an_invalid_query_string_is_refused) {
  create(1);
  EXPECT_EQ(get("/api/civilian/list?limit=%zz").status, 400U);
  EXPECT_EQ(get("/api/civilian/list?other=%zz").status, 400U);
}

TEST_F(Lists, lists_ignore_the_body) {
  create(1);
  for (const char* body : {"", "[]", "no json", R"({"name":5})"}) {
    EXPECT_EQ(send({http::Method::get, "/api/civilian/list", body, key_}).status, 200U) << body;
  }
}

TEST_F(Lists, head_gets_the_same_response_as_get) {
  create(2);
  for (const char* target :
       {"/api/civilian/list", "/api/civilian/info?name=c1", "/api/civilian/info?name=nobody",
        "/api/version", "/healthz", "/readyz"}) {
    const TestResponse by_get = send({http::Method::get, target, "", key_});
    const TestResponse by_head = send({http::Method::head, target, "", key_});
    EXPECT_EQ(by_head.status, by_get.status) << target;
    EXPECT_EQ(by_head.headers, by_get.headers) << target;
    EXPECT_EQ(by_head.body.size(), by_get.body.size()) << target;
  }
  EXPECT_EQ(send({http::Method::head, "/api/civilian/create", "", key_}).status, 405U);
}

}  // namespace
}  // namespace blotter
