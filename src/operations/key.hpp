// What a key may see of itself.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

struct KeyShown {
  const GuildId& guild;
  const ApiKey& key;
  static constexpr std::tuple members{
      output::guild_id, shape::member("keyID", [](const auto& o) { return o.key.id; }),
      shape::member("keyName", [](const auto& o) -> auto& { return o.key.name; }),
      shape::member("scopes", [](const auto& o) { return o.key.scopes.all(); }),
      shape::member("expires", [](const auto& o) { return o.key.expires; })};
};

Result<KeyShown> key_info(ReadCall& call, const NoInput& in);

}  // namespace blotter
