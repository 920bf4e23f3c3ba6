// Inspects the certificate and key files of a server before clients see them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "http/server.hpp"

struct ssl_st;

namespace blotter::http {

enum class Chain : std::uint8_t {
  complete,     // leads to an issuer that this machine trusts, or contains an issuer itself
  self_signed,  // a single certificate, signed with its own key
  broken,       // a certificate is not issued by the one after it
  incomplete    // the issuer is neither in the file nor known to this machine
};

struct CertificateFacts {
  std::string subject;
  std::string issuer;
  Timestamp not_before;
  Timestamp not_after;
  Chain chain = Chain::complete;
  /// The issuer that is missing, for an incomplete chain.
  std::string missing_issuer;
  /// SHA-256 of the first certificate, in hex.
  std::string digest;
};

/// Throws std::runtime_error with the cause, without the file's name.
CertificateFacts inspect_certificate(const std::string& path);

/// Empty if the private key belongs to the first certificate; otherwise the reason.
std::optional<std::string> key_problem(const TlsFiles& files);

/// Digest of the peer's certificate; empty if the peer sent none.
std::string peer_certificate_digest(ssl_st* connection);

}  // namespace blotter::http
