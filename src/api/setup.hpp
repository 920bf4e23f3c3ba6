// POST /setup: how the first guild and its owner's key are made from the console, with a token that
// only whoever started the server has seen.
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

  /// Runs a task that waits for the store, soon and on a thread that may wait.
  using RunSoon = std::function<void(std::function<void()>)>;

  Setup(Store& store, KeyRing& keys, Metrics& metrics, Sources sources, RunSoon run_soon)
      : store_(store),
        keys_(keys),
        metrics_(metrics),
        sources_(sources),
        run_soon_(std::move(run_soon)) {}

  /// Makes a token for one set-up. Only its digest is kept. A former one is no longer valid.
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

  /// The token is taken by whoever shows it first.
  std::optional<Token> take(std::string_view shown);
  void give_back(const Token& token);
  /// Nothing when there is a guild already.
  std::optional<Owner> create(const GuildId& guild);
  /// Lets the owner's key work at once. A failure is only logged: the key is in the store, its
  /// secret must be answered, and the next refresh makes it known.
  void make_known();
  http::Response create_and_answer(const GuildId& guild, const Token& token);

  Store& store_;
  KeyRing& keys_;
  Metrics& metrics_;
  const Sources sources_;
  const RunSoon run_soon_;
  std::mutex mutex_;
  std::optional<Token> token_;
};

}  // namespace blotter::api
