#include "api/invitations.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "api/key_ring.hpp"
#include "api/responses.hpp"
#include "base/json_writer.hpp"
#include "base/log.hpp"
#include "operations/guild_keys.hpp"

namespace blotter::api {
namespace {

http::Response created_response(const GuildId& guild, const NewKeyWithSecret& made) {
  http::Response response;
  response.status = 201;
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  json.member("guild", guild.str());
  json.member("key", made.secret.reveal());
  json.member("keyName", made.key.name);
  json.key("scopes");
  json.begin_array();
  for (const Scope scope : made.key.scopes.all()) json.value(spelling(scope));
  json.end_array();
  json.end_object();
  response.body = std::move(body);
  response.extra_headers += header_line("Cache-Control", "no-store");
  return response;
}

/// The same for everything that can be wrong, so that nothing can be learned without the token.
Error refusal() {
  return {ErrorId::unauthorised,
          "the invitation was already used, is older than 24 hours or was revoked; ask for a new "
          "one"};
}

/// Somebody with a token, who waits for the response.
struct Guest {
  GuildId guild;
  Digest token;
  http::Reply reply;
  ErrorBody error_body;
  Metrics& metrics;

  void send(http::Response response) {
    metrics.count(nullptr, response.status, {});
    reply.send(std::move(response));
  }
  void refuse(const Error& error) { send(error_response(error, nullptr, error_body)); }
  void fail(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const Overloaded&) {
      refuse(ErrorId::overloaded);
    } catch (const std::exception& exception) {
      log::error("an invitation could not be accepted",
                 {{"guild", guild.str()}, {"cause", exception.what()}});
      refuse(ErrorId::create_failed);
    }
  }
};

/// Makes the key, if nobody else was faster.
class Acceptance final : public WriteWork {
 public:
  Acceptance(Guest guest, Sources sources) : guest_(std::move(guest)), sources_(sources) {}

  [[nodiscard]] const GuildId& guild() const override { return guest_.guild; }
  Outcome run(Writer& records) override {
    // Later runs of the same change must not differ in their time.
    if (!now_) now_ = sources_.clock.now();
    const NoHeaders headers;
    WriteCall call{.records = records,
                   .now = *now_,
                   .key = nullptr,
                   .ids = sources_.ids,
                   .random = sources_.random,
                   .headers = headers};
    made_ = accept_invitation(call, guest_.token);
    return made_ ? Outcome::commit : Outcome::roll_back;
  }
  void done(std::exception_ptr failure) override {
    if (failure) return guest_.fail(failure);
    if (!made_) return guest_.refuse(refusal());
    log::info("an invitation was accepted",
              {{"guild", guest_.guild.str()}, {"key", to_string(made_->key.id)}});
    guest_.send(created_response(guest_.guild, *made_));
  }

 private:
  Guest guest_;
  const Sources sources_;
  std::optional<Timestamp> now_;
  std::optional<NewKeyWithSecret> made_;
};

/// Looks up the token. A change locks the guild, and nobody without a token may do that.
class TokenCheck final : public ReadWork {
 public:
  TokenCheck(Guest guest, Store& store, Sources sources)
      : guest_(std::move(guest)), store_(store), sources_(sources), now_(sources.clock.now()) {}

  [[nodiscard]] const GuildId& guild() const override { return guest_.guild; }
  void run(Reader& records) override { is_valid_ = records.has_invitation(guest_.token, now_); }
  void done(std::exception_ptr failure) override {
    if (failure) return guest_.fail(failure);
    if (!is_valid_) return guest_.refuse(refusal());
    store_.write(std::make_unique<Acceptance>(std::move(guest_), sources_));
  }

 private:
  Guest guest_;
  Store& store_;
  const Sources sources_;
  const Timestamp now_;
  bool is_valid_ = false;
};

}  // namespace

void Invitations::handle(const http::Request& request, http::Reply reply) {
  const auto error_body = error_body_for(request);
  const auto respond = [&](http::Response response) {
    metrics_.count(nullptr, response.status, {});
    reply.send(std::move(response));
  };
  if (request.method != http::Method::post) {
    auto response = error_response(ErrorId::method_not_allowed, nullptr, error_body);
    response.extra_headers += header_line("Allow", "POST");
    return respond(std::move(response));
  }
  const auto token = InvitationToken::parse(without_bearer(request.header("Authorization")));
  auto guild = GuildId::parse(request.header("Guild"));
  if (!token || !guild) return respond(error_response(refusal(), nullptr, error_body));
  if (!admit()) return respond(error_response(ErrorId::overloaded, nullptr, error_body));
  store_.read(std::make_unique<TokenCheck>(
      Guest{std::move(*guild), token->digest(), std::move(reply), error_body, metrics_}, store_,
      sources_));
}

bool Invitations::admit() {
  const std::scoped_lock lock(mutex_);
  const auto now = CoarseClock::now();
  if (now - second_began_ >= std::chrono::seconds(1)) {
    second_began_ = now;
    checks_ = 0;
  }
  if (checks_ == checks_per_second_max) return false;
  ++checks_;
  return true;
}

}  // namespace blotter::api
