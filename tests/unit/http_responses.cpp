// How responses are framed, streamed, sent from other threads, and lost.
#include <atomic>

#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

constexpr std::string_view get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

/// Returns one piece per call of next(), then ends with the state `last`.
class Pieces : public BodyStream {
 public:
  explicit Pieces(std::vector<std::string> pieces, State last = State::end,
                  std::atomic<int>* given = nullptr)
      : pieces_(std::move(pieces)), last_(last), given_(given) {}

  void next(std::string& into, Done done) override {
    if (next_ == pieces_.size()) return done(last_);
    into += pieces_[next_++];
    if (given_ != nullptr) ++*given_;
    done(State::more);
  }

 private:
  std::vector<std::string> pieces_;
  State last_;
  std::atomic<int>* given_;
  std::size_t next_ = 0;
};

/// Runs the test's own function.
class Scripted : public BodyStream {
 public:
  explicit Scripted(std::function<void(std::string&, Done)> script) : script_(std::move(script)) {}
  void next(std::string& into, Done done) override { script_(into, std::move(done)); }

 private:
  std::function<void(std::string&, Done)> script_;
};

Response streamed(std::string begin, std::unique_ptr<BodyStream> rest) {
  auto response = text(std::move(begin));
  response.rest = std::move(rest);
  return response;
}

class HttpResponses : public HttpTest {
 protected:
  void respond_with(std::function<Response()> make) {
    handler_.on_request = [make = std::move(make)](const Request&, Reply reply) {
      reply.send(make());
    };
    start();
  }
};

TEST_F(HttpResponses, extra_headers_and_reason_phrase_are_sent) {
  respond_with([] {
    auto response = text("busy", 503);
    response.extra_headers = "Retry-After: 1\r\nX-Error-Hint: later\r\n";
    return response;
  });
  EXPECT_EQ(connect().fetch(get).head,
            "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n"
            "Retry-After: 1\r\nX-Error-Hint: later\r\n\r\n");
}

TEST_F(HttpResponses, no_content_has_neither_length_nor_body) {
  respond_with([] {
    auto response = text("ignored", 204);
    response.content_type = {};
    return response;
  });
  Client client = connect();
  for (int round = 0; round < 2; ++round) {
    client.send(get);
    EXPECT_EQ(client.read_response(false).head, "HTTP/1.1 204 No Content\r\n\r\n");
  }
}

TEST_F(HttpResponses, not_modified_has_no_length) {
  respond_with([] {
    auto response = text("", 304);
    response.content_type = {};
    return response;
  });
  Client client = connect();
  for (int round = 0; round < 2; ++round) {
    client.send(get);
    EXPECT_EQ(client.read_response(false).head, "HTTP/1.1 304 Not Modified\r\n\r\n");
  }
}

TEST_F(HttpResponses, bodies_of_all_sizes_arrive) {
  std::atomic<std::size_t> size{0};
  respond_with([&] { return text(std::string(size, 'z')); });
  Client client = connect();
  for (const std::size_t bytes : {0, 1, 4095, 4096, 4097, 100'000, 3'000'000}) {
    size = bytes;
    EXPECT_EQ(client.fetch(get).body, std::string(bytes, 'z'));
  }
}

TEST_F(HttpResponses, reply_may_come_from_another_thread) {
  std::vector<std::thread> threads;
  std::mutex mutex;
  handler_.on_request = [&](const Request& request, Reply reply) {
    const std::lock_guard lock(mutex);
    threads.emplace_back([&request, reply = std::move(reply)]() mutable {
      reply.send(text(ToyHandler::describe(request)));
    });
  };
  start();
  Client client = connect();
  for (int round = 0; round < 50; ++round) {
    EXPECT_EQ(client.fetch("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab").body,
              "post / [ab]");
  }
  server_->stop(1s);  // joins the workers first: the last response may arrive before its thread is
                      // in `threads`
  for (auto& thread : threads) thread.join();
}

TEST_F(HttpResponses, many_replies_of_one_batch_reach_their_own_clients) {
  std::mutex mutex;
  std::vector<std::pair<std::string, Reply>> waiting;
  handler_.on_request = [&](const Request& request, Reply reply) {
    const std::lock_guard lock(mutex);
    waiting.emplace_back(std::string(request.target), std::move(reply));
  };
  start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int number = 0; number < 64; ++number) {
    clients.push_back(std::make_unique<Client>(server_->port()));
    clients.back()->send("GET /" + std::to_string(number) + " HTTP/1.1\r\nHost: h\r\n\r\n");
  }
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return waiting.size() == clients.size();
  }));
  for (auto& [target, reply] : waiting) reply.send(text(target));
  for (std::size_t number = 0; number < clients.size(); ++number) {
    EXPECT_EQ(clients[number]->read_response().body, "/" + std::to_string(number));
  }
}

TEST_F(HttpResponses, dropped_reply_is_500_and_the_connection_is_kept) {
  std::atomic<bool> throws{false};
  handler_.on_request = [&](const Request&, Reply) {
    if (throws) throw std::runtime_error("handler is broken");
  };
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch(get).status, 500U);
  throws = true;
  EXPECT_EQ(client.fetch(get).status, 500U);
}

TEST_F(HttpResponses, reply_dropped_on_another_thread_is_500) {
  std::promise<Reply> taken;
  handler_.on_request = [&](const Request&, Reply reply) { taken.set_value(std::move(reply)); };
  start();
  Client client = connect();
  client.send(get);
  {
    const Reply dropped = taken.get_future().get();
  }
  EXPECT_EQ(client.read_response().status, 500U);
}

TEST_F(HttpResponses, second_response_to_a_request_is_ignored) {
  handler_.on_request = [](const Request&, Reply reply) {
    reply.send(text("first"));
    reply.send(text("second"));
  };
  start();
  Client client = connect();
  EXPECT_EQ(client.fetch(get).body, "first");
  EXPECT_EQ(client.fetch(get).body, "first");
}

TEST_F(HttpResponses, streamed_response_is_chunked_and_keeps_the_connection) {
  respond_with([] {
    return streamed("begin ", std::make_unique<Pieces>(std::vector<std::string>{
                                  "one ", "", std::string(100'000, 'x'), " two"}));
  });
  Client client = connect();
  for (int round = 0; round < 2; ++round) {
    const auto response = client.fetch(get);
    EXPECT_TRUE(response.has("Transfer-Encoding: chunked"));
    EXPECT_EQ(response.head.find("Content-Length"), std::string::npos);
    EXPECT_EQ(response.body, "begin one " + std::string(100'000, 'x') + " two");
  }
}

TEST_F(HttpResponses, streamed_response_may_be_empty) {
  respond_with([] { return streamed("", std::make_unique<Pieces>(std::vector<std::string>{})); });
  Client client = connect();
  EXPECT_EQ(client.fetch(get).status, 200U);
  EXPECT_EQ(client.fetch(get).body, "");
}

TEST_F(HttpResponses, last_piece_may_come_with_the_end) {
  respond_with([] {
    return streamed("a", std::make_unique<Scripted>([](std::string& into, BodyStream::Done done) {
                      into += "b";
                      done(BodyStream::State::end);
                    }));
  });
  EXPECT_EQ(connect().fetch(get).body, "ab");
}

TEST_F(HttpResponses, streamed_response_to_http_1_0_ends_with_the_connection) {
  respond_with(
      [] { return streamed("a", std::make_unique<Pieces>(std::vector<std::string>{"b", "c"})); });
  Client client = connect();
  const auto response = client.fetch("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_TRUE(response.has("Connection: close"));
  EXPECT_EQ(response.head.find("Transfer-Encoding"), std::string::npos);
  EXPECT_EQ(response.body, "abc");
}

TEST_F(HttpResponses, streamed_response_to_head_has_no_body) {
  respond_with(
      [] { return streamed("a", std::make_unique<Pieces>(std::vector<std::string>{"b"})); });
  Client client = connect();
  for (int round = 0; round < 2; ++round) {
    client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_TRUE(client.read_response(false).has("Transfer-Encoding: chunked"));
  }
}

TEST_F(HttpResponses, pieces_may_come_from_another_thread) {
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::atomic<int> count{0};
  respond_with([&] {
    count = 0;
    return streamed("", std::make_unique<Scripted>([&](std::string& into, BodyStream::Done done) {
                      const std::lock_guard lock(mutex);
                      threads.emplace_back([&into, &count, done = std::move(done)] {
                        into += "p";
                        done(++count < 20 ? BodyStream::State::more : BodyStream::State::end);
                      });
                    }));
  });
  EXPECT_EQ(connect().fetch(get).body, std::string(20, 'p'));
  server_->stop(1s);
  for (auto& thread : threads) thread.join();
}

TEST_F(HttpResponses, pieces_are_requested_only_as_fast_as_the_client_reads) {
  std::atomic<int> given{0};
  const std::vector<std::string> pieces(1000, std::string(100'000, 'x'));
  respond_with([&] {
    return streamed("", std::make_unique<Pieces>(pieces, BodyStream::State::end, &given));
  });
  Client client(server_->port(), 4096);
  client.send(get);
  int before = -1;
  EXPECT_TRUE(eventually([&] {
    std::this_thread::sleep_for(20ms);
    return given > 0 && std::exchange(before, given.load()) == given;
  }));
  EXPECT_LT(given, 200);
  EXPECT_EQ(client.read_response().body.size(), 100'000'000U);
}

TEST_F(HttpResponses, stream_that_exceeds_its_time_limit_is_ended) {
  std::atomic<bool> is_cut{false};
  struct Endless : BodyStream {
    explicit Endless(std::atomic<bool>& cut) : is_cut(cut) {}
    ~Endless() override { is_cut = true; }
    void next(std::string& into, Done done) override {
      into.append(1000, 'x');
      done(State::more);
    }
    std::atomic<bool>& is_cut;
  };
  respond_with([&] {
    auto response = streamed("", std::make_unique<Endless>(is_cut));
    response.time_max = 300ms;
    return response;
  });
  Client client = connect();
  client.send(get);
  std::thread reader([&] { client.read_to_end(); });
  EXPECT_TRUE(eventually([&] { return is_cut.load(); }));
  EXPECT_TRUE(all_are_closed());
  reader.join();
}

TEST_F(HttpResponses, failing_stream_closes_the_connection_without_the_last_chunk) {
  for (const int way : {0, 1, 2}) {
    respond_with([way] {
      if (way == 0) {
        return streamed("a", std::make_unique<Pieces>(std::vector<std::string>{"b"},
                                                      BodyStream::State::failed));
      }
      return streamed("a", std::make_unique<Scripted>([way](std::string&, BodyStream::Done) {
                        if (way == 2) throw std::runtime_error("stream is broken");
                      }));
    });
    Client client = connect();
    client.send(get);
    EXPECT_EQ(client.read_to_end().find("0\r\n\r\n"), std::string::npos);
    EXPECT_TRUE(all_are_closed());
  }
}

TEST_F(HttpResponses, failing_stream_to_http_1_0_is_a_reset) {
  respond_with([] {
    return streamed(
        "a", std::make_unique<Pieces>(std::vector<std::string>{"b"}, BodyStream::State::failed));
  });
  Client client = connect();
  client.send("GET / HTTP/1.0\r\n\r\n");
  client.read_to_end();
  EXPECT_TRUE(client.was_reset());
}

TEST_F(HttpResponses, stream_of_a_disconnected_client_is_ended) {
  std::atomic<bool> is_ended{false};
  struct Endless : BodyStream {
    explicit Endless(std::atomic<bool>& ended) : is_ended(ended) {}
    ~Endless() override { is_ended = true; }
    void next(std::string& into, Done done) override {
      into.append(10'000, 'x');
      done(State::more);
    }
    std::atomic<bool>& is_ended;
  };
  respond_with([&] { return streamed("", std::make_unique<Endless>(is_ended)); });
  Client client = connect();
  client.send(get);
  EXPECT_EQ(client.read_response(false).status, 200U);
  client.reset();
  EXPECT_TRUE(eventually([&] { return is_ended.load(); }));
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpResponses, reset_during_a_response_does_not_affect_other_clients) {
  respond_with([] { return text(std::string(5'000'000, 'x')); });
  for (int round = 0; round < 10; ++round) {
    Client client = connect();
    client.send(get);
    EXPECT_EQ(client.read_response(false).status, 200U);
    client.reset();
  }
  EXPECT_TRUE(all_are_closed());
  EXPECT_EQ(connect().fetch(get).status, 200U);
}

TEST_F(HttpResponses, reply_to_a_disconnected_client_is_dropped) {
  std::promise<Reply> taken;
  handler_.on_request = [&](const Request&, Reply reply) { taken.set_value(std::move(reply)); };
  start();
  {
    Client client = connect();
    client.send(get);
    client.reset();
  }
  taken.get_future().get().send(text("too late"));
  EXPECT_TRUE(all_are_closed());
}

}  // namespace
}  // namespace blotter::http::testing
