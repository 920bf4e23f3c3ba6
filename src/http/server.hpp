// The HTTP server: one listener, N threads, and a Handler that answers what they read.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "http/message.hpp"

namespace blotter::http {

struct Limits {
  /// Request line and header lines together.
  std::size_t head_bytes_max = std::size_t{16} * 1024;
  /// After chunked transfer coding is undone.
  std::size_t body_bytes_max = std::size_t{64} * 1024;
  /// A head must be complete this long after its first byte, a body this long after its head, and
  /// a TLS handshake this long after the connection: absolute, so that a slow drip gains nothing.
  std::chrono::milliseconds read_time = std::chrono::seconds{10};
  /// How long a connection may stay open between requests.
  std::chrono::milliseconds idle_time = std::chrono::seconds{60};
  /// How long a peer may take nothing of an answer that waits for it.
  std::chrono::milliseconds write_time = std::chrono::seconds{30};
  std::size_t connections_max = 10'000;
};

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
