// The path of a request through the API: one ordered list of checks, then the store.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "api/key_ring.hpp"
#include "api/live_streams.hpp"
#include "api/long_responses.hpp"
#include "api/metrics.hpp"
#include "api/response_cache.hpp"
#include "api/router.hpp"
#include "api/unknown_keys.hpp"
#include "api/waiting_pages.hpp"
#include "base/clock.hpp"
#include "base/random.hpp"
#include "http/message.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

struct PipelineOptions {
  InputSettings input = {};
  /// Requests per second per key.
  std::optional<std::int64_t> rate_limit = std::nullopt;
  /// Memory for the response cache; 0 disables it.
  std::size_t cache_bytes = 0;
  std::size_t streams_max = LiveStreams::default_streams_max;
  /// How long deleted records are kept; without it they are deleted permanently at once.
  std::optional<std::chrono::milliseconds> keep_deleted = std::chrono::days(30);
  /// For operations that ask another server. Without it they fail, and hosts are not checked.
  Outbound* outbound = nullptr;
};

/// A request whose response may be cached, with the guild's version from before the read.
struct CacheMiss {
  CacheKey key;
  std::uint64_t guild_version;
};

/// A URL whose host must be permitted.
struct UrlToCheck {
  Member member;
  std::string url;
};

/// What is known about a request so far; each check adds to it.
struct RequestContext {
  RequestContext(const http::Request& request, Timestamp now, Target target)
      : request(request), now(now), target(std::move(target)) {}

  const http::Request& request;
  Timestamp now;
  Target target;
  const Route* route = nullptr;
  const Operation* operation = nullptr;
  std::shared_ptr<const KnownKey> key;
  bool may_key_be_new = false;
  std::optional<GuildId> guild;
  std::optional<RateState> rate;
  std::optional<CacheMiss> cache_miss;  // set if the response may be cached
  std::optional<IdempotentRequest> idempotent;
  std::optional<Prepared> prepared;
  std::optional<UrlToCheck> url_to_check;
};

/// Time, randomness and ids. Writes queued in the store use them, so they must outlive the store.
struct Sources {
  const Clock& clock;
  Random& random;
  IdSource& ids;
};

class ChangeRequest;

class Pipeline {
 public:
  Pipeline(PipelineOptions options, Store& store, const KeyRing& keys, Metrics& metrics,
           Sources sources, std::span<const Operation> operations = blotter::operations());

  void handle(const http::Request& request, Target target, http::Reply reply);

  /// After this call, requests with a key that may be new wait in `place` instead of being refused.
  /// The code that refreshes the keys takes them out and calls `retry`.
  void hold_unknown_keys_in(UnknownKeys& place) { unknown_keys_ = &place; }
  /// For a request that has waited: an unknown key is refused this time.
  void retry(HeldRequest held);

  /// Ends the streams whose key is no longer valid. Call it every second at least.
  void end_invalid_streams();
  /// Ends the waiting of requests for pages; call it when the server begins to stop.
  void stop_waiting() { waiting_pages_.stop(); }
  [[nodiscard]] std::size_t open_streams() const { return live_streams_.count(); }

  [[nodiscard]] const InputSettings& input_settings() const { return options_.input; }
  /// The rate limit headers of a response that counts against no key.
  [[nodiscard]] std::string uncounted_headers() const;

 private:
  using Check = Result<void> (Pipeline::*)(RequestContext&) const;

  enum class UnknownKey : std::uint8_t { may_wait, is_refused };
  void handle(const http::Request& request, Target target, http::Reply reply, UnknownKey unknown);
  /// Takes the reply and returns true if the request must wait because its key may be new.
  bool hold(const RequestContext& context, http::Reply& reply);

  Result<void> route(RequestContext& context) const;
  Result<void> check_method(RequestContext& context) const;
  Result<void> authenticate(RequestContext& context) const;
  Result<void> authorise(RequestContext& context) const;
  Result<void> limit(RequestContext& context) const;
  Result<void> parse(RequestContext& context) const;
  Result<void> parse_idempotency_key(RequestContext& context, std::string_view input) const;
  /// Passes the request to the store.
  void hand_over(RequestContext& context, std::chrono::steady_clock::time_point began,
                 http::Reply reply);

  /// Writes when the host of the URL has turned out to be permitted.
  void write_after_check(UrlToCheck url, std::unique_ptr<ChangeRequest> change);

  /// The cached response to the same request, if what it depends on has not changed since.
  std::optional<http::Response> find_cached(RequestContext& context);

  /// Headers that the response carries, whatever its status.
  [[nodiscard]] std::string headers(const RequestContext& context) const;
  [[nodiscard]] std::string rate_headers(const RateState& rate) const;

  const PipelineOptions options_;
  const Router router_;
  Store& store_;
  const KeyRing& keys_;
  Metrics& metrics_;
  const Sources sources_;
  ResponseCache cache_;
  UnknownKeys* unknown_keys_ = nullptr;
  const std::shared_ptr<LongResponses> long_responses_ = std::make_shared<LongResponses>();
  StreamMetrics stream_metrics_;
  LiveStreams live_streams_;
  WaitingPages waiting_pages_;
};

}  // namespace blotter::api
