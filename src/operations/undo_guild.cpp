// Taking back changes of webhooks, keys and the penal code.
#include "operations/event_members.hpp"
#include "operations/guild_keys.hpp"
#include "operations/penal_code.hpp"
#include "operations/undo_rules.hpp"
#include "operations/webhook.hpp"

namespace blotter {
namespace {

bool is_kept(const WriteCall& call, Timestamp since) {
  return call.keep_deleted && call.now.ms - since.ms < call.keep_deleted->count();
}

Error no_longer_kept() { return {ErrorId::cannot_restore, "it is no longer kept"}; }

Result<std::string_view> undo_webhook_creation(WriteCall& call, const AuditedEvent& event) {
  const auto webhook = call.records.webhook({event.subject});
  if (!webhook || !undo::has_members(archived(*webhook), *event.after)) {
    return fail(undo::changed_since(call, event));
  }
  delete_webhook(call, *webhook);
  return "webhook.deleted";
}

Result<std::string_view> undo_webhook_deletion(WriteCall& call, const AuditedEvent& event) {
  if (call.records.webhook({event.subject})) return fail(undo::changed_since(call, event));
  auto kept = call.records.kept_webhook(event.id);
  if (!kept || !is_kept(call, kept->since)) return fail(no_longer_kept());
  if (auto added = add_webhook(call, kept->webhook); !added) return fail(added.error());
  return "webhook.created";
}

Result<std::string_view> undo_webhook_edit(WriteCall& call, const AuditedEvent& event) {
  const auto kept = call.records.kept_webhook(event.id);
  if (!kept || !is_kept(call, kept->since)) return fail(no_longer_kept());
  const auto webhook = call.records.webhook({event.subject});
  // The event does not show every change of the URL.
  const bool has_moved = kept->webhook.url.str() != kept->next_url;
  if (!webhook || (has_moved && webhook->url.str() != kept->next_url) ||
      !undo::has_members(archived(*webhook), *event.after)) {
    return fail(undo::changed_since(call, event));
  }
  // The other members may have been changed since.
  const EventMembers before(*event.before);
  Webhook after = *webhook;
  if (before.has("name")) after.name = kept->webhook.name;
  if (has_moved) after.url = kept->webhook.url;
  if (before.has("kinds")) after.kinds = kept->webhook.kinds;
  if (before.has("active")) activate(call.records, after, kept->webhook.is_active);
  edit_webhook(call, *webhook, after);
  return undo::same_kind;
}

Result<std::string_view> undo_webhook_disabled(WriteCall& call, const AuditedEvent& event) {
  const auto webhook = call.records.webhook({event.subject});
  if (!webhook || webhook->is_active) return fail(undo::changed_since(call, event));
  Webhook after = *webhook;
  activate(call.records, after, true);
  edit_webhook(call, *webhook, after);
  return "webhook.edited";
}

Result<std::string_view> undo_redelivery(WriteCall&, const AuditedEvent&) {
  return fail({ErrorId::not_undoable, "what was sent cannot be taken back"});
}

Result<std::string_view> undo_key_creation(WriteCall& call, const AuditedEvent& event) {
  const KeyId id{event.subject};
  if (!call.records.key(id)) return fail(undo::changed_since(call, event));
  if (const auto revoked = key_revoke(call, {id}); !revoked) return fail(revoked.error());
  return key_revoked_kind;
}

Result<std::string_view> undo_invitation(WriteCall& call, const AuditedEvent& event) {
  const KeyId id{event.subject};
  // One that was accepted has become a key.
  if (!call.records.invitation(id, call.now)) return fail(undo::changed_since(call, event));
  if (const auto revoked = key_revoke(call, {id}); !revoked) return fail(revoked.error());
  return key_revoked_kind;
}

Result<std::string_view> undo_revocation(WriteCall& call, const AuditedEvent& event) {
  const KeyId id{event.subject};
  if (call.records.key(id)) return fail(undo::changed_since(call, event));
  if (const auto restored = restore_key(call, id, event.at); !restored) {
    return fail(restored.error());
  }
  return key_created_kind;
}

PenalCode penal_code_in(const EventMembers& members) {
  std::vector<Offence> offences;
  members.each("entries", [&](const EventMembers& entry) {
    Offence offence{.code = OffenceCode::stored(entry.text_or_empty("code")),
                    .title = OffenceTitle::stored(entry.text_or_empty("title")),
                    .fine = 0,
                    .time = 0};
    entry.number("fine", offence.fine);
    entry.number("time", offence.time);
    offences.push_back(std::move(offence));
  });
  return PenalCode::stored(std::move(offences));
}

Result<std::string_view> undo_penal_code(WriteCall& call, const AuditedEvent& event) {
  const PenalCode current = call.records.penal_code();
  if (!undo::has_members(archived(current), *event.after)) {
    return fail(undo::changed_since(call, event));
  }
  const EventMembers before(*event.before);
  // Without entries, the same penal code was sent again.
  set_penal_code(call, before.has("entries") ? penal_code_in(before) : current);
  return undo::same_kind;
}

constexpr UndoRule rules[] = {
    {"webhook.created", undo_webhook_creation}, {"webhook.edited", undo_webhook_edit},
    {"webhook.deleted", undo_webhook_deletion}, {"webhook.disabled", undo_webhook_disabled},
    {"webhook.redelivered", undo_redelivery},   {key_created_kind, undo_key_creation},
    {"key.invited", undo_invitation},           {key_revoked_kind, undo_revocation},
    {"penalcode.changed", undo_penal_code},
};

}  // namespace

std::span<const UndoRule> guild_undo_rules() { return rules; }

}  // namespace blotter
