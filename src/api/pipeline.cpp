#include "api/pipeline.hpp"

#include <array>

#include <fmt/format.h>

#include "api/answers.hpp"
#include "api/request_members.hpp"
#include "base/log.hpp"

namespace blotter::api {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// What is needed to answer once the work is done; the request itself may be gone by then.
struct Answer {
  const Operation& operation;
  GuildId guild;
  KeyId key;
  std::string headers;
  Metrics& metrics;
  std::shared_ptr<LongAnswers> long_answers;  // the work may end behind the pipeline
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
    std::shared_ptr<const void> seat;
    if (rendered.rest || rendered.body.size() > LongAnswers::bytes_min) {
      seat = long_answers->begin(key, guild);
      if (!seat) return error_response(ErrorId::overloaded, &operation);
    }
    auto response = success_response(operation, std::move(rendered));
    response.kept = std::move(seat);
    return response;
  }

  /// The cause goes to the log, never to the client; the request id joins the two.
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

/// Keeps an answer for the next who asks the same.
class Keeper {
 public:
  Keeper(AnswerCache& cache, Store& store, std::optional<OpenQuestion> question)
      : cache_(cache), store_(store), question_(std::move(question)) {}

  void offer(const GuildId& guild, std::optional<CivilianId> about, std::string_view answer) {
    if (!question_) return;
    Basis basis{about, question_->guild_version};
    if (about) {
      const auto version = store_.version(guild, *about);
      // The guild's version comes before the civilian's. While it stays the same, the look-up saw
      // every change that has the civilian's version.
      if (!version || store_.version(guild) != question_->guild_version) return;
      basis.version = *version;
    }
    cache_.offer(question_->question, basis, answer);
  }

 private:
  AnswerCache& cache_;
  Store& store_;
  std::optional<OpenQuestion> question_;
};

class ReadRequest final : public ReadWork {
 public:
  ReadRequest(Answer answer, PreparedRead prepared, Timestamp now,
              std::shared_ptr<const KnownKey> key, Keeper keeper)
      : answer_(std::move(answer)),
        prepared_(std::move(prepared)),
        now_(now),
        key_(std::move(key)),
        keeper_(std::move(keeper)) {}

  [[nodiscard]] const GuildId& guild() const override { return answer_.guild; }
  void run(Reader& records) override {
    ReadCall call{records, now_, key_->key};
    answer_.result = prepared_(call);
    about_ = call.about;
  }
  /// What it finds may well be refused for its length, so it must not cost others their time.
  [[nodiscard]] bool is_for_later() const override {
    return answer_.long_answers->is_full(answer_.key, answer_.guild);
  }
  void done(std::exception_ptr failure) override {
    if (!failure) keep();
    answer_.finish(failure);
  }

 private:
  void keep() {
    const auto& rendered = *answer_.result;
    if (rendered && !rendered->rest) keeper_.offer(answer_.guild, about_, rendered->body);
  }

  Answer answer_;
  PreparedRead prepared_;
  const Timestamp now_;
  const std::shared_ptr<const KnownKey> key_;
  Keeper keeper_;
  std::optional<CivilianId> about_;
};

class WriteRequest final : public WriteWork {
 public:
  WriteRequest(Answer answer, PreparedWrite prepared, Sources sources)
      : answer_(std::move(answer)), prepared_(std::move(prepared)), sources_(sources) {}

  [[nodiscard]] const GuildId& guild() const override { return answer_.guild; }
  Verdict run(Writer& records) override {
    WriteCall call{.records = records,
                   .now = sources_.clock.now(),
                   .key = answer_.key,
                   .ids = sources_.ids,
                   .random = sources_.random};
    answer_.result = run_change(answer_.operation, prepared_, call);
    return *answer_.result ? Verdict::keep : Verdict::undo;
  }
  void done(std::exception_ptr failure) override { answer_.finish(failure); }

 private:
  Answer answer_;
  PreparedWrite prepared_;
  Sources sources_;
};

}  // namespace

Pipeline::Pipeline(PipelineOptions options, Store& store, const KeyRing& keys, Metrics& metrics,
                   Sources sources)
    : options_(options),
      router_(operations()),
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
  Exchange exchange(request, sources_.clock.now(), std::move(target));

  // The order of the contract: nothing about a guild can be learned without a key for it.
  constexpr std::array<Check, 5> checks = {&Pipeline::route, &Pipeline::check_method,
                                           &Pipeline::authenticate, &Pipeline::authorise,
                                           &Pipeline::limit};
  const auto answer_now = [&](http::Response response) {
    response.extra_headers += headers(exchange);
    metrics_.count(exchange.operation, response.status, SteadyClock::now() - began);
    reply.send(std::move(response));
  };
  for (const Check check : checks) {
    if (const auto passed = (this->*check)(exchange); !passed) {
      if (unknown == UnknownKey::may_wait && hold(exchange, reply)) return;
      return answer_now(error_response(passed.error(), exchange.operation));
    }
  }
  if (auto known = find_answer(exchange)) return answer_now(std::move(*known));
  if (const auto parsed = parse(exchange); !parsed) {
    return answer_now(error_response(parsed.error(), exchange.operation));
  }
  hand_over(exchange, began, std::move(reply));
}

bool Pipeline::hold(const Exchange& exchange, http::Reply& reply) {
  if (unknown_keys_ == nullptr || !exchange.may_key_be_new) return false;
  HeldRequest held{&exchange.request, exchange.target, std::move(reply)};
  if (unknown_keys_->hold(held)) return true;
  reply = std::move(held.reply);
  return false;
}

void Pipeline::hand_over(Exchange& exchange, SteadyClock::time_point began, http::Reply reply) {
  Answer answer{*exchange.operation,
                std::move(*exchange.guild),
                exchange.key->key.id,
                headers(exchange),
                metrics_,
                long_answers_,
                began,
                std::move(reply),
                std::nullopt};
  if (auto* read = std::get_if<PreparedRead>(&*exchange.prepared)) {
    store_.read(std::make_unique<ReadRequest>(
        std::move(answer), std::move(*read), exchange.now, std::move(exchange.key),
        Keeper(cache_, store_, std::move(exchange.question))));
  } else {
    store_.write(std::make_unique<WriteRequest>(
        std::move(answer), std::move(std::get<PreparedWrite>(*exchange.prepared)), sources_));
  }
}

Result<void> Pipeline::route(Exchange& exchange) const {
  exchange.route = router_.find(exchange.target.path);
  if (exchange.route == nullptr) return fail(ErrorId::unknown_endpoint);
  return {};
}

Result<void> Pipeline::check_method(Exchange& exchange) const {
  exchange.operation = exchange.route->find(exchange.request.method);
  if (exchange.operation == nullptr) return fail(ErrorId::method_not_allowed);
  return {};
}

Result<void> Pipeline::authenticate(Exchange& exchange) const {
  const auto guild = exchange.request.header("Guild");
  auto found = keys_.authenticate(exchange.request.header("Authorization"), guild, exchange.now);
  exchange.key = std::move(found.key);
  exchange.may_key_be_new = found.may_be_new;
  if (!exchange.key) return fail(ErrorId::unauthorised);
  exchange.guild = GuildId::stored(guild);
  return {};
}

Result<void> Pipeline::authorise(Exchange& exchange) const {
  const auto scope = exchange.operation->scope;
  if (!scope || exchange.key->key.scopes.has(*scope)) return {};
  return fail(Error::missing_permission(spelling(*scope)));
}

Result<void> Pipeline::limit(Exchange& exchange) const {
  if (!options_.rate_limit) return {};
  exchange.rate = exchange.key->use->rate.admit(exchange.now, *options_.rate_limit);
  if (!exchange.rate->admitted) return fail(ErrorId::rate_limited);
  return {};
}

Result<void> Pipeline::parse(Exchange& exchange) const {
  const Operation& operation = *exchange.operation;
  const http::Request& request = exchange.request;
  RequestMembers members;
  Result<void> read;
  switch (operation.handler.input) {
    case InputFrom::nowhere: break;
    case InputFrom::query: read = members.read_query(exchange.target.query); break;
    case InputFrom::body_or_query:
      const bool may_use_query = operation.verb == Verb::get || operation.verb == Verb::delete_;
      read = request.body.empty() && may_use_query ? members.read_query(exchange.target.query)
                                                   : members.read_body(request.body);
  }
  if (!read) return read;
  auto prepared = operation.handler.prepare(members.values(), options_.input);
  if (!prepared) return fail(prepared.error());
  exchange.prepared = std::move(*prepared);
  return {};
}

std::optional<http::Response> Pipeline::find_answer(Exchange& exchange) {
  const Operation& operation = *exchange.operation;
  if (!cache_.is_on() || operation.verb != Verb::get) return {};
  if (operation.depends_on != DependsOn::records) return {};
  const auto guild_version = store_.version(*exchange.guild);
  if (!guild_version) return {};
  // As it was sent: the same bytes mean the same, whatever else may mean it too.
  const std::string& guild = exchange.guild->str();
  const bool has_body = operation.handler.input == InputFrom::body_or_query;
  const std::string_view body = has_body ? exchange.request.body : std::string_view();
  const std::string_view input = body.empty() ? exchange.target.query : body;
  std::string text;
  text.reserve(operation.id.size() + guild.size() + input.size() + 2);
  text.append(operation.id).append(1, body.empty() ? '?' : ' ');
  text.append(guild).append(1, '\n').append(input);
  exchange.question = OpenQuestion{Question(std::move(text)), *guild_version};
  auto known = cache_.find(exchange.question->question, [&](const Basis& basis) {
    if (!basis.about) return basis.version == *guild_version;
    return store_.version(*exchange.guild, *basis.about) == basis.version;
  });
  if (!known) return {};
  metrics_.count_cached();
  return known_response(operation, std::move(*known));
}

std::string Pipeline::headers(const Exchange& exchange) const {
  std::string lines;
  if (exchange.route != nullptr && exchange.operation == nullptr) {
    lines += header_line("Allow", exchange.route->allowed());
  }
  if (!options_.rate_limit) return lines;
  if (exchange.rate) return lines + rate_headers(*exchange.rate);
  // A key that may not do this has not been counted, and neither has nobody.
  if (!exchange.key) return lines + uncounted_headers();
  return lines + rate_headers(exchange.key->use->rate.peek(exchange.now, *options_.rate_limit));
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
