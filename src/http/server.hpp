// The HTTP server: one listener, N threads, and a Handler that answers what they read.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/limits.hpp"
#include "http/message.hpp"

namespace blotter::http {

/// PEM files: the certificate with its chain, and the private key without a passphrase.
struct TlsFiles {
  std::string certificate;
  std::string key;
};

struct ServerOptions {
  /// An IPv4 or IPv6 address, or a name that this machine resolves to one of its own.
  std::string address = "127.0.0.1";
  /// 0 takes a free one; Server::port() tells which.
  std::uint16_t port = 0;
  unsigned threads = 1;
  std::optional<TlsFiles> tls;
  Limits limits;
};

/// Throws what Server::start() would throw if servers with these options were started together,
/// without serving anything: an address is taken, a TLS file does not fit.
void check(const std::vector<ServerOptions>& servers);

class Server {
 public:
  /// The handler must outlive the server.
  Server(ServerOptions options, Handler& handler);
  /// Stops without patience, if nobody did before.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Binds, listens and starts the threads. Throws std::runtime_error with one line that tells an
  /// operator what to change: the address is taken, a TLS file does not fit.
  void start();

  /// After start(): what the operator should know, although the server runs.
  [[nodiscard]] const std::optional<std::string>& warning() const;
  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] std::size_t open_connections() const;

  /// Stops accepting, closes idle connections at once, lets requests in flight be answered, and
  /// cuts what is left after `patience`. Blocks until all threads have ended; a Reply that comes
  /// later is dropped. Not to be called from a handler.
  void stop(std::chrono::milliseconds patience);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace blotter::http
