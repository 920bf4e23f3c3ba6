// Cached responses equal those from the store, and are never outdated.
#include <atomic>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "api/harness.hpp"
#include "operations/due.hpp"

namespace blotter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CachedResponses : public ApiTest {
 protected:
  CachedResponses() {
    start({.cache_bytes = 1024 * 1024});
    EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
    EXPECT_EQ(post("/api/vehicle/create", vehicle("Ada", "ABC")).status, 201U);
  }

  [[nodiscard]] double cached() {
    const std::string name = "\nblotter_cached_answers_total ";
    const std::string text = metrics_.text(gauges_);
    return std::stod(text.substr(text.find(name) + name.size()));
  }

  /// Repeats the request until the response comes from the cache.
  TestResponse repeat_until_cached(const std::string& target) {
    const double before = cached();
    TestResponse response = get(target);
    for (int turn = 0; turn < 1000 && cached() == before; ++turn) response = get(target);
    EXPECT_GT(cached(), before);
    return response;
  }

  const api::Gauges gauges_{[] { return 0.0; }, [] { return 0.0; }, [] { return 0.0; },
                            [] { return 0.0; }};
};

TEST_F(CachedResponses, a_cached_response_equals_the_first) {
  for (const std::string target :
       {"/api/civilian/info?name=Ada", "/api/vehicle/plate?plate=ABC", "/api/leo/records?name=Ada",
        "/api/civilian/list", "/api/search?q=ada"}) {
    const TestResponse first = get(target);
    const TestResponse second = repeat_until_cached(target);
    EXPECT_EQ(second.status, 200U);
    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(second.headers, first.headers);
  }
}

TEST_F(CachedResponses, the_orders_of_a_list_are_cached_separately) {
  ASSERT_EQ(post("/api/civilian/create", civilian("Ben")).status, 201U);
  const auto is_ada_first = [&](const std::string& order) {
    const std::string body = repeat_until_cached("/api/civilian/list" + order).body;
    return body.find("\"Ada\"") < body.find("\"Ben\"");
  };
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_TRUE(is_ada_first(""));
    EXPECT_FALSE(is_ada_first("?order=newest"));
    EXPECT_TRUE(is_ada_first("?order=oldest"));
  }
}

TEST_F(CachedResponses, a_client_reads_its_own_change) {
  for (int i = 1; i <= 50; ++i) {
    const std::string job = "job " + std::to_string(i);
    repeat_until_cached("/api/civilian/info?name=Ada");
    EXPECT_EQ(patch("/api/civilian/edit",
                    R"({"name":"Ada","field":"occupation","value":")" + job + R"("})")
                  .status,
              201U);
    EXPECT_THAT(get("/api/civilian/info?name=Ada").body, HasSubstr(job));
    EXPECT_THAT(repeat_until_cached("/api/civilian/info?name=Ada").body, HasSubstr(job));
  }
}

TEST_F(CachedResponses, concurrent_readers_never_get_a_stale_response) {
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
    const auto response =
        post("/api/leo/cite",
             R"({"name":"Ada","officerName":"o","officerID":"1","charges":"c","amount":5})");
    EXPECT_EQ(response.status, 201U);
    acknowledged = i;
  }
  is_over = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(stale, 0);
  EXPECT_GT(cached(), 0);
}

TEST_F(CachedResponses, a_search_is_repeated_after_every_change) {
  EXPECT_THAT(repeat_until_cached("/api/search?q=ada").body, Not(HasSubstr("Adalbert")));
  EXPECT_EQ(post("/api/civilian/create", civilian("Adalbert")).status, 201U);
  EXPECT_THAT(get("/api/search?q=ada").body, HasSubstr("Adalbert"));
}

TEST_F(CachedResponses, a_search_finds_at_once_what_was_restored) {
  const std::string owner = make_key("admin");
  const std::string search = "/api/search?q=BC";
  const std::string nothing = R"("results":[])";
  ASSERT_EQ(remove("/api/civilian/delete", R"({"name":"Ada"})").status, 200U);
  EXPECT_THAT(repeat_until_cached(search).body, HasSubstr(nothing));
  ASSERT_EQ(send({http::Method::post, "/api/audit/undo", R"({"seq":3})", owner}).status, 201U);
  EXPECT_THAT(get(search).body, Not(HasSubstr(nothing)));
}

TEST_F(CachedResponses, a_check_shows_at_once_what_the_clock_ended) {
  const std::vector<std::string> checks{"/api/civilian/check?name=Ada",
                                        "/api/vehicle/check?plate=ABC"};
  const std::string bolo = R"({"name":"Ada","bolo":true,"reason":"r","expiresIn":1})";
  const std::string arrest =
      R"({"name":"Ada","officerName":"o","officerID":"1","charges":"c","time":2})";
  ASSERT_EQ(patch("/api/civilian/bolo", bolo).status, 201U);
  ASSERT_EQ(post("/api/leo/arrest", arrest).status, 201U);
  const auto end_after = [&](std::int64_t seconds) {
    const Timestamp then{clock_.now().ms + seconds * 1000};
    write_and_wait(store_, guild_, [&](Writer& records) {
      end_due(records, then, ids_, random_);
      return WriteWork::Outcome::commit;
    });
  };
  for (const std::string& check : checks) {
    EXPECT_THAT(repeat_until_cached(check).body, HasSubstr(R"("code":"bolo")"));
  }
  end_after(1);
  for (const std::string& check : checks) {
    const std::string body = repeat_until_cached(check).body;
    EXPECT_THAT(body, Not(HasSubstr(R"("code":"bolo")")));
    EXPECT_THAT(body, HasSubstr(R"("code":"custody")"));
  }
  end_after(2);
  for (const std::string& check : checks) {
    EXPECT_THAT(get(check).body, Not(HasSubstr(R"("code":"custody")")));
  }
}

TEST_F(CachedResponses, a_new_penal_code_is_visible_at_once) {
  const std::string owner = make_key("admin");
  for (const char* title : {"Theft", "Arson", "Fraud"}) {
    repeat_until_cached("/api/penal-code");
    const auto body = std::string(R"({"entries":[{"code":"A","title":")") + title + R"("}]})";
    EXPECT_EQ(put("/api/penal-code", body, owner).status, 200U);
    EXPECT_THAT(get("/api/penal-code").body, HasSubstr(title));
    EXPECT_THAT(repeat_until_cached("/api/penal-code").body, HasSubstr(title));
  }
}

TEST_F(CachedResponses, every_kind_of_change_to_a_civilian_is_visible_at_once) {
  const std::vector<std::string> look_ups{
      "/api/civilian/info?name=Ada", "/api/leo/records?name=Ada", "/api/medical/records?name=Ada",
      "/api/vehicle/plate?plate=ABC", "/api/leo/impound?plate=ABC"};
  const std::string officer = R"("name":"Ada","officerName":"O","officerID":"1","charges":"c",)";
  struct Step {
    http::Method method;
    std::string target;
    std::string body;
    std::string look_up;
    std::string expected;
  };
  constexpr auto add = http::Method::post;
  constexpr auto change = http::Method::patch;
  const std::vector<Step> steps{
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
  for (const Step& step : steps) {
    for (const std::string& look_up : look_ups) {
      if (get(look_up).status == 200U) repeat_until_cached(look_up);
    }
    ASSERT_LT(send({step.method, step.target, step.body, key_}).status, 300U) << step.body;
    EXPECT_THAT(get(step.look_up).body, HasSubstr(step.expected)) << step.body;
  }
  for (const std::string& look_up : look_ups) EXPECT_EQ(get(look_up).status, 404U) << look_up;
}

TEST_F(CachedResponses, a_change_to_another_civilian_keeps_the_response_cached) {
  for (const std::string target : {"/api/civilian/info?name=Ada", "/api/vehicle/plate?plate=ABC"}) {
    const TestResponse before = repeat_until_cached(target);
    const double hits = cached();
    EXPECT_EQ(post("/api/civilian/create", civilian("Bob " + target.substr(5, 3))).status, 201U);
    const TestResponse after = get(target);
    EXPECT_EQ(after.body, before.body);
    EXPECT_EQ(cached(), hits + 1);
  }
}

TEST_F(CachedResponses, a_change_by_another_process_is_visible_soon) {
  const auto tool = open_store("sqlite:" + path_, StoreUse::tool);
  EXPECT_THAT(repeat_until_cached("/api/civilian/info?name=Ada").body, Not(HasSubstr("Astronaut")));
  write_and_wait(*tool, guild_, [](Writer& records) {
    auto found = records.civilian(CivilianName::parse("Ada").value());
    found->occupation = ShortText::stored("Astronaut");
    records.update(*found, *found);
    return WriteWork::Outcome::commit;
  });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  std::string body;
  do {
    body = get("/api/civilian/info?name=Ada").body;
  } while (body.find("Astronaut") == std::string::npos &&
           std::chrono::steady_clock::now() < deadline);
  EXPECT_THAT(body, HasSubstr("Astronaut"));
  EXPECT_THAT(repeat_until_cached("/api/civilian/info?name=Ada").body, HasSubstr("Astronaut"));
}

TEST_F(CachedResponses, cached_responses_require_permission) {
  repeat_until_cached("/api/civilian/info?name=Ada");
  EXPECT_EQ(send({http::Method::get, "/api/civilian/info?name=Ada", "", "wrong"}).status, 403U);
  const std::string writer = make_key("civilian");
  EXPECT_EQ(send({http::Method::get, "/api/civilian/info?name=Ada", "", writer}).status, 403U);
  store_.administer([&](Accounts& accounts) { accounts.revoke_key({1}, clock_.now()); });
  keys_.refresh();
  EXPECT_EQ(get("/api/civilian/info?name=Ada").status, 403U);
}

TEST_F(CachedResponses, guilds_do_not_share_responses) {
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
  repeat_until_cached("/api/civilian/info?name=Ada");
  const TestRequest elsewhere{http::Method::get, "/api/civilian/info?name=Ada", "", secret.reveal(),
                              "other"};
  for (int turn = 0; turn < 3; ++turn) EXPECT_EQ(send(elsewhere).status, 404U);
}

TEST_F(CachedResponses, the_rate_limit_counts_cached_responses) {
  start({.input = {}, .rate_limit = 3, .cache_bytes = 1024 * 1024});
  std::vector<unsigned> statuses;
  for (int turn = 0; turn < 4; ++turn) {
    statuses.push_back(get("/api/civilian/info?name=Ada").status);
  }
  EXPECT_THAT(statuses, ::testing::ElementsAre(200U, 200U, 200U, 429U));
}

TEST_F(CachedResponses, errors_are_not_cached) {
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_EQ(get("/api/civilian/info?name=Nobody").status, 404U);
    EXPECT_EQ(get("/api/civilian/info").status, 400U);
  }
  EXPECT_EQ(cached(), 0);
}

TEST_F(CachedResponses, responses_that_depend_on_more_than_records_are_not_cached) {
  for (const Operation& operation : operations()) {
    if (operation.verb != Verb::get || operation.depends_on == DependsOn::records) continue;
    // Whether it is refused does not matter here.
    for (int turn = 0; turn < 3; ++turn) get(std::string(operation.path));
  }
  EXPECT_EQ(cached(), 0);
}

/// The requests of an operation that only reads, made of its required members.
bool needs_admin(const Operation& operation) {
  const auto rights = operation.rights.all();
  return !rights.empty() && rights.front().scope == Scope::admin;
}

std::string target_of(const Operation& operation, const std::string& serial_number) {
  const std::map<Member, std::string> values{{Member::name, "Ada"},
                                             {Member::plate, "ABC"},
                                             {Member::serial_number, serial_number},
                                             {Member::q, "ada"}};
  std::string target(operation.path);
  for (const MemberDoc& doc : operation.handler.document()) {
    if (!doc.required) continue;
    target += target.find('?') == std::string::npos ? '?' : '&';
    target += std::string(spelling(doc.info.member)) + "=" + values.at(doc.info.member);
  }
  return target;
}

TEST_F(CachedResponses, a_cached_response_depends_on_neither_time_nor_key) {
  start({});  // nothing is cached, so each response is a new one
  const TestResponse created = post("/api/firearm/create", firearm("Ada"));
  ASSERT_EQ(created.status, 201U);
  const std::string prefix = R"("serialNumber":")";
  const auto begin = created.body.find(prefix) + prefix.size();
  const std::string serial_number =
      created.body.substr(begin, created.body.find('"', begin) - begin);
  for (const char* path : {"/api/leo/cite", "/api/leo/arrest", "/api/medical/admit"}) {
    const TestResponse made =
        post(path, R"({"name":"Ada","officerName":"o","officerID":"1","charges":"c","amount":5,)"
                   R"("time":60,"injures":"i","unitName":"u","unitID":"2"})");
    EXPECT_TRUE(made.status == 201U || std::string_view(path).ends_with("admit")) << made.body;
  }
  for (const auto& [path, body] :
       {std::pair{"/api/civilian/bolo",
                  R"({"name":"Ada","bolo":true,"reason":"r","expiresIn":60})"},
        std::pair{"/api/leo/impound", R"({"plate":"ABC","impound":true,"releaseIn":60})"}}) {
    ASSERT_EQ(patch(path, body).status, 201U) << path;
  }

  for (const Operation& operation : operations()) {
    if (needs_admin(operation)) {
      EXPECT_EQ(operation.depends_on, DependsOn::anything);
    }
  }
  std::set<std::string_view> differing;
  std::map<std::string_view, std::string> first;
  const auto each_read = [&](auto visit) {
    for (const Operation& operation : operations()) {
      // Webhooks need another scope, and are no records.
      const bool is_webhook = needs_admin(operation);
      if (operation.verb == Verb::get && !is_webhook) {
        visit(operation, target_of(operation, serial_number));
      }
    }
  };
  each_read([&](const Operation& operation, const std::string& target) {
    const TestResponse response = get(target);
    EXPECT_EQ(response.status, 200U) << target << response.body;
    first[operation.id] = response.body;
  });
  clock_.advance(std::int64_t{400} * 24 * 3600 * 1000);
  const std::string other_key = make_key("read");
  each_read([&](const Operation& operation, const std::string& target) {
    const TestResponse response = send({http::Method::get, target, "", other_key});
    if (response.body != first[operation.id]) differing.insert(operation.id);
    if (operation.depends_on == DependsOn::records) {
      EXPECT_EQ(response.body, first[operation.id]) << operation.id;
    }
  });
  // So the test does see what depends on more.
  EXPECT_THAT(differing, ::testing::IsSupersetOf(
                             {"key", "stats", "civilian.bolos", "leo.impounds", "leo.custody"}));
}

TEST_F(CachedResponses, only_reads_depend_on_records_alone) {
  for (const Operation& operation : operations()) {
    if (operation.depends_on == DependsOn::records) {
      EXPECT_EQ(operation.verb, Verb::get) << operation.id;
    }
  }
}

TEST_F(CachedResponses, an_ignored_body_does_not_change_the_cache_key) {
  repeat_until_cached("/api/civilian/list");
  const double before = cached();
  EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "[]", key_}).status, 200U);
  EXPECT_EQ(cached(), before + 1);
}

TEST_F(CachedResponses, nothing_is_cached_without_memory) {
  start({});
  for (int turn = 0; turn < 3; ++turn) get("/api/civilian/info?name=Ada");
  EXPECT_EQ(cached(), 0);
}

}  // namespace
}  // namespace blotter::testing
