// How requests of all lawful forms reach the handler, and how connections are kept.
#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

class HttpRequests : public HttpTest {};

TEST_F(HttpRequests, connection_is_kept_by_default) {
  start();
  Client client = connect();
  for (int round = 0; round < 3; ++round) {
    const auto answer = client.ask("GET /a?b=1 HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(answer.status, 200U);
    EXPECT_EQ(answer.body, "get /a?b=1 []");
    EXPECT_EQ(answer.head,
              "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\n");
  }
  EXPECT_EQ(server_->open_connections(), 1U);
}

TEST_F(HttpRequests, connection_is_closed_when_the_client_asks) {
  start();
  Client client = connect();
  const auto answer = client.ask("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(answer.has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpRequests, http_1_0_connection_is_closed_by_default) {
  start();
  Client client = connect();
  const auto answer = client.ask("GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(answer.status, 200U);
  EXPECT_TRUE(answer.has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpRequests, http_1_0_connection_is_kept_when_the_client_asks) {
  start();
  Client client = connect();
  for (int round = 0; round < 2; ++round) {
    const auto answer = client.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(answer.status, 200U);
    EXPECT_TRUE(answer.has("Connection: keep-alive"));
  }
}

TEST_F(HttpRequests, pipelined_requests_are_answered_in_order) {
  start();
  Client client = connect();
  std::string requests;
  for (int number = 0; number < 200; ++number) {
    requests +=
        "POST /" + std::to_string(number) + " HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab";
  }
  client.send(requests);
  for (int number = 0; number < 200; ++number) {
    ASSERT_EQ(client.read_answer().body, "post /" + std::to_string(number) + " [ab]");
  }
}

TEST_F(HttpRequests, pipelined_request_waits_for_the_former_answer) {
  std::promise<Reply> first;
  handler_.on_request = [&](const Request& request, Reply reply) {
    if (request.target == "/slow") return first.set_value(std::move(reply));
    reply.send(text("fast"));
  };
  start();
  Client client = connect();
  client.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\nGET /fast HTTP/1.1\r\nHost: h\r\n\r\n");
  first.get_future().get().send(text("slow"));
  EXPECT_EQ(client.read_answer().body, "slow");
  EXPECT_EQ(client.read_answer().body, "fast");
}

TEST_F(HttpRequests, request_may_come_byte_by_byte) {
  start();
  Client client = connect();
  const std::string_view request =
      "PATCH /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      "4;name=\"a b\"\r\n{\"a\"\r\n3\r\n:1}\r\n0\r\nTrailer: t\r\n\r\n";
  for (const char byte : request) ASSERT_TRUE(client.send({&byte, 1}));
  EXPECT_EQ(client.read_answer().body, "patch /x [{\"a\":1}]");
}

TEST_F(HttpRequests, chunked_body_arrives_whole) {
  start();
  Client client = connect();
  const std::string_view head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n";
  for (int round = 0; round < 2; ++round) {
    client.send(head);
    EXPECT_EQ(client.ask("3\r\nabc\r\nA;ext\r\n0123456789\r\n0\r\n\r\n").body,
              "post / [abc0123456789]");
  }
  client.send(head);
  EXPECT_EQ(client.ask("0\r\n\r\n").body, "post / []");
}

TEST_F(HttpRequests, chunked_request_may_be_followed_by_the_next) {
  start();
  Client client = connect();
  client.send(
      "POST /1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
      "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_answer().body, "post /1 [a]");
  EXPECT_EQ(client.read_answer().body, "get /2 []");
}

TEST_F(HttpRequests, body_of_the_largest_size_arrives_in_either_form) {
  start();
  Client client = connect();
  const std::string body(options_.limits.body_bytes_max, 'b');
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n\r\n" + body);
  EXPECT_EQ(client.read_answer().body, "post / [" + body + "]");
  client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n" + body +
              "\r\n0\r\n\r\n");
  EXPECT_EQ(client.read_answer().body, "post / [" + body + "]");
  EXPECT_EQ(client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status, 200U);
}

TEST_F(HttpRequests, bytes_behind_a_body_are_readable) {
  // AddressSanitizer is the judge; simdjson reads there.
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
    EXPECT_EQ(client.read_answer().body, "read") << size;
  }
}

TEST_F(HttpRequests, continue_is_sent_when_the_body_is_wanted) {
  start();
  Client client = connect();
  for (const std::string_view framing : {"Content-Length: 2", "Transfer-Encoding: chunked"}) {
    const auto go_on = client.ask("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n" +
                                  std::string(framing) + "\r\n\r\n");
    EXPECT_EQ(go_on.head, "HTTP/1.1 100 Continue\r\n\r\n");
    const auto body = framing.starts_with('C') ? "ab" : "2\r\nab\r\n0\r\n\r\n";
    EXPECT_EQ(client.ask(body).body, "post / [ab]");
  }
}

TEST_F(HttpRequests, continue_is_not_sent_for_a_body_that_is_refused_or_empty) {
  start();
  Client client = connect();
  EXPECT_EQ(client
                .ask("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                     "Content-Length: 0\r\n\r\n")
                .body,
            "post / []");
  EXPECT_EQ(client
                .ask("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                     "Content-Length: 999999\r\n\r\n")
                .status,
            413U);
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpRequests, expectation_of_http_1_0_is_ignored) {
  start();
  Client client = connect();
  EXPECT_EQ(
      client.ask("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab").body,
      "post / [ab]");
}

TEST_F(HttpRequests, head_gets_the_headers_of_get_and_no_body) {
  handler_.on_request = [](const Request&, Reply reply) { reply.send(text("12345")); };
  start();
  Client client = connect();
  client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_TRUE(client.read_answer(false).has("Content-Length: 5"));
  EXPECT_EQ(client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").body, "12345");
}

TEST_F(HttpRequests, empty_lines_before_a_request_are_tolerated) {
  start();
  Client client = connect();
  EXPECT_EQ(client.ask("\r\n\r\nGET /1 HTTP/1.1\r\nHost: h\r\n\r\n\r\n").body, "get /1 []");
  client.send("\r");
  EXPECT_EQ(client.ask("\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n").body, "get /2 []");
}

TEST_F(HttpRequests, header_values_come_trimmed_and_names_match_in_any_case) {
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
      client.ask("GET / HTTP/1.1\r\nHost: h\r\nX-Key: \t a b \t\r\nX-Key: second\r\n\r\n").body,
      "a b||3");
}

TEST_F(HttpRequests, methods_reach_the_handler) {
  start();
  Client client = connect();
  const std::vector<std::pair<std::string, std::string>> methods = {
      {"GET", "get"},     {"POST", "post"},     {"PATCH", "patch"},   {"DELETE", "delete"},
      {"PUT", "other"},   {"OPTIONS", "other"}, {"BREW", "other"},    {"get", "other"},
      {"TRACE", "other"}, {"CONNECT", "other"}, {"M-SEARCH", "other"}};
  for (const auto& [sent, seen] : methods) {
    EXPECT_EQ(client.ask(sent + " /x HTTP/1.1\r\nHost: h\r\n\r\n").body, seen + " /x []");
  }
}

TEST_F(HttpRequests, target_passes_through_as_sent) {
  start();
  Client client = connect();
  for (const std::string target : {"http://h/a//b?c=%20", "*", "/a%2Fb/../c", "h:443"}) {
    EXPECT_EQ(client.ask("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n").body,
              "get " + target + " []");
  }
}

TEST_F(HttpRequests, get_and_delete_may_have_a_body) {
  start();
  Client client = connect();
  EXPECT_EQ(client.ask("GET /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}").body,
            "get /x [{}]");
  EXPECT_EQ(client.ask("DELETE /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}").body,
            "delete /x [{}]");
}

TEST_F(HttpRequests, client_that_has_shut_down_its_side_gets_its_answer) {
  std::promise<Reply> taken;
  handler_.on_request = [&](const Request&, Reply reply) { taken.set_value(std::move(reply)); };
  start();
  Client client = connect();
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  client.shut_down_sending();
  auto reply = taken.get_future().get();
  reply.send(text("still here"));
  EXPECT_EQ(client.read_answer().body, "still here");
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(all_are_closed());
}

}  // namespace
}  // namespace blotter::http::testing
