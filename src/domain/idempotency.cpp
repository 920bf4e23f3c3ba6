#include "domain/idempotency.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace blotter {
namespace {

bool is_printable(char c) { return c >= 0x20 && c < 0x7f; }

/// A quoted string of RFC 8941, without its quotes and escapes; empty if it is none.
std::string unquoted(std::string_view text) {
  std::string plain;
  if (text.size() < 2 || !text.ends_with('"')) return plain;
  text = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return {};
    if (text[i] == '\\') {
      ++i;
      if (i == text.size() || (text[i] != '"' && text[i] != '\\')) return {};
    }
    plain += text[i];
  }
  return plain;
}

}  // namespace

Parsed<std::string> parse_idempotency_key(std::string_view header) {
  std::string name = header.starts_with('"') ? unquoted(header) : std::string(header);
  if (name.empty() || name.size() > idempotency_key_characters_max ||
      !std::ranges::all_of(name, is_printable)) {
    return must("be 1 to 255 printable ASCII characters, quoted or bare");
  }
  return name;
}

Digest response_key(std::string_view api_key, const IdempotentRequest& request) {
  return hmac_sha256(api_key, fmt::format("response\n{}\n{}", request.request, request.name));
}

}  // namespace blotter
