#include "operations/webhook_message.hpp"

#include <fmt/format.h>

#include "operations/audit.hpp"
#include "operations/discord_message.hpp"

namespace blotter {
namespace {

constexpr std::int64_t ms_per_second = 1000;

std::string standard_body(const AuditedEvent& event) {
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  json.member("type", event.kind);
  json.member("timestamp", to_string(event.at));
  json.key("data");
  shape::write(json, event);
  json.end_object();
  return body;
}

/// As Standard Webhooks 1.0 requires.
HttpPost standard_post(const Webhook& webhook, const AuditedEvent& event, Timestamp now) {
  HttpPost post{.url = webhook.url.str(), .headers = {}, .body = standard_body(event)};
  const std::string id = std::to_string(event.id);
  const std::int64_t seconds = now.ms / ms_per_second;
  const auto signature = webhook.secret.sign(fmt::format("{}.{}.{}", id, seconds, post.body));
  post.headers = {"webhook-id: " + id, fmt::format("webhook-timestamp: {}", seconds),
                  "webhook-signature: " + signature};
  return post;
}

std::string discord_url(const WebhookUrl& url) {
  // Without it, Discord reports no error for a message that it does not accept.
  constexpr std::string_view wait = "wait=true";
  const std::string text = url.str().substr(0, url.str().find('#'));
  return fmt::format("{}{}{}", text, text.find('?') == std::string::npos ? '?' : '&', wait);
}

}  // namespace

std::size_t events_per_message(WebhookFormat format) {
  switch (format) {
    case WebhookFormat::standard: break;
    case WebhookFormat::discord: return discord::embeds_max;
  }
  return 1;
}

WebhookMessage message_for(const Webhook& webhook, std::span<const AuditedEvent> events,
                           Timestamp now) {
  WebhookMessage message{};
  switch (webhook.format) {
    case WebhookFormat::standard: message = {standard_post(webhook, events.front(), now), 1}; break;
    case WebhookFormat::discord:
      auto [body, count] = discord::message(events);
      message = {{.url = discord_url(webhook.url), .headers = {}, .body = std::move(body)}, count};
      break;
  }
  message.post.headers.emplace_back("Content-Type: application/json");
  message.post.headers.emplace_back("User-Agent: Blotter/" BLOTTER_VERSION);
  return message;
}

AuditedEvent test_event(std::int64_t id, Timestamp now) {
  return {.seq = 0,
          .id = id,
          .at = now,
          .kind = "test",
          .key = std::nullopt,
          .key_name = "",
          .actor = "",
          .civilian = std::nullopt,
          .civilian_name = "",
          .subject = 0,
          .before = std::nullopt,
          .after = std::nullopt};
}

}  // namespace blotter
