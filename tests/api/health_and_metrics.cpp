// Health, readiness and metrics; and the responses to requests that the HTTP engine refused.
#include <thread>

#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

class HealthAndMetrics : public ApiTest {
 protected:
  /// -1 if there is no such line.
  double metric(const std::string& line) {
    const std::string text = "\n" + get("/metrics").body;
    const std::size_t at = text.find("\n" + line + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + line.size() + 2));
  }
  double requests(const std::string& operation, int status) {
    return metric(R"(blotter_requests_total{operation=")" + operation + R"(",status=")" +
                  std::to_string(status) + R"("})");
  }
};

TEST_F(HealthAndMetrics, alive_and_ready_need_no_key) {
  EXPECT_EQ(send({http::Method::get, "/healthz"}).body, R"({"status":"alive"})");
  EXPECT_EQ(send({http::Method::get, "/readyz"}).body, R"({"status":"ready"})");
  EXPECT_EQ(send({http::Method::get, "/api/version"}).body,
            R"({"version":")" + std::string(BLOTTER_VERSION) + R"("})");
}

TEST_F(HealthAndMetrics, without_its_store_the_service_is_alive_but_not_ready) {
  store_.fail(Fault::unavailable);
  EXPECT_EQ(send({http::Method::get, "/healthz"}).status, 200U);
  const TestResponse response = send({http::Method::get, "/readyz"});
  EXPECT_EQ(response.status, 503U);
  EXPECT_THAT(response.body, Not(HasSubstr("secret")));
  store_.fail(Fault::none);
  EXPECT_EQ(send({http::Method::get, "/readyz"}).status, 200U);
}

TEST_F(HealthAndMetrics, the_pages_allow_only_get_and_head) {
  for (const char* page : {"/healthz", "/readyz", "/metrics", "/api/version"}) {
    for (const auto method :
         {http::Method::post, http::Method::patch, http::Method::delete_, http::Method::other}) {
      const TestResponse response = send({method, page});
      EXPECT_EQ(response.status, 405U) << page;
      EXPECT_THAT(response.headers, HasSubstr("Allow: GET, HEAD\r\n")) << page;
    }
  }
}

TEST_F(HealthAndMetrics, requests_are_counted_by_operation_and_status) {
  EXPECT_EQ(requests("civilian.create", 201), -1);
  post("/api/civilian/create", civilian("John"));
  post("/api/civilian/create", civilian("Jane"));
  post("/api/civilian/create", civilian("John"));
  post("/api/civilian/create", "no json");
  get("/api/civilian/info?name=john");
  get("/api/civilian/info?name=nobody");
  send({http::Method::get, "/api/civilian/info", "", "wrong"});
  EXPECT_EQ(requests("civilian.create", 201), 2);
  EXPECT_EQ(requests("civilian.create", 409), 1);
  EXPECT_EQ(requests("civilian.create", 400), 1);
  EXPECT_EQ(requests("civilian.info", 200), 1);
  EXPECT_EQ(requests("civilian.info", 404), 1);
  EXPECT_EQ(requests("civilian.info", 403), 1);
}

TEST_F(HealthAndMetrics, failures_are_counted_under_their_operation) {
  store_.fail(Fault::unavailable);
  get("/api/civilian/list");
  post("/api/civilian/create", civilian("John"));
  store_.fail(Fault::overloaded);
  post("/api/civilian/create", civilian("John"));
  EXPECT_EQ(requests("civilian.list", 500), 1);
  EXPECT_EQ(requests("civilian.create", 500), 1);
  EXPECT_EQ(requests("civilian.create", 503), 1);
}

TEST_F(HealthAndMetrics, requests_without_an_operation_are_counted_under_none) {
  get("/api/nothing");
  post("/api/civilian/info", "");
  service_->refuse({}, http::Refusal::request_timeout, "too slow");
  EXPECT_EQ(requests("none", 404), 1);
  EXPECT_EQ(requests("none", 405), 1);
  EXPECT_EQ(requests("none", 408), 1);
}

TEST_F(HealthAndMetrics, every_request_is_timed) {
  get("/api/civilian/list");
  get("/api/civilian/list");
  EXPECT_EQ(metric(R"(blotter_request_seconds_count{operation="civilian.list"})"), 2);
  EXPECT_EQ(metric(R"(blotter_request_seconds_bucket{operation="civilian.list",le="+Inf"})"), 2);
}

TEST_F(HealthAndMetrics, gauges_are_read_on_request) {
  EXPECT_EQ(metric("blotter_write_queue_depth"), 3);
  EXPECT_EQ(metric("blotter_open_connections"), 4);
  EXPECT_EQ(metric("blotter_storage_bytes"), 5);
}

TEST_F(HealthAndMetrics, commits_are_counted_by_their_size) {
  metrics_.count_commit(1);
  metrics_.count_commit(7);
  EXPECT_EQ(metric("blotter_write_batch_size_count"), 2);
  EXPECT_EQ(metric("blotter_write_batch_size_sum"), 8);
  EXPECT_EQ(metric(R"(blotter_write_batch_size_bucket{le="1"})"), 1);
}

TEST_F(HealthAndMetrics, concurrent_requests_are_all_counted) {
  constexpr int each = 200;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < each; ++i) get("/api/civilian/info?name=nobody");
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(requests("civilian.info", 404), 4 * each);
}

TEST_F(HealthAndMetrics, requests_refused_by_the_http_engine_get_documented_errors) {
  struct Row {
    http::Refusal refusal;
    unsigned status;
    std::string_view details;
  };
  for (const Row& row :
       {Row{http::Refusal::malformed, 400, "Invalid body provided (11000)"},
        Row{http::Refusal::request_timeout, 408, "Request timeout (10408)"},
        Row{http::Refusal::body_too_large, 413, "Payload too large (10413)"},
        Row{http::Refusal::head_too_large, 431, "Request header fields too large (10431)"},
        Row{http::Refusal::overloaded, 503, "Service is overloaded (10503)"},
        Row{http::Refusal::reply_lost, 500, "Unable to execute request (10020)"}}) {
    const http::Response response = service_->refuse({}, row.refusal, "because");
    EXPECT_EQ(response.status, row.status);
    EXPECT_THAT(std::string(response.body.bytes()), HasSubstr(row.details));
    EXPECT_EQ(response.extra_headers.find("because") != std::string::npos, row.status < 500)
        << row.details;
  }
}

TEST_F(HealthAndMetrics, pages_of_another_port_are_not_served_here) {
  api::Service without(*pipeline_, nullptr, http::Files({}), setup_, invitations_, metrics_);
  api::HealthService alone(health_);
  const auto status = [](http::Handler& handler, std::string_view target) {
    http::Request request;
    request.method = http::Method::get;
    request.target = target;
    auto sink = std::make_shared<ResponseSink>();
    handler.handle(request, http::Reply(sink));
    return sink->wait().status;
  };
  for (const char* page : {"/healthz", "/readyz", "/metrics"}) {
    EXPECT_EQ(status(without, page), 404U) << page;
    EXPECT_EQ(status(alone, page), 200U) << page;
  }
  EXPECT_EQ(status(without, "/api/version"), 200U);
  EXPECT_EQ(status(alone, "/api/version"), 404U);
  EXPECT_EQ(status(alone, "/api/civilian/list"), 404U);
}

}  // namespace
}  // namespace blotter
