// POST /setup: creates the first guild and its owner's key from the console. It needs a token that
// is shown only to the person who started the server.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "api/key_ring.hpp"
#include "api/metrics.hpp"
#include "api/pipeline.hpp"
#include "base/digest.hpp"
#include "domain/guild.hpp"
#include "http/message.hpp"
#include "storage/store.hpp"

namespace blotter::api {

class Setup {
 public:
  static constexpr std::string_view path = "/setup";
  /// How long a token is valid.
  static constexpr std::int64_t token_ms = std::int64_t{60} * 60 * 1000;

  /// Runs a task that may block on the store, soon, on a thread that may block.
  using RunSoon = std::function<void(std::function<void()>)>;

  Setup(Store& store, KeyRing& keys, Metrics& metrics, Sources sources, RunSoon run_soon)
      : store_(store),
        keys_(keys),
        metrics_(metrics),
        sources_(sources),
        run_soon_(std::move(run_soon)) {}

  /// Creates a token for one setup and invalidates the previous one. Only its digest is stored.
  std::string begin();

  void handle(const http::Request& request, http::Reply reply);

 private:
  struct Token {
    Digest digest;
    Timestamp expires;
  };
  struct Owner {
    GuildId guild;
    KeySecret secret;
  };

  /// Takes the token out, so that only the first request with it succeeds.
  std::optional<Token> take(std::string_view shown);
  void give_back(const Token& token);
  /// Empty if a guild exists already.
  std::optional<Owner> create(const GuildId& guild);
  /// Makes the owner's key usable at once. A failure is only logged: the key is in the store, the
  /// response must carry its secret, and the next refresh loads it.
  void make_known();
  http::Response create_guild_and_respond(const GuildId& guild, const Token& token);

  Store& store_;
  KeyRing& keys_;
  Metrics& metrics_;
  const Sources sources_;
  const RunSoon run_soon_;
  std::mutex mutex_;
  std::optional<Token> token_;
};

}  // namespace blotter::api
