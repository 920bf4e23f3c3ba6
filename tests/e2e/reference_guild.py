"""The operations of the reference model: the responses of a guild and its changes. See reference_model.py."""

from typing import Any

from reference_model import (
    CIVILIAN_FIELDS, COLOR_TYPES, ENTRIES, ENTRY_KINDS, FEE, FIREARM_FIELDS, GENDERS, ID, INSURANCES, LONG, NAME, OTHER, PENALTY, REGISTRATIONS,
    VEHICLE_FIELDS, AGE, SIZE, Civilian, Firearm, Refusal, Slot, Vehicle, conflict, flag, invalid, medic_view, name_key,
    not_found, officer_view, one_of, penalty_entry, place, plate_key, seconds, spelled_flag, take, take_edit,
    take_one, take_query, text, truth, whole,
)  # fmt: skip
from shapes import is_time


class ReferenceGuild:
    def __init__(self, guild_id: str):
        self.guild_id = guild_id
        self.civilians: dict[str, Civilian] = {}
        self.vehicles: dict[str, Vehicle] = {}
        self.firearms: list[Firearm] = []
        self.events: list[str] = []

    def answer(self, method: str, path: str, body: Any) -> tuple[int, dict[str, Any]]:
        """The status and body that the contract requires. Also applies the change."""
        operation = getattr(self, f"{method.lower()}_{path.replace('/', '_')}")
        try:
            rest = operation(body)
        except Refusal as refusal:
            return refusal.status, refusal.body
        first = {"found": rest.pop("found")} if "found" in rest else {}
        if "amount" in rest and path.endswith("/list"):
            first = {"amount": rest.pop("amount")}
        return (201 if method in ("POST", "PATCH") else 200), first | {"guildID": self.guild_id} | rest

    # Lookups.

    def civilian(self, name: str) -> Civilian:
        if name_key(name) not in self.civilians:
            raise not_found("Character")
        return self.civilians[name_key(name)]

    def living(self, name: str) -> Civilian:
        civilian = self.civilian(name)
        if civilian.deceased:
            raise conflict("Civilian is deceased (20065)")
        return civilian

    def vehicle(self, plate: str, found: bool = False) -> Vehicle:
        if plate_key(plate) not in self.vehicles:
            raise not_found("Vehicle", found)
        return self.vehicles[plate_key(plate)]

    def firearm(self, serial: str, found: bool = False) -> Firearm:
        for firearm in self.firearms:
            if firearm.serial.value == plate_key(serial).upper():
                return firearm
        raise not_found("Firearm", found)

    def listed(self, what: str, records: list, query: dict[str, Any]) -> dict[str, Any]:
        """Ids grow with time, and every record showed its id when it was created."""
        if not records:
            raise Refusal(404, f"Unable to find any {what} (20060)")
        is_newest = query["order"] == "newest"
        rest = sorted(records, key=lambda record: int(record.id.value), reverse=is_newest)
        if query["after"] is not None:
            mark = int(query["after"])
            rest = [one for one in rest if (int(one.id.value) < mark if is_newest else int(one.id.value) > mark)]
        page = rest if query["limit"] is None else rest[: query["limit"]]
        answer = {"amount": len(records), what: [record.record() for record in page]}
        return answer | ({"next": page[-1].id} if len(page) < len(rest) else {})

    @staticmethod
    def owned(records: list, query: dict[str, Any]) -> list:
        if query["name"] is None:
            return records
        return [record for record in records if name_key(record.owner.data["name"]) == name_key(query["name"])]

    # Civilians.

    def get_civilian_info(self, body):
        civilian = self.civilian(take(body, name=text(NAME))["name"])
        return civilian.pick("userID", "userName") | {
            "civilian": [civilian.record()],
            "citations": [officer_view(entry) for entry in civilian.valid("citation")],
            "fines": [officer_view(entry) for entry in civilian.valid("fine")],
            "arrests": [officer_view(entry) for entry in civilian.valid("arrest")],
            "hospitalRecords": [medic_view(entry) for entry in civilian.valid("admission")],
        }

    def get_civilian_list(self, body):
        query = take_query(body, name=text(NAME), bolo=spelled_flag)
        living = [civilian for civilian in self.civilians.values() if not civilian.deceased]
        if query["name"] is not None:
            living = [one for one in living if name_key(one.data["name"]).startswith(name_key(query["name"]))]
        if query["bolo"] is not None:
            living = [one for one in living if (one.bolo_reason is not None) is query["bolo"]]
        return self.listed("civilians", living, query)

    def post_civilian_create(self, body):
        data = take(
            body, userID=text(ID), userName=text(NAME), name=text(NAME), age=AGE, dob=text(OTHER), gender=one_of(*GENDERS),
            hair=text(OTHER), weight=SIZE, height=SIZE, address=text(OTHER, lines=True), occupation=text(OTHER),
        )  # fmt: skip
        if name_key(data["name"]) in self.civilians:
            raise conflict("Civilian already exists (20061)")
        civilian = self.civilians[name_key(data["name"])] = Civilian(data)
        self.events.append("civilian.created")
        named = civilian.pick("civilianID", "civilianName", "userName", "userID")
        return named | {"success": "Created civilian", "civilian": [civilian.record()]}

    def patch_civilian_edit(self, body):
        taken = take_edit(body, CIVILIAN_FIELDS)
        civilian, value = self.living(taken["name"]), taken["value"]
        stored_as = CIVILIAN_FIELDS[taken["field"]][0]
        old = civilian.data[stored_as]
        if old == value:
            raise conflict("Value is unchanged (20062)")
        if stored_as == "name":
            if self.civilians.get(name_key(value), civilian) is not civilian:
                raise conflict("Civilian already exists (20061)")
            del self.civilians[name_key(old)]
            self.civilians[name_key(value)] = civilian
        civilian.data[stored_as] = value
        self.events.append("civilian.edited")
        return civilian.pick("civilianName", "civilianID", "userName", "userID") | {
            "field": taken["field"], "value": value, "oldValue": old, "success": f"Updated civilian {taken['field']}",
            "civilian": [civilian.record()],
        }  # fmt: skip

    def patch_civilian_bolo(self, body):
        taken = take(body, name=text(NAME), bolo=flag)
        reason = take_one(body, "reason", text(LONG, lines=True)) if taken["bolo"] else None
        civilian = self.living(taken["name"])
        if taken["bolo"] and civilian.bolo_reason is not None:
            raise conflict("Civilian already has an active BOLO (20063)")
        if not taken["bolo"] and civilian.bolo_reason is None:
            raise conflict("Civilian does not have an active BOLO (20064)")
        civilian.bolo_reason = reason
        self.events.append("civilian.bolo")
        success = "Activated BOLO" if taken["bolo"] else "Deactivated BOLO"
        named = civilian.pick("userName", "userID", "civilianName", "civilianID")
        return named | {"success": success, "civilian": [civilian.record()]}

    def patch_civilian_deceased(self, body):
        civilian = self.living(take(body, name=text(NAME), deceased=truth)["name"])
        civilian.deceased = True
        self.events.append("civilian.deceased")
        named = civilian.pick("civilianName", "civilianID", "userName", "userID")
        return named | {"success": "Marked civilian as deceased", "civilian": [civilian.record()]}

    def delete_civilian_delete(self, body):
        civilian = self.civilian(take(body, name=text(NAME))["name"])
        self.civilians = {key: other for key, other in self.civilians.items() if other is not civilian}
        self.vehicles = {key: vehicle for key, vehicle in self.vehicles.items() if vehicle.owner is not civilian}
        self.firearms = [firearm for firearm in self.firearms if firearm.owner is not civilian]
        self.events.append("civilian.deleted")
        named = civilian.pick("civilianID", "civilianName", "userName", "userID")
        return named | {"success": "Deleted civilian", "civilian": [civilian.record()]}

    # Vehicles.

    def get_vehicle_plate(self, body):
        return {"found": True, "vehicle": [self.vehicle(take(body, plate=text(ID))["plate"], found=True).record()]}

    def get_vehicle_list(self, body):
        query = take_query(body, name=text(NAME), stolen=spelled_flag, impounded=spelled_flag)
        found = self.owned(list(self.vehicles.values()), query)
        if query["stolen"] is not None:
            found = [vehicle for vehicle in found if vehicle.data["stolen"] is query["stolen"]]
        if query["impounded"] is not None:
            found = [vehicle for vehicle in found if (vehicle.fee is not None) is query["impounded"]]
        return self.listed("vehicles", found, query)

    def post_vehicle_create(self, body):
        data = take(
            body, name=text(NAME), plate=text(ID), model=text(OTHER), color=text(OTHER), colorType=one_of(*COLOR_TYPES),
            registration=one_of(*REGISTRATIONS), insurance=one_of(*INSURANCES),
        )  # fmt: skip
        owner = self.living(data["name"])
        if plate_key(data["plate"]) in self.vehicles:
            raise conflict("Vehicle already exists (20061)")
        vehicle = self.vehicles[plate_key(data["plate"])] = Vehicle(owner, data | {"stolen": False})
        self.events.append("vehicle.created")
        return {"plate": data["plate"]} | owner.pick("civilianName", "civilianID") | {
            "success": "Created vehicle", "vehicle": [vehicle.record()],
        }  # fmt: skip

    def patch_vehicle_edit(self, body):
        taken = take_edit(body, VEHICLE_FIELDS, plate=text(ID), vehicleID=text(ID))
        owner = self.civilian(taken["name"])
        own = [vehicle for vehicle in self.vehicles.values() if vehicle.owner is owner]
        if taken["plate"] is not None:
            own = [vehicle for vehicle in own if plate_key(vehicle.data["plate"]) == plate_key(taken["plate"])]
        if taken["vehicleID"] is not None:
            own = [vehicle for vehicle in own if vehicle.id.value == taken["vehicleID"]]
        vehicle = self.the_one("vehicle", owner, own)
        stored_as = VEHICLE_FIELDS[taken["field"]][0]
        old, vehicle.data[stored_as] = vehicle.data[stored_as], taken["value"]
        self.events.append("vehicle.edited")
        return owner.pick("civilianName", "civilianID", "userID", "userName") | {
            "plate": vehicle.data["plate"], "field": taken["field"], "value": taken["value"], "oldValue": old,
            "success": f"Updated vehicle {taken['field']}", "vehicle": [vehicle.record()],
        }  # fmt: skip

    def the_one(self, what: str, owner: Civilian, candidates: list):
        """Look-ups are checked before state, and deceased before any other state."""
        if not candidates:
            raise not_found(what.capitalize())
        if owner.deceased:
            raise conflict("Civilian is deceased (20065)")
        if len(candidates) > 1:
            raise conflict(f"Several {what}s match (20066)")
        return candidates[0]

    def delete_vehicle_delete(self, body):
        wanted = take(body, vehicleID=text(ID))["vehicleID"]
        for key, vehicle in self.vehicles.items():
            if vehicle.id.value == wanted:
                del self.vehicles[key]
                self.events.append("vehicle.deleted")
                return {"id": vehicle.id, "success": "Deleted vehicle"}
        raise not_found("Vehicle")

    # Firearms.

    def get_firearm_info(self, body):
        firearm = self.firearm(take(body, serialNumber=text(ID))["serialNumber"], found=True)
        return {"found": True, "firearm": [firearm.record()]}

    def get_firearm_list(self, body):
        query = take_query(body, name=text(NAME), stolen=spelled_flag)
        found = self.owned(self.firearms, query)
        if query["stolen"] is not None:
            found = [firearm for firearm in found if firearm.data["stolen"] is query["stolen"]]
        return self.listed("firearms", found, query)

    def post_firearm_create(self, body):
        data = take(body, name=text(NAME), model=text(OTHER), color=text(OTHER))
        owner = self.living(data["name"])
        firearm = Firearm(owner, data | {"stolen": False})
        self.firearms.append(firearm)
        self.events.append("firearm.created")
        named = owner.pick("civilianID", "civilianName", "userName", "userID")
        return named | {"success": "Created firearm", "firearm": [firearm.record()]}

    def patch_firearm_edit(self, body):
        taken = take_edit(body, FIREARM_FIELDS, serialNumber=text(ID))
        owner = self.civilian(taken["name"])
        own = [firearm for firearm in self.firearms if firearm.owner is owner]
        if taken["serialNumber"] is not None:
            own = [firearm for firearm in own if firearm.serial.value == plate_key(taken["serialNumber"]).upper()]
        firearm = self.the_one("firearm", owner, own)
        firearm.data[FIREARM_FIELDS[taken["field"]][0]] = taken["value"]
        self.events.append("firearm.edited")
        return {"serialNumber": firearm.serial} | owner.pick("civilianName", "civilianID", "userID", "userName") | {
            "plate": "", "success": f"Updated firearm {taken['field']}", "firearm": [firearm.record()],
        }  # fmt: skip

    def delete_firearm_delete(self, body):
        firearm = self.firearm(take(body, serialNumber=text(ID))["serialNumber"])
        self.firearms.remove(firearm)
        self.events.append("firearm.deleted")
        return {"id": firearm.id, "success": "Deleted firearm"}

    # Law enforcement.

    def get_leo_records(self, body):
        civilian = self.civilian(take(body, name=text(NAME))["name"])
        citations, fines, arrests = (civilian.valid(kind) for kind in ("citation", "fine", "arrest"))
        return civilian.pick("civilianName", "civilianID") | {
            "citationAmount": len(citations), "fineAmount": len(fines), "arrestAmount": len(arrests),
            "citations": citations, "fines": fines, "arrests": arrests,
        }  # fmt: skip

    def penalise(self, body, penalty: str, member: str, entries: str, event: str):
        taken = take(
            body, name=text(NAME), officerName=text(NAME), officerID=text(ID), charges=text(LONG, lines=True), **{penalty: PENALTY}
        )
        civilian = self.living(taken["name"])
        history = getattr(civilian, entries)
        history.append(penalty_entry(len(history) + 1, taken, penalty))
        self.events.append(event)
        return civilian.pick("civilianName", "civilianID") | {"success": f"Created {member}", member: [history[-1]]}

    def post_leo_arrest(self, body):
        return self.penalise(body, "time", "arrest", "arrests", "leo.arrested")

    def post_leo_cite(self, body):
        return self.penalise(body, "amount", "citation", "citations", "leo.cited")

    def post_leo_fine(self, body):
        return self.penalise(body, "amount", "fine", "fines", "leo.fined")

    def get_leo_impound(self, body):
        vehicle = self.vehicle(take(body, plate=text(ID))["plate"])
        return {
            "plate": vehicle.data["plate"], "id": vehicle.id, "impounded": vehicle.fee is not None, "impoundedFee": vehicle.fee or 0,
        }  # fmt: skip

    def patch_leo_impound(self, body):
        taken = take(body, plate=text(ID), impound=flag)
        if not taken["impound"] and body.get("fee") is not None:
            raise invalid("fee")
        fee = take_one(body, "fee", FEE, optional=True)
        vehicle = self.vehicle(taken["plate"])
        if taken["impound"] and vehicle.fee is not None:
            raise conflict("Vehicle is already impounded (20067)")
        if not taken["impound"] and vehicle.fee is None:
            raise conflict("Vehicle is not impounded (20068)")
        vehicle.fee = (fee or 0) if taken["impound"] else None
        self.events.append("vehicle.impounded")
        success = "Impounded vehicle" if taken["impound"] else "Released vehicle"
        named = vehicle.owner.pick("userID", "userName", "civilianName", "civilianID")
        return {"plate": vehicle.data["plate"]} | named | {
            "impounded": taken["impound"], "success": success, "vehicle": [vehicle.record()],
        }  # fmt: skip

    # Void entries.

    @staticmethod
    def in_history(civilian: Civilian, kind: str, entry: dict[str, Any]) -> dict[str, Any]:
        mark = civilian.voids.get((kind, entry["count"]))
        return {"kind": kind} | entry | ({"void": mark} if mark else {})

    def post_leo_void(self, body):
        taken = take(
            body, name=text(NAME), kind=one_of(*ENTRY_KINDS), count=whole(ENTRIES), reason=text(LONG, lines=True),
            officerName=text(NAME), officerID=text(ID),
        )  # fmt: skip
        civilian, kind, count = self.civilian(taken["name"]), taken["kind"], taken["count"]
        entry = next((entry for entry in civilian.entries(kind) if entry["count"] == count), None)
        if entry is None:
            raise not_found("Entry")
        if civilian.deceased:
            raise conflict("Civilian is deceased (20065)")
        if (kind, count) in civilian.voids:
            raise conflict("Entry is already void (20075)")
        civilian.voids[kind, count] = {member: taken[member] for member in ("reason", "officerName", "officerID")} | {
            "timestamp": Slot(is_time)
        }
        self.events.append("leo.voided")
        named = civilian.pick("civilianName", "civilianID")
        return named | {"success": f"Voided {kind}", "entry": [self.in_history(civilian, kind, entry)]}

    def get_leo_history(self, body):
        taken = take(body, name=text(NAME))
        limit = take_one(body, "limit", whole(1000), optional=True) or 100
        after = take_one(body, "after", place, optional=True)
        civilian = self.civilian(taken["name"])
        below = dict(zip(ENTRY_KINDS, after + [0] * 3)) if after else {}
        rest = [
            (kind, entry)
            for kind in ENTRY_KINDS
            for entry in civilian.entries(kind)
            if after is None or entry["count"] < below[kind]
        ]
        # Every entry has shown its time when it was made; several may have the same.
        rest.sort(key=lambda each: (each[1]["timestamp"].value, -ENTRY_KINDS.index(each[0]), each[1]["count"]), reverse=True)
        left = rest[limit:]
        first_left = [max((entry["count"] for kind, entry in left if kind == each), default=0) + 1 for each in ENTRY_KINDS]
        page = {"entries": [self.in_history(civilian, kind, entry) for kind, entry in rest[:limit]]}
        return civilian.pick("civilianName", "civilianID") | page | ({"next": ".".join(map(str, first_left))} if left else {})

    # Medical.

    def get_medical_records(self, body):
        civilian = self.civilian(take(body, name=text(NAME))["name"])
        named, admissions = civilian.pick("civilianName", "civilianID"), civilian.valid("admission")
        return named | {"amount": len(admissions), "admissions": admissions}

    def post_medical_admit(self, body):
        taken = take(
            body, name=text(NAME), time=seconds, injures=text(LONG, lines=True), unitName=text(NAME), unitID=text(ID)
        )
        civilian = self.living(taken["name"])
        civilian.admissions.append({
            "count": len(civilian.admissions) + 1, "unitsName": taken["unitName"], "unitsID": taken["unitID"],
            "time": taken["time"], "injures": taken["injures"], "timestamp": Slot(is_time),
        })  # fmt: skip
        self.events.append("medical.admitted")
        named = civilian.pick("civilianID", "civilianName")
        return named | {"success": "Created admission", "admission": [civilian.admissions[-1]]}
