// Answers from memory: the same as from the store, and never an old one.
#include <atomic>
#include <chrono>
#include <thread>

#include "api/harness.hpp"

namespace blotter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CachedAnswers : public ApiTest {
 protected:
  CachedAnswers() {
    start({.cache_bytes = 1024 * 1024});
    EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
    EXPECT_EQ(post("/api/vehicle/create", vehicle("Ada", "ABC")).status, 201U);
  }

  [[nodiscard]] double cached() {
    const std::string name = "\nblotter_cached_answers_total ";
    const std::string text = metrics_.text(gauges_);
    return std::stod(text.substr(text.find(name) + name.size()));
  }

  /// Asks until the answer comes from memory.
  Answer asked_again(const std::string& target) {
    const double before = cached();
    Answer answer = get(target);
    for (int turn = 0; turn < 1000 && cached() == before; ++turn) answer = get(target);
    EXPECT_GT(cached(), before);
    return answer;
  }

  const api::Gauges gauges_{[] { return 0.0; }, [] { return 0.0; }, [] { return 0.0; }};
};

TEST_F(CachedAnswers, the_second_answer_is_the_first_one) {
  for (const std::string target :
       {"/api/civilian/info?name=Ada", "/api/vehicle/plate?plate=ABC", "/api/leo/records?name=Ada",
        "/api/civilian/list", "/api/search?q=ada"}) {
    const Answer first = get(target);
    const Answer second = asked_again(target);
    EXPECT_EQ(second.status, 200U);
    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(second.headers, first.headers);
  }
}

TEST_F(CachedAnswers, who_made_a_change_sees_it) {
  for (int i = 1; i <= 50; ++i) {
    const std::string job = "job " + std::to_string(i);
    asked_again("/api/civilian/info?name=Ada");
    EXPECT_EQ(patch("/api/civilian/edit",
                    R"({"name":"Ada","field":"occupation","value":")" + job + R"("})")
                  .status,
              201U);
    EXPECT_THAT(get("/api/civilian/info?name=Ada").body, HasSubstr(job));
    EXPECT_THAT(asked_again("/api/civilian/info?name=Ada").body, HasSubstr(job));
  }
}

TEST_F(CachedAnswers, while_others_read_a_change_is_never_forgotten_again) {
  std::atomic<int> acknowledged = 0;
  std::atomic<bool> is_over = false;
  std::vector<std::thread> readers;
  std::atomic<int> stale = 0;
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&] {
      while (!is_over) {
        const int least = acknowledged;
        const std::string body = get("/api/leo/records?name=Ada").body;
        int seen = 0;
        for (std::size_t at = 0; (at = body.find("\"count\"", at)) != std::string::npos; ++at)
          ++seen;
        if (seen < least) ++stale;
      }
    });
  }
  for (int i = 1; i <= 60; ++i) {
    const auto answer =
        post("/api/leo/cite",
             R"({"name":"Ada","officerName":"o","officerID":"1","charges":"c","amount":5})");
    EXPECT_EQ(answer.status, 201U);
    acknowledged = i;
  }
  is_over = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(stale, 0);
  EXPECT_GT(cached(), 0);
}

TEST_F(CachedAnswers, a_search_is_made_again_after_every_change) {
  EXPECT_THAT(asked_again("/api/search?q=ada").body, Not(HasSubstr("Adalbert")));
  EXPECT_EQ(post("/api/civilian/create", civilian("Adalbert")).status, 201U);
  EXPECT_THAT(get("/api/search?q=ada").body, HasSubstr("Adalbert"));
}

TEST_F(CachedAnswers, every_kind_of_change_to_a_civilian_is_seen_at_once) {
  const std::vector<std::string> look_ups{
      "/api/civilian/info?name=Ada", "/api/leo/records?name=Ada", "/api/medical/records?name=Ada",
      "/api/vehicle/plate?plate=ABC", "/api/leo/impound?plate=ABC"};
  const std::string officer = R"("name":"Ada","officerName":"O","officerID":"1","charges":"c",)";
  struct Act {
    http::Method method;
    std::string target;
    std::string body;
    std::string look_up;
    std::string shows;
  };
  constexpr auto add = http::Method::post;
  constexpr auto change = http::Method::patch;
  const std::vector<Act> acts{
      {add, "/api/leo/cite", "{" + officer + R"("amount":4711})", look_ups[0], "4711"},
      {add, "/api/leo/fine", "{" + officer + R"("amount":4712})", look_ups[1], "4712"},
      {add, "/api/leo/arrest", "{" + officer + R"("time":4713})", look_ups[1], "4713"},
      {add, "/api/medical/admit",
       R"({"name":"Ada","time":"4714","injures":"i","unitName":"U","unitID":"2"})", look_ups[2],
       "4714"},
      {change, "/api/civilian/bolo", R"({"name":"Ada","bolo":true,"reason":"wanted"})", look_ups[0],
       "wanted"},
      {change, "/api/vehicle/edit", R"({"name":"Ada","field":"color","value":"teal"})", look_ups[3],
       "teal"},
      {change, "/api/leo/impound", R"({"plate":"ABC","impound":true,"fee":4715})", look_ups[4],
       "4715"},
      {change, "/api/civilian/edit", R"({"name":"Ada","field":"name","value":"Eve"})", look_ups[3],
       "Eve"},
      {change, "/api/civilian/edit", R"({"name":"Eve","field":"name","value":"Ada"})", look_ups[0],
       "Ada"},
      {change, "/api/civilian/deceased", R"({"name":"Ada","deceased":true})", look_ups[0],
       R"("deceased":true)"},
      {http::Method::delete_, "/api/civilian/delete", R"({"name":"Ada"})", look_ups[3],
       "not found"},
  };
  for (const Act& act : acts) {
    for (const std::string& look_up : look_ups) {
      if (get(look_up).status == 200U) asked_again(look_up);
    }
    ASSERT_LT(send({act.method, act.target, act.body, key_}).status, 300U) << act.body;
    EXPECT_THAT(get(act.look_up).body, HasSubstr(act.shows)) << act.body;
  }
  for (const std::string& look_up : look_ups) EXPECT_EQ(get(look_up).status, 404U) << look_up;
}

TEST_F(CachedAnswers, what_happens_to_others_leaves_an_answer_in_memory) {
  for (const std::string target : {"/api/civilian/info?name=Ada", "/api/vehicle/plate?plate=ABC"}) {
    const Answer before = asked_again(target);
    const double answered = cached();
    EXPECT_EQ(post("/api/civilian/create", civilian("Bob " + target.substr(5, 3))).status, 201U);
    const Answer after = get(target);
    EXPECT_EQ(after.body, before.body);
    EXPECT_EQ(cached(), answered + 1);
  }
}

TEST_F(CachedAnswers, what_another_process_changes_is_soon_seen) {
  const auto tool = open_store("sqlite:" + path_, StoreUse::tool);
  EXPECT_THAT(asked_again("/api/civilian/info?name=Ada").body, Not(HasSubstr("Astronaut")));
  write_and_wait(*tool, guild_, [](Writer& records) {
    auto found = records.civilian(CivilianName::parse("Ada").value());
    found->occupation = ShortText::stored("Astronaut");
    records.update(*found, *found);
    return WriteWork::Verdict::keep;
  });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  std::string body;
  do {
    body = get("/api/civilian/info?name=Ada").body;
  } while (body.find("Astronaut") == std::string::npos &&
           std::chrono::steady_clock::now() < deadline);
  EXPECT_THAT(body, HasSubstr("Astronaut"));
  EXPECT_THAT(asked_again("/api/civilian/info?name=Ada").body, HasSubstr("Astronaut"));
}

TEST_F(CachedAnswers, a_key_that_may_not_ask_learns_nothing) {
  asked_again("/api/civilian/info?name=Ada");
  EXPECT_EQ(send({http::Method::get, "/api/civilian/info?name=Ada", "", "wrong"}).status, 403U);
  const std::string writer = make_key("civilian");
  EXPECT_EQ(send({http::Method::get, "/api/civilian/info?name=Ada", "", writer}).status, 403U);
  store_.administer([&](Accounts& accounts) { accounts.revoke_key({1}, clock_.now()); });
  keys_.refresh();
  EXPECT_EQ(get("/api/civilian/info?name=Ada").status, 403U);
}

TEST_F(CachedAnswers, guilds_do_not_share_answers) {
  const GuildId other = GuildId::parse("other").value();
  const KeySecret secret = KeySecret::generate(random_);
  store_.administer([&](Accounts& accounts) {
    accounts.create_guild({other, clock_.now()});
    accounts.create_key({.id = {99},
                         .name = "",
                         .scopes = Scopes::parse("read").value(),
                         .guilds = {other},
                         .created = clock_.now()},
                        secret.digest());
  });
  keys_.refresh();
  asked_again("/api/civilian/info?name=Ada");
  const Sent elsewhere{http::Method::get, "/api/civilian/info?name=Ada", "", secret.reveal(),
                       "other"};
  for (int turn = 0; turn < 3; ++turn) EXPECT_EQ(send(elsewhere).status, 404U);
}

TEST_F(CachedAnswers, a_limit_counts_answers_from_memory_too) {
  start({.input = {}, .rate_limit = 3, .cache_bytes = 1024 * 1024});
  std::vector<unsigned> statuses;
  for (int turn = 0; turn < 4; ++turn) {
    statuses.push_back(get("/api/civilian/info?name=Ada").status);
  }
  EXPECT_THAT(statuses, ::testing::ElementsAre(200U, 200U, 200U, 429U));
}

TEST_F(CachedAnswers, refusals_are_made_anew_each_time) {
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_EQ(get("/api/civilian/info?name=Nobody").status, 404U);
    EXPECT_EQ(get("/api/civilian/info").status, 400U);
  }
  EXPECT_EQ(cached(), 0);
}

TEST_F(CachedAnswers, what_depends_on_more_than_records_is_made_anew_each_time) {
  for (const Operation& operation : operations()) {
    if (operation.depends_on == DependsOn::records) continue;
    for (int turn = 0; turn < 3; ++turn) {
      EXPECT_EQ(get(std::string(operation.path)).status, 200U) << operation.id;
    }
  }
  EXPECT_EQ(cached(), 0);
}

TEST_F(CachedAnswers, a_body_that_is_ignored_makes_no_other_question) {
  asked_again("/api/civilian/list");
  const double before = cached();
  EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "[]", key_}).status, 200U);
  EXPECT_EQ(cached(), before + 1);
}

TEST_F(CachedAnswers, without_memory_nothing_is_kept) {
  start({});
  for (int turn = 0; turn < 3; ++turn) get("/api/civilian/info?name=Ada");
  EXPECT_EQ(cached(), 0);
}

}  // namespace
}  // namespace blotter::testing
