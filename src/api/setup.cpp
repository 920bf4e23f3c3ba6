#include "api/setup.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "api/responses.hpp"
#include "base/json_writer.hpp"
#include "base/log.hpp"

namespace blotter::api {
namespace {

constexpr std::string_view owner_key_name = "owner";

http::Response created_response(std::string_view guild, std::string_view key) {
  http::Response response;
  response.status = 201;
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  json.member("guild", guild);
  json.member("key", key);
  json.end_object();
  response.body = std::move(body);
  response.extra_headers += header_line("Cache-Control", "no-store");
  return response;
}

http::Response refused_response() {
  return error_response({ErrorId::unauthorised,
                         "the setup link was already used, is older than an hour or is from an "
                         "earlier start of the server; restart the server for a new one"});
}

}  // namespace

std::string Setup::begin() {
  const std::uint64_t high = sources_.random.next();
  const std::uint64_t low = sources_.random.next();
  std::string token = fmt::format("{:016x}{:016x}", high, low);
  const std::scoped_lock lock(mutex_);
  token_ = Token{sha256(token), {sources_.clock.now().ms + token_ms}};
  return token;
}

void Setup::handle(const http::Request& request, http::Reply reply) {
  const auto respond = [this](http::Reply& to, http::Response response) {
    metrics_.count(nullptr, response.status, {});
    to.send(std::move(response));
  };
  if (request.method != http::Method::post) {
    auto response = error_response(ErrorId::method_not_allowed);
    response.extra_headers += header_line("Allow", "POST");
    return respond(reply, std::move(response));
  }
  // The token is checked first: a client without it learns nothing, not even a guild id's form.
  auto token = take(without_bearer(request.header("Authorization")));
  if (!token) return respond(reply, refused_response());
  auto guild = GuildId::parse(request.header("Guild"));
  if (!guild) {
    give_back(*token);
    return respond(reply,
                   error_response({ErrorId::invalid_guild, "the guild id " + guild.error()}));
  }
  // The store may block its caller, and an I/O thread must not block.
  const auto waiting = std::make_shared<http::Reply>(std::move(reply));
  run_soon_([this, waiting, respond, guild = std::move(*guild), token = *token] {
    respond(*waiting, create_guild_and_respond(guild, token));
  });
}

http::Response Setup::create_guild_and_respond(const GuildId& guild, const Token& token) {
  try {
    const auto owner = create(guild);
    if (!owner) return refused_response();
    make_known();
    log::info("the server was set up", {{"guild", guild.str()}});
    return created_response(owner->guild.str(), owner->secret.reveal());
  } catch (const std::exception& failure) {
    give_back(token);
    log::error("the setup failed", {{"cause", failure.what()}});
    return error_response(ErrorId::create_failed);
  }
}

void Setup::make_known() {
  try {
    keys_.refresh();
  } catch (const std::exception& failure) {
    log::warning("the keys could not be synced", {{"cause", failure.what()}});
  }
}

std::optional<Setup::Owner> Setup::create(const GuildId& guild) {
  const Timestamp now = sources_.clock.now();
  const KeySecret secret = KeySecret::generate(sources_.random);
  const ApiKey key{.id = {sources_.ids.next(now, sources_.random)},
                   .name = std::string(owner_key_name),
                   .scopes = Scopes::every(),
                   .guilds = {guild},
                   .created = now};
  // Another process may have created a guild since the token was made, or may do so now. Such
  // transactions block each other at their first change, so the check comes after it.
  struct NotEmpty {};
  try {
    store_.administer([&](Accounts& accounts) {
      if (!accounts.create_guild({guild, now})) throw NotEmpty();
      if (accounts.guilds().size() != 1) throw NotEmpty();
      accounts.create_key(key, secret.digest());
    });
  } catch (const NotEmpty&) {
    return std::nullopt;
  }
  return Owner{guild, secret};
}

std::optional<Setup::Token> Setup::take(std::string_view shown) {
  const Digest digest = sha256(shown);
  const std::scoped_lock lock(mutex_);
  if (!token_ || token_->digest != digest || sources_.clock.now() >= token_->expires) {
    return std::nullopt;
  }
  return std::exchange(token_, std::nullopt);
}

void Setup::give_back(const Token& token) {
  const std::scoped_lock lock(mutex_);
  if (!token_) token_ = token;
}

}  // namespace blotter::api
