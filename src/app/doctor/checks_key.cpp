#include <algorithm>

#include <fmt/format.h>
#include <simdjson.h>

#include "app/doctor/checks.hpp"
#include "app/local_server.hpp"
#include "http/certificate.hpp"

namespace blotter::app::doctor {
namespace {

constexpr std::int64_t day_ms = 86'400'000;
constexpr std::int64_t days_left_low = 7;
constexpr const char* new_key = "create a new one with blotter key create --guild NAME";

Check refuse(std::string found, std::string advice) {
  return {"key", Status::error, std::move(found), std::move(advice)};
}

const ApiKey* find(const StoreFacts& facts, const KeySecret& secret) {
  const std::string digest = to_hex(secret.digest());
  const auto found = std::ranges::find(facts.keys, digest, &StoredKey::digest_hex);
  return found == facts.keys.end() ? nullptr : &found->key;
}

std::string joined(const std::vector<GuildId>& guilds) {
  std::string text;
  for (const GuildId& guild : guilds) text += (text.empty() ? "" : ", ") + guild.str();
  return text;
}

std::string shown(const ApiKey& key) {
  return key.name.empty() ? "id " + to_string(key.id) : fmt::format("\"{}\"", key.name);
}

/// What the store shows to be wrong with the key, if anything.
std::optional<Check> find_error(const ApiKey& key, const std::string& guild, Timestamp now) {
  if (key.revoked) return refuse(fmt::format("{} was revoked", shown(key)), new_key);
  if (!key.is_valid_at(now)) {
    return refuse(fmt::format("{} expired at {}", shown(key), to_string(*key.expires)), new_key);
  }
  if (key.guilds.empty()) return refuse(fmt::format("{} opens no guild", shown(key)), new_key);
  const bool opens = guild.empty() || std::ranges::any_of(key.guilds, [&](const GuildId& each) {
                       return each.str() == guild;
                     });
  if (!opens) {
    return refuse(fmt::format("{} is for {}, not for {}", shown(key), joined(key.guilds), guild),
                  "send one of its guilds in the Guild header, or create another key");
  }
  return std::nullopt;
}

Check describe(const ApiKey& key, Timestamp now, std::string_view by) {
  const std::string found =
      fmt::format("{} for {}, scopes {}{}", shown(key), joined(key.guilds), key.scopes.str(), by);
  if (key.expires && key.expires->ms - now.ms < days_left_low * day_ms) {
    return {"key", Status::warning,
            fmt::format("{}, expires at {}", found, to_string(*key.expires)),
            "create a new one before then"};
  }
  return {"key", Status::ok, found};
}

/// The key is sent only to a server that identified itself as Blotter, and with TLS only to the
/// holder of the certificate. Checking the store alone is not enough: the server may use another
/// one.
http::ClientResponse ask_server(const ServeOptions& options, const KeySecret& secret,
                                const std::string& guild) {
  auto request = request_to_server(options, "/api/key");
  if (request.transport == http::Transport::tls) {
    request.certificate_digest = http::inspect_certificate(options.tls_cert).digest;
  }
  request.headers = {{"Authorization", secret.reveal()}, {"Guild", guild}};
  return http::get(request);
}

/// For a key whose store cannot be read: what the server says about it.
Check describe_response(const http::ClientResponse& response, const std::string& guild) {
  if (response.status != 200) {
    return refuse(fmt::format("the running server refuses it for {}", guild), new_key);
  }
  simdjson::dom::parser parser;
  const auto body = parser.parse(response.body);
  std::string_view name;
  simdjson::dom::array list;
  if (body.at_key("keyName").get(name) != simdjson::SUCCESS ||
      body.at_key("scopes").get(list) != simdjson::SUCCESS) {
    return refuse("the running server sent a response that cannot be parsed",
                  "compare its version with this program's");
  }
  std::string scopes;
  for (const auto scope : list) {
    std::string_view text;
    if (scope.get(text) != simdjson::SUCCESS) continue;
    scopes += scopes.empty() ? "" : ",";
    scopes += text;
  }
  return {
      "key", Status::ok,
      fmt::format("\"{}\" for {}, scopes {}, accepted by the running server", name, guild, scopes)};
}

/// For a key that was not sent, because the server could be another program.
Check describe_withheld(const ApiKey* key, Timestamp now, std::string_view reason) {
  if (key != nullptr) {
    return describe(*key, now, fmt::format(", not sent to the running server: {}", reason));
  }
  return refuse(fmt::format("cannot be checked by the running server: {}", reason),
                "see certificate above");
}

}  // namespace

Check check_key(const GivenKey& given, const StoreFacts& store, const ServeOptions& options,
                const RunningServer& server, Timestamp now) {
  if (!given.secret) {
    return refuse("it " + given.secret.error(), "copy the whole key, or " + std::string(new_key));
  }
  const bool is_store_read = store.state == StoreState::current;
  const bool is_running = server.state == RunningServer::State::blotter;
  const ApiKey* key = is_store_read ? find(store, *given.secret) : nullptr;
  if (is_store_read && key == nullptr) return refuse("not a key of this store", new_key);
  if (key != nullptr) {
    if (auto fault = find_error(*key, given.guild, now)) return std::move(*fault);
    if (!is_running) return describe(*key, now, "");
  }
  if (!is_running) {
    return refuse("cannot be checked: neither the store nor a server can be read",
                  "see the lines above");
  }
  const std::string guild =
      given.guild.empty() && key != nullptr ? key->guilds.front().str() : given.guild;
  if (guild.empty()) return refuse("cannot be checked without its guild", "give --guild");
  try {
    const auto response = ask_server(options, *given.secret, guild);
    if (key == nullptr) return describe_response(response, guild);
    if (response.status == 200) return describe(*key, now, ", accepted by the running server");
    return refuse(fmt::format("{} is in the store, but the running server refuses it", shown(*key)),
                  "the server may use another store: compare its --store");
  } catch (const http::ClientError& error) {
    if (error.cause() == http::ClientError::Cause::other_certificate) {
      return describe_withheld(key, now, error.what());
    }
    return refuse(fmt::format("the request to the running server failed: {}", error.what()),
                  "see the server's log");
  } catch (const std::runtime_error&) {
    return describe_withheld(key, now, "--tls-cert cannot be read");
  }
}

}  // namespace blotter::app::doctor
