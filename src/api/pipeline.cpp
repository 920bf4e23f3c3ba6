#include "api/pipeline.hpp"

#include <array>

#include <fmt/format.h>

#include "api/request_members.hpp"
#include "api/responses.hpp"
#include "base/log.hpp"
#include "operations/change.hpp"

namespace blotter::api {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// What is needed to respond when the work is done; the request itself may be gone by then.
struct PendingResponse {
  const Operation& operation;
  GuildId guild;
  KeyId key;
  std::string headers;
  Metrics& metrics;
  std::shared_ptr<LongResponses> long_responses;  // shared: the work may outlive the pipeline
  SteadyClock::time_point began;
  http::Reply reply;
  std::optional<Result<Rendered>> result;

  void send(http::Response response) {
    response.extra_headers += headers;
    metrics.count(&operation, response.status, SteadyClock::now() - began);
    reply.send(std::move(response));
  }

  void finish(const std::exception_ptr& failure) {
    if (failure) {
      send(failure_response(failure));
    } else if (*result) {
      send(success(std::move(**result)));
    } else {
      send(error_response(result->error(), &operation));
    }
  }

  [[nodiscard]] http::Response success(Rendered rendered) const {
    std::shared_ptr<const void> slot;
    if (rendered.rest || rendered.body.size() > LongResponses::bytes_min) {
      slot = long_responses->begin(key, guild);
      if (!slot) return error_response(ErrorId::overloaded, &operation);
    }
    auto response = success_response(operation, std::move(rendered));
    response.kept = std::move(slot);
    return response;
  }

  /// The cause goes to the log, never to the client; the request id connects the two.
  [[nodiscard]] http::Response failure_response(const std::exception_ptr& failure) const {
    std::string cause = "unknown";
    try {
      std::rethrow_exception(failure);
    } catch (const Overloaded&) {
      return error_response(ErrorId::overloaded, &operation);
    } catch (const std::exception& exception) {
      cause = exception.what();
    }
    const std::string request_id = fmt::format("{:016x}", SystemRandom().next());
    log::error("a request failed", {{"request", request_id},
                                    {"operation", operation.id},
                                    {"guild", guild.str()},
                                    {"cause", cause}});
    auto response = error_response(operation.storage_failure(), &operation);
    response.extra_headers += header_line("X-Request-Id", request_id);
    return response;
  }
};

/// Offers a response to the cache.
class CacheWriter {
 public:
  CacheWriter(ResponseCache& cache, Store& store, std::optional<CacheMiss> miss)
      : cache_(cache), store_(store), miss_(std::move(miss)) {}

  void offer(const GuildId& guild, std::optional<CivilianId> about, std::string_view body) {
    if (!miss_) return;
    Dependency dependency{about, miss_->guild_version};
    if (about) {
      const auto version = store_.version(guild, *about);
      // When a change raises the civilian's version, the guild's is unknown or has changed already.
      // If the guild's version is the same as before the read, the read saw every change up to this
      // civilian's version.
      if (!version || store_.version(guild) != miss_->guild_version) return;
      dependency.version = *version;
    }
    cache_.offer(miss_->key, dependency, body);
  }

 private:
  ResponseCache& cache_;
  Store& store_;
  std::optional<CacheMiss> miss_;
};

class ReadRequest final : public ReadWork {
 public:
  ReadRequest(PendingResponse pending, PreparedRead prepared, Timestamp now,
              std::shared_ptr<const KnownKey> key, CacheWriter cache_writer)
      : response_(std::move(pending)),
        prepared_(std::move(prepared)),
        now_(now),
        key_(std::move(key)),
        cache_writer_(std::move(cache_writer)) {}

  [[nodiscard]] const GuildId& guild() const override { return response_.guild; }
  void run(Reader& records) override {
    ReadCall call{records, now_, key_->key};
    response_.result = prepared_(call);
    about_ = call.about;
  }
  /// The result may be refused for its length, so other reads go first.
  [[nodiscard]] bool is_low_priority() const override {
    return response_.long_responses->is_full(response_.key, response_.guild);
  }
  void done(std::exception_ptr failure) override {
    if (!failure) keep();
    response_.finish(failure);
  }

 private:
  void keep() {
    const auto& rendered = *response_.result;
    if (rendered && !rendered->rest) cache_writer_.offer(response_.guild, about_, rendered->body);
  }

  PendingResponse response_;
  PreparedRead prepared_;
  const Timestamp now_;
  const std::shared_ptr<const KnownKey> key_;
  CacheWriter cache_writer_;
  std::optional<CivilianId> about_;
};

class RequestHeaders final : public Headers {
 public:
  /// The request must stay valid, as it does until its response is sent.
  explicit RequestHeaders(const http::Request& request) : request_(request) {}
  [[nodiscard]] std::string_view header(std::string_view name) const override {
    return request_.header(name);
  }

 private:
  const http::Request& request_;
};

/// Begins a stream: a read that leaves something to send later.
class StreamRequest final : public ReadWork {
 public:
  StreamRequest(PendingResponse pending, PreparedStream prepared, Timestamp now,
                std::shared_ptr<const KnownKey> key, const http::Request& request, Store& store)
      : response_(std::move(pending)),
        prepared_(std::move(prepared)),
        now_(now),
        key_(std::move(key)),
        headers_(request),
        store_(store) {}

  [[nodiscard]] const GuildId& guild() const override { return response_.guild; }
  void run(Reader& records) override {
    records.require_snapshot();
    StreamCall call{records, now_, key_->key, headers_, store_};
    stream_ = prepared_(call);
  }
  void done(std::exception_ptr failure) override {
    if (failure || !*stream_) {
      if (!failure) response_.result = fail(std::move(stream_->error()));
      return response_.finish(failure);
    }
    response_.send(stream_response(std::move(**stream_)));
  }

 private:
  PendingResponse response_;
  PreparedStream prepared_;
  const Timestamp now_;
  const std::shared_ptr<const KnownKey> key_;
  const RequestHeaders headers_;
  Store& store_;
  std::optional<Result<Stream>> stream_;
};

class ChangeRequest final : public WriteWork {
 public:
  ChangeRequest(PendingResponse pending, PreparedChange prepared, const http::Request& request,
                Sources sources)
      : response_(std::move(pending)),
        prepared_(std::move(prepared)),
        headers_(request),
        sources_(sources) {}

  [[nodiscard]] const GuildId& guild() const override { return response_.guild; }
  Outcome run(Writer& records) override {
    // Later runs of the same change must not differ in their time.
    if (!now_) now_ = sources_.clock.now();
    WriteCall call{.records = records,
                   .now = *now_,
                   .key = response_.key,
                   .ids = sources_.ids,
                   .random = sources_.random,
                   .headers = headers_};
    response_.result = run_change(response_.operation, prepared_, call);
    return *response_.result ? Outcome::commit : Outcome::roll_back;
  }
  void done(std::exception_ptr failure) override { response_.finish(failure); }

 private:
  PendingResponse response_;
  PreparedChange prepared_;
  const RequestHeaders headers_;
  Sources sources_;
  std::optional<Timestamp> now_;
};

}  // namespace

Pipeline::Pipeline(PipelineOptions options, Store& store, const KeyRing& keys, Metrics& metrics,
                   Sources sources, std::span<const Operation> operations)
    : options_(options),
      router_(operations),
      store_(store),
      keys_(keys),
      metrics_(metrics),
      sources_(sources),
      cache_(options.cache_bytes) {}

void Pipeline::handle(const http::Request& request, Target target, http::Reply reply) {
  handle(request, std::move(target), std::move(reply), UnknownKey::may_wait);
}

void Pipeline::retry(HeldRequest held) {
  handle(*held.request, std::move(held.target), std::move(held.reply), UnknownKey::is_refused);
}

void Pipeline::handle(const http::Request& request, Target target, http::Reply reply,
                      UnknownKey unknown) {
  const auto began = SteadyClock::now();
  RequestContext context(request, sources_.clock.now(), std::move(target));

  // The order is part of the contract: nothing about a guild can be learned without a key for it.
  constexpr std::array<Check, 5> checks = {&Pipeline::route, &Pipeline::check_method,
                                           &Pipeline::authenticate, &Pipeline::authorise,
                                           &Pipeline::limit};
  const auto respond_now = [&](http::Response response) {
    response.extra_headers += headers(context);
    metrics_.count(context.operation, response.status, SteadyClock::now() - began);
    reply.send(std::move(response));
  };
  for (const Check check : checks) {
    if (const auto passed = (this->*check)(context); !passed) {
      if (unknown == UnknownKey::may_wait && hold(context, reply)) return;
      return respond_now(error_response(passed.error(), context.operation));
    }
  }
  if (auto known = find_cached(context)) return respond_now(std::move(*known));
  if (const auto parsed = parse(context); !parsed) {
    return respond_now(error_response(parsed.error(), context.operation));
  }
  hand_over(context, began, std::move(reply));
}

bool Pipeline::hold(const RequestContext& context, http::Reply& reply) {
  if (unknown_keys_ == nullptr || !context.may_key_be_new) return false;
  HeldRequest held{&context.request, context.target, std::move(reply)};
  if (unknown_keys_->hold(held)) return true;
  reply = std::move(held.reply);
  return false;
}

void Pipeline::hand_over(RequestContext& context, SteadyClock::time_point began,
                         http::Reply reply) {
  PendingResponse pending{*context.operation,
                          std::move(*context.guild),
                          context.key->key.id,
                          headers(context),
                          metrics_,
                          long_responses_,
                          began,
                          std::move(reply),
                          std::nullopt};
  if (auto* read = std::get_if<PreparedRead>(&*context.prepared)) {
    store_.read(std::make_unique<ReadRequest>(
        std::move(pending), std::move(*read), context.now, std::move(context.key),
        CacheWriter(cache_, store_, std::move(context.cache_miss))));
  } else if (auto* change = std::get_if<PreparedChange>(&*context.prepared)) {
    store_.write(std::make_unique<ChangeRequest>(std::move(pending), std::move(*change),
                                                 context.request, sources_));
  } else {
    auto& stream = std::get<PreparedStream>(*context.prepared);
    store_.read(std::make_unique<StreamRequest>(std::move(pending), std::move(stream), context.now,
                                                std::move(context.key), context.request, store_));
  }
}

Result<void> Pipeline::route(RequestContext& context) const {
  context.route = router_.find(context.target.path);
  if (context.route == nullptr) return fail(ErrorId::unknown_endpoint);
  return {};
}

Result<void> Pipeline::check_method(RequestContext& context) const {
  context.operation = context.route->find(context.request.method);
  if (context.operation == nullptr) return fail(ErrorId::method_not_allowed);
  return {};
}

Result<void> Pipeline::authenticate(RequestContext& context) const {
  const auto guild = context.request.header("Guild");
  auto found = keys_.authenticate(context.request.header("Authorization"), guild, context.now);
  context.key = std::move(found.key);
  context.may_key_be_new = found.may_be_new;
  if (!context.key) return fail(ErrorId::unauthorised);
  context.guild = GuildId::stored(guild);
  return {};
}

Result<void> Pipeline::authorise(RequestContext& context) const {
  const auto scope = context.operation->scope;
  if (!scope || context.key->key.scopes.has(*scope)) return {};
  return fail(Error::missing_permission(spelling(*scope)));
}

Result<void> Pipeline::limit(RequestContext& context) const {
  if (!options_.rate_limit) return {};
  context.rate = context.key->use->rate.admit(context.now, *options_.rate_limit);
  if (!context.rate->admitted) return fail(ErrorId::rate_limited);
  return {};
}

Result<void> Pipeline::parse(RequestContext& context) const {
  const Operation& operation = *context.operation;
  const http::Request& request = context.request;
  RequestMembers members;
  Result<void> read;
  switch (operation.handler.input) {
    case InputFrom::nowhere: break;
    case InputFrom::query: read = members.read_query(context.target.query); break;
    case InputFrom::body_or_query:
      const bool may_use_query = operation.verb == Verb::get || operation.verb == Verb::delete_;
      read = request.body.empty() && may_use_query ? members.read_query(context.target.query)
                                                   : members.read_body(request.body);
  }
  if (!read) return read;
  auto prepared = operation.handler.prepare(members.values(), options_.input);
  if (!prepared) return fail(prepared.error());
  context.prepared = std::move(*prepared);
  return {};
}

std::optional<http::Response> Pipeline::find_cached(RequestContext& context) {
  const Operation& operation = *context.operation;
  if (!cache_.is_on() || operation.verb != Verb::get) return {};
  if (operation.depends_on != DependsOn::records) return {};
  const auto guild_version = store_.version(*context.guild);
  if (!guild_version) return {};
  // The key is the input as sent: equal bytes mean the same, even if other bytes mean it too.
  const std::string& guild = context.guild->str();
  const bool has_body = operation.handler.input == InputFrom::body_or_query;
  const std::string_view body = has_body ? context.request.body : std::string_view();
  const std::string_view input = body.empty() ? context.target.query : body;
  std::string text;
  text.reserve(operation.id.size() + guild.size() + input.size() + 2);
  text.append(operation.id).append(1, body.empty() ? '?' : ' ');
  text.append(guild).append(1, '\n').append(input);
  context.cache_miss = CacheMiss{CacheKey(std::move(text)), *guild_version};
  auto known = cache_.find(context.cache_miss->key, [&](const Dependency& dependency) {
    if (!dependency.about) return dependency.version == *guild_version;
    return store_.version(*context.guild, *dependency.about) == dependency.version;
  });
  if (!known) return {};
  metrics_.count_cached();
  return cached_response(operation, std::move(*known));
}

std::string Pipeline::headers(const RequestContext& context) const {
  std::string lines;
  if (context.route != nullptr && context.operation == nullptr) {
    lines += header_line("Allow", context.route->allowed());
  }
  if (!options_.rate_limit) return lines;
  if (context.rate) return lines + rate_headers(*context.rate);
  // Without a key nothing was counted; a key that lacks the scope was not counted either.
  if (!context.key) return lines + uncounted_headers();
  return lines + rate_headers(context.key->use->rate.peek(context.now, *options_.rate_limit));
}

std::string Pipeline::rate_headers(const RateState& rate) const {
  return fmt::format(
      "X-RateLimit-Limit: {}\r\nX-RateLimit-Remaining: {}\r\nX-RateLimit-Reset: {}\r\n",
      *options_.rate_limit, rate.remaining, rate.reset.ms);
}

std::string Pipeline::uncounted_headers() const {
  if (!options_.rate_limit) return {};
  return rate_headers(RateWindow().peek(sources_.clock.now(), *options_.rate_limit));
}

}  // namespace blotter::api
