// Retries that are safe: a change that is sent twice with the same Idempotency-Key is made once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/digest.hpp"
#include "base/result.hpp"

namespace blotter {

/// How long the response of a change is kept for retries.
inline constexpr std::int64_t idempotency_ms = std::int64_t{24} * 60 * 60 * 1000;
inline constexpr std::size_t idempotency_key_characters_max = 255;

/// A change that may be a retry.
struct IdempotentRequest {
  /// As the client named it.
  std::string name;
  /// A digest of the operation and its input.
  std::string request;
  /// Set if the response has a secret: it is stored encrypted. Only the API key of the client gives
  /// this key, and of the API key only a digest is stored.
  std::optional<Digest> response_key = std::nullopt;
};

/// The key for the response to the request of a client with this API key.
Digest response_key(std::string_view api_key, const IdempotentRequest& request);

/// The response of an earlier change.
struct StoredResponse {
  std::string request;
  std::string body;
  Timestamp at;
};

/// The value of the header, quoted or bare: 1 to 255 printable ASCII characters. The error
/// continues a sentence that begins with the name of the header.
Parsed<std::string> parse_idempotency_key(std::string_view header);

}  // namespace blotter
