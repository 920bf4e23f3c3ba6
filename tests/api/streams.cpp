// The third kind of operation, with a table of its own: a stream of what is committed.
#include "api/harness.hpp"
#include "operations/handler.hpp"
#include "operations/inputs.hpp"

namespace blotter::testing {
namespace {

using ::testing::HasSubstr;

/// Gives the number of each new event of the guild.
class Numbers final : public BodyStream {
 public:
  Numbers(Feed& feed, const GuildId& guild, std::int64_t after)
      : subscription_(feed.subscribe(guild, after, [this] { send_available(); })) {}

  void next(std::string& into, Done done) override {
    {
      const std::scoped_lock lock(mutex_);
      into_ = &into;
      done_ = std::move(done);
    }
    send_available();
  }

 private:
  void send_available() {
    const std::scoped_lock lock(mutex_);
    if (!done_) return;
    const auto taken = subscription_->take(10);
    for (const auto& event : taken.events) *into_ += std::to_string((*event)->seq) + "\n";
    if (!taken.events.empty()) std::exchange(done_, nullptr)(State::more);
  }

  std::mutex mutex_;
  std::string* into_ = nullptr;
  Done done_;
  std::unique_ptr<Subscription> subscription_;
};

struct NumbersPage {
  static constexpr std::tuple<> members{};
};

using NumbersResponse = handler::StreamOrPage<NumbersPage>;

Result<NumbersResponse> numbers(StreamCall& call, const NoInput&) {
  if (call.headers.header("X-Refuse") == "yes") return fail(ErrorId::no_civilians);
  const auto last = call.records.events_after(0, 1000).size();
  return NumbersResponse{
      Stream{.content_type = "text/plain",
             .headers = "X-After: " + std::to_string(last) + "\r\n",
             .begin = "begin\n",
             .heartbeat = ".\n",
             .rest = std::make_unique<Numbers>(call.store.feed(), call.records.guild(),
                                               static_cast<std::int64_t>(last))}};
}

constexpr Operation table[] = {
    {"numbers", Verb::get, "/api/numbers", Scope::read, handler::of<numbers>, "", "", {}}};

class Streams : public ApiTest {
 protected:
  Streams() {
    EXPECT_EQ(post("/api/civilian/create", civilian("Ada")).status, 201U);
    streaming_ = std::make_unique<api::Pipeline>(api::PipelineOptions{.cache_bytes = 1024 * 1024},
                                                 store_, keys_, stream_metrics_,
                                                 api::Sources{clock_, random_, ids_}, table);
  }

  http::Response stream(std::vector<std::pair<std::string_view, std::string_view>> headers = {}) {
    http::Request request;
    request.method = http::Method::get;
    request.target = "/api/numbers";
    request.headers = std::move(headers);
    request.headers.emplace_back("Authorization", key_);
    request.headers.emplace_back("Guild", "g");
    auto sink = std::make_shared<ResponseSink>();
    streaming_->handle(request, api::split_target(request.target), http::Reply(sink));
    return sink->wait();
  }

  static std::string next(http::Response& response) {
    std::string piece;
    EXPECT_EQ(read_piece(*response.rest, piece), BodyStream::State::more);
    return piece;
  }

  api::Metrics stream_metrics_{table};
  std::unique_ptr<api::Pipeline> streaming_;
};

TEST_F(Streams, a_stream_starts_at_once_and_continues_with_new_commits) {
  auto response = stream();
  EXPECT_EQ(response.status, 200U);
  EXPECT_EQ(response.content_type, "text/plain");
  EXPECT_THAT(response.extra_headers, HasSubstr("X-After: 1\r\n"));
  EXPECT_EQ(response.body.bytes(), "begin\n");
  EXPECT_TRUE(response.is_live);
  EXPECT_EQ(post("/api/civilian/create", civilian("Bob")).status, 201U);
  EXPECT_EQ(next(response), "2\n");
  EXPECT_EQ(post("/api/civilian/create", civilian("Cal")).status, 201U);
  EXPECT_EQ(next(response), "3\n");
}

TEST_F(Streams, a_stream_may_be_refused_like_any_operation) {
  const auto response = stream({{"X-Refuse", "yes"}});
  EXPECT_EQ(response.status, 404U);
  EXPECT_FALSE(response.is_live);
  EXPECT_EQ(response.rest, nullptr);
}

TEST_F(Streams, a_stream_is_never_cached) {
  for (int turn = 0; turn < 3; ++turn) EXPECT_TRUE(stream().is_live);
}

TEST_F(Streams, a_store_failure_refuses_the_stream) {
  store_.fail(Fault::unavailable);
  EXPECT_EQ(stream().status, 500U);
}

}  // namespace
}  // namespace blotter::testing
