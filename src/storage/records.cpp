// Reader and Writer: rows to records and back. The statements stand in statements.hpp.
#include "storage/listings_at_once.hpp"
#include "storage/seq_book.hpp"
#include "storage/sql/connection.hpp"
#include "storage/statements.hpp"
#include "storage/store.hpp"

namespace blotter {
namespace {

using sql::Rows;
namespace statements = storage::statements;

/// Storage holds only what our own enumerations wrote.
template <class Enum>
Enum stored_enum(std::string_view text) {
  const auto found = find_spelling<Enum>(text);
  if (!found) throw sql::Failure("a row holds the unknown value " + std::string(text));
  return *found;
}

std::optional<std::string_view> reason_of(const Bolo& bolo) {
  if (!bolo.is_active()) return std::nullopt;
  return bolo.reason();
}

constexpr int civilian_columns = 15;

Civilian read_civilian(const Rows& row) {
  return {
      .id = {row.integer(0)},
      .user_id = ExternalId::stored(row.text(1)),
      .user_name = PersonName::stored(row.text(2)),
      .name = CivilianName::stored(row.text(3)),
      .deceased = row.integer(4) != 0,
      .bolo = row.is_null(5) ? Bolo::inactive() : Bolo::active(Narrative::stored(row.text(5))),
      .age = row.real(6),
      .dob = ShortText::stored(row.text(7)),
      .gender = stored_enum<Gender>(row.text(8)),
      .hair = ShortText::stored(row.text(9)),
      .height = row.real(10),
      .weight = row.real(11),
      .address = Address::stored(row.text(12)),
      .occupation = ShortText::stored(row.text(13)),
      .registered = {row.integer(14)},
  };
}

/// Columns 1 to 4 of vehicles and firearms.
Owner read_owner(const Rows& row) {
  return {
      .id = {row.integer(1)},
      .user_id = ExternalId::stored(row.text(2)),
      .user_name = PersonName::stored(row.text(3)),
      .name = CivilianName::stored(row.text(4)),
  };
}

Vehicle read_vehicle(const Rows& row) {
  return {
      .id = {row.integer(0)},
      .owner = read_owner(row),
      .plate = Plate::stored(row.text(5)),
      .model = ShortText::stored(row.text(6)),
      .color = ShortText::stored(row.text(7)),
      .color_type = stored_enum<ColorType>(row.text(8)),
      .registration = stored_enum<Registration>(row.text(9)),
      .insurance = stored_enum<Insurance>(row.text(10)),
      .stolen = row.integer(11) != 0,
      .impound = row.integer(12) != 0 ? Impound::imposed(row.real(13)) : Impound::lifted(),
      .registered = {row.integer(14)},
  };
}

Firearm read_firearm(const Rows& row) {
  return {
      .id = {row.integer(0)},
      .owner = read_owner(row),
      .serial_number = SerialNumber::stored(row.text(5)),
      .model = ShortText::stored(row.text(6)),
      .color = ShortText::stored(row.text(7)),
      .stolen = row.integer(8) != 0,
      .registered = {row.integer(9)},
  };
}

/// The entry's columns begin behind the civilian's.
Entry read_entry(const Rows& row) {
  constexpr int first = civilian_columns;
  return {
      .kind = static_cast<EntryKind>(row.integer(first)),
      .count = row.integer(first + 1),
      .author_name = PersonName::stored(row.text(first + 2)),
      .author_id = ExternalId::stored(row.text(first + 3)),
      .amount = row.real(first + 4),
      .time_text = std::string(row.text(first + 5)),
      .text = Narrative::stored(row.text(first + 6)),
      .made = {row.integer(first + 7)},
  };
}

template <class Record>
using ReadRow = Record (*)(const Rows&);

template <class Record>
std::optional<Record> first(Rows rows, ReadRow<Record> read) {
  if (!rows.next()) return std::nullopt;
  return read(rows);
}

template <class Record>
std::vector<Record> all(Rows rows, ReadRow<Record> read) {
  std::vector<Record> records;
  while (rows.next()) records.push_back(read(rows));
  return records;
}

std::int64_t only_number(Rows rows) {
  rows.next();
  return rows.integer(0);
}

template <class Record>
Listing<Record> listing(std::shared_ptr<sql::Connection> connection, Rows rows,
                        ReadRow<Record> read, ListingHost& listings) {
  // The rows must go before the connection that they run on.
  struct Open {
    std::shared_ptr<sql::Connection> connection;
    Rows rows;
    bool has_row;
  };
  auto open = std::make_shared<Open>(Open{std::move(connection), std::move(rows), false});
  // The engine takes its snapshot with the first row, so that one is fetched now: what is written
  // from here on is not seen.
  open->has_row = open->rows.next();
  return Listing<Record>(
      [open, read]() -> std::optional<Record> {
        if (!open->has_row) return std::nullopt;
        auto record = read(open->rows);
        open->has_row = open->rows.next();
        return record;
      },
      listings);
}

}  // namespace

Reader::Reader(std::shared_ptr<sql::Connection> connection, GuildId guild, ListingHost& listings)
    : connection_(std::move(connection)), guild_(std::move(guild)), listings_(&listings) {}

void Reader::take_snapshot() { connection_->expect_several(); }

bool Reader::has_civilians() {
  return connection_->run(statements::civilians_any, guild_.str()).next();
}

std::optional<Civilian> Reader::civilian(const CivilianName& name) {
  return first(connection_->run(statements::civilian_by_name, guild_.str(), name.key()),
               read_civilian);
}

std::optional<Dossier> Reader::dossier(const CivilianName& name, EntryKinds kinds) {
  auto rows = connection_->run(statements::dossier_by_name, guild_.str(), name.key(),
                               static_cast<int>(kinds.first), static_cast<int>(kinds.last));
  if (!rows.next()) return std::nullopt;
  Dossier dossier{read_civilian(rows), {}};
  if (rows.is_null(civilian_columns)) return dossier;
  do {
    dossier.entries.push_back(read_entry(rows));
  } while (rows.next());
  return dossier;
}

std::optional<DossierEnd> Reader::dossier_end(const CivilianName& name, EntryKind kind) {
  auto rows = connection_->run(statements::dossier_end_by_name, guild_.str(), name.key(),
                               static_cast<int>(kind));
  if (!rows.next()) return std::nullopt;
  return DossierEnd{read_civilian(rows), rows.integer(civilian_columns)};
}

std::int64_t Reader::count_living() {
  take_snapshot();
  return only_number(connection_->run(statements::civilians_living_count, guild_.str()));
}

Listing<Civilian> Reader::living() {
  return listing(connection_, connection_->run(statements::civilians_living, guild_.str()),
                 read_civilian, *listings_);
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

std::int64_t Reader::count_vehicles() {
  take_snapshot();
  return only_number(connection_->run(statements::vehicles_count, guild_.str()));
}

Listing<Vehicle> Reader::vehicles() {
  return listing(connection_, connection_->run(statements::vehicles_all, guild_.str()),
                 read_vehicle, *listings_);
}

std::optional<Firearm> Reader::firearm(const SerialNumber& serial_number) {
  return first(connection_->run(statements::firearm_by_serial, guild_.str(), serial_number.key()),
               read_firearm);
}

std::vector<Firearm> Reader::firearms_of(const Civilian& owner) {
  return all(
      connection_->run(statements::firearms_by_owner, guild_.str(), owner.id.value, belongings_max),
      read_firearm);
}

std::int64_t Reader::count_firearms() {
  take_snapshot();
  return only_number(connection_->run(statements::firearms_count, guild_.str()));
}

Listing<Firearm> Reader::firearms() {
  return listing(connection_, connection_->run(statements::firearms_all, guild_.str()),
                 read_firearm, *listings_);
}

Writer::Writer(std::shared_ptr<sql::Connection> connection, GuildId guild, SeqBook& seqs)
    : Reader(std::move(connection), std::move(guild), storage::listings_at_once()), seqs_(seqs) {}

Writer::~Writer() = default;

bool Writer::insert(const Civilian& c) {
  return connection()
      .run(statements::civilian_insert, guild().str(), c.id.value, c.name.str(), c.name.key(),
           c.user_id.str(), c.user_name.str(), c.deceased, reason_of(c.bolo), c.age, c.dob.str(),
           spelling(c.gender), c.hair.str(), c.height, c.weight, c.address.str(),
           c.occupation.str(), c.registered.ms)
      .next();
}

bool Writer::update(const Civilian& c) {
  return connection()
      .run(statements::civilian_update, guild().str(), c.id.value, c.name.str(), c.name.key(),
           c.deceased, reason_of(c.bolo), c.age, c.dob.str(), c.hair.str(), c.height, c.weight,
           c.address.str(), c.occupation.str())
      .next();
}

void Writer::erase(const Civilian& civilian) {
  connection().run(statements::civilian_delete, guild().str(), civilian.id.value).finish();
}

bool Writer::insert(const Vehicle& v) {
  return connection()
      .run(statements::vehicle_insert, guild().str(), v.id.value, v.owner.id.value, v.plate.str(),
           v.plate.key(), v.model.str(), v.color.str(), spelling(v.color_type),
           spelling(v.registration), spelling(v.insurance), v.stolen, v.impound.is_active(),
           v.impound.fee(), v.registered.ms)
      .next();
}

void Writer::update(const Vehicle& v) {
  connection()
      .run(statements::vehicle_update, guild().str(), v.id.value, v.color.str(),
           spelling(v.registration), spelling(v.insurance), v.stolen, v.impound.is_active(),
           v.impound.fee())
      .finish();
}

void Writer::erase(const Vehicle& vehicle) {
  connection().run(statements::vehicle_delete, guild().str(), vehicle.id.value).finish();
}

bool Writer::insert(const Firearm& f) {
  return connection()
      .run(statements::firearm_insert, guild().str(), f.id.value, f.owner.id.value,
           f.serial_number.str(), f.serial_number.key(), f.model.str(), f.color.str(), f.stolen,
           f.registered.ms)
      .next();
}

void Writer::update(const Firearm& f) {
  connection()
      .run(statements::firearm_update, guild().str(), f.id.value, f.color.str(), f.stolen)
      .finish();
}

void Writer::erase(const Firearm& firearm) {
  connection().run(statements::firearm_delete, guild().str(), firearm.id.value).finish();
}

void Writer::append(const Civilian& civilian, const Entry& entry) {
  connection()
      .run(statements::entry_insert, guild().str(), civilian.id.value, static_cast<int>(entry.kind),
           entry.count, entry.author_name.str(), entry.author_id.str(), entry.amount,
           entry.time_text, entry.text.str(), entry.made.ms)
      .finish();
}

void Writer::lock_guild() {
  if (seqs_.last(guild())) return;  // by an earlier change of the same transaction
  lock_ = std::make_unique<Rows>(connection().run(statements::guild_lock, guild().str()));
}

bool Writer::has_guild() {
  if (lock_ && lock_->next()) seqs_.learn(guild(), lock_->integer(0));
  lock_.reset();
  return seqs_.last(guild()).has_value();
}

void Writer::append(const Event& event) {
  if (!has_guild()) throw std::logic_error("an event without a guild");
  const std::int64_t seq = (last_event_ ? last_event_->seq : *seqs_.last(guild())) + 1;
  const Change& change = event.change;
  const auto number = [](const auto& id) { return id ? std::optional(id->value) : std::nullopt; };
  connection()
      .run(statements::event_insert, guild().str(), seq, event.id, event.at.ms, event.kind,
           number(event.key), change.actor, number(change.civilian), change.subject, change.before,
           change.after)
      .finish();
  last_event_ = {guild(), seq, event.id};
}

}  // namespace blotter
