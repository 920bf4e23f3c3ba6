"""Random histories of a guild: every response of the program is compared with the reference model.

A failure prints the shortest history that hypothesis finds, and a @reproduce_failure line to put above TestGuild.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import builders
from reference_guild import ReferenceGuild
from reference_model import COLOR_TYPES, ENTRY_KINDS, GENDERS, INSURANCES, REGISTRATIONS, mismatches


@dataclass(frozen=True)
class Known:
    """Stands for the id or serial number of an existing record, chosen by the number."""

    kind: str
    number: int

    def resolve(self, model: ReferenceGuild) -> str:
        if self.kind == "vehicle":
            known = [vehicle.id.value for vehicle in model.vehicles.values()]
        elif self.kind == "civilian":
            known = [civilian.id.value for civilian in model.civilians.values()]
        else:
            known = [firearm.serial.value for firearm in model.firearms]
        return known[self.number % len(known)] if known else "404"


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    body: Any

    def resolved(self, model: ReferenceGuild) -> Any:
        if type(self.body) is not dict:
            return self.body
        return {name: value.resolve(model) if isinstance(value, Known) else value for name, value in self.body.items()}


NAMES = ["John Doe", "john  DOE", "ＪＯＨＮ ＤＯＥ", "Jane Roe", " jane roe ", "Straße", "STRASSE", 'Dr. "Q" \\ Smith']
PLATES = ["ABC 123", "abc123", "XYZ-9", "xyz-9", "ПЛТ 1", "NEW 1"]
SOME_WRONG = st.sampled_from([None, "", "  ", 0, -1, 1.5, True, False, [], {}, "nonsense", "x" * 5000, "a\nb", "a\x00b", 10**9, 10**12])

names = st.sampled_from(NAMES)
plates = st.sampled_from(PLATES)
lines = st.sampled_from(["One line", "Two\nlines", "Tab\there", " Ünïcödé ☃ "])
words = st.sampled_from(["Red", " Midnight Blue ", "Grün", "two  words"])
people = st.sampled_from(["Sgt. Pepper", "Medic 4"])
ids = st.sampled_from(["771", "184405311681986560"])
penalties = st.sampled_from([0.01, 1, 250, 5000, 5000.5, 1_000_000_000])
ages = st.sampled_from([0, 25, 25.0, 30.5, 99.9])
sizes = st.sampled_from([0.5, 80, 180, 180.0, 499.9])
vehicle_ids = st.sampled_from([*(Known("vehicle", number) for number in range(4)), "1", "no number"])
serials = st.sampled_from([*(Known("firearm", number) for number in range(4)), "0000000000"])

CIVILIAN_EDITS = {
    "hair color": words, "name": names, "age": ages, "dob": words, "height": sizes, "weight": sizes, "occupation": words, "address": lines,
}  # fmt: skip
VEHICLE_EDITS = {
    "color": words, "insurance": st.sampled_from(INSURANCES), "registration": st.sampled_from(REGISTRATIONS), "stole": st.booleans(),
}  # fmt: skip
FIREARM_EDITS = {"color": words, "stole": st.booleans()}


def members(optional=(), **strategies):
    required = {name: strategy for name, strategy in strategies.items() if name not in optional}
    return st.fixed_dictionaries(required, optional={name: strategies[name] for name in optional})


def edits(fields, **selectors):
    return st.sampled_from(sorted(fields)).flatmap(
        lambda edited: members(optional=tuple(selectors), name=names, field=st.just(edited), value=fields[edited], **selectors)
    )


# vehicle/edit takes a plate or an id. The contract does not define both together, so they are never sent together.
VEHICLE_EDIT = edits(VEHICLE_EDITS, plate=plates) | edits(VEHICLE_EDITS, vehicleID=vehicle_ids)
BOLO = members(name=names, bolo=st.just(True), reason=lines) | members(name=names, bolo=st.just(False))
IMPOUND = members(("fee",), plate=plates, impound=st.just(True), fee=penalties | st.just(0)) | members(
    plate=plates, impound=st.just(False)
)
CREATE = members(
    userID=ids, userName=people, name=names, age=ages, dob=words, gender=st.sampled_from(GENDERS), hair=words, weight=sizes, height=sizes,
    address=lines, occupation=words,
)  # fmt: skip
VEHICLE = members(
    name=names, plate=plates, model=words, color=words, colorType=st.sampled_from(COLOR_TYPES),
    registration=st.sampled_from(REGISTRATIONS), insurance=st.sampled_from(INSURANCES),
)  # fmt: skip
ADMISSION = members(name=names, time=st.sampled_from(["1", "5400", "1000000000"]), injures=lines, unitName=people, unitID=ids)


VOID = members(
    name=names, kind=st.sampled_from(ENTRY_KINDS), count=st.sampled_from([1, 1, 2, 3, "1", "2"]), reason=lines, officerName=people, officerID=ids
)
HISTORY = members(
    ("limit", "after"), name=names, limit=st.sampled_from([1, 2, 3, "2", 1000]), after=st.sampled_from(["2.2.2.2", "3.1.4.1", "2.3", "1"])
)


def penalty(member):
    return members(name=names, officerName=people, officerID=ids, charges=lines, **{member: penalties})


BY_NAME, BY_PLATE, BY_SERIAL = members(name=names), members(plate=plates), members(serialNumber=serials)

spelled_flags = st.sampled_from(["true", "false", "true", "false", "yes", ""])
orders = st.sampled_from(["newest", "newest", "oldest", "oldest", "Newest"])
limits = st.sampled_from(["1", "2", "3", "1000", "1", "2", "0", "1001", "two", ""])
marks = st.sampled_from([*(Known("civilian", number) for number in range(4)), *(Known("vehicle", number) for number in range(4)), "1", "x"])


def pages(**filters):
    """The query string of a list; every parameter is optional and may be wrong."""
    return members(optional=(*filters, "limit", "after", "order"), **filters, limit=limits, after=marks, order=orders)

CIVILIAN = {
    ("GET", "civilian/info"): BY_NAME,
    ("GET", "civilian/list"): pages(name=st.sampled_from(["j", "JO", "strass", "Jane Roe", "x", " "]), bolo=spelled_flags),
    ("POST", "civilian/create"): CREATE,
    ("PATCH", "civilian/edit"): edits(CIVILIAN_EDITS),
    ("PATCH", "civilian/bolo"): BOLO,
    ("PATCH", "civilian/deceased"): members(name=names, deceased=st.just(True)),
    ("DELETE", "civilian/delete"): BY_NAME,
}
VEHICLES = {
    ("GET", "vehicle/plate"): BY_PLATE,
    ("GET", "vehicle/list"): pages(name=names, stolen=spelled_flags, impounded=spelled_flags),
    ("POST", "vehicle/create"): VEHICLE,
    ("PATCH", "vehicle/edit"): VEHICLE_EDIT,
    ("DELETE", "vehicle/delete"): members(vehicleID=vehicle_ids),
    ("GET", "leo/impound"): BY_PLATE,
    ("PATCH", "leo/impound"): IMPOUND,
}
FIREARMS = {
    ("GET", "firearm/info"): BY_SERIAL,
    ("GET", "firearm/list"): pages(name=names, stolen=spelled_flags),
    ("POST", "firearm/create"): members(name=names, model=words, color=words),
    ("PATCH", "firearm/edit"): edits(FIREARM_EDITS, serialNumber=serials),
    ("DELETE", "firearm/delete"): BY_SERIAL,
}
ENTRIES = {
    ("GET", "leo/records"): BY_NAME,
    ("POST", "leo/arrest"): penalty("time"),
    ("POST", "leo/cite"): penalty("amount"),
    ("POST", "leo/fine"): penalty("amount"),
    ("POST", "leo/void"): VOID,
    ("GET", "leo/history"): HISTORY,
    ("GET", "medical/records"): BY_NAME,
    ("POST", "medical/admit"): ADMISSION,
}
EVERYTHING = CIVILIAN | VEHICLES | FIREARMS | ENTRIES


@st.composite
def calls(draw, operations):
    (method, path), bodies = draw(st.sampled_from(sorted(operations.items(), key=lambda item: item[0])))
    return Call(method, path, draw(bodies))


@st.composite
def spoiled_calls(draw):
    """A call with one member removed or replaced by a probably invalid value."""
    call = draw(calls({key: value for key, value in EVERYTHING.items() if not key[1].endswith("/list")}))
    member = draw(st.sampled_from(sorted(call.body)))
    if draw(st.booleans()):
        return Call(call.method, call.path, builders.without(call.body, member))
    return Call(call.method, call.path, call.body | {member: draw(SOME_WRONG)})


class GuildHistory(RuleBasedStateMachine):
    pool = None

    def __init__(self):
        super().__init__()
        self.guild = self.pool.take()
        self.model = ReferenceGuild(self.guild.guild)

    def compare(self, call: Call) -> None:
        body = call.resolved(self.model)
        sent = {"query": body} if call.path.endswith("/list") else {"body": body}
        answer = self.guild.call(call.method, call.path, **sent)
        status, expected = self.model.answer(call.method, call.path, body)
        assert answer.status == status, f"{answer.status} {answer.text}, but the model says {status} {expected}"
        wrong = mismatches(expected, answer.json)
        assert wrong == [], f"{call.method} {call.path} {body}: {wrong}"

    @initialize(person=CREATE)
    def a_small_town(self, person):
        """Without it most calls would name people and vehicles that do not exist."""
        for name in ("John Doe", "Jane Roe", "Straße"):
            self.compare(Call("POST", "civilian/create", person | {"name": name}))
        for owner, plate in (("John Doe", "ABC 123"), ("John Doe", "XYZ-9"), ("Jane Roe", "ПЛТ 1")):
            self.compare(Call("POST", "vehicle/create", builders.vehicle(owner, plate)))
        for owner in ("John Doe", "John Doe", "Jane Roe"):
            self.compare(Call("POST", "firearm/create", builders.firearm(owner)))

    @rule(call=calls(CIVILIAN))
    def civilians(self, call):
        self.compare(call)

    @rule(call=calls(VEHICLES))
    def vehicles(self, call):
        self.compare(call)

    @rule(call=calls(FIREARMS))
    def firearms(self, call):
        self.compare(call)

    @rule(call=calls(ENTRIES))
    def entries(self, call):
        self.compare(call)

    @rule(call=spoiled_calls())
    def mistakes(self, call):
        self.compare(call)

    def teardown(self):
        for what in ("civilian", "vehicle", "firearm"):
            self.compare(Call("GET", f"{what}/list", {}))
        for civilian in list(self.model.civilians.values()):
            self.compare(Call("GET", "civilian/info", {"name": civilian.data["name"]}))
            self.compare(Call("GET", "leo/history", {"name": civilian.data["name"]}))
        # Short sentences end meanwhile.
        made = [event["kind"] for event in self.guild.events() if event["actor"] != "clock"]
        assert made == self.model.events, "every change is one event, in order"


def test_the_histories_reach_all_operations_on_records():
    assert len(EVERYTHING) == 27
    for method, path in EVERYTHING:
        assert callable(getattr(ReferenceGuild, f"{method.lower()}_{path.replace('/', '_')}"))


TestGuild = GuildHistory.TestCase
TestGuild.settings = settings(
    max_examples=100,
    stateful_step_count=40,
    deadline=None,
    print_blob=True,
    derandomize=False,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True, scope="module")
def histories_use_fresh_guilds(guild_pool):
    GuildHistory.pool = guild_pool
