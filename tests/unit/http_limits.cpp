// Every limit has a test that crosses it.
#include <sys/resource.h>

#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

class HttpLimits : public HttpTest {};

/// A GET whose head has exactly this many bytes.
std::string head_of(std::size_t bytes) {
  std::string head = "GET / HTTP/1.1\r\nHost: h\r\nX: ";
  head.append(bytes - head.size() - 4, 'x');
  return head + "\r\n\r\n";
}

TEST_F(HttpLimits, largest_head_is_accepted) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch(head_of(options_.limits.head_bytes_max)).status, 200U);
  EXPECT_EQ(client.fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status, 200U);
}

TEST_F(HttpLimits, head_with_one_byte_more_is_431) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch(head_of(options_.limits.head_bytes_max + 1)).status, 431U);
  EXPECT_TRUE(client.is_closed());
}

std::string head_with_lines(std::size_t lines) {
  std::string head = "GET / HTTP/1.1\r\nHost: h\r\n";
  for (std::size_t line = 1; line < lines; ++line) head += "a: b\r\n";
  return head + "\r\n";
}

TEST_F(HttpLimits, header_lines_are_accepted_up_to_the_limit) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch(head_with_lines(options_.limits.header_lines_max)).status, 200U);
  EXPECT_EQ(client.fetch(head_with_lines(options_.limits.header_lines_max)).status, 200U);
  EXPECT_EQ(client.fetch(head_with_lines(options_.limits.header_lines_max + 1)).status, 431U);
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpLimits, endless_head_is_431) {
  start();
  Client client = connect();
  client.send("GET / HTTP/1.1\r\nX: ");
  const std::string more(1000, 'x');
  for (int round = 0; round < 100; ++round) client.send(more);
  EXPECT_EQ(client.read_response().status, 431U);
}

TEST_F(HttpLimits, endless_request_line_is_431) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch("GET /" + std::string(20'000, 'x')).status, 431U);
}

TEST_F(HttpLimits, large_head_with_a_large_body_is_accepted) {
  start();
  Client client = connect();
  const std::string body(60'000, 'b');
  const auto head = "POST / HTTP/1.1\r\nHost: h\r\nX: " + std::string(16'000, 'x') + "\r\n";
  client.send(head + "Content-Length: 60000\r\n\r\n" + body);
  EXPECT_EQ(client.read_response().body, "post / [" + body + "]");
  client.send(head + "Transfer-Encoding: chunked\r\n\r\nea60\r\n" + body + "\r\n0\r\n\r\n");
  EXPECT_EQ(client.read_response().body, "post / [" + body + "]");
}

TEST_F(HttpLimits, announced_body_that_is_too_large_is_413_at_once) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n").status,
            413U);
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpLimits, chunked_body_is_413_as_soon_as_it_is_too_large) {
  start();
  Client client = connect();
  const std::string chunk = "8000\r\n" + std::string(0x8000, 'x') + "\r\n";
  client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
  client.send(chunk + chunk);
  EXPECT_EQ(client.fetch("1\r\n").status, 413U);
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpLimits, client_that_keeps_sending_still_gets_413) {
  start();
  for (int round = 0; round < 20; ++round) {
    Client client = connect();
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 500000\r\n\r\n");
    EXPECT_TRUE(client.send(std::string(500'000, 'x')));
    EXPECT_EQ(client.read_response().status, 413U);
    EXPECT_TRUE(client.is_closed());
    EXPECT_FALSE(client.was_reset());
  }
}

TEST_F(HttpLimits, client_that_never_stops_sending_is_disconnected) {
  start();
  Client client = connect();
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 999999999\r\n\r\n");
  const std::string more(100'000, 'x');
  bool is_cut = false;
  for (int round = 0; round < 1000 && !is_cut; ++round) is_cut = !client.send(more);
  EXPECT_TRUE(is_cut);
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpLimits, slow_head_is_408_even_if_bytes_keep_arriving) {
  options_.limits.read_timeout = 300ms;
  start();
  Client client = connect();
  client.send("GET / HTTP/1.1\r\nX: ");
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < 250ms) {
    client.send("x");
    std::this_thread::sleep_for(10ms);
  }
  const auto response = client.read_response();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
  EXPECT_EQ(response.status, 408U);
  EXPECT_TRUE(response.has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpLimits, empty_lines_before_a_head_count_towards_its_timeout) {
  options_.limits.read_timeout = 300ms;
  start();
  Client client = connect();
  const auto begin = std::chrono::steady_clock::now();
  while (client.send("\r\n") && std::chrono::steady_clock::now() - begin < hang_timeout) {
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);  // the idle timeout is a minute

  Client late = connect();
  late.send("\r\n");
  std::this_thread::sleep_for(200ms);
  late.send("GET / HTTP/1.1\r\n");
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(late.fetch("Host: h\r\n\r\n").status, 408U);
}

TEST_F(HttpLimits, slow_body_is_408_with_length_or_chunks) {
  options_.limits.read_timeout = 200ms;
  start();
  for (const std::string framing :
       {"Content-Length: 10\r\n\r\nab", "Content-Length: 9999\r\n\r\nab",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nab"}) {
    Client client = connect();
    EXPECT_EQ(client.fetch("POST / HTTP/1.1\r\nHost: h\r\n" + framing).status, 408U);
    EXPECT_TRUE(client.is_closed());
  }
}

TEST_F(HttpLimits, body_has_its_own_timeout) {
  options_.limits.read_timeout = 400ms;
  start();
  Client client = connect();
  client.send("POST / HTTP/1.1\r\n");
  std::this_thread::sleep_for(250ms);
  client.send("Host: h\r\nContent-Length: 2\r\n\r\na");
  std::this_thread::sleep_for(250ms);
  EXPECT_EQ(client.fetch("b").status, 200U);
}

TEST_F(HttpLimits, idle_connection_is_closed_without_a_response) {
  options_.limits.idle_timeout = 150ms;
  start();
  Client fresh = connect();
  Client used = connect();
  EXPECT_EQ(used.fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n\r\n").status, 200U);
  EXPECT_TRUE(fresh.is_closed());
  EXPECT_TRUE(used.is_closed());
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpLimits, handler_may_take_longer_than_any_timeout) {
  options_.limits.read_timeout = options_.limits.idle_timeout = options_.limits.write_timeout =
      50ms;
  std::promise<Reply> taken;
  handler_.on_request = [&](const Request&, Reply reply) { taken.set_value(std::move(reply)); };
  start();
  Client client = connect();
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  auto reply = taken.get_future().get();
  std::this_thread::sleep_for(200ms);
  reply.send(text("late"));
  EXPECT_EQ(client.read_response().body, "late");
}

TEST_F(HttpLimits, peer_that_reads_nothing_is_disconnected) {
  options_.limits.write_timeout = 150ms;
  handler_.on_request = [](const Request&, Reply reply) {
    reply.send(text(std::string(50'000'000, 'x')));
  };
  start();
  Client client(server_->port(), 4096);
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_TRUE(eventually([&] { return server_->open_connections() == 1; }));
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpLimits, peer_that_reads_slowly_gets_everything) {
  options_.limits.write_timeout = 300ms;
  handler_.on_request = [](const Request&, Reply reply) {
    reply.send(text(std::string(20'000'000, 'x')));
  };
  start();
  Client client(server_->port(), 65536);
  const auto begin = std::chrono::steady_clock::now();
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_response(false).status, 200U);
  std::size_t bytes = 0;
  while (bytes < 20'000'000) {
    const auto got = client.read_some();
    if (got == 0) break;
    bytes += got;
    if (std::chrono::steady_clock::now() - begin < 700ms) std::this_thread::sleep_for(2ms);
  }
  EXPECT_EQ(bytes, 20'000'000U);
}

TEST_F(HttpLimits, connection_above_the_limit_is_503_and_closed) {
  options_.limits.connections_max = 2;
  start();
  Client first = connect();
  Client second = connect();
  EXPECT_EQ(first.fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status, 200U);
  EXPECT_EQ(second.fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status, 200U);
  Client third = connect();
  const auto response = third.fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(response.status, 503U);
  EXPECT_TRUE(response.has("Connection: close"));
  EXPECT_TRUE(third.is_closed());
  EXPECT_FALSE(third.was_reset());
  first.close();
  EXPECT_TRUE(eventually(
      [&] { return connect().fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200; }));
}

TEST_F(HttpLimits, too_few_descriptors_lower_the_limit_with_a_warning) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  options_.limits.connections_max = before.rlim_max + 1;
  start();
  ASSERT_TRUE(server_->warning());
  EXPECT_NE(server_->warning()->find("ulimit -n"), std::string::npos) << *server_->warning();
  EXPECT_EQ(server_->warning()->find('\n'), std::string::npos);
  EXPECT_EQ(connect().fetch("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status, 200U);
  setrlimit(RLIMIT_NOFILE, &before);
}

TEST_F(HttpLimits, enough_descriptors_cause_no_warning) {
  options_.limits.connections_max = 100;
  start();
  EXPECT_FALSE(server_->warning());
}

}  // namespace
}  // namespace blotter::http::testing
