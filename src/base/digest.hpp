// SHA-256, in which form secrets are stored, and what else secrets need.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace blotter {

using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view text);
std::string to_hex(const Digest& digest);
Digest hmac_sha256(std::string_view key, std::string_view text);

std::string to_base64(std::string_view bytes);
/// Empty if the text is not valid base64.
std::string from_base64(std::string_view text);

/// Compares in constant time, so that the timing does not reveal how much of a secret is right.
bool equal_secrets(std::string_view a, std::string_view b);

/// A digest is evenly distributed, so its first bytes serve as the hash.
struct DigestHash {
  std::size_t operator()(const Digest& digest) const {
    std::size_t hash = 0;
    std::memcpy(&hash, digest.data(), sizeof hash);
    return hash;
  }
};

}  // namespace blotter
