// The HTTP server: one listener, N threads, and a Handler that responds to the requests.
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
  /// An IPv4 or IPv6 address, or a name that resolves to an address of this machine.
  std::string address = "127.0.0.1";
  /// 0 picks a free port; Server::port() returns it.
  std::uint16_t port = 0;
  unsigned threads = 1;
  std::optional<TlsFiles> tls;
  Limits limits;
};

/// Throws what Server::start() would throw if servers with these options were started together,
/// without serving requests: an address is in use, a TLS file cannot be used.
void check(const std::vector<ServerOptions>& servers);

class Server {
 public:
  /// The handler must outlive the server.
  Server(ServerOptions options, Handler& handler);
  /// Stops with a time_max of 0 if stop() was not called.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Binds, listens and starts the threads. Throws std::runtime_error with one line that tells an
  /// operator what to change: the address is in use, a TLS file cannot be used.
  void start();

  /// Set by start() if the server runs but the operator should know of a limit.
  [[nodiscard]] const std::optional<std::string>& warning() const;
  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] std::size_t open_connections() const;

  /// Stops accepting, closes idle connections at once, waits for the responses to requests in
  /// flight, and resets the remaining connections after `time_max`. Blocks until all threads have
  /// ended; a Reply that is sent later has no effect. Must not be called from a handler.
  void stop(std::chrono::milliseconds time_max);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace blotter::http
