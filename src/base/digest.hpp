// SHA-256, the form in which secrets are kept.
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

/// Takes as long for a near miss as for a far one, so that nobody can feel his way to a secret.
bool equal_secrets(std::string_view a, std::string_view b);

/// A digest is already evenly spread, so its first bytes are its hash.
struct DigestHash {
  std::size_t operator()(const Digest& digest) const {
    std::size_t hash = 0;
    std::memcpy(&hash, digest.data(), sizeof hash);
    return hash;
  }
};

}  // namespace blotter
