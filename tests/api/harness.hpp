// The whole service without sockets: requests and responses are plain values.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/faulty_store.hpp"
#include "api/service.hpp"
#include "http/message.hpp"
#include "storage/open_store.hpp"
#include "temporary_folder.hpp"

namespace blotter::testing {

/// A clock that the test sets.
class FakeClock final : public Clock {
 public:
  [[nodiscard]] Timestamp now() const override { return {ms_.load()}; }
  void advance(std::int64_t ms) { ms_ += ms; }

 private:
  std::atomic<std::int64_t> ms_{1'800'000'000'000};
};

/// Shared by the writer's thread and the test's thread.
class LockedRandom final : public Random {
 public:
  std::uint64_t next() override {
    const std::scoped_lock lock(mutex_);
    return random_.next();
  }

 private:
  std::mutex mutex_;
  SeededRandom random_{1};
};

struct TestResponse {
  unsigned status = 0;
  std::string headers;
  /// Complete, with all streamed pieces.
  std::string body;
  /// The number of pieces after the first.
  int pieces = 0;
};

struct TestRequest {
  http::Method method = http::Method::get;
  std::string target;
  std::string body = "";
  std::string key = "";
  std::string guild = "g";
};

/// Receives the one response of a request; a lost reply has status 0.
class ResponseSink final : public http::ReplySink {
 public:
  void respond(http::Response response) override { promise_.set_value(std::move(response)); }
  void on_no_response() override {
    http::Response lost;
    lost.status = 0;
    promise_.set_value(std::move(lost));
  }
  http::Response wait() { return promise_.get_future().get(); }

 private:
  std::promise<http::Response> promise_;
};

/// A request that may have to wait for its response.
struct PendingRequest {
  explicit PendingRequest(std::string key) : authorization(std::move(key)) {
    request.method = http::Method::get;
    request.target = "/api/civilian/list";
    request.headers.emplace_back("Authorization", authorization);
    request.headers.emplace_back("Guild", "g");
  }
  const std::string authorization;
  http::Request request;
  std::shared_ptr<ResponseSink> sink = std::make_shared<ResponseSink>();
  unsigned status() const { return sink->wait().status; }
};

/// The next piece, however long it takes: a list may continue on another thread.
inline BodyStream::State read_piece(BodyStream& rest, std::string& piece) {
  auto promise = std::make_shared<std::promise<BodyStream::State>>();
  auto result = promise->get_future();
  rest.next(piece, [promise](BodyStream::State state) { promise->set_value(state); });
  promise.reset();
  try {
    return result.get();
  } catch (const std::future_error&) {
    return BodyStream::State::failed;  // `done` was dropped
  }
}

inline TestResponse read_all(http::Response response) {
  TestResponse complete{response.status, std::move(response.extra_headers),
                        std::string(response.body.bytes()), 0};
  auto state = response.rest ? BodyStream::State::more : BodyStream::State::end;
  while (state == BodyStream::State::more) {
    ++complete.pieces;
    std::string piece;  // a new one each time: the engine has written the previous one
    state = read_piece(*response.rest, piece);
    complete.body += piece;
  }
  if (state == BodyStream::State::failed) complete.body += " [broke off]";
  return complete;
}

class ApiTest : public ::testing::Test {
 protected:
  ApiTest() { start({}); }

  /// Restarts on the same store with other options.
  void start(api::PipelineOptions options) {
    service_.reset();
    pipeline_ = std::make_unique<api::Pipeline>(options, store_, keys_, metrics_,
                                                api::Sources{clock_, random_, ids_});
    service_ = std::make_unique<api::Service>(*pipeline_, &health_, http::Files({}), setup_,
                                              invitations_, metrics_);
  }

  /// Creates a key for guild "g" and makes the server load it.
  std::string make_key(std::string_view scopes, std::optional<std::int64_t> expires_in_ms = {}) {
    const KeySecret secret = KeySecret::generate(random_);
    ApiKey key{.id = {++last_key_id_},
               .name = "",
               .scopes = Scopes::parse(scopes).value(),
               .guilds = {guild_},
               .created = clock_.now()};
    if (expires_in_ms) key.expires = Timestamp{clock_.now().ms + *expires_in_ms};
    store_.administer([&](Accounts& accounts) {
      accounts.create_guild({guild_, clock_.now()});
      accounts.create_key(key, secret.digest());
    });
    keys_.refresh();
    return secret.reveal();
  }

  http::Response respond(const TestRequest& sent) {
    std::string body = sent.body;
    body.append(http::body_padding, ' ');
    http::Request request;
    request.method = sent.method;
    request.target = sent.target;
    request.body = std::string_view(body).substr(0, sent.body.size());
    if (!sent.key.empty()) request.headers.emplace_back("authorization", sent.key);
    if (!sent.guild.empty()) request.headers.emplace_back("GUILD", sent.guild);
    auto sink = std::make_shared<ResponseSink>();
    service_->handle(request, http::Reply(sink));
    return sink->wait();
  }
  TestResponse send(const TestRequest& sent) { return read_all(respond(sent)); }
  std::unique_ptr<PendingRequest> send_without_waiting(std::string authorization) {
    auto pending = std::make_unique<PendingRequest>(std::move(authorization));
    service_->handle(pending->request, http::Reply(pending->sink));
    return pending;
  }

  TestResponse get(std::string target) {
    return send({http::Method::get, std::move(target), "", key_});
  }
  TestResponse post(std::string target, std::string body) {
    return send({http::Method::post, std::move(target), std::move(body), key_});
  }
  TestResponse patch(std::string target, std::string body) {
    return send({http::Method::patch, std::move(target), std::move(body), key_});
  }
  TestResponse put(std::string target, std::string body, const std::string& key) {
    return send({http::Method::put, std::move(target), std::move(body), key});
  }
  TestResponse remove(std::string target, std::string body) {
    return send({http::Method::delete_, std::move(target), std::move(body), key_});
  }

  static std::string civilian(std::string_view name) {
    return R"({"userID":"1","userName":"u","name":")" + std::string(name) +
           R"(","age":27,"dob":"d","gender":"Male","hair":"h","weight":80,"height":180,)"
           R"("address":"a","occupation":"o"})";
  }
  static std::string vehicle(std::string_view name, std::string_view plate) {
    return R"({"name":")" + std::string(name) + R"(","plate":")" + std::string(plate) +
           R"(","model":"m","color":"c","colorType":"Matte","registration":"Valid","insurance":"None"})";
  }
  static std::string firearm(std::string_view name) {
    return R"({"name":")" + std::string(name) + R"(","model":"m","color":"c"})";
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.file("records.db");
  FakeClock clock_;
  LockedRandom random_;
  IdSource ids_;
  FaultyStore store_{open_store("sqlite:" + path_, StoreUse::server)};
  api::Metrics metrics_;
  api::KeyRing keys_{store_};
  api::Health health_{store_,
                      metrics_,
                      {.write_queue_depth = [] { return 3.0; },
                       .open_connections = [] { return 4.0; },
                       .storage_bytes = [] { return 5.0; },
                       .open_streams = [] { return 6.0; }}};
  api::Setup setup_{
      store_, keys_, metrics_, {clock_, random_, ids_}, [](const std::function<void()>& task) {
        task();
      }};
  api::Invitations invitations_{store_, metrics_, {clock_, random_, ids_}};
  std::unique_ptr<api::Pipeline> pipeline_;
  std::unique_ptr<api::Service> service_;
  const GuildId guild_ = GuildId::parse("g").value();
  std::int64_t last_key_id_ = 0;
  std::string key_ = make_key("read,civilian,vehicle,firearm,leo,medical");
};

}  // namespace blotter::testing
