// Writer: deleted civilians, and deleted records that can be brought back. The statements are in
// kept_statements.hpp.
#include <string>

#include "storage/records/kept_statements.hpp"
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

/// The vehicles or firearms of a civilian.
struct Belongings {
  const sql::Query& hide;
  const sql::Query& show;
  const sql::Query& release_key;
  const sql::Query& taken_key;
  const sql::Query& release_keys;
  const sql::Query& take_back_keys;
};
constexpr Belongings owned_vehicles{statements::hide_vehicles,  statements::show_vehicles,
                                    statements::release_plate,  statements::taken_plate,
                                    statements::release_plates, statements::take_back_plates};
constexpr Belongings owned_firearms{
    statements::hide_firearms,          statements::show_firearms,
    statements::release_serial_number,  statements::taken_serial_number,
    statements::release_serial_numbers, statements::take_back_serial_numbers};

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
  connection().run(statements::keep_civilian, guild().str(), civilian.id.value, now.ms).finish();
  remove_from_reads(civilian);
}

void Writer::erase(const Civilian& civilian) {
  connection().run(statements::leftover_add_belongings, guild().str(), civilian.id.value).finish();
  remove_from_reads(civilian);
}

/// Its entries, vehicles and firearms stay where they are, so that others do not wait long.
void Writer::remove_from_reads(const Civilian& civilian) {
  const std::int64_t id = civilian.id.value;
  for (const Belongings& owned : {owned_vehicles, owned_firearms}) {
    connection().run(owned.hide, guild().str(), id).finish();
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
  for (const Belongings& owned : {owned_vehicles, owned_firearms}) {
    if (connection().run(owned.taken_key, guild().str(), id.value).next()) return false;
    for (const auto* step : {&owned.release_keys, &owned.take_back_keys, &owned.show}) {
      connection().run(*step, guild().str(), id.value).finish();
    }
  }
  connection().run(statements::forget_civilian, guild().str(), id.value).finish();
  return true;
}

bool Writer::restore(VehicleId id) {
  release_key_of(SearchKind::vehicle, statements::kept_vehicle, id.value);
  if (!restore(SearchKind::vehicle, statements::restore_vehicle, id.value)) return false;
  connection().run(statements::forget_vehicle, guild().str(), id.value).finish();
  return true;
}

bool Writer::restore(FirearmId id) {
  release_key_of(SearchKind::firearm, statements::kept_firearm, id.value);
  if (!restore(SearchKind::firearm, statements::restore_firearm, id.value)) return false;
  connection().run(statements::forget_firearm, guild().str(), id.value).finish();
  return true;
}

void Writer::release_key(SearchKind kind, const std::string& key) {
  const Belongings& owned = kind == SearchKind::vehicle ? owned_vehicles : owned_firearms;
  connection().run(owned.release_key, guild().str(), key).finish();
}

void Writer::release_key_of(SearchKind kind, const sql::Query& kept, std::int64_t id) {
  auto rows = connection().run(kept, guild().str(), id);
  if (!rows.next()) return;
  const std::string key(rows.text(1));
  rows.finish();
  release_key(kind, key);
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
