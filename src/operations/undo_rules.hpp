// How each kind of event is taken back. A rule makes the change, sets `call.change`, and returns
// the kind of the new event.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "operations/call.hpp"

namespace blotter {

struct UndoRule {
  std::string_view kind;
  Result<std::string_view> (*undo)(WriteCall& call, const AuditedEvent& event);
};

std::span<const UndoRule> record_undo_rules();
std::span<const UndoRule> entry_undo_rules();
std::span<const UndoRule> guild_undo_rules();

namespace undo {

/// What a rule returns if the new event has the kind of the one that it takes back.
inline constexpr std::string_view same_kind;

/// The error for something that is not any more what the event made it; names the event that
/// changed it since, if that is one of the latest.
Error changed_since(WriteCall& call, const AuditedEvent& event);

/// Whether all members of the second object have the same values in the first one. `null` is the
/// same as missing.
bool has_members(const std::string& record, const std::string& members);

}  // namespace undo
}  // namespace blotter
