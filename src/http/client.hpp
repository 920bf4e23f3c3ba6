// A small HTTP client for this machine's own servers: one request, one answer, a deadline.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace blotter::http {

enum class Transport : std::uint8_t { plain, tls };

struct ClientRequest {
  /// An address or a name.
  std::string host;
  std::uint16_t port = 0;
  Transport transport = Transport::plain;
  std::string target = "/";
  std::vector<std::pair<std::string, std::string>> headers = {};
  /// For the connection, the handshake and the answer. It runs from the start, but the system's
  /// resolver cannot be stopped: a name may take longer than this.
  std::chrono::milliseconds time_max{5000};
  /// SHA-256 of the only certificate to whose holder the request is sent, in hex. Without it the
  /// request is sent to whoever listens there.
  std::optional<std::string> certificate_digest = std::nullopt;
};

struct ClientAnswer {
  unsigned status = 0;
  std::string body;
  /// SHA-256 of the server's certificate, in hex; empty without TLS.
  std::string certificate_digest;
};

/// Health pages and short answers only: a longer body is an error.
inline constexpr std::size_t client_body_bytes_max = 1'048'576;

class ClientError : public std::runtime_error {
 public:
  enum class Cause : std::uint8_t {
    refused,            // nobody listens there
    timeout,            // somebody listens and did not answer in time
    other_certificate,  // not the one that was asked for; the request was not sent
    other               // no such host, no TLS, no HTTP
  };
  ClientError(Cause cause, const std::string& what) : std::runtime_error(what), cause_(cause) {}
  [[nodiscard]] Cause cause() const { return cause_; }

 private:
  Cause cause_;
};

/// The host as it stands in a URL or in the header Host: `[::1]` for an IPv6 address.
std::string bracketed(const std::string& host);

/// The header Host: `[::1]:8080`, without the port if it is the usual one of the transport.
std::string host_header(const ClientRequest& request);

/// The answer to a GET. Throws ClientError. Names and issuers of certificates are not verified: the
/// caller knows which one it expects, and that may be made out to a name under which this machine
/// does not reach itself.
ClientAnswer get(const ClientRequest& request);

}  // namespace blotter::http
