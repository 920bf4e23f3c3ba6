// Limits per client: bytes, lines, time and connections.
#pragma once

#include <chrono>
#include <cstddef>

namespace blotter::http {

struct Limits {
  /// Request line and header lines together.
  std::size_t head_bytes_max = std::size_t{16} * 1024;
  std::size_t header_lines_max = 64;
  /// After chunked transfer coding is decoded.
  std::size_t body_bytes_max = std::size_t{64} * 1024;
  /// A head must be complete this long after its first byte, a body this long after its head, and a
  /// TLS handshake this long after the connection. The deadlines are absolute, so a client that
  /// sends one byte at a time cannot extend them.
  std::chrono::milliseconds read_timeout = std::chrono::seconds{10};
  /// How long a connection may stay open between requests.
  std::chrono::milliseconds idle_timeout = std::chrono::seconds{60};
  /// How long a peer may read nothing of a response that is being sent.
  std::chrono::milliseconds write_timeout = std::chrono::seconds{30};
  std::size_t connections_max = 10'000;
  /// TLS handshakes in progress, each of which uses some 60 KB. Further connections wait in the
  /// kernel's backlog; handshakes that wait for their client are ended to make room for them.
  std::size_t handshakes_max = 512;
};

}  // namespace blotter::http
