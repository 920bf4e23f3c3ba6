// Webhooks in Reader, Writer and Accounts. The statements are in webhook_statements.hpp.
#include <algorithm>

#include "storage/accounts.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/webhook_statements.hpp"
#include "storage/sql/connection.hpp"
#include "storage/writer.hpp"

namespace blotter {
namespace {

using storage::all;
using storage::first;
using storage::only_number;
using storage::optional_time;
namespace statements = storage::statements;

// Columns of a joined table come after these.
constexpr int webhook_columns = 13;

std::optional<std::int64_t> ms_of(const std::optional<Timestamp>& time) {
  return time ? std::optional(time->ms) : std::nullopt;
}

Webhook read_webhook(const sql::Rows& row) {
  return {.id = {row.integer(0)},
          .name = std::string(row.text(1)),
          .url = WebhookUrl::stored(row.text(2)),
          .kinds = EventKinds::stored(row.text(3)),
          .format = static_cast<WebhookFormat>(row.integer(4)),
          .secret = WebhookSecret::stored(row.text(5)),
          .created = {row.integer(6)},
          .is_active = row.integer(7) != 0,
          .position = row.integer(8),
          .health = {.failing_since = optional_time(row, 9),
                     .last_success = optional_time(row, 10),
                     .last_failure = optional_time(row, 11),
                     .last_error = std::string(row.text(12))}};
}

WebhookToSend read_webhook_to_send(const sql::Rows& row) {
  return {GuildId::stored(row.text(webhook_columns)), read_webhook(row),
          optional_time(row, webhook_columns + 1)};
}

WebhookRetry read_retry(const sql::Rows& row) {
  return {.seq = row.integer(0), .attempts = row.integer(1), .due = {row.integer(2)}};
}

WebhookAttempt read_attempt(const sql::Rows& row) {
  return {.id = row.integer(0),
          .seq = row.integer(1),
          .kind = std::string(row.text(2)),
          .at = {row.integer(3)},
          .number = row.integer(4),
          .status = row.integer(5),
          .took_ms = row.integer(6),
          .is_delivered = row.integer(7) != 0,
          .error = std::string(row.text(8)),
          .reply = std::string(row.text(9))};
}

}  // namespace

std::vector<Webhook> Reader::webhooks() {
  return all(connection_->run(statements::webhooks_all, guild_.str()), read_webhook);
}

std::optional<Webhook> Reader::webhook(WebhookId id) {
  return first(connection_->run(statements::webhook_by_id, guild_.str(), id.value), read_webhook);
}

std::int64_t Reader::count_waiting(const Webhook& webhook) {
  if (!webhook.is_active) return 0;
  std::int64_t count = only_number(connection_->run(statements::retries_count, guild_.str(),
                                                    webhook.id.value, events_waiting_max));
  auto rows = connection_->run(statements::event_kinds_after, guild_.str(), webhook.position,
                               events_waiting_max);
  while (rows.next()) {
    if (webhook.kinds.matches(rows.text(0))) count += rows.integer(1);
  }
  return std::min(count, events_waiting_max);
}

std::vector<WebhookAttempt> Reader::attempts(WebhookId webhook, std::int64_t below,
                                             std::int64_t count) {
  return all(
      connection_->run(statements::attempts_below, guild_.str(), webhook.value, below, count),
      read_attempt);
}

std::vector<WebhookRetry> Reader::retries_due(WebhookId webhook, Timestamp now,
                                              std::int64_t count) {
  return all(connection_->run(statements::retries_due, guild_.str(), webhook.value, now.ms, count),
             read_retry);
}

void Writer::insert(const Webhook& webhook) {
  connection()
      .run(statements::webhook_insert, guild().str(), webhook.id.value, webhook.name,
           webhook.url.str(), webhook.kinds.str(), static_cast<int>(webhook.format),
           webhook.secret.reveal(), webhook.created.ms, static_cast<int>(webhook.is_active),
           webhook.position)
      .finish();
}

void Writer::update(const Webhook& webhook) {
  const WebhookHealth& health = webhook.health;
  connection()
      .run(statements::webhook_update, guild().str(), webhook.id.value, webhook.name,
           webhook.url.str(), webhook.kinds.str(), static_cast<int>(webhook.is_active),
           webhook.position, ms_of(health.failing_since), ms_of(health.last_success),
           ms_of(health.last_failure), health.last_error)
      .finish();
  if (!webhook.is_active) erase_retries_from(webhook.id, 0);
}

void Writer::erase(const Webhook& webhook) {
  connection().run(statements::webhook_delete, guild().str(), webhook.id.value).finish();
}

bool Writer::move_position(WebhookId webhook, std::int64_t from, std::int64_t to) {
  return connection().run(statements::webhook_move, guild().str(), webhook.value, from, to).next();
}

void Writer::set_health(WebhookId webhook, const WebhookHealth& health) {
  connection()
      .run(statements::webhook_set_health, guild().str(), webhook.value,
           ms_of(health.failing_since), ms_of(health.last_success), ms_of(health.last_failure),
           health.last_error)
      .finish();
}

void Writer::put_retry(WebhookId webhook, const WebhookRetry& retry) {
  connection()
      .run(statements::retry_put, guild().str(), webhook.value, retry.seq, retry.attempts,
           retry.due.ms)
      .finish();
}

void Writer::erase_retry(WebhookId webhook, std::int64_t seq) {
  connection().run(statements::retry_delete, guild().str(), webhook.value, seq).finish();
}

void Writer::erase_retries_from(WebhookId webhook, std::int64_t seq) {
  connection().run(statements::retries_delete_from, guild().str(), webhook.value, seq).finish();
}

void Writer::append(WebhookId webhook, const WebhookAttempt& attempt) {
  connection()
      .run(statements::attempt_insert, guild().str(), webhook.value, attempt.id, attempt.seq,
           attempt.kind, attempt.at.ms, attempt.number, attempt.status, attempt.took_ms,
           static_cast<int>(attempt.is_delivered), attempt.error, attempt.reply)
      .finish();
}

void Writer::prune_attempts(WebhookId webhook, Timestamp before) {
  connection()
      .run(statements::attempts_delete_old, guild().str(), webhook.value, before.ms)
      .finish();
  connection()
      .run(statements::attempts_delete_surplus, guild().str(), webhook.value, webhook_attempts_max)
      .finish();
}

std::vector<WebhookToSend> Accounts::webhooks_to_send() {
  return all(connection_.run(statements::webhooks_to_send), read_webhook_to_send);
}

Lease Accounts::lease(const std::string& name) {
  auto rows = connection_.run(statements::lease_find, name);
  if (!rows.next()) return {};
  return {std::string(rows.text(0)), rows.integer(1)};
}

bool Accounts::take_lease(const std::string& name, const std::string& holder, std::int64_t beat) {
  if (beat == 0) return connection_.run(statements::lease_create, name, holder).next();
  return connection_.run(statements::lease_take, name, holder, beat).next();
}

void Accounts::release_lease(const std::string& name, const std::string& holder) {
  connection_.run(statements::lease_release, name, holder).finish();
}

}  // namespace blotter
