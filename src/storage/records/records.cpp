// Reader and Writer: lookups and changes. The statements are in statements.hpp, the lists in
// lists.cpp.
#include "storage/inline_listings.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/sequence_allocator.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"
#include "storage/writer.hpp"

namespace blotter {
namespace {

using sql::Rows;
using storage::all;
using storage::civilian_columns;
using storage::first;
using storage::listing;
using storage::read_civilian;
using storage::read_entry;
using storage::read_firearm;
using storage::read_joined_entry;
using storage::read_joined_filed_entry;
using storage::read_vehicle;
using storage::void_column;
namespace statements = storage::statements;

std::optional<std::string_view> reason_of(const Bolo& bolo) {
  if (!bolo.is_active()) return std::nullopt;
  return bolo.reason();
}

/// The columns of a term: null for a state that does not hold.
template <class State>
std::optional<std::int64_t> since_of(const State& state) {
  if (!state.is_active()) return std::nullopt;
  return state.term().since.ms;
}
template <class State>
std::optional<Timestamp> end_of(const State& state) {
  if (!state.is_active()) return std::nullopt;
  return state.term().until;
}
template <class State>
std::optional<std::int64_t> until_of(const State& state) {
  const auto end = end_of(state);
  return end ? std::optional(end->ms) : std::nullopt;
}

}  // namespace

Reader::Reader(std::shared_ptr<sql::Connection> connection, GuildId guild, ListingHost& listings)
    : connection_(std::move(connection)), guild_(std::move(guild)), listings_(&listings) {}

void Reader::require_snapshot() { connection_->require_snapshot(); }

bool Reader::has_civilians() {
  return connection_->run(statements::civilians_any, guild_.str()).next();
}

std::optional<Civilian> Reader::civilian(const CivilianName& name) {
  return first(connection_->run(statements::civilian_by_name, guild_.str(), name.key()),
               read_civilian);
}

std::optional<Civilian> Reader::civilian(CivilianId id) {
  return first(connection_->run(statements::civilian_by_id, guild_.str(), id.value), read_civilian);
}

std::optional<Dossier> Reader::dossier(const CivilianName& name, EntryKinds kinds) {
  // One more than needed shows whether there are more.
  auto rows =
      connection_->run(statements::dossier_by_name, guild_.str(), name.key(), kinds.lowest(),
                       kinds.highest(), kinds.bits(), static_cast<int>(Dossier::at_once_max) + 1);
  if (!rows.next()) return std::nullopt;
  Dossier dossier{.civilian = read_civilian(rows), .counts = {}, .entries = {}, .rest = {}};
  if (rows.is_null(civilian_columns)) return dossier;
  std::size_t rows_read = 0;
  do {
    if (rows_read++ == Dossier::at_once_max) {
      const auto kind = static_cast<EntryKind>(rows.integer(civilian_columns));
      const std::int64_t count = rows.integer(civilian_columns + 1);
      read_rest(dossier, kinds, kind, count);
      return dossier;
    }
    const bool is_valid = rows.is_null(civilian_columns + void_column);
    if (is_valid) dossier.entries.push_back(read_joined_entry(rows));
  } while (rows.next());
  for (const Entry& entry : dossier.entries) ++dossier.counts[static_cast<std::size_t>(entry.kind)];
  return dossier;
}

void Reader::read_rest(Dossier& dossier, EntryKinds kinds, EntryKind first_kind,
                       std::int64_t first_count) {
  require_snapshot();  // includes what was read already
  const std::int64_t civilian = dossier.civilian.id.value;
  dossier.counts = entry_counts(dossier.civilian.id, kinds);
  dossier.rest.emplace(listing(
      connection_,
      connection_->run(statements::valid_entries_from, guild_.str(), civilian,
                       static_cast<int>(first_kind), first_count, kinds.highest(), kinds.bits()),
      read_entry, *listings_, guild_));
}

EntryCounts Reader::entry_counts(CivilianId civilian) {
  return entry_counts(civilian, EntryKinds::all());
}

EntryCounts Reader::entry_counts(CivilianId civilian, EntryKinds kinds) {
  EntryCounts counts{};
  auto rows = connection_->run(statements::entry_counts, guild_.str(), civilian.value,
                               kinds.lowest(), kinds.highest(), kinds.bits());
  while (rows.next()) counts.at(static_cast<std::size_t>(rows.integer(0))) = rows.integer(1);
  return counts;
}

std::optional<LastEntry> Reader::last_entry(const CivilianName& name, EntryKind kind) {
  auto rows = connection_->run(statements::last_entry_by_name, guild_.str(), name.key(),
                               static_cast<int>(kind));
  if (!rows.next()) return std::nullopt;
  return LastEntry{read_civilian(rows), rows.integer(civilian_columns),
                   rows.integer(civilian_columns + 1)};
}

std::optional<EntryOfCivilian> Reader::entry(const CivilianName& name, EntryKind kind,
                                             std::int64_t count) {
  auto rows = connection_->run(statements::entry_by_name, guild_.str(), name.key(),
                               static_cast<int>(kind), count);
  if (!rows.next()) return std::nullopt;
  EntryOfCivilian found{read_civilian(rows), std::nullopt};
  if (!rows.is_null(civilian_columns)) found.entry = read_joined_filed_entry(rows);
  return found;
}

std::optional<Vehicle> Reader::vehicle(const Plate& plate) {
  return first(connection_->run(statements::vehicle_by_plate, guild_.str(), plate.key()),
               read_vehicle);
}

std::optional<Vehicle> Reader::vehicle(VehicleId id) {
  return first(connection_->run(statements::vehicle_by_id, guild_.str(), id.value), read_vehicle);
}

std::vector<Vehicle> Reader::vehicles_of(const Civilian& owner) {
  return all(
      connection_->run(statements::vehicles_by_owner, guild_.str(), owner.id.value, belongings_max),
      read_vehicle);
}

std::int64_t Reader::count_vehicles_of(CivilianId owner) {
  return storage::only_number(
      connection_->run(statements::vehicles_count_by_owner, guild_.str(), owner.value));
}

std::int64_t Reader::count_firearms_of(CivilianId owner) {
  return storage::only_number(
      connection_->run(statements::firearms_count_by_owner, guild_.str(), owner.value));
}

bool Reader::has_stolen_firearm(CivilianId owner) {
  return connection_->run(statements::firearm_stolen_of_owner, guild_.str(), owner.value).next();
}

bool Reader::has_vehicles(const Civilian& owner, std::int64_t count) {
  return connection_->run(statements::vehicle_at_offset, guild_.str(), owner.id.value, count - 1)
      .next();
}

bool Reader::has_firearms(const Civilian& owner, std::int64_t count) {
  return connection_->run(statements::firearm_at_offset, guild_.str(), owner.id.value, count - 1)
      .next();
}

std::optional<Firearm> Reader::firearm(const SerialNumber& serial_number) {
  return first(connection_->run(statements::firearm_by_serial, guild_.str(), serial_number.key()),
               read_firearm);
}

std::optional<Firearm> Reader::firearm(FirearmId id) {
  return first(connection_->run(statements::firearm_by_id, guild_.str(), id.value), read_firearm);
}

std::vector<Firearm> Reader::firearms_of(const Civilian& owner) {
  return all(
      connection_->run(statements::firearms_by_owner, guild_.str(), owner.id.value, belongings_max),
      read_firearm);
}

Writer::Writer(std::shared_ptr<sql::Connection> connection, GuildId guild,
               SequenceAllocator& sequences)
    : Reader(std::move(connection), std::move(guild), storage::inline_listings()),
      sequences_(sequences) {}

Writer::~Writer() = default;

bool Writer::insert(const Civilian& c) {
  const std::string key = c.name.key();
  const bool is_new =
      connection()
          .run(statements::civilian_insert, guild().str(), c.id.value, c.name.str(), key,
               c.user_id.str(), c.user_name.str(), c.deceased, reason_of(c.bolo), c.age,
               c.dob.str(), spelling(c.gender), c.hair.str(), c.height, c.weight, c.address.str(),
               c.occupation.str(), c.registered.ms, since_of(c.bolo), until_of(c.bolo),
               player_key(c.user_name.str()))
          .next();
  if (!is_new) return false;
  add_grams(SearchKind::civilian, c.id.value, key);
  expect_end(end_of(c.bolo));
  return true;
}

bool Writer::update(const Civilian& before, const Civilian& c) {
  const std::string old_key = before.name.key();
  const std::string key = c.name.key();
  if (key != old_key) {
    if (!connection().run(statements::civilian_rename, guild().str(), c.id.value, key).next()) {
      return false;
    }
    remove_grams(SearchKind::civilian, c.id.value, old_key);
    add_grams(SearchKind::civilian, c.id.value, key);
  }
  connection()
      .run(statements::civilian_update, guild().str(), c.id.value, c.name.str(), c.deceased,
           reason_of(c.bolo), c.age, c.dob.str(), c.hair.str(), c.height, c.weight, c.address.str(),
           c.occupation.str(), since_of(c.bolo), until_of(c.bolo))
      .finish();
  expect_end(end_of(c.bolo));
  return true;
}

bool Writer::insert(const Vehicle& v) {
  const std::string key = v.plate.key();
  const auto insert = [&] {
    return connection()
        .run(statements::vehicle_insert, guild().str(), v.id.value, v.owner.id.value, v.plate.str(),
             key, v.model.str(), v.color.str(), spelling(v.color_type), spelling(v.registration),
             spelling(v.insurance), v.stolen, v.impound.is_active(), v.impound.fee(),
             v.registered.ms, since_of(v.impound), until_of(v.impound))
        .next();
  };
  if (!insert()) {
    release_key(SearchKind::vehicle, key);
    if (!insert()) return false;
  }
  add_grams(SearchKind::vehicle, v.id.value, key);
  expect_end(end_of(v.impound));
  return true;
}

void Writer::update(const Vehicle& v) {
  connection()
      .run(statements::vehicle_update, guild().str(), v.id.value, v.color.str(),
           spelling(v.registration), spelling(v.insurance), v.stolen, v.impound.is_active(),
           v.impound.fee(), since_of(v.impound), until_of(v.impound))
      .finish();
  expect_end(end_of(v.impound));
}

void Writer::erase(const Vehicle& vehicle) {
  remove_grams(SearchKind::vehicle, vehicle.id.value, vehicle.plate.key());
  connection().run(statements::vehicle_delete, guild().str(), vehicle.id.value).finish();
}

bool Writer::insert(const Firearm& f) {
  const std::string key = f.serial_number.key();
  const auto insert = [&] {
    return connection()
        .run(statements::firearm_insert, guild().str(), f.id.value, f.owner.id.value,
             f.serial_number.str(), key, f.model.str(), f.color.str(), f.stolen, f.registered.ms)
        .next();
  };
  if (!insert()) {
    release_key(SearchKind::firearm, key);
    if (!insert()) return false;
  }
  add_grams(SearchKind::firearm, f.id.value, key);
  return true;
}

void Writer::update(const Firearm& f) {
  connection()
      .run(statements::firearm_update, guild().str(), f.id.value, f.color.str(), f.stolen)
      .finish();
}

void Writer::erase(const Firearm& firearm) {
  remove_grams(SearchKind::firearm, firearm.id.value, firearm.serial_number.key());
  connection().run(statements::firearm_delete, guild().str(), firearm.id.value).finish();
}

void Writer::add_grams(SearchKind kind, std::int64_t id, const std::string& key) {
  connection()
      .run(statements::grams_insert, guild().str(), static_cast<int>(kind), key, id)
      .finish();
}

void Writer::remove_grams(SearchKind kind, std::int64_t id, const std::string& key) {
  connection()
      .run(statements::grams_delete, guild().str(), static_cast<int>(kind), key, id)
      .finish();
}

void Writer::append(const Civilian& civilian, const Entry& entry) {
  connection()
      .run(statements::entry_insert, guild().str(), civilian.id.value, static_cast<int>(entry.kind),
           entry.count, entry.author_name.str(), entry.author_id.str(), entry.amount,
           entry.time_text, entry.text.str(), entry.made.ms,
           entry.ends ? std::optional(entry.ends->ms) : std::nullopt)
      .finish();
}

void Writer::set_void(const Civilian& civilian, const Entry& entry,
                      const std::optional<VoidMark>& mark) {
  const auto of_mark = [&](auto get) { return mark ? std::optional(get(*mark)) : std::nullopt; };
  connection()
      .run(statements::entry_set_void, guild().str(), civilian.id.value,
           static_cast<int>(entry.kind), entry.count,
           of_mark([](const VoidMark& m) { return m.at.ms; }),
           of_mark([](const VoidMark& m) { return m.reason.str(); }),
           of_mark([](const VoidMark& m) { return m.author_name.str(); }),
           of_mark([](const VoidMark& m) { return m.author_id.str(); }))
      .finish();
}

void Writer::lock_guild() {
  if (sequences_.last(guild())) return;  // locked by an earlier change of the transaction
  lock_ = std::make_unique<Rows>(connection().run(statements::guild_lock, guild().str()));
}

bool Writer::has_guild() {
  if (lock_ && lock_->next()) sequences_.learn(guild(), lock_->integer(0));
  lock_.reset();
  return sequences_.last(guild()).has_value();
}

std::optional<StoredResponse> Writer::stored_response(KeyId key, const std::string& name,
                                                      Timestamp now) {
  auto rows = connection().run(statements::idempotency_find, guild().str(), day_of(now).number,
                               key.value, name);
  if (!rows.next()) return std::nullopt;
  return StoredResponse{.request = std::string(rows.text(0)),
                        .body = std::string(rows.text(1)),
                        .at = {rows.integer(2)}};
}

void Writer::store_response(KeyId key, const std::string& name, const StoredResponse& response) {
  connection()
      .run(statements::idempotency_insert, guild().str(), day_of(response.at).number, key.value,
           name, response.request, response.body, response.at.ms)
      .finish();
}

void Writer::append(Event event) {
  if (!has_guild()) throw std::logic_error("an event without a guild");
  const std::int64_t seq = (events_.empty() ? *sequences_.last(guild()) : events_.back()->seq) + 1;
  Change& change = event.change;
  const auto number = [](const auto& id) { return id ? std::optional(id->value) : std::nullopt; };
  connection()
      .run(statements::event_insert, guild().str(), seq, event.id, event.at.ms, event.kind,
           number(event.key), change.actor, number(change.civilian), change.subject, change.before,
           change.after, event.undoes)
      .finish();
  events_.emplace_back(guild(), AuditedEvent{.seq = seq,
                                             .id = event.id,
                                             .at = event.at,
                                             .kind = std::string(event.kind),
                                             .key = event.key,
                                             .key_name = std::move(event.key_name),
                                             .actor = std::move(change.actor).value_or(""),
                                             .civilian = change.civilian,
                                             .civilian_name = std::move(change.civilian_name),
                                             .subject = change.subject,
                                             .before = std::move(change.before),
                                             .after = std::move(change.after),
                                             .undoes = event.undoes});
}

}  // namespace blotter
