// One webhook, as the sender knows it, and what an attempt means for it.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/audit.hpp"
#include "domain/webhook.hpp"
#include "operations/outbound.hpp"
#include "storage/store.hpp"

namespace blotter::webhooks {

/// An event that is sent, and how often it was sent before.
struct Sending {
  AuditedEvent event;
  std::int64_t attempts;
  bool is_retry;
};

struct Target {
  using SteadyTime = std::chrono::steady_clock::time_point;

  GuildId guild;
  /// `position` is the stored one.
  Webhook webhook;
  std::optional<Timestamp> next_retry = std::nullopt;
  /// Those that match and were not sent yet.
  std::deque<AuditedEvent> events = {};
  /// The last event that was read.
  std::int64_t examined = 0;
  bool may_have_more = true;
  int failures = 0;  // in a row
  SteadyTime paused_until = {};
  bool is_sending = false;
  std::shared_ptr<std::atomic<bool>> is_cancelled = std::make_shared<std::atomic<bool>>(false);
  std::int64_t attempts_until_pruning = 0;
  /// Set by the feed.
  std::shared_ptr<std::atomic<bool>> has_news = std::make_shared<std::atomic<bool>>(true);
  std::unique_ptr<Subscription> subscription = nullptr;

  /// Ends the request in progress; nothing more is sent.
  void cancel() {
    *is_cancelled = true;
    subscription.reset();
  }
  /// Begins again after the stored position.
  void rewind() {
    events.clear();
    examined = webhook.position;
    may_have_more = true;
  }
};

struct Outcome {
  std::shared_ptr<Target> target;
  std::vector<Sending> batch;
  HttpReply reply;
};

/// What follows from an attempt.
struct Verdict {
  bool is_delivered;
  /// How long nothing is sent to the receiver.
  std::chrono::milliseconds pause{0};
  /// When each event of the batch is sent again; empty if it was delivered or is given up.
  std::vector<std::optional<WebhookRetry>> retries = {};
  WebhookHealth health = {};
  /// Set if the webhook is to be disabled: why.
  std::optional<std::string> disabled = std::nullopt;
};

Verdict judge(const Outcome& outcome, Timestamp now, Random& random);

}  // namespace blotter::webhooks
