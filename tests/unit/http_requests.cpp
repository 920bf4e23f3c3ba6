// How all valid forms of requests reach the handler, and when connections are kept alive.
#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

class HttpRequests : public HttpTest {};

TEST_F(HttpRequests, connection_is_kept_by_default) {
  start();
  Client client = connect();
  for (int round = 0; round < 3; ++round) {
    const auto response = client.fetch("GET /a?b=1 HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(response.status, 200U);
    EXPECT_EQ(response.body, "get /a?b=1 []");
    EXPECT_EQ(response.head,
              "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\n");
  }
  EXPECT_EQ(server_->open_connections(), 1U);
}

TEST_F(HttpRequests, connection_is_closed_on_request) {
  start();
  Client client = connect();
  const auto response = client.fetch("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(response.has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpRequests, http_1_0_connection_is_closed_by_default) {
  start();
  Client client = connect();
  const auto response = client.fetch("GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(response.status, 200U);
  EXPECT_TRUE(response.has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpRequests, http_1_0_connection_is_kept_on_request) {
  start();
  Client client = connect();
  for (int round = 0; round < 2; ++round) {
    const auto response = client.fetch("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(response.status, 200U);
    EXPECT_TRUE(response.has("Connection: keep-alive"));
  }
}

TEST_F(HttpRequests, pipelined_requests_get_responses_in_order) {
  start();
  Client client = connect();
  std::string requests;
  for (int number = 0; number < 200; ++number) {
    requests +=
        "POST /" + std::to_string(number) + " HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab";
  }
  client.send(requests);
  for (int number = 0; number < 200; ++number) {
    ASSERT_EQ(client.read_response().body, "post /" + std::to_string(number) + " [ab]");
  }
}

TEST_F(HttpRequests, pipelined_request_waits_for_the_previous_response) {
  std::promise<Reply> first;
  handler_.on_request = [&](const Request& request, Reply reply) {
    if (request.target == "/slow") return first.set_value(std::move(reply));
    reply.send(text("fast"));
  };
  start();
  Client client = connect();
  client.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\nGET /fast HTTP/1.1\r\nHost: h\r\n\r\n");
  first.get_future().get().send(text("slow"));
  EXPECT_EQ(client.read_response().body, "slow");
  EXPECT_EQ(client.read_response().body, "fast");
}

TEST_F(HttpRequests, request_may_arrive_byte_by_byte) {
  start();
  Client client = connect();
  const std::string_view request =
      "PATCH /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      "4;name=\"a b\"\r\n{\"a\"\r\n3\r\n:1}\r\n0\r\nTrailer: t\r\n\r\n";
  for (const char byte : request) ASSERT_TRUE(client.send({&byte, 1}));
  EXPECT_EQ(client.read_response().body, "patch /x [{\"a\":1}]");
}

TEST_F(HttpRequests, chunked_body_arrives_completely) {
  start();
  Client client = connect();
  const std::string_view head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n";
  for (int round = 0; round < 2; ++round) {
    client.send(head);
    EXPECT_EQ(client.fetch("3\r\nabc\r\nA;ext\r\n0123456789\r\n0\r\n\r\n").body,
              "post / [abc0123456789]");
  }
  client.send(head);
  EXPECT_EQ(client.fetch("0\r\n\r\n").body, "post / []");
}

TEST_F(HttpRequests, chunked_request_may_be_followed_by_the_next) {
  start();
  Client client = connect();
  client.send(
      "POST /1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
      "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_response().body, "post /1 [a]");
  EXPECT_EQ(client.read_response().body, "get /2 []");
}

TEST_F(HttpRequests, largest_body_is_accepted_with_length_or_chunks) {
  start();
  Client client = connect();
  const std::string body(options_.limits.body_bytes_max, 'b');
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n\r\n" + body);
  EXPECT_EQ(client.read_response().body, "post / [" + body + "]");
  client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n" + body +
              "\r\n0\r\n\r\n");
  EXPECT_EQ(client.read_response().body, "post / [" + body + "]");
  EXPECT_EQ(client.fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status, 200U);
}

TEST_F(HttpRequests, bytes_after_a_body_are_readable) {
  // simdjson reads these bytes; AddressSanitizer finds an invalid read.
  handler_.on_request = [](const Request& request, Reply reply) {
    unsigned sum = 0;
    const char* const end = request.body.data() + request.body.size();
    for (std::size_t index = 0; index < body_padding; ++index) sum += end[index] != 0 ? 1 : 0;
    reply.send(text(sum <= body_padding ? "read" : ""));
  };
  start();
  Client client = connect();
  for (const std::size_t size : {1, 100, 1800, 1900, 1950, 1984, 2048, 5000, 65536}) {
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(size) +
                "\r\n\r\n" + std::string(size, 'x'));
    EXPECT_EQ(client.read_response().body, "read") << size;
  }
}

TEST_F(HttpRequests, continue_is_sent_if_the_body_is_expected) {
  start();
  Client client = connect();
  for (const std::string_view framing : {"Content-Length: 2", "Transfer-Encoding: chunked"}) {
    const auto go_on = client.fetch("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n" +
                                    std::string(framing) + "\r\n\r\n");
    EXPECT_EQ(go_on.head, "HTTP/1.1 100 Continue\r\n\r\n");
    const auto body = framing.starts_with('C') ? "ab" : "2\r\nab\r\n0\r\n\r\n";
    EXPECT_EQ(client.fetch(body).body, "post / [ab]");
  }
}

TEST_F(HttpRequests, continue_is_not_sent_for_a_body_that_is_refused_or_empty) {
  start();
  Client client = connect();
  EXPECT_EQ(client
                .fetch("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                       "Content-Length: 0\r\n\r\n")
                .body,
            "post / []");
  EXPECT_EQ(client
                .fetch("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                       "Content-Length: 999999\r\n\r\n")
                .status,
            413U);
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpRequests, expectation_of_http_1_0_is_ignored) {
  start();
  Client client = connect();
  EXPECT_EQ(
      client.fetch("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab").body,
      "post / [ab]");
}

TEST_F(HttpRequests, head_gets_the_headers_of_get_and_no_body) {
  handler_.on_request = [](const Request&, Reply reply) { reply.send(text("12345")); };
  start();
  Client client = connect();
  client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_TRUE(client.read_response(false).has("Content-Length: 5"));
  EXPECT_EQ(client.fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n").body, "12345");
}

TEST_F(HttpRequests, empty_lines_before_a_request_are_tolerated) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch("\r\n\r\nGET /1 HTTP/1.1\r\nHost: h\r\n\r\n\r\n").body, "get /1 []");
  client.send("\r");
  EXPECT_EQ(client.fetch("\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n").body, "get /2 []");
}

TEST_F(HttpRequests, header_values_are_trimmed_and_names_ignore_case) {
  handler_.on_request = [](const Request& request, Reply reply) {
    std::string seen(request.header("x-KEY"));
    seen += '|';
    seen += request.header("Missing");
    seen += '|';
    seen += std::to_string(request.headers.size());
    reply.send(text(std::move(seen)));
  };
  start();
  Client client = connect();
  EXPECT_EQ(
      client.fetch("GET / HTTP/1.1\r\nHost: h\r\nX-Key: \t a b \t\r\nX-Key: second\r\n\r\n").body,
      "a b||3");
}

TEST_F(HttpRequests, methods_reach_the_handler) {
  start();
  Client client = connect();
  const std::vector<std::pair<std::string, std::string>> methods = {
      {"GET", "get"},     {"POST", "post"},     {"PATCH", "patch"},   {"DELETE", "delete"},
      {"PUT", "put"},     {"OPTIONS", "other"}, {"BREW", "other"},    {"get", "other"},
      {"TRACE", "other"}, {"CONNECT", "other"}, {"M-SEARCH", "other"}};
  for (const auto& [sent, seen] : methods) {
    EXPECT_EQ(client.fetch(sent + " /x HTTP/1.1\r\nHost: h\r\n\r\n").body, seen + " /x []");
  }
}

TEST_F(HttpRequests, target_is_passed_on_unchanged) {
  start();
  Client client = connect();
  for (const std::string target : {"http://h/a//b?c=%20", "*", "/a%2Fb/../c", "h:443"}) {
    EXPECT_EQ(client.fetch("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n").body,
              "get " + target + " []");
  }
}

TEST_F(HttpRequests, get_and_delete_may_have_a_body) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch("GET /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}").body,
            "get /x [{}]");
  EXPECT_EQ(client.fetch("DELETE /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}").body,
            "delete /x [{}]");
}

TEST_F(HttpRequests, half_closed_client_gets_its_response) {
  std::promise<Reply> taken;
  handler_.on_request = [&](const Request&, Reply reply) { taken.set_value(std::move(reply)); };
  start();
  Client client = connect();
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  client.shut_down_sending();
  auto reply = taken.get_future().get();
  reply.send(text("still here"));
  EXPECT_EQ(client.read_response().body, "still here");
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(all_are_closed());
}

}  // namespace
}  // namespace blotter::http::testing
