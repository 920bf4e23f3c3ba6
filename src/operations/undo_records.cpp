// Taking back changes of civilians, vehicles and firearms.
#include "operations/custody.hpp"
#include "operations/event_members.hpp"
#include "operations/undo_rules.hpp"

namespace blotter {
namespace {

template <class Kind>
auto into(Text<Kind>& field) {
  return [&field](std::string_view value) { field = Text<Kind>::stored(value); };
}

template <class Enum>
  requires std::is_enum_v<Enum>
auto into(Enum& field) {
  return [&field](std::string_view value) { field = find_spelling<Enum>(value).value_or(field); };
}

/// The record with the values of these members.
Civilian with(Civilian civilian, const EventMembers& members, Timestamp now) {
  members.text("civilianName", into(civilian.name));
  members.text("civilianDOB", into(civilian.dob));
  members.text("civilianHairColor", into(civilian.hair));
  members.text("civilianAddress", into(civilian.address));
  members.text("civilianOccupation", into(civilian.occupation));
  members.number("civilianAge", civilian.age);
  members.number("civilianHeight", civilian.height);
  members.number("civilianWeight", civilian.weight);
  members.flag("deceased", civilian.deceased);
  bool is_wanted = civilian.bolo.is_active();
  members.flag("bolo", is_wanted);
  if (!is_wanted) civilian.bolo = Bolo::inactive();
  if (is_wanted) {
    Narrative reason = Narrative::stored(civilian.bolo.reason());
    members.text("boloReason", into(reason));
    const Term term{now, members.future("boloExpires", now)};
    if (!civilian.bolo.is_active()) civilian.bolo = Bolo::active(std::move(reason), term);
  }
  return civilian;
}

Vehicle with(Vehicle vehicle, const EventMembers& members, Timestamp now) {
  members.text("color", into(vehicle.color));
  members.text("registration", into(vehicle.registration));
  members.text("insurance", into(vehicle.insurance));
  members.flag("stolen", vehicle.stolen);
  bool is_impounded = vehicle.impound.is_active();
  double fee = vehicle.impound.fee();
  members.flag("impounded", is_impounded);
  members.number("impoundedFee", fee);
  if (!is_impounded) vehicle.impound = Impound::lifted();
  if (is_impounded && !vehicle.impound.is_active()) {
    vehicle.impound = Impound::imposed(fee, {now, members.future("releaseTimestamp", now)});
  }
  return vehicle;
}

Firearm with(Firearm firearm, const EventMembers& members, Timestamp) {
  members.text("color", into(firearm.color));
  members.flag("stolen", firearm.stolen);
  return firearm;
}

std::optional<Civilian> find(Reader& records, CivilianId id) { return records.civilian(id); }
std::optional<Vehicle> find(Reader& records, VehicleId id) { return records.vehicle(id); }
std::optional<Firearm> find(Reader& records, FirearmId id) { return records.firearm(id); }

bool update(Writer& records, const Civilian& before, const Civilian& after) {
  return records.update(before, after);
}
template <class Record>
bool update(Writer& records, const Record&, const Record& after) {
  records.update(after);
  return true;
}

/// Whether nothing was added to the record since the event that created or restored it.
bool is_unused(Reader& records, const Civilian& civilian, const AuditedEvent& event) {
  if (event.undoes) return !records.has_events_after(event.seq, civilian.id);
  const LastEntry last = records.last_entry(civilian.name, EntryKind::citation).value();
  return last.entries == 0 && !records.has_vehicles(civilian, 1) &&
         !records.has_firearms(civilian, 1);
}
template <class Record>
bool is_unused(Reader&, const Record&, const AuditedEvent&) {
  return true;
}

/// Of a vehicle or firearm: whether it can be given back to its owner.
Result<void> check_owner(Reader& records, const AuditedEvent& event,
                         bool (Reader::*has)(const Civilian&, std::int64_t), std::int64_t most) {
  const auto owner = records.civilian(event.civilian.value_or(CivilianId{}));
  if (!owner) return fail({ErrorId::cannot_restore, "its owner was deleted"});
  if ((records.*has)(*owner, most)) return fail(ErrorId::too_many_records);
  return {};
}
Result<void> check_owner(Reader& records, const AuditedEvent& event, VehicleId) {
  return check_owner(records, event, &Reader::has_vehicles, vehicles_max);
}
Result<void> check_owner(Reader& records, const AuditedEvent& event, FirearmId) {
  return check_owner(records, event, &Reader::has_firearms, firearms_max);
}
Result<void> check_owner(Reader&, const AuditedEvent&, CivilianId) { return {}; }

/// The dead and their belongings are not edited, but their vehicles are impounded and released.
Result<void> ensure_editable(Reader&, const Civilian& civilian, const AuditedEvent& event) {
  if (event.kind == "civilian.deceased") return {};
  return ensure_alive(civilian);
}
template <class Record>
Result<void> ensure_editable(Reader& records, const Record& record, const AuditedEvent& event) {
  if (event.kind == impound_kind) return {};
  const auto owner = records.civilian(record.owner.id);
  return owner ? ensure_alive(*owner) : Result<void>();
}

/// Undoes an edit: the members that the event changed get their old values.
template <class Record>
Result<std::string_view> undo_edit(WriteCall& call, const AuditedEvent& event) {
  const auto current = find(call.records, decltype(Record::id){event.subject});
  if (!current) return fail(undo::changed_since(call, event));
  if (auto editable = ensure_editable(call.records, *current, event); !editable) {
    return fail(editable.error());
  }
  if (!undo::has_members(archived(*current), *event.after)) {
    return fail(undo::changed_since(call, event));
  }
  const Record restored = with(*current, EventMembers(*event.before), call.now);
  if (!update(call.records, *current, restored)) return fail(ErrorId::cannot_restore);
  call.change = changed(*current, restored);
  return undo::same_kind;
}

template <class Record>
Result<std::string_view> undo_creation(WriteCall& call, const AuditedEvent& event,
                                       std::string_view deletion) {
  const auto current = find(call.records, decltype(Record::id){event.subject});
  if (!current || !undo::has_members(archived(*current), *event.after) ||
      !is_unused(call.records, *current, event)) {
    return fail(undo::changed_since(call, event));
  }
  erase(call, *current);
  call.change = deleted(*current);
  return deletion;
}

template <class Record>
Result<std::string_view> undo_deletion(WriteCall& call, const AuditedEvent& event,
                                       std::string_view creation) {
  const decltype(Record::id) id{event.subject};
  if (find(call.records, id)) return fail(undo::changed_since(call, event));
  const auto since = call.records.kept_since(id);
  const bool is_kept =
      since && call.keep_deleted && call.now.ms - since->ms < call.keep_deleted->count();
  if (!is_kept) return fail({ErrorId::cannot_restore, "it is no longer kept"});
  if (auto owner = check_owner(call.records, event, id); !owner) return fail(owner.error());
  if (!call.records.restore(id)) {
    return fail({ErrorId::cannot_restore, "a name, plate or serial number is taken again"});
  }
  call.change = created(find(call.records, id).value());
  return creation;
}

constexpr UndoRule rules[] = {
    {"civilian.created",
     [](WriteCall& call, const AuditedEvent& event) {
       return undo_creation<Civilian>(call, event, "civilian.deleted");
     }},
    {"civilian.edited", undo_edit<Civilian>},
    {bolo_kind, undo_edit<Civilian>},
    {"civilian.deceased", undo_edit<Civilian>},
    {"civilian.deleted",
     [](WriteCall& call, const AuditedEvent& event) {
       return undo_deletion<Civilian>(call, event, "civilian.created");
     }},
    {"vehicle.created",
     [](WriteCall& call, const AuditedEvent& event) {
       return undo_creation<Vehicle>(call, event, "vehicle.deleted");
     }},
    {"vehicle.edited", undo_edit<Vehicle>},
    {impound_kind, undo_edit<Vehicle>},
    {"vehicle.deleted",
     [](WriteCall& call, const AuditedEvent& event) {
       return undo_deletion<Vehicle>(call, event, "vehicle.created");
     }},
    {"firearm.created",
     [](WriteCall& call, const AuditedEvent& event) {
       return undo_creation<Firearm>(call, event, "firearm.deleted");
     }},
    {"firearm.edited", undo_edit<Firearm>},
    {"firearm.deleted",
     [](WriteCall& call, const AuditedEvent& event) {
       return undo_deletion<Firearm>(call, event, "firearm.created");
     }},
};

}  // namespace

std::span<const UndoRule> record_undo_rules() { return rules; }

}  // namespace blotter
