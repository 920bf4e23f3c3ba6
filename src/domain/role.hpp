// Roles: names for sets of scopes that fit jobs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "domain/api_key.hpp"

namespace blotter {

enum class Role : std::uint8_t { viewer, officer, medic, clerk, dispatcher, bot, owner };
template <>
struct Spellings<Role> {
  static constexpr std::array<std::string_view, 7> spellings{
      "viewer", "officer", "medic", "clerk", "dispatcher", "bot", "owner"};
};

Scopes scopes_of(Role role);
/// What the role is for, in a few words.
std::string_view about(Role role);
/// The role with exactly these scopes, if there is one.
std::optional<Role> role_of(const Scopes& scopes);

}  // namespace blotter
