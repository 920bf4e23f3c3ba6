// The way of a request through the API: one ordered list of checks, then the store.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "api/answer_cache.hpp"
#include "api/key_ring.hpp"
#include "api/long_answers.hpp"
#include "api/metrics.hpp"
#include "api/router.hpp"
#include "api/unknown_keys.hpp"
#include "base/clock.hpp"
#include "base/random.hpp"
#include "http/message.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

struct PipelineOptions {
  InputSettings input = {};
  /// Requests per second and key.
  std::optional<std::int64_t> rate_limit = std::nullopt;
  /// Memory for finished answers; 0 keeps none.
  std::size_t cache_bytes = 0;
};

/// A question whose answer may be kept, with the guild's version from before it is looked up.
struct OpenQuestion {
  Question question;
  std::uint64_t guild_version;
};

/// Everything that is known of a request so far; each check adds to it.
struct Exchange {
  Exchange(const http::Request& request, Timestamp now, Target target)
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
  std::optional<OpenQuestion> question;  // if its answer may be kept
  std::optional<Prepared> prepared;
};

/// Where time, chance and ids come from. Changes that wait in the store use them, so they must
/// outlive it.
struct Sources {
  const Clock& clock;
  Random& random;
  IdSource& ids;
};

class Pipeline {
 public:
  Pipeline(PipelineOptions options, Store& store, const KeyRing& keys, Metrics& metrics,
           Sources sources);

  void handle(const http::Request& request, Target target, http::Reply reply);

  /// From now on, requests with a key that may be new wait there instead of being refused. Whoever
  /// refreshes the keys takes them out and calls `retry`.
  void hold_unknown_keys_in(UnknownKeys& place) { unknown_keys_ = &place; }
  /// A request that has waited; this time an unknown key is refused.
  void retry(HeldRequest held);

  [[nodiscard]] const InputSettings& input_settings() const { return options_.input; }
  /// The rate headers of an answer that counts against nobody.
  [[nodiscard]] std::string uncounted_headers() const;

 private:
  using Check = Result<void> (Pipeline::*)(Exchange&) const;

  enum class UnknownKey : std::uint8_t { may_wait, is_refused };
  void handle(const http::Request& request, Target target, http::Reply reply, UnknownKey unknown);
  /// Takes the reply and gives true if the request has to wait, because its key may be new.
  bool hold(const Exchange& exchange, http::Reply& reply);

  Result<void> route(Exchange& exchange) const;
  Result<void> check_method(Exchange& exchange) const;
  Result<void> authenticate(Exchange& exchange) const;
  Result<void> authorise(Exchange& exchange) const;
  Result<void> limit(Exchange& exchange) const;
  Result<void> parse(Exchange& exchange) const;
  /// Lets the store do the work.
  void hand_over(Exchange& exchange, std::chrono::steady_clock::time_point began,
                 http::Reply reply);

  /// The answer, if the same was asked before and nothing that it tells has changed since.
  std::optional<http::Response> find_answer(Exchange& exchange);

  /// Headers that the answer carries whatever becomes of the request.
  [[nodiscard]] std::string headers(const Exchange& exchange) const;
  [[nodiscard]] std::string rate_headers(const RateState& rate) const;

  const PipelineOptions options_;
  const Router router_;
  Store& store_;
  const KeyRing& keys_;
  Metrics& metrics_;
  const Sources sources_;
  AnswerCache cache_;
  UnknownKeys* unknown_keys_ = nullptr;
  const std::shared_ptr<LongAnswers> long_answers_ = std::make_shared<LongAnswers>();
};

}  // namespace blotter::api
