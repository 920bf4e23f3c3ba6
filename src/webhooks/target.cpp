#include "webhooks/target.hpp"

#include <algorithm>

#include <simdjson.h>

namespace blotter::webhooks {
namespace {

using namespace std::chrono_literals;
using Milliseconds = std::chrono::milliseconds;

constexpr unsigned too_many_requests = 429;
constexpr unsigned service_unavailable = 503;
constexpr unsigned gone = 410;
constexpr unsigned not_found = 404;
constexpr Milliseconds pause_min = 5s;
constexpr Milliseconds pause_max = 60s;
constexpr Milliseconds asked_pause_max = 24h;

/// Discord sends fractions of a second, in the body.
std::optional<Milliseconds> discord_delay(const std::string& body) {
  simdjson::dom::parser parser;
  double seconds = 0;
  if (parser.parse(body)["retry_after"].get(seconds) != simdjson::SUCCESS) return std::nullopt;
  if (!(seconds >= 0)) return std::nullopt;
  constexpr double seconds_max = std::chrono::duration<double>(asked_pause_max).count();
  return Milliseconds(static_cast<std::int64_t>(std::min(seconds, seconds_max) * 1000) + 1);
}

/// The pause that the receiver has asked for.
std::optional<Milliseconds> asked_pause(const Webhook& webhook, const HttpReply& reply) {
  if (reply.status != too_many_requests && reply.status != service_unavailable) return std::nullopt;
  if (webhook.format == WebhookFormat::discord) {
    if (const auto delay = discord_delay(reply.body)) return delay;
  }
  if (!reply.retry_after) return std::nullopt;
  return std::min<Milliseconds>(*reply.retry_after, asked_pause_max);
}

/// After several failures in a row the receiver itself is in trouble, not one event.
Milliseconds pause_after(int failures, Milliseconds first_retry) {
  if (failures <= 1) return first_retry;
  constexpr int doublings_max = 10;
  return std::min(pause_max, pause_min * (1 << std::min(failures - 1, doublings_max)));
}

bool is_final(const Webhook& webhook, unsigned status) {
  return status == gone || (status == not_found && webhook.format == WebhookFormat::discord);
}

/// Discord's limits are part of its normal work: waiting for them is no failed attempt.
bool is_rate_limit(const Webhook& webhook, const HttpReply& reply) {
  return webhook.format == WebhookFormat::discord && reply.status == too_many_requests;
}

}  // namespace

Verdict judge(const Outcome& outcome, Timestamp now, Random& random) {
  const Webhook& webhook = outcome.target->webhook;
  const HttpReply& reply = outcome.reply;
  Verdict verdict{.is_delivered = reply.is_success(), .health = webhook.health};
  if (verdict.is_delivered) {
    verdict.health.failing_since.reset();
    verdict.health.last_success = now;
    verdict.retries.resize(outcome.batch.size());
    return verdict;
  }
  verdict.health.last_failure = now;
  verdict.health.last_error = reply.failure;
  if (!verdict.health.failing_since) verdict.health.failing_since = now;

  const auto asked = asked_pause(webhook, reply);
  std::optional<Milliseconds> first_retry;
  for (const Sending& sending : outcome.batch) {
    const std::int64_t attempts = sending.attempts + (is_rate_limit(webhook, reply) ? 0 : 1);
    auto delay = retry_delay(attempts, random);
    if (delay && asked) delay = *asked;
    verdict.retries.push_back(
        delay ? std::optional(WebhookRetry{sending.event.seq, attempts, {now.ms + delay->count()}})
              : std::nullopt);
    if (delay && !first_retry) first_retry = delay;
  }
  verdict.pause =
      asked ? *asked : pause_after(outcome.target->failures + 1, first_retry.value_or(pause_min));

  const Milliseconds failing{now.ms - verdict.health.failing_since->ms};
  if (is_final(webhook, reply.status)) {
    verdict.disabled = "the receiver replied with " + reply.failure;
  } else if (failing >= webhook_failing_max) {
    verdict.disabled = "no delivery has succeeded for 5 days; the last error was: " + reply.failure;
  }
  return verdict;
}

}  // namespace blotter::webhooks
