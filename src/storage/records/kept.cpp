// Writer: deleted records that can be brought back. The statements are in kept_statements.hpp.
#include "storage/records/kept_statements.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"
#include "storage/writer.hpp"

namespace blotter {
namespace {

namespace statements = storage::statements;

std::optional<Timestamp> first_time(sql::Rows rows) {
  if (!rows.next()) return std::nullopt;
  return Timestamp{rows.integer(0)};
}

/// What was deleted together with its owner.
struct Belongings {
  const sql::Query& count;
  const sql::Query& restore;
  const sql::Query& leave_grams;
  const sql::Query& forget;
};
constexpr Belongings kept_vehicles{statements::kept_vehicles_count, statements::restore_vehicles_of,
                                   statements::leftover_restored_vehicles,
                                   statements::forget_vehicles_of};
constexpr Belongings kept_firearms{statements::kept_firearms_count, statements::restore_firearms_of,
                                   statements::leftover_restored_firearms,
                                   statements::forget_firearms_of};

}  // namespace

std::optional<Timestamp> Reader::kept_since(CivilianId id) {
  return first_time(connection_->run(statements::kept_civilian, guild_.str(), id.value));
}

std::optional<Timestamp> Reader::kept_since(VehicleId id) {
  return first_time(connection_->run(statements::kept_vehicle, guild_.str(), id.value));
}

std::optional<Timestamp> Reader::kept_since(FirearmId id) {
  return first_time(connection_->run(statements::kept_firearm, guild_.str(), id.value));
}

std::optional<KeptWebhook> Reader::kept_webhook(std::int64_t event) {
  auto row = connection_->run(statements::kept_webhook, guild_.str(), event);
  if (!row.next()) return std::nullopt;
  return KeptWebhook{.webhook = {.id = {row.integer(0)},
                                 .name = std::string(row.text(1)),
                                 .url = WebhookUrl::stored(row.text(2)),
                                 .kinds = EventKinds::stored(row.text(3)),
                                 .format = static_cast<WebhookFormat>(row.integer(4)),
                                 .secret = WebhookSecret::stored(row.text(5)),
                                 .created = {row.integer(6)},
                                 .is_active = row.integer(7) != 0},
                     .next_url = std::string(row.text(8)),
                     .since = {row.integer(9)}};
}

void Writer::keep(std::int64_t event, const KeptWebhook& kept) {
  const Webhook& webhook = kept.webhook;
  connection()
      .run(statements::keep_webhook, guild().str(), event, kept.since.ms, webhook.id.value,
           webhook.name, webhook.url.str(), webhook.kinds.str(), static_cast<int>(webhook.format),
           webhook.secret.reveal(), webhook.created.ms, static_cast<int>(webhook.is_active),
           kept.next_url)
      .finish();
}

void Writer::keep(const Civilian& civilian, Timestamp now) {
  const std::int64_t id = civilian.id.value;
  for (const auto* keep :
       {&statements::keep_civilian, &statements::keep_vehicles_of, &statements::keep_firearms_of}) {
    connection().run(*keep, guild().str(), id, now.ms).finish();
  }
  for (const auto* leave : {&statements::leftover_vehicles, &statements::leftover_firearms}) {
    connection().run(*leave, guild().str(), id).finish();
  }
  remove_grams(SearchKind::civilian, id, civilian.name.key());
  connection().run(statements::civilian_delete, guild().str(), id).finish();
}

void Writer::keep(const Vehicle& vehicle, Timestamp now) {
  connection().run(statements::keep_vehicle, guild().str(), vehicle.id.value, now.ms).finish();
  erase(vehicle);
}

void Writer::keep(const Firearm& firearm, Timestamp now) {
  connection().run(statements::keep_firearm, guild().str(), firearm.id.value, now.ms).finish();
  erase(firearm);
}

bool Writer::restore(CivilianId id) {
  if (!restore(SearchKind::civilian, statements::restore_civilian, id.value)) return false;
  const std::int64_t civilian = id.value;
  for (const Belongings& kept : {kept_vehicles, kept_firearms}) {
    const auto count = storage::only_number(connection().run(kept.count, guild().str(), civilian));
    auto restored = connection().run(kept.restore, guild().str(), civilian);
    std::int64_t rows = 0;
    while (restored.next()) ++rows;
    restored.finish();
    if (rows != count) return false;
    // Search finds them a little later: their grams may be so many that others would have to wait.
    connection().run(kept.leave_grams, guild().str(), civilian).finish();
    connection().run(kept.forget, guild().str(), civilian).finish();
  }
  connection().run(statements::forget_civilian, guild().str(), civilian).finish();
  return true;
}

bool Writer::restore(VehicleId id) {
  if (!restore(SearchKind::vehicle, statements::restore_vehicle, id.value)) return false;
  connection().run(statements::forget_vehicle, guild().str(), id.value).finish();
  return true;
}

bool Writer::restore(FirearmId id) {
  if (!restore(SearchKind::firearm, statements::restore_firearm, id.value)) return false;
  connection().run(statements::forget_firearm, guild().str(), id.value).finish();
  return true;
}

bool Writer::restore(SearchKind kind, const sql::Query& insertion, std::int64_t id) {
  auto rows = connection().run(insertion, guild().str(), id);
  if (!rows.next()) return false;
  const std::string key(rows.text(0));
  rows.finish();
  add_grams(kind, id, key);
  // What should have ended meanwhile ends now.
  expect_end(Timestamp{0});
  return true;
}

}  // namespace blotter
