#include "operations/webhook.hpp"

#include <limits>

#include <fmt/format.h>

#include "operations/events.hpp"
#include "operations/webhook_message.hpp"

namespace blotter {
namespace {

constexpr std::int64_t usual_limit = 50;

WebhookShown shown(Reader& records, Webhook webhook) {
  const std::int64_t waiting = records.count_waiting(webhook);
  return {std::move(webhook), waiting};
}

Change change_of(const Webhook& webhook) {
  return {.civilian = std::nullopt,
          .civilian_name = "",
          .subject = webhook.id.value,
          .actor = std::nullopt,
          .before = std::nullopt,
          .after = std::nullopt};
}

/// What the webhook was before this change can be restored, if deleted records are kept.
void keep(WriteCall& call, const Webhook& before, const std::string& next_url) {
  if (!call.keep_deleted) return;
  call.event_id = call.ids.next(call.now, call.random);
  call.records.keep(*call.event_id, {before, next_url, call.now});
}

void set_value(Reader& records, Webhook& webhook, const Edit<WebhookField>& edit) {
  switch (edit.field) {
    case WebhookField::url:
      webhook.url = WebhookUrl::stored(std::get<std::string>(edit.value));
      break;
    case WebhookField::kinds:
      webhook.kinds = EventKinds::stored(std::get<std::string>(edit.value));
      break;
    case WebhookField::name: webhook.name = std::get<std::string>(edit.value); break;
    case WebhookField::active: activate(records, webhook, std::get<bool>(edit.value)); break;
  }
}

/// The event before the first one to send again.
Result<std::int64_t> position_before(Reader& records, const fields::FirstEvent& first) {
  const EventNumbers numbers = records.event_numbers();
  std::int64_t position = 0;
  if (const auto* time = std::get_if<Timestamp>(&first)) {
    position = std::max(records.last_event_before(*time), numbers.oldest - 1);
  } else {
    position = std::get<std::int64_t>(first) - 1;
  }
  if (!numbers.has_all_after(position)) return fail(unknown_number(numbers));
  return position;
}

}  // namespace

void activate(Reader& records, Webhook& webhook, bool is_active) {
  if (webhook.is_active == is_active) return;
  webhook.is_active = is_active;
  if (!is_active) return;
  webhook.position = records.event_numbers().latest;
  webhook.health.failing_since.reset();
  webhook.health.last_error.clear();
}

Result<void> add_webhook(WriteCall& call, Webhook& webhook) {
  // The insertion would fail only later, with the whole transaction.
  if (!call.records.has_guild()) return fail(ErrorId::unauthorised);
  if (std::ssize(call.records.webhooks()) >= webhooks_max) return fail(ErrorId::too_many_webhooks);
  // The first event that is sent is the one that reports the creation.
  webhook.position = call.records.event_numbers().latest;
  call.records.insert(webhook);
  call.change = change_of(webhook);
  call.change->after = archived(webhook);
  return {};
}

void edit_webhook(WriteCall& call, const Webhook& before, const Webhook& after) {
  keep(call, before, after.url.str());
  call.records.update(after);
  call.change = change_of(after);
  std::tie(call.change->before, call.change->after) =
      shape::differences(before, after, shape::archive<Webhook>);
}

void delete_webhook(WriteCall& call, const Webhook& webhook) {
  keep(call, webhook, "");
  call.records.erase(webhook);
  call.change = change_of(webhook);
  call.change->before = archived(webhook);
}

Result<WebhookCreated> webhook_create(WriteCall& call, const NewWebhook& in) {
  const bool is_signed = in.format == WebhookFormat::standard;
  Webhook webhook{
      .id = {call.ids.next(call.now, call.random)},
      .name = in.name ? in.name->str() : "",
      .url = in.url,
      .kinds = in.kinds,
      .format = in.format,
      .secret = is_signed ? WebhookSecret::generate(call.random) : WebhookSecret::stored(""),
      .created = call.now};
  if (auto added = add_webhook(call, webhook); !added) return fail(added.error());
  return WebhookCreated{call.records.guild(), {std::move(webhook), 0}, "Created webhook"};
}

Result<WebhookListed> webhook_list(ReadCall& call, const NoInput&) {
  call.records.require_snapshot();
  WebhookListed listed{call.records.guild(), {}};
  for (Webhook& webhook : call.records.webhooks()) {
    listed.webhooks.push_back(shown(call.records, std::move(webhook)));
  }
  return listed;
}

Result<WebhookChanged> webhook_edit(WriteCall& call, const WebhookEdit& in) {
  auto before = call.records.webhook(in.id);
  if (!before) return fail(ErrorId::webhook_not_found);
  Webhook after = *before;
  set_value(call.records, after, in.edit);
  edit_webhook(call, *before, after);
  return WebhookChanged{call.records.guild(), shown(call.records, std::move(after)),
                        fmt::format("Updated webhook {}", spelling(in.edit.field))};
}

Result<output::Deleted<WebhookId>> webhook_delete(WriteCall& call, const WebhookNamed& in) {
  const auto webhook = call.records.webhook(in.id);
  if (!webhook) return fail(ErrorId::webhook_not_found);
  delete_webhook(call, *webhook);
  return output::Deleted<WebhookId>{call.records.guild(), in.id, "Deleted webhook"};
}

Result<handler::ExchangeFor<WebhookTested>> webhook_test(ExchangeCall& call,
                                                         const WebhookNamed& in) {
  const auto webhook = call.records.webhook(in.id);
  if (!webhook) return fail(ErrorId::webhook_not_found);
  const AuditedEvent event = test_event(call.ids.next(call.now, call.random), call.now);
  return handler::ExchangeFor<WebhookTested>{
      .post = message_for(*webhook, {&event, 1}, call.now).post,
      .respond = [guild = call.records.guild(), id = in.id](HttpReply reply) {
        return WebhookTested{guild, id, std::move(reply)};
      }};
}

Result<WebhookAttempts> webhook_deliveries(ReadCall& call, const WebhookDeliveries& in) {
  call.records.require_snapshot();
  if (!call.records.webhook(in.id)) return fail(ErrorId::webhook_not_found);
  const std::int64_t limit = in.limit.value_or(usual_limit);
  const std::int64_t below = in.after.value_or(std::numeric_limits<std::int64_t>::max());
  WebhookAttempts shown{call.records.guild(), in.id, call.records.attempts(in.id, below, limit + 1),
                        std::nullopt};
  // One more than requested shows whether there are more.
  if (std::ssize(shown.attempts) > limit) {
    shown.attempts.pop_back();
    shown.next = shown.attempts.back().id;
  }
  return shown;
}

Result<WebhookChanged> webhook_redeliver(WriteCall& call, const WebhookRedelivery& in) {
  if (in.seq.has_value() == in.first.has_value()) {
    return fail(Error::invalid(
        in.seq ? Member::from : Member::seq,
        in.seq ? "must not be sent together with seq" : "is required, or from in its place"));
  }
  auto webhook = call.records.webhook(in.id);
  if (!webhook) return fail(ErrorId::webhook_not_found);
  if (!webhook->is_active) return fail(ErrorId::webhook_is_disabled);
  const auto position =
      position_before(call.records, in.seq ? fields::FirstEvent(*in.seq) : *in.first);
  if (!position) return fail(position.error());
  call.change = change_of(*webhook);
  std::string after;
  JsonWriter json(after);
  json.begin_object();
  if (in.seq) {
    if (*position == call.records.event_numbers().latest) {
      return fail(unknown_number(call.records.event_numbers()));
    }
    call.records.put_retry(in.id, {.seq = *in.seq, .attempts = 0, .due = call.now});
    json.member("seq", *in.seq);
  } else {
    // They are sent in order, as if they were new.
    call.records.erase_retries_from(in.id, *position + 1);
    call.records.move_position(in.id, webhook->position, *position);
    webhook->position = *position;
    json.member("from", *position + 1);
  }
  json.end_object();
  call.change->after = std::move(after);
  return WebhookChanged{call.records.guild(), shown(call.records, std::move(*webhook)),
                        "Events will be sent again"};
}

Change webhook_disabled(const Webhook& webhook, const std::string& reason) {
  Change change = change_of(webhook);
  change.actor = "webhooks";
  std::string after;
  JsonWriter json(after);
  json.begin_object();
  json.member("webhookID", to_string(webhook.id));
  json.member("name", webhook.name);
  json.member("url", webhook.url.origin());
  json.member("reason", reason);
  json.end_object();
  change.after = std::move(after);
  return change;
}

}  // namespace blotter
