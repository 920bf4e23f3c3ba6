#include "domain/guild.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace blotter {

Parsed<GuildId> GuildId::parse(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  if (text.empty() || text.size() > characters_max ||
      !std::all_of(text.begin(), text.end(), allowed)) {
    return must(fmt::format("be 1 to {} of the characters A-Z a-z 0-9 _ -", characters_max));
  }
  return GuildId(std::string(text));
}

}  // namespace blotter
