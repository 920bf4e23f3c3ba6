// How a server starts, where it listens, and how it stops.
#include "http/listener.hpp"
#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

constexpr std::string_view get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

class HttpServer : public HttpTest {
 protected:
  std::string failure_of_start() {
    try {
      start();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  /// A handler that keeps its replies, and the first of them.
  std::future<Reply> keep_first_reply() {
    handler_.on_request = [this](const Request&, Reply reply) {
      first_reply_.set_value(std::move(reply));
    };
    return first_reply_.get_future();
  }

 private:
  std::promise<Reply> first_reply_;
};

TEST_F(HttpServer, all_threads_serve_the_same_port) {
  options_.threads = 3;
  std::mutex mutex;
  std::vector<std::thread::id> seen;
  handler_.on_request = [&](const Request&, Reply reply) {
    {
      const std::lock_guard lock(mutex);
      if (std::find(seen.begin(), seen.end(), std::this_thread::get_id()) == seen.end()) {
        seen.push_back(std::this_thread::get_id());
      }
    }
    reply.send(text(""));  // with it the test may end, and the mutex with the test
  };
  start();
  EXPECT_NE(server_->port(), 0);
  for (int round = 0; round < 6; ++round) EXPECT_EQ(connect().ask(get).status, 200U);
  EXPECT_EQ(seen.size(), 3U);
}

TEST_F(HttpServer, port_that_is_taken_fails_with_one_line) {
  start();
  options_.port = server_->port();
  Server second(options_, handler_);
  try {
    second.start();
    FAIL() << "two servers on one port";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "cannot listen on 127.0.0.1:" + std::to_string(options_.port) + ": address already in use");
  }
  EXPECT_EQ(connect().ask(get).status, 200U);
  server_->stop(0ms);
  EXPECT_NO_THROW(second.start());
  EXPECT_EQ(connect().ask(get).status, 200U);
}

TEST_F(HttpServer, address_of_another_machine_fails_with_one_line) {
  options_.address = "192.0.2.1";
  EXPECT_EQ(failure_of_start(), "cannot listen on 192.0.2.1:0: cannot assign requested address");
}

TEST_F(HttpServer, unknown_name_fails_with_one_line) {
  options_.address = "no such host";
  EXPECT_TRUE(failure_of_start().starts_with("cannot listen on no such host:0: "));
}

TEST_F(HttpServer, names_and_the_wildcard_reach_the_loopback) {
  for (const std::string address : {"localhost", "0.0.0.0", "::"}) {
    options_.address = address;
    start();
    EXPECT_EQ(connect().ask(get).status, 200U) << address;
  }
}

TEST(HttpAddresses, a_name_stands_for_the_address_at_which_the_server_listens) {
  boost::system::error_code error;
  EXPECT_EQ(resolve("localhost", 8080, error).address().to_string(), "127.0.0.1");
  EXPECT_FALSE(error);
  EXPECT_EQ(resolve("::1", 8080, error).address().to_string(), "::1");
  EXPECT_FALSE(error);
  EXPECT_EQ(resolve("0.0.0.0", 8080, error).port(), 8080);
  EXPECT_FALSE(error);
  resolve("no-such-host.invalid", 8080, error);
  EXPECT_TRUE(error);
}

TEST_F(HttpServer, listens_on_ipv6) {
  options_.address = "::1";
  start();
  const int socket = ::socket(AF_INET6, SOCK_STREAM, 0);
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(server_->port());
  address.sin6_addr = in6addr_loopback;
  EXPECT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ::close(socket);
  options_.port = server_->port();
  Server second(options_, handler_);
  EXPECT_THROW(second.start(), std::runtime_error);
}

TEST_F(HttpServer, stop_closes_idle_connections_at_once) {
  start();
  Client fresh = connect();
  Client used = connect();
  EXPECT_EQ(used.ask(get).status, 200U);
  const auto begin = std::chrono::steady_clock::now();
  server_->stop(5s);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
  EXPECT_TRUE(used.is_closed());
  EXPECT_TRUE(fresh.is_closed());
  EXPECT_EQ(server_->open_connections(), 0U);
}

TEST_F(HttpServer, connection_whose_answer_is_just_being_sent_does_not_delay_stop) {
  // More than the kernel takes at once, so that stop() finds the answer half sent.
  handler_.on_request = [](const Request&, Reply reply) {
    reply.send(text(std::string(20'000'000, 'x')));
  };
  start();
  Client client(server_->port(), 4096);
  client.send(get);
  EXPECT_EQ(client.read_answer(false).status, 200U);
  const auto begin = std::chrono::steady_clock::now();
  std::thread stopper([&] { server_->stop(patience); });
  std::this_thread::sleep_for(20ms);
  EXPECT_GT(client.read_to_end().size(), 19'000'000U);
  stopper.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, patience / 2);
}

TEST_F(HttpServer, request_in_flight_is_answered_after_stop_began) {
  auto first_reply = keep_first_reply();
  start();
  Client client = connect();
  client.send(get);
  auto reply = first_reply.get();
  std::thread stopper([&] { server_->stop(5s); });
  EXPECT_TRUE(eventually([&] {
    try {
      const Client another(server_->port());
      return false;
    } catch (const std::runtime_error&) {
      return true;  // No new connections: stop() has begun.
    }
  }));
  // The listener is closed a moment before the workers learn that they are to drain.
  std::this_thread::sleep_for(20ms);
  reply.send(text("finished"));
  const auto answer = client.read_answer();
  EXPECT_EQ(answer.body, "finished");
  EXPECT_TRUE(answer.has("Connection: close"));
  stopper.join();
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpServer, request_half_received_is_answered_after_stop_began) {
  start();
  Client client = connect();
  EXPECT_EQ(client.ask(get).status, 200U);
  client.send("GET / HTTP/1.1\r\n");
  std::this_thread::sleep_for(20ms);
  std::thread stopper([&] { server_->stop(5s); });
  std::this_thread::sleep_for(20ms);
  const auto answer = client.ask("Host: h\r\n\r\n");
  EXPECT_EQ(answer.status, 200U);
  stopper.join();
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpServer, what_is_left_after_the_patience_is_cut) {
  auto first_reply = keep_first_reply();
  start();
  Client client = connect();
  client.send(get);
  auto reply = first_reply.get();
  server_->stop(50ms);
  EXPECT_TRUE(client.is_closed());
  // The server itself may be gone when the reply comes at last.
  server_.reset();
  reply.send(text("much too late"));
}

TEST_F(HttpServer, reply_dropped_after_the_end_of_the_server_is_harmless) {
  auto first_reply = keep_first_reply();
  start();
  Client client = connect();
  client.send(get);
  auto reply = std::make_unique<Reply>(first_reply.get());
  server_.reset();
  reply.reset();
}

TEST_F(HttpServer, replies_that_race_with_the_cut_are_harmless) {
  for (int round = 0; round < 20; ++round) {
    std::mutex mutex;
    std::vector<Reply> replies;
    handler_.on_request = [&](const Request&, Reply reply) {
      const std::lock_guard lock(mutex);
      replies.push_back(std::move(reply));
    };
    start();
    std::vector<std::unique_ptr<Client>> clients;
    for (int number = 0; number < 8; ++number) {
      clients.push_back(std::make_unique<Client>(server_->port()));
      clients.back()->send(get);
    }
    ASSERT_TRUE(eventually([&] {
      const std::lock_guard lock(mutex);
      return replies.size() == clients.size();
    }));
    std::thread replier([&] {
      for (auto& reply : replies) reply.send(text("racing"));
    });
    server_->stop(0ms);
    server_.reset();
    replier.join();
  }
}

TEST_F(HttpServer, stream_that_awaits_its_piece_is_ended_by_the_cut) {
  struct Waiting : BodyStream {
    explicit Waiting(std::promise<void>& ended) : ended_promise(ended) {}
    ~Waiting() override { ended_promise.set_value(); }
    void next(std::string&, Done done) override { kept = std::move(done); }
    Done kept;
    std::promise<void>& ended_promise;
  };
  std::promise<void> ended;
  handler_.on_request = [&](const Request&, Reply reply) {
    auto response = text("begin");
    response.rest = std::make_unique<Waiting>(ended);
    reply.send(std::move(response));
  };
  start();
  Client client = connect();
  client.send(get);
  EXPECT_EQ(client.read_answer(false).status, 200U);
  server_->stop(50ms);
  EXPECT_EQ(ended.get_future().wait_for(0s), std::future_status::ready);
}

TEST_F(HttpServer, stop_may_be_called_twice_or_without_start) {
  start();
  server_->stop(1s);
  server_->stop(1s);
  Server never_started(options_, handler_);
  never_started.stop(1s);
}

}  // namespace
}  // namespace blotter::http::testing
