// Takes one change back. It is a new change of the same records, with an event of its own, so it
// can itself be taken back.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

struct Undone {
  const GuildId& guild;
  std::int64_t seq;
  std::string_view kind;
  std::string_view success;
  static constexpr std::tuple members{
      output::guild_id, shape::member("seq", [](const auto& o) { return o.seq; }),
      shape::member("kind", [](const auto& o) { return o.kind; }), output::success};
};

Result<Undone> audit_undo(WriteCall& call, const UndoRequest& in);

}  // namespace blotter
