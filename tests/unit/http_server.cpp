// How a server starts, where it listens, and how it stops.
#include "http/listener.hpp"
#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

constexpr std::string_view get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

class HttpServer : public HttpTest {
 protected:
  std::string start_error() {
    try {
      start();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  /// Sets a handler that does not respond; the future gets the first Reply.
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
    reply.send(text(""));  // after the lock: the response may end the test and destroy the mutex
  };
  start();
  EXPECT_NE(server_->port(), 0);
  for (int round = 0; round < 6; ++round) EXPECT_EQ(connect().fetch(get).status, 200U);
  EXPECT_EQ(seen.size(), 3U);
}

TEST_F(HttpServer, port_in_use_fails_with_one_line) {
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
  EXPECT_EQ(connect().fetch(get).status, 200U);
  server_->stop(0ms);
  EXPECT_NO_THROW(second.start());
  EXPECT_EQ(connect().fetch(get).status, 200U);
}

TEST_F(HttpServer, address_of_another_machine_fails_with_one_line) {
  options_.address = "192.0.2.1";
  EXPECT_EQ(start_error(), "cannot listen on 192.0.2.1:0: cannot assign requested address");
}

TEST_F(HttpServer, unknown_name_fails_with_one_line) {
  options_.address = "no such host";
  EXPECT_TRUE(start_error().starts_with("cannot listen on no such host:0: "));
}

TEST_F(HttpServer, names_and_the_wildcard_reach_the_loopback) {
  for (const std::string address : {"localhost", "0.0.0.0", "::"}) {
    options_.address = address;
    start();
    EXPECT_EQ(connect().fetch(get).status, 200U) << address;
  }
}

TEST(HttpAddresses, a_name_resolves_to_the_address_of_the_listener) {
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
  EXPECT_EQ(used.fetch(get).status, 200U);
  const auto begin = std::chrono::steady_clock::now();
  server_->stop(5s);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
  EXPECT_TRUE(used.is_closed());
  EXPECT_TRUE(fresh.is_closed());
  EXPECT_EQ(server_->open_connections(), 0U);
}

TEST_F(HttpServer, connection_that_is_sending_a_response_does_not_delay_stop) {
  // More than the kernel accepts at once, so that the response is half sent when stop() is called.
  handler_.on_request = [](const Request&, Reply reply) {
    reply.send(text(std::string(20'000'000, 'x')));
  };
  start();
  Client client(server_->port(), 4096);
  client.send(get);
  EXPECT_EQ(client.read_response(false).status, 200U);
  const auto begin = std::chrono::steady_clock::now();
  std::thread stopper([&] { server_->stop(hang_timeout); });
  std::this_thread::sleep_for(20ms);
  EXPECT_GT(client.read_to_end().size(), 19'000'000U);
  stopper.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, hang_timeout / 2);
}

TEST_F(HttpServer, request_in_flight_gets_its_response_during_stop) {
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
  // The listener closes shortly before the workers begin to drain.
  std::this_thread::sleep_for(20ms);
  reply.send(text("finished"));
  const auto response = client.read_response();
  EXPECT_EQ(response.body, "finished");
  EXPECT_TRUE(response.has("Connection: close"));
  stopper.join();
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpServer, partly_received_request_gets_its_response_during_stop) {
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch(get).status, 200U);
  client.send("GET / HTTP/1.1\r\n");
  std::this_thread::sleep_for(20ms);
  std::thread stopper([&] { server_->stop(5s); });
  std::this_thread::sleep_for(20ms);
  const auto response = client.fetch("Host: h\r\n\r\n");
  EXPECT_EQ(response.status, 200U);
  stopper.join();
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpServer, remaining_connections_are_closed_after_the_stop_timeout) {
  auto first_reply = keep_first_reply();
  start();
  Client client = connect();
  client.send(get);
  auto reply = first_reply.get();
  server_->stop(50ms);
  EXPECT_TRUE(client.is_closed());
  // The server may be destroyed before the Reply is sent.
  server_.reset();
  reply.send(text("much too late"));
}

TEST_F(HttpServer, reply_dropped_after_the_server_ended_is_harmless) {
  auto first_reply = keep_first_reply();
  start();
  Client client = connect();
  client.send(get);
  auto reply = std::make_unique<Reply>(first_reply.get());
  server_.reset();
  reply.reset();
}

TEST_F(HttpServer, replies_that_race_with_stop_are_harmless) {
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

TEST_F(HttpServer, stream_that_waits_for_a_piece_is_ended_by_stop) {
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
  EXPECT_EQ(client.read_response(false).status, 200U);
  server_->stop(50ms);
  EXPECT_EQ(ended.get_future().wait_for(0s), std::future_status::ready);
}

/// Sends one piece and then waits, as a stream of events does.
struct IdleStream : BodyStream {
  explicit IdleStream(std::promise<void>& ended) : ended_promise(ended) {}
  ~IdleStream() override { ended_promise.set_value(); }
  void next(std::string& into, Done done) override {
    if (std::exchange(has_begun, true)) {
      kept = std::move(done);
      return;
    }
    into += "first";
    done(State::more);
  }
  bool has_begun = false;
  Done kept;
  std::promise<void>& ended_promise;
};

class LiveStreams : public HttpServer {
 protected:
  /// Each request gets a live response with a stream of this type, made from `argument`.
  template <class Stream>
  void serve(std::promise<void>& argument) {
    handler_.on_request = [&](const Request&, Reply reply) {
      auto response = text("begin");
      response.rest = std::make_unique<Stream>(argument);
      response.is_live = true;
      reply.send(std::move(response));
    };
    start();
  }
};

TEST_F(LiveStreams, a_live_stream_ends_cleanly_and_at_once_when_the_server_stops) {
  std::promise<void> ended;
  serve<IdleStream>(ended);
  Client client = connect();
  client.send(get);
  ASSERT_TRUE(client.read_until("first"));
  // Far longer than the test may take: only a stream that ends by itself lets this return.
  server_->stop(600s);
  EXPECT_EQ(ended.get_future().wait_for(0s), std::future_status::ready);
  EXPECT_TRUE(client.read_to_end().ends_with("0\r\n\r\n"));
  EXPECT_FALSE(client.was_reset());
}

TEST_F(LiveStreams, an_idle_live_stream_ends_when_its_client_disconnects) {
  std::promise<void> ended;
  serve<IdleStream>(ended);
  {
    Client client = connect();
    client.send(get);
    ASSERT_TRUE(client.read_until("first"));
  }
  EXPECT_EQ(ended.get_future().wait_for(30s), std::future_status::ready);
}

TEST_F(LiveStreams, bytes_sent_during_a_live_stream_are_dropped_and_its_end_is_noticed) {
  std::promise<void> ended;
  serve<IdleStream>(ended);
  {
    Client client = connect();
    client.send(get);
    ASSERT_TRUE(client.read_until("first"));
    client.send(get);
    client.send("\r\n");
  }
  EXPECT_EQ(ended.get_future().wait_for(30s), std::future_status::ready);
}

/// Sends more than all buffers between server and client hold.
struct EndlessStream : BodyStream {
  explicit EndlessStream(std::promise<void>& is_blocked) : blocked_promise(is_blocked) {}
  void next(std::string& into, Done done) override {
    into.assign(1024 * 1024, 'x');
    done(State::more);
    if (++pieces == 3) blocked_promise.set_value();
  }
  int pieces = 0;
  std::promise<void>& blocked_promise;
};

TEST_F(LiveStreams, a_client_that_does_not_read_does_not_delay_the_stop) {
  std::promise<void> blocked;
  serve<EndlessStream>(blocked);
  Client client = connect();
  client.send(get);
  blocked.get_future().wait();
  // Far longer than the test may take: only a stream that is ended lets this return.
  server_->stop(600s);
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
