// The operations on webhooks.
#pragma once

#include "operations/call.hpp"
#include "operations/handler.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

/// A webhook as clients see it, without its secret.
struct WebhookShown {
  Webhook webhook;
  std::int64_t waiting;
};

namespace shape {

inline std::string text_of(const std::optional<Timestamp>& time) {
  return time ? to_string(*time) : "";
}

template <>
struct Of<WebhookShown> {
  static constexpr std::tuple members{
      member("webhookID", [](const WebhookShown& w) { return w.webhook.id; }),
      member("name", [](const WebhookShown& w) -> auto& { return w.webhook.name; }),
      member("url", [](const WebhookShown& w) -> auto& { return w.webhook.url.str(); }),
      member("kinds", [](const WebhookShown& w) -> auto& { return w.webhook.kinds.patterns(); }),
      member("format", [](const WebhookShown& w) { return w.webhook.format; }),
      member("state", [](const WebhookShown& w) { return w.webhook.state(); }),
      member("timestamp", [](const WebhookShown& w) { return w.webhook.created; }),
      member("lastSuccess",
             [](const WebhookShown& w) { return text_of(w.webhook.health.last_success); }),
      member("lastFailure",
             [](const WebhookShown& w) { return text_of(w.webhook.health.last_failure); }),
      member("lastError",
             [](const WebhookShown& w) -> auto& { return w.webhook.health.last_error; }),
      member("eventsWaiting", [](const WebhookShown& w) { return w.waiting; })};
};

template <>
struct Of<WebhookAttempt> {
  static constexpr std::tuple members{
      member("id", [](const WebhookAttempt& a) { return std::to_string(a.id); }),
      member("seq", [](const WebhookAttempt& a) { return a.seq; }),
      member("kind", [](const WebhookAttempt& a) -> auto& { return a.kind; }),
      member("timestamp", [](const WebhookAttempt& a) { return a.at; }),
      member("attempt", [](const WebhookAttempt& a) { return a.number; }),
      member("delivered", [](const WebhookAttempt& a) { return a.is_delivered; }),
      member("status", [](const WebhookAttempt& a) { return a.status; }),
      member("took", [](const WebhookAttempt& a) { return a.took_ms; }),
      member("error", [](const WebhookAttempt& a) -> auto& { return a.error; }),
      member("reply", [](const WebhookAttempt& a) -> auto& { return a.reply; })};
};

/// Everybody with the scope read sees events, so they hold nothing that could be used: no secret,
/// and of the URL only the server.
template <>
inline constexpr auto archive<Webhook> =
    std::tuple{member("webhookID", [](const Webhook& w) { return w.id; }),
               member("name", [](const Webhook& w) -> auto& { return w.name; }),
               member("url", [](const Webhook& w) { return w.url.origin(); }),
               member("kinds", [](const Webhook& w) -> auto& { return w.kinds.patterns(); }),
               member("format", [](const Webhook& w) { return w.format; }),
               member("active", [](const Webhook& w) { return w.is_active; })};

}  // namespace shape

namespace output {

inline constexpr auto webhook_id =
    member("webhookID", [](const auto& o) { return o.shown.webhook.id; });
inline constexpr auto webhook =
    member("webhook", [](const auto& o) { return shape::One<WebhookShown>{o.shown}; });

}  // namespace output

struct WebhookCreated {
  const GuildId& guild;
  WebhookShown shown;
  std::string_view success;
  static constexpr std::tuple members{
      output::guild_id, output::webhook_id,
      shape::member_if_any("secret",
                           [](const auto& o) {
                             const std::string& secret = o.shown.webhook.secret.reveal();
                             return secret.empty() ? std::nullopt : std::optional(secret);
                           }),
      output::success, output::webhook};
};

struct WebhookChanged {
  const GuildId& guild;
  WebhookShown shown;
  std::string success;
  static constexpr std::tuple members{output::guild_id, output::webhook_id, output::success,
                                      output::webhook};
};

struct WebhookListed {
  const GuildId& guild;
  std::vector<WebhookShown> webhooks;
  static constexpr std::tuple members{
      shape::member("amount", [](const auto& o) { return std::int64_t(o.webhooks.size()); }),
      output::guild_id,
      shape::member("webhooks", [](const auto& o) -> auto& { return o.webhooks; })};
};

struct WebhookAttempts {
  const GuildId& guild;
  WebhookId id;
  std::vector<WebhookAttempt> attempts;
  std::optional<std::int64_t> next;
  static constexpr std::tuple members{
      output::guild_id, shape::member("webhookID", [](const auto& o) { return o.id; }),
      shape::member("deliveries", [](const auto& o) -> auto& { return o.attempts; }),
      shape::member_if_any("next", [](const auto& o) {
        return o.next ? std::optional(std::to_string(*o.next)) : std::nullopt;
      })};
};

struct WebhookTested {
  GuildId guild;
  WebhookId id;
  HttpReply reply;
  static constexpr std::tuple members{
      output::guild_id,
      shape::member("webhookID", [](const auto& o) { return o.id; }),
      shape::member("delivered", [](const auto& o) { return o.reply.is_success(); }),
      shape::member("status", [](const auto& o) { return std::int64_t{o.reply.status}; }),
      shape::member("took", [](const auto& o) { return std::int64_t{o.reply.took.count()}; }),
      shape::member("error", [](const auto& o) -> auto& { return o.reply.failure; }),
      shape::member("reply", [](const auto& o) -> auto& { return o.reply.body; })};
};

/// One that is active again begins anew, with the next event.
void activate(Reader& records, Webhook& webhook, bool is_active);
// These set `call.change`.
Result<void> add_webhook(WriteCall& call, Webhook& webhook);
void edit_webhook(WriteCall& call, const Webhook& before, const Webhook& after);
void delete_webhook(WriteCall& call, const Webhook& webhook);

Result<WebhookCreated> webhook_create(WriteCall& call, const NewWebhook& in);
Result<WebhookListed> webhook_list(ReadCall& call, const NoInput& in);
Result<WebhookChanged> webhook_edit(WriteCall& call, const WebhookEdit& in);
Result<output::Deleted<WebhookId>> webhook_delete(WriteCall& call, const WebhookNamed& in);
Result<handler::ExchangeFor<WebhookTested>> webhook_test(ExchangeCall& call,
                                                         const WebhookNamed& in);
Result<WebhookAttempts> webhook_deliveries(ReadCall& call, const WebhookDeliveries& in);
Result<WebhookChanged> webhook_redeliver(WriteCall& call, const WebhookRedelivery& in);

/// The kind of the event when a webhook is disabled because its receiver does not accept events.
inline constexpr std::string_view webhook_disabled_kind = "webhook.disabled";
Change webhook_disabled(const Webhook& webhook, const std::string& reason);

}  // namespace blotter
