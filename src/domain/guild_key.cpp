#include "domain/guild_key.hpp"

#include <fmt/format.h>

namespace blotter {
namespace {

constexpr std::size_t token_digits = 64;

}  // namespace

InvitationToken InvitationToken::generate(Random& random) {
  std::string text;
  while (text.size() < token_digits) text += fmt::format("{:016x}", random.next());
  return InvitationToken(std::move(text));
}

Parsed<InvitationToken> InvitationToken::parse(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (text.size() != token_digits || text.find_first_not_of(digits) != std::string_view::npos) {
    return must(fmt::format("be {} digits of 0-9 a-f", token_digits));
  }
  return InvitationToken(std::string(text));
}

}  // namespace blotter
