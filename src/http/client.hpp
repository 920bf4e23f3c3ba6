// A small HTTP client for this machine's own servers: one request, one response, one deadline.
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
  /// One deadline for connect, handshake and response. It starts before name resolution, but the
  /// system's resolver cannot be cancelled: a name lookup may take longer.
  std::chrono::milliseconds time_max{5000};
  /// SHA-256, in hex, of the certificate that the server must present; with any other one the
  /// request is not sent. Without a value any server gets the request.
  std::optional<std::string> certificate_digest = std::nullopt;
};

struct ClientResponse {
  unsigned status = 0;
  std::string body;
  /// SHA-256 of the server's certificate, in hex; empty without TLS.
  std::string certificate_digest;
};

/// For health checks and other short responses: a longer body is an error.
inline constexpr std::size_t client_body_bytes_max = 1'048'576;

class ClientError : public std::runtime_error {
 public:
  enum class Cause : std::uint8_t {
    refused,            // no process listens on that port
    timeout,            // a process listens but did not respond in time
    other_certificate,  // not the requested one; the request was not sent
    other               // host not found, no TLS, no HTTP
  };
  ClientError(Cause cause, const std::string& what) : std::runtime_error(what), cause_(cause) {}
  [[nodiscard]] Cause cause() const { return cause_; }

 private:
  Cause cause_;
};

/// The host as it stands in a URL or in the header Host: `[::1]` for an IPv6 address.
std::string bracketed(const std::string& host);

/// The value of the Host header: `[::1]:8080`, without the port if it is the transport's default.
std::string host_header(const ClientRequest& request);

/// Sends a GET. Throws ClientError. Names and issuers of certificates are not verified: the caller
/// knows which certificate it expects, and that one may be issued for a name that does not resolve
/// to this machine from here.
ClientResponse get(const ClientRequest& request);

}  // namespace blotter::http
