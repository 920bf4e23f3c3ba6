// What a client may cost: bytes, lines, time and connections.
#pragma once

#include <chrono>
#include <cstddef>

namespace blotter::http {

struct Limits {
  /// Request line and header lines together.
  std::size_t head_bytes_max = std::size_t{16} * 1024;
  std::size_t header_lines_max = 64;
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
  /// TLS handshakes in progress, each of which holds some 60 KB. Further connections wait in the
  /// kernel; clients that keep a handshake waiting make room for them.
  std::size_t handshakes_max = 512;
};

}  // namespace blotter::http
