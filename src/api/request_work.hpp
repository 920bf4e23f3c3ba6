// The work that each kind of operation gives to the store. Only the pipeline uses it.
#pragma once

#include "api/key_ring.hpp"
#include "api/live_streams.hpp"
#include "api/pending_response.hpp"
#include "api/pipeline.hpp"
#include "api/response_cache.hpp"
#include "api/waiting_pages.hpp"
#include "operations/change.hpp"

namespace blotter::api {

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

/// What streams need besides their request.
struct StreamContext {
  Store& store;
  const KeyRing& keys;
  const Clock& clock;
  StreamObserver& observer;
  LiveStreams& live_streams;
  WaitingPages& waiting_pages;
};

/// Begins a stream: a read that leaves something to send later. Or reads a page, and again when
/// there is something to wait for.
class StreamRequest final : public ReadWork {
 public:
  StreamRequest(PendingResponse pending, PreparedStream prepared, Timestamp now,
                std::shared_ptr<const KnownKey> key, const http::Request& request,
                StreamContext context)
      : response_(std::move(pending)),
        prepared_(std::move(prepared)),
        now_(now),
        key_(std::move(key)),
        headers_(request),
        context_(context) {}

  [[nodiscard]] const GuildId& guild() const override { return response_.guild; }
  void run(Reader& records) override {
    if (until_) response_.began = std::chrono::steady_clock::now();  // its waiting is not slowness
    records.require_snapshot();
    StreamCall call{records,           now_,         key_->key, headers_, context_.store,
                    context_.observer, waited_after_};
    begun_ = prepared_(call);
  }
  void done(std::exception_ptr failure) override {
    if (failure) return response_.finish(failure);
    if (!*begun_) {
      response_.result = fail(std::move(begun_->error()));
      return response_.finish(nullptr);
    }
    if (auto* page = std::get_if<StreamPage>(&**begun_)) return send(std::move(*page));
    send(std::move(std::get<Stream>(**begun_)));
  }

 private:
  void send(Stream stream) {
    stream.rest =
        context_.live_streams.admit(std::move(stream.rest), key_->key.id, response_.guild);
    if (!stream.rest) return response_.send(response_.error(ErrorId::overloaded));
    response_.send(stream_response(std::move(stream)));
  }

  void send(StreamPage page) {
    if (page.wait && !is_over(*page.wait)) {
      waited_after_ = page.wait->after;
      const auto after = *waited_after_;
      const auto until = *until_;
      return context_.waiting_pages.hold(std::make_unique<StreamRequest>(std::move(*this)), after,
                                         until);
    }
    // The key may have been revoked meanwhile.
    if (until_ && !context_.keys.may_read(key_->key.id, response_.guild, context_.clock.now())) {
      return response_.send(response_.error(ErrorId::unauthorised));
    }
    response_.result = std::move(page.rendered);
    response_.finish(nullptr);
  }

  bool is_over(const StreamPage::Wait& wait) {
    const auto now = WaitingPages::Clock::now();
    if (!until_) until_ = now + wait.time_max;
    return now >= *until_ || context_.waiting_pages.is_stopping();
  }

  PendingResponse response_;
  PreparedStream prepared_;
  const Timestamp now_;
  const std::shared_ptr<const KnownKey> key_;
  const RequestHeaders headers_;
  StreamContext context_;
  // Set if it has waited.
  std::optional<WaitingPages::Clock::time_point> until_;
  std::optional<std::int64_t> waited_after_;
  std::optional<Result<StreamResponse>> begun_;
};

/// Reads what another server is asked, asks it, and responds when it has replied.
class ExchangeRequest final : public ReadWork {
 public:
  ExchangeRequest(PendingResponse pending, PreparedExchange prepared, Timestamp now,
                  Sources sources, Outbound* outbound)
      : response_(std::move(pending)),
        prepared_(std::move(prepared)),
        now_(now),
        sources_(sources),
        outbound_(outbound) {}

  [[nodiscard]] const GuildId& guild() const override { return response_.guild; }
  void run(Reader& records) override {
    ExchangeCall call{records, now_, sources_.ids, sources_.random};
    exchange_ = prepared_(call);
  }
  void done(std::exception_ptr failure) override {
    if (failure) return response_.finish(failure);
    if (!*exchange_) return response_.send(response_.error(exchange_->error()));
    if (outbound_ == nullptr) return response_.send(response_.error(ErrorId::create_failed));
    auto& [post, respond] = **exchange_;
    outbound_->post(std::move(post),
                    [pending = std::make_shared<PendingResponse>(std::move(response_)),
                     respond = std::move(respond)](HttpReply reply) {
                      pending->result = respond(std::move(reply));
                      pending->finish(nullptr);
                    });
  }

 private:
  PendingResponse response_;
  PreparedExchange prepared_;
  const Timestamp now_;
  Sources sources_;
  Outbound* const outbound_;
  std::optional<Result<Exchange>> exchange_;
};

class ChangeRequest final : public WriteWork {
 public:
  ChangeRequest(PendingResponse pending, PreparedChange prepared,
                std::shared_ptr<const KnownKey> key, const http::Request& request,
                std::optional<IdempotentRequest> idempotent, Sources sources,
                std::optional<std::chrono::milliseconds> keep_deleted)
      : response_(std::move(pending)),
        prepared_(std::move(prepared)),
        key_(std::move(key)),
        headers_(request),
        idempotent_(std::move(idempotent)),
        sources_(sources),
        keep_deleted_(keep_deleted) {}

  [[nodiscard]] const GuildId& guild() const override { return response_.guild; }
  Outcome run(Writer& records) override {
    // Later runs of the same change must not differ in their time.
    if (!now_) now_ = sources_.clock.now();
    WriteCall call{.records = records,
                   .now = *now_,
                   .key = &key_->key,
                   .ids = sources_.ids,
                   .random = sources_.random,
                   .headers = headers_,
                   .keep_deleted = keep_deleted_,
                   .idempotent = idempotent_};
    response_.result = run_change(response_.operation, prepared_, call);
    const auto& result = *response_.result;
    return result && !result->is_replay ? Outcome::commit : Outcome::roll_back;
  }
  void done(std::exception_ptr failure) override { response_.finish(failure); }
  void refuse(const Error& error) { response_.send(response_.error(error)); }

 private:
  PendingResponse response_;
  PreparedChange prepared_;
  const std::shared_ptr<const KnownKey> key_;
  const RequestHeaders headers_;
  const std::optional<IdempotentRequest> idempotent_;
  Sources sources_;
  const std::optional<std::chrono::milliseconds> keep_deleted_;
  std::optional<Timestamp> now_;
};

}  // namespace blotter::api
