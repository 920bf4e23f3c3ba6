#include "operations/undo.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <simdjson.h>

#include "operations/undo_rules.hpp"

namespace blotter {
namespace {

const UndoRule* find_rule(std::string_view kind) {
  for (const auto rules : {record_undo_rules(), entry_undo_rules(), guild_undo_rules()}) {
    const auto found = std::ranges::find(rules, kind, &UndoRule::kind);
    if (found != rules.end()) return &*found;
  }
  return nullptr;
}

bool are_equal(simdjson::dom::element left, simdjson::dom::element right) {
  using Type = simdjson::dom::element_type;
  const auto is_number = [](Type type) {
    return type == Type::INT64 || type == Type::UINT64 || type == Type::DOUBLE;
  };
  if (is_number(left.type()) && is_number(right.type())) return double(left) == double(right);
  return left.type() == right.type() && simdjson::minify(left) == simdjson::minify(right);
}

}  // namespace

Result<Undone> audit_undo(WriteCall& call, const UndoRequest& in) {
  auto found = call.records.events_after(in.seq - 1, 1);
  if (found.empty() || found.front().seq != in.seq) return fail(ErrorId::event_not_found);
  const AuditedEvent& event = found.front();
  const UndoRule* rule = find_rule(event.kind);
  if (rule == nullptr) return fail(ErrorId::not_undoable);
  const auto kind = rule->undo(call, event);
  if (!kind) return fail(kind.error());
  call.kind = kind->empty() ? rule->kind : *kind;
  call.undoes = event.seq;
  return Undone{call.records.guild(), event.seq, *call.kind, "Undone"};
}

Error undo::changed_since(WriteCall& call, const AuditedEvent& event) {
  const auto later = call.records.later_event(event);
  if (!later) return ErrorId::changed_since;
  return {ErrorId::changed_since, fmt::format("event {} ({}) changed it since; undo that one first",
                                              later->seq, later->kind)};
}

bool undo::has_members(const std::string& record, const std::string& members) {
  simdjson::dom::parser record_parser;
  simdjson::dom::parser members_parser;
  const simdjson::dom::object have = record_parser.parse(record);
  const simdjson::dom::object want = members_parser.parse(members);
  return std::ranges::all_of(want, [&](const auto& member) {
    simdjson::dom::element value;
    if (have[member.key].get(value) != simdjson::SUCCESS) return member.value.is_null();
    return are_equal(value, member.value);
  });
}

}  // namespace blotter
