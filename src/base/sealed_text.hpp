// Texts that are stored encrypted, because they contain a secret.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/digest.hpp"
#include "base/random.hpp"

namespace blotter {

/// Encrypts with AES-256-GCM, and returns base64.
std::string seal(std::string_view text, const Digest& key, Random& random);
/// Empty if the text was sealed with another key, or changed since.
std::optional<std::string> unseal(std::string_view sealed, const Digest& key);

}  // namespace blotter
