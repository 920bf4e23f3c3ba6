// The audit log: who changed what, and when.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

namespace shape {

/// For ids that are optional in an event.
template <class Tag>
std::string text_of(const std::optional<Id<Tag>>& id) {
  return id ? to_string(*id) : "";
}

template <>
struct Of<AuditedEvent> {
  static constexpr std::tuple members{
      member("seq", [](const AuditedEvent& e) { return e.seq; }),
      member("id", [](const AuditedEvent& e) { return std::to_string(e.id); }),
      member("timestamp", [](const AuditedEvent& e) { return e.at; }),
      member("kind", [](const AuditedEvent& e) -> auto& { return e.kind; }),
      member("keyID", [](const AuditedEvent& e) { return text_of(e.key); }),
      member("keyName", [](const AuditedEvent& e) -> auto& { return e.key_name; }),
      member("actor", [](const AuditedEvent& e) -> auto& { return e.actor; }),
      member("civilianID", [](const AuditedEvent& e) { return text_of(e.civilian); }),
      member("civilianName", [](const AuditedEvent& e) -> auto& { return e.civilian_name; }),
      member("subjectID", [](const AuditedEvent& e) { return std::to_string(e.subject); }),
      member("before", [](const AuditedEvent& e) { return Raw{e.before}; }),
      member("after", [](const AuditedEvent& e) { return Raw{e.after}; }),
      member_if_any("undoes", [](const AuditedEvent& e) { return e.undoes; })};
};

}  // namespace shape

struct AuditShown {
  const GuildId& guild;
  AuditPage page;
  static constexpr std::tuple members{
      output::guild_id,
      shape::member("events", [](const auto& o) -> auto& { return o.page.events; }),
      shape::member_if_any("next", [](const auto& o) {
        return o.page.next ? std::optional(std::to_string(*o.page.next)) : std::nullopt;
      })};
};

Result<AuditShown> audit(ReadCall& call, const Audit& in);

}  // namespace blotter
