// What a webhook's receiver gets.
#pragma once

#include <span>
#include <string>

#include "domain/audit.hpp"
#include "domain/webhook.hpp"
#include "operations/outbound.hpp"

namespace blotter {

/// The most events that one request to a receiver of this format may carry.
std::size_t events_per_message(WebhookFormat format);

struct WebhookMessage {
  HttpPost post;
  /// How many of the events it carries: at least one.
  std::size_t events;
};

/// The request that carries the first of these events; there must be one.
WebhookMessage message_for(const Webhook& webhook, std::span<const AuditedEvent> events,
                           Timestamp now);

/// The event that a test sends.
AuditedEvent test_event(std::int64_t id, Timestamp now);

}  // namespace blotter
