#include "webhooks/sender.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/log.hpp"
#include "operations/webhook.hpp"
#include "operations/webhook_message.hpp"

namespace blotter::webhooks {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

constexpr auto load_interval = 1s;
constexpr auto retry_pause = 1s;
// What is being sent when the server stops may still arrive, so that it is not sent again.
constexpr auto finish_time = 500ms;
constexpr std::size_t events_per_read = 100;
constexpr int reads_at_once = 20;
// Events that nobody waits for are skipped in memory; the position is stored from time to time.
constexpr std::int64_t positions_unstored_max = 1000;
constexpr std::int64_t attempts_per_pruning = 500;

std::string unique_name() { return fmt::format("{:016x}", SystemRandom().next()); }

}  // namespace

Sender::Sender(Store& store, Outbound& outbound, SenderSources sources, SenderObserver& observer)
    : store_(store),
      outbound_(outbound),
      sources_(sources),
      observer_(observer),
      lease_(store, "webhooks", unique_name()) {}

void Sender::start() {
  thread_ = std::thread([this] { run(); });
}

void Sender::stop() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(inbox_->mutex);
    inbox_->is_stopping = true;
    inbox_->changed.notify_one();
  }
  thread_.join();
}

void Sender::Inbox::wake() {
  const std::scoped_lock lock(mutex);
  is_woken = true;
  changed.notify_one();
}

void Sender::run() {
  while (true) {
    auto next = SteadyClock::now() + retry_pause;
    try {
      work();
      next = next_time();
      has_failed_ = false;
    } catch (const std::exception& failure) {
      if (!has_failed_) log::warning("webhooks cannot be sent", {{"cause", failure.what()}});
      has_failed_ = true;
    }
    if (!lease_.is_held()) forget_all();
    std::unique_lock lock(inbox_->mutex);
    inbox_->changed.wait_until(
        lock, next, [&] { return inbox_->is_stopping || (inbox_->is_woken && !has_failed_); });
    inbox_->is_woken = false;
    if (inbox_->is_stopping) break;
  }
  try {
    finish();
  } catch (const std::exception& failure) {
    log::warning("webhooks cannot be sent", {{"cause", failure.what()}});
  }
}

void Sender::work() {
  const auto now = SteadyClock::now();
  if (lease_.is_held()) {
    take_outcomes();
    if (!lease_.keep(now)) return;
  }
  if (now >= next_load_) load(now);
  for (const auto& [key, target] : targets_) send_next(target, now);
}

/// Waits shortly for what is being sent.
void Sender::finish() {
  const auto until = SteadyClock::now() + finish_time;
  const auto is_sending = [&] {
    return std::ranges::any_of(targets_, [](const auto& each) { return each.second->is_sending; });
  };
  while (lease_.is_held() && is_sending() && SteadyClock::now() < until) {
    {
      std::unique_lock lock(inbox_->mutex);
      inbox_->changed.wait_until(lock, until, [&] { return !inbox_->outcomes.empty(); });
    }
    take_outcomes();
  }
  forget_all();
  lease_.release();
}

/// Without a webhook nobody needs to be the sender.
void Sender::load(SteadyTime now) {
  std::vector<WebhookToSend> stored;
  store_.look_up([&](Accounts& accounts) { stored = accounts.webhooks_to_send(); });
  next_load_ = now + load_interval;
  const bool was_held = lease_.is_held();
  if (stored.empty()) {
    lease_.release();
  } else {
    lease_.keep(now);
  }
  if (was_held != lease_.is_held()) {
    observer_.on_role(lease_.is_held());
    if (lease_.is_held()) log::info("this instance sends the webhooks");
  }
  if (!lease_.is_held()) return forget_all();

  std::set<Key> present;
  for (const WebhookToSend& each : stored) {
    present.insert({each.guild.str(), each.webhook.id});
    update(each);
  }
  std::erase_if(targets_, [&](const auto& each) {
    if (present.contains(each.first)) return false;
    each.second->cancel();
    return true;
  });
}

void Sender::update(const WebhookToSend& stored) {
  auto& target = targets_[{stored.guild.str(), stored.webhook.id}];
  if (!target) {
    target = std::make_shared<Target>(Target{.guild = stored.guild, .webhook = stored.webhook});
    target->rewind();
    target->subscription = store_.feed().subscribe(stored.guild, stored.webhook.position,
                                                   [inbox = inbox_, has_news = target->has_news] {
                                                     *has_news = true;
                                                     inbox->wake();
                                                   });
  }
  target->next_retry = stored.next_retry;
  // While a request is in progress, its outcome is what changes the webhook.
  if (!target->is_sending) take_over(*target, stored.webhook);
}

void Sender::forget_all() {
  if (targets_.empty()) return;
  for (const auto& [key, target] : targets_) target->cancel();
  targets_.clear();
  observer_.on_role(false);
}

Sender::SteadyTime Sender::next_time() const {
  auto next = next_load_;
  const auto now = SteadyClock::now();
  for (const auto& [key, target] : targets_) {
    if (!target->is_sending && target->paused_until > now) {
      next = std::min(next, target->paused_until);
    }
  }
  return next;
}

void Sender::send_next(const std::shared_ptr<Target>& target, SteadyTime now) {
  if (target->is_sending || now < target->paused_until) return;
  auto batch = next_batch(*target);
  if (!batch.empty()) send(target, std::move(batch));
}

std::vector<Sending> Sender::next_batch(Target& target) {
  if (target.next_retry && *target.next_retry <= sources_.clock.now() && refresh(target)) {
    auto batch = due_retries(target);
    if (!batch.empty()) return batch;
  }
  if (!target.events.empty() && !refresh(target)) return {};
  read_events(target);
  std::vector<Sending> batch;
  for (const AuditedEvent& event : target.events) {
    if (batch.size() == events_per_message(target.webhook.format)) break;
    batch.push_back({event, 0, false});
  }
  if (target.events.empty() && target.examined - target.webhook.position > positions_unstored_max) {
    store_position(target);
  }
  return batch;
}

/// Takes over what clients have changed since. False if nothing may be sent any more.
bool Sender::refresh(Target& target) {
  std::optional<Webhook> stored;
  read_and_wait(store_, target.guild,
                [&](Reader& records) { stored = records.webhook(target.webhook.id); });
  return take_over(target, stored);
}

bool Sender::take_over(Target& target, const std::optional<Webhook>& stored) {
  if (!stored || !stored->is_active) {
    target.events.clear();
    target.may_have_more = false;
    next_load_ = {};  // forgets the target
    return false;
  }
  const bool is_moved = target.webhook.position != stored->position;
  target.webhook = *stored;
  if (is_moved) target.rewind();
  return true;
}

std::vector<Sending> Sender::due_retries(Target& target) {
  std::vector<Sending> batch;
  std::vector<std::int64_t> missing;
  const auto count = static_cast<std::int64_t>(events_per_message(target.webhook.format));
  read_and_wait(store_, target.guild, [&](Reader& records) {
    batch.clear();
    missing.clear();
    for (const auto& retry : records.retries_due(target.webhook.id, sources_.clock.now(), count)) {
      auto events = records.events_after(retry.seq - 1, 1);
      if (events.empty() || events.front().seq != retry.seq) {
        missing.push_back(retry.seq);
      } else {
        batch.push_back({std::move(events.front()), retry.attempts, true});
      }
    }
  });
  target.next_retry.reset();  // the next load tells
  if (!missing.empty()) {
    write_and_wait(store_, target.guild, [&](Writer& records) {
      for (const std::int64_t seq : missing) records.erase_retry(target.webhook.id, seq);
      return WriteWork::Outcome::commit;
    });
  }
  return batch;
}

void Sender::read_events(Target& target) {
  if (target.has_news->exchange(false)) target.may_have_more = true;
  for (int reads = 0; target.events.empty() && target.may_have_more; ++reads) {
    if (reads == reads_at_once) return inbox_->wake();  // other webhooks come first
    std::vector<AuditedEvent> read;
    std::optional<Webhook> stored;
    read_and_wait(store_, target.guild, [&](Reader& records) {
      // In one snapshot, so that an edit counts for all events after it.
      records.require_snapshot();
      stored = records.webhook(target.webhook.id);
      const bool is_moved = stored && stored->position != target.webhook.position;
      read = records.events_after(is_moved ? stored->position : target.examined, events_per_read);
    });
    if (!take_over(target, stored)) return;
    target.may_have_more = !read.empty();
    for (AuditedEvent& event : read) {
      target.examined = event.seq;
      if (target.webhook.kinds.matches(event.kind)) target.events.push_back(std::move(event));
    }
  }
}

void Sender::send(const std::shared_ptr<Target>& target, std::vector<Sending> batch) {
  std::vector<AuditedEvent> events;
  events.reserve(batch.size());
  for (const Sending& each : batch) events.push_back(each.event);
  auto [post, count] = message_for(target->webhook, events, sources_.clock.now());
  batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(count), batch.end());
  post.is_cancelled = target->is_cancelled;
  target->is_sending = true;
  outbound_.post(std::move(post),
                 [inbox = inbox_, target, batch = std::move(batch)](HttpReply reply) {
                   {
                     const std::scoped_lock lock(inbox->mutex);
                     inbox->outcomes.push_back({target, batch, std::move(reply)});
                   }
                   inbox->wake();
                 });
}

/// An outcome that cannot be stored now is stored later, and nothing is sent before.
void Sender::take_outcomes() {
  {
    const std::scoped_lock lock(inbox_->mutex);
    for (Outcome& outcome : inbox_->outcomes) outcomes_.push_back(std::move(outcome));
    inbox_->outcomes.clear();
  }
  while (!outcomes_.empty()) {
    const Outcome& outcome = outcomes_.front();
    if (!*outcome.target->is_cancelled) take(outcome);
    outcomes_.erase(outcomes_.begin());
  }
}

void Sender::take(const Outcome& outcome) {
  Target& target = *outcome.target;
  const Timestamp now = sources_.clock.now();
  const Verdict verdict = judge(outcome, now, sources_.random);
  const WebhookId id = target.webhook.id;
  const bool is_retry = outcome.batch.front().is_retry;
  const std::size_t taken = is_retry ? 0 : outcome.batch.size();
  const bool is_last = taken == target.events.size();
  const std::int64_t position = is_last ? target.examined : outcome.batch.back().event.seq;
  const bool is_pruning = target.attempts_until_pruning <= 0;

  std::vector<WebhookAttempt> attempts;
  attempts.reserve(outcome.batch.size());
  for (const Sending& sending : outcome.batch) {
    attempts.push_back({.id = sources_.ids.next(now, sources_.random),
                        .seq = sending.event.seq,
                        .kind = sending.event.kind,
                        .at = now,
                        .number = sending.attempts + 1,
                        .status = static_cast<std::int64_t>(outcome.reply.status),
                        .took_ms = outcome.reply.took.count(),
                        .is_delivered = verdict.is_delivered,
                        .error = outcome.reply.failure,
                        .reply = outcome.reply.body});
  }
  const std::int64_t event_id = sources_.ids.next(now, sources_.random);
  bool is_moved = false;
  write_and_wait(store_, target.guild, [&](Writer& records) {
    if (verdict.disabled) records.lock_guild();
    auto webhook = records.webhook(id);
    if (!webhook) return WriteWork::Outcome::roll_back;
    for (const WebhookAttempt& attempt : attempts) records.append(id, attempt);
    for (std::size_t i = 0; i < outcome.batch.size(); ++i) {
      if (verdict.retries[i]) {
        records.put_retry(id, *verdict.retries[i]);
      } else if (is_retry) {
        records.erase_retry(id, outcome.batch[i].event.seq);
      }
    }
    is_moved = is_retry || records.move_position(id, target.webhook.position, position);
    records.set_health(id, verdict.health);
    if (is_pruning)
      records.prune_attempts(id,
                             {now.ms - std::chrono::milliseconds(webhook_attempts_kept).count()});
    if (verdict.disabled && webhook->is_active) {
      webhook->is_active = false;
      webhook->health = verdict.health;
      records.update(*webhook);
      records.append({.id = event_id,
                      .kind = webhook_disabled_kind,
                      .at = now,
                      .key = std::nullopt,
                      .key_name = "",
                      .change = webhook_disabled(*webhook, *verdict.disabled)});
    }
    return WriteWork::Outcome::commit;
  });

  observer_.on_attempt(verdict.is_delivered, outcome.reply.took);
  if (verdict.disabled) {
    observer_.on_disabled();
    log::warning(
        "a webhook was disabled",
        {{"guild", target.guild.str()}, {"webhook", to_string(id)}, {"cause", *verdict.disabled}});
  }
  target.is_sending = false;
  target.webhook.health = verdict.health;
  target.failures = verdict.is_delivered ? 0 : target.failures + 1;
  if (verdict.pause > 0ms) target.paused_until = SteadyClock::now() + verdict.pause;
  target.attempts_until_pruning =
      is_pruning ? attempts_per_pruning : target.attempts_until_pruning - std::ssize(outcome.batch);
  if (is_moved && !is_retry) {
    target.webhook.position = position;
    target.events.erase(target.events.begin(),
                        target.events.begin() + static_cast<std::ptrdiff_t>(taken));
  }
  // Something else has changed: it was moved, disabled or deleted, or it has other retries.
  if (!is_moved || is_retry || !verdict.is_delivered) next_load_ = {};
}

void Sender::store_position(Target& target) {
  bool is_moved = false;
  write_and_wait(store_, target.guild, [&](Writer& records) {
    is_moved = records.move_position(target.webhook.id, target.webhook.position, target.examined);
    return WriteWork::Outcome::commit;
  });
  if (is_moved) target.webhook.position = target.examined;
  if (!is_moved) next_load_ = {};
}

}  // namespace blotter::webhooks
