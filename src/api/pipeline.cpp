#include "api/pipeline.hpp"

#include <array>

#include <fmt/format.h>

#include "api/request_members.hpp"
#include "api/request_work.hpp"
#include "api/responses.hpp"
#include "base/digest.hpp"

namespace blotter::api {
namespace {

using SteadyClock = std::chrono::steady_clock;

}  // namespace

Pipeline::Pipeline(PipelineOptions options, Store& store, const KeyRing& keys, Metrics& metrics,
                   Sources sources, std::span<const Operation> operations)
    : options_(std::move(options)),
      router_(operations),
      store_(store),
      keys_(keys),
      metrics_(metrics),
      sources_(sources),
      cache_(options_.cache_bytes),
      stream_metrics_(metrics, sources.clock),
      live_streams_(options_.streams_max),
      waiting_pages_(store) {}

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
  const auto refusal = [&](const Error& error) {
    return error_response(error, context.operation, error_body_for(request));
  };
  for (const Check check : checks) {
    if (const auto passed = (this->*check)(context); !passed) {
      if (unknown == UnknownKey::may_wait && hold(context, reply)) return;
      return respond_now(refusal(passed.error()));
    }
  }
  if (auto known = find_cached(context)) return respond_now(std::move(*known));
  if (const auto parsed = parse(context); !parsed) {
    return respond_now(refusal(parsed.error()));
  }
  hand_over(context, began, std::move(reply));
}

void Pipeline::end_invalid_streams() {
  const Timestamp now = sources_.clock.now();
  live_streams_.end_unless(
      [&](KeyId key, const GuildId& guild) { return keys_.may_read(key, guild, now); });
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
                          error_body_for(context.request),
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
    auto work = std::make_unique<ChangeRequest>(
        std::move(pending), std::move(*change), std::move(context.key), context.request,
        std::move(context.idempotent), sources_, options_.keep_deleted);
    if (!context.url_to_check) return store_.write(std::move(work));
    write_after_check(std::move(*context.url_to_check), std::move(work));
  } else if (auto* exchange = std::get_if<PreparedExchange>(&*context.prepared)) {
    store_.read(std::make_unique<ExchangeRequest>(std::move(pending), std::move(*exchange),
                                                  context.now, sources_, options_.outbound));
  } else {
    auto& stream = std::get<PreparedStream>(*context.prepared);
    store_.read(std::make_unique<StreamRequest>(
        std::move(pending), std::move(stream), context.now, std::move(context.key), context.request,
        StreamContext{store_, keys_, sources_.clock, stream_metrics_, live_streams_,
                      waiting_pages_}));
  }
}

void Pipeline::write_after_check(UrlToCheck url, std::unique_ptr<ChangeRequest> change) {
  if (options_.outbound == nullptr) return store_.write(std::move(change));
  auto waiting = std::make_shared<std::unique_ptr<ChangeRequest>>(std::move(change));
  options_.outbound->check(
      std::move(url.url), [&store = store_, member = url.member, waiting](auto forbidden) {
        if (!forbidden) return store.write(std::move(*waiting));
        (*waiting)->refuse(Error::invalid(member, forbidden_address(*forbidden)));
      });
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
  const Rights& rights = context.operation->rights;
  if (!rights.may_allow(context.key->key.scopes)) return fail(rights.refusal());
  return {};
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
  std::string_view input;
  Result<void> read;
  switch (operation.handler.input) {
    case InputFrom::nowhere: break;
    case InputFrom::query: read = members.read_query(context.target.query); break;
    case InputFrom::body_or_query:
      const bool may_use_query = operation.verb == Verb::get || operation.verb == Verb::delete_;
      const bool uses_query = request.body.empty() && may_use_query;
      input = uses_query ? std::string_view(context.target.query) : request.body;
      read = uses_query ? members.read_query(input) : members.read_body(input);
  }
  if (!read) return read;
  if (!operation.rights.allow(context.key->key.scopes, members.values())) {
    return fail(operation.rights.refusal(members.values()));
  }
  auto prepared = operation.handler.prepare(members.values(), options_.input);
  if (!prepared) return fail(prepared.error());
  context.prepared = std::move(*prepared);
  if (operation.handler.url_in != nullptr) {
    if (const auto member = operation.handler.url_in(members.values())) {
      context.url_to_check = {*member, std::string(members.values()[*member].text)};
    }
  }
  return parse_idempotency_key(context, input);
}

Result<void> Pipeline::parse_idempotency_key(RequestContext& context,
                                             std::string_view input) const {
  constexpr std::string_view header = "Idempotency-Key";
  const Operation& operation = *context.operation;
  if (operation.event.empty() || !context.request.has_header(header)) return {};
  auto name = blotter::parse_idempotency_key(context.request.header(header));
  if (!name) return fail(Error::unreadable(fmt::format("{} {}", header, name.error())));
  const auto digest = sha256(fmt::format("{}\n{}", operation.id, input));
  context.idempotent = IdempotentRequest{std::move(*name), to_hex(digest)};
  if (operation.handler.has_secret) {
    const auto api_key = without_bearer(context.request.header("Authorization"));
    context.idempotent->response_key = response_key(api_key, *context.idempotent);
  }
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
