"""A second, slow and simple implementation of the contract: one guild in dictionaries, to compare the program with.

It is written from CONTRACT.md alone. Values that only the server can know (ids, times, serial numbers) are slots: the first
response that shows one fills it, and every later response must show the same.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Callable

from harness import CODES, REASONS
from shapes import is_id, is_serial_number, is_time

NAME, ID, LONG, OTHER = 99, 64, 4000, 500
ENTRIES = 100_000  # of a civilian
ENTRY_KINDS = ("citation", "fine", "arrest", "admission")
GENDERS = ("Male", "Female", "Other")
COLOR_TYPES = ("Classic", "Metallic", "Matte", "Metal", "Pearlescent")
REGISTRATIONS = ("Valid", "Expired")
INSURANCES = ("Valid", "Expired", "None")


class Slot:
    """A value that the server generates."""

    def __init__(self, check: Callable[[Any], bool]):
        self.check, self.value = check, None

    def accepts(self, actual: Any) -> bool:
        if self.value is None and self.check(actual):
            self.value = actual
        return self.value is not None and self.value == actual

    def __repr__(self) -> str:
        return f"<{self.check.__name__[3:]} {self.value}>"


class Refusal(Exception):
    def __init__(self, status: int, details: str, found: bool = False):
        self.status = status
        self.body = ({"found": False} if found else {}) | {"error": REASONS[status], "details": details}


def invalid(member: str) -> Refusal:
    return Refusal(400, f"Invalid {member} provided ({CODES[member]})")


def not_found(what: str, found: bool = False) -> Refusal:
    return Refusal(404, f"{what} not found (10023)", found)


def conflict(details: str) -> Refusal:
    return Refusal(409, details)


# Members: a check returns the value as stored, or raises ValueError.


def text(limit: int, lines: bool = False):
    def check(value: Any) -> str:
        if type(value) is not str:
            raise ValueError
        cut = value.strip()
        allowed = "\n\r\t" if lines else ""
        if not cut or len(cut) > limit or any(unicodedata.category(c) == "Cc" and c not in allowed for c in cut):
            raise ValueError
        return cut

    return check


def number(accept: Callable[[float], bool]):
    def check(value: Any) -> float:
        if type(value) not in (int, float) or not accept(value):
            raise ValueError
        return value

    return check


def one_of(*allowed: str):
    def check(value: Any) -> str:
        if value not in allowed or type(value) is not str:
            raise ValueError
        return value

    return check


def flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def spelled_flag(value: str) -> bool:
    return {"true": True, "false": False}[one_of("true", "false")(value)]


def spelled_limit(value: str) -> int:
    if not re.fullmatch(r"[0-9]+", value) or not 1 <= int(value) <= 1000:
        raise ValueError
    return int(value)


def whole(highest: int):
    """A whole number from 1, or its digits."""

    def check(value: Any) -> int:
        if type(value) is str and re.fullmatch(r"[0-9]+", value):
            value = int(value)
        if type(value) not in (int, float) or value != int(value) or not 1 <= value <= highest:
            raise ValueError
        return int(value)

    return check


def place(value: Any) -> list[int]:
    """The start of a page of the history: for each kind, the count below which it goes on."""
    if type(value) is not str or not re.fullmatch(r"[0-9]{1,18}(\.[0-9]{1,18}){0,3}", value):
        raise ValueError
    return [int(number) for number in value.split(".")]


def spelled_id(value: str) -> str:
    if not re.fullmatch(r"[0-9]{1,19}", value) or int(value) >= 2**63:
        raise ValueError
    return value


def truth(value: Any) -> bool:
    if value is not True:
        raise ValueError
    return True


def seconds(value: Any) -> str:
    if type(value) is not str or not re.fullmatch(r"[0-9]+", value) or not penalty_range(int(value)):
        raise ValueError
    return value


def penalty_range(value: float) -> bool:
    return 0 < value <= 1_000_000_000


AGE = number(lambda value: 0 <= value < 100)
SIZE = number(lambda value: 0 < value < 500)
PENALTY = number(penalty_range)
FEE = number(lambda value: value == 0 or penalty_range(value))

CIVILIAN_FIELDS = {
    "hair color": ("hair", text(OTHER)),
    "name": ("name", text(NAME)),
    "age": ("age", AGE),
    "dob": ("dob", text(OTHER)),
    "height": ("height", SIZE),
    "weight": ("weight", SIZE),
    "occupation": ("occupation", text(OTHER)),
    "address": ("address", text(OTHER, lines=True)),
}
VEHICLE_FIELDS = {
    "color": ("color", text(OTHER)),
    "insurance": ("insurance", one_of(*INSURANCES)),
    "registration": ("registration", one_of(*REGISTRATIONS)),
    "stole": ("stolen", flag),
}
FIREARM_FIELDS = {"color": ("color", text(OTHER)), "stole": ("stolen", flag)}


def take(body: Any, **checks) -> dict[str, Any]:
    """Checks the members of a body in order; the first missing or invalid one refuses the request."""
    if type(body) is not dict:
        raise invalid("body")
    taken = {}
    for member, check in checks.items():
        taken[member] = take_one(body, member, check)
    return taken


def take_one(body: dict[str, Any], member: str, check, optional: bool = False) -> Any:
    if body.get(member) is None:
        if optional:
            return None
        raise invalid(member)
    try:
        return check(body[member])
    except ValueError:
        raise invalid(member) from None


def take_query(query: dict[str, str], **checks) -> dict[str, Any]:
    """The parameters of a list, all optional. In a query string every value is a string."""
    checks |= {"limit": spelled_limit, "after": spelled_id, "order": one_of("oldest", "newest")}
    return {member: take_one(query, member, check, optional=True) for member, check in checks.items()}


def take_edit(body: Any, fields: dict[str, tuple], **selectors) -> dict[str, Any]:
    taken = take(body, name=text(NAME), field=one_of(*fields))
    taken["value"] = take_one(body, "value", fields[taken["field"]][1])
    for member, check in selectors.items():
        taken[member] = take_one(body, member, check, optional=True)
    return taken


# Records.


def name_key(name: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def plate_key(plate: str) -> str:
    return name_key(plate).replace(" ", "")


@dataclass
class Civilian:
    data: dict[str, Any]
    id: Slot = field(default_factory=lambda: Slot(is_id))
    made: Slot = field(default_factory=lambda: Slot(is_time))
    deceased: bool = False
    bolo_reason: str | None = None
    citations: list = field(default_factory=list)
    fines: list = field(default_factory=list)
    arrests: list = field(default_factory=list)
    admissions: list = field(default_factory=list)
    voids: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        data = self.data
        return {
            "id": self.id, "userID": data["userID"], "userName": data["userName"], "civilianID": self.id, "civilianName": data["name"],
            "deceased": self.deceased, "bolo": self.bolo_reason is not None, "boloReason": self.bolo_reason or "",
            "civilianAge": data["age"], "civilianDOB": data["dob"], "civilianGender": data["gender"],
            "civilianHairColor": data["hair"], "civilianHeight": data["height"], "civilianWeight": data["weight"],
            "civilianAddress": data["address"], "civilianOccupation": data["occupation"], "registrationTimestamp": self.made,
        }  # fmt: skip

    def valid(self, kind: str) -> list[dict[str, Any]]:
        return [entry for entry in self.entries(kind) if (kind, entry["count"]) not in self.voids]

    def entries(self, kind: str) -> list[dict[str, Any]]:
        return getattr(self, f"{kind}s")

    def pick(self, *members: str) -> dict[str, Any]:
        """Some of the five members that identify a civilian in responses, in the requested order."""
        known = {
            "civilianID": self.id,
            "civilianName": self.data["name"],
            "userID": self.data["userID"],
            "userName": self.data["userName"],
        }
        return {member: known[member] for member in members}


@dataclass
class Vehicle:
    owner: Civilian
    data: dict[str, Any]
    id: Slot = field(default_factory=lambda: Slot(is_id))
    made: Slot = field(default_factory=lambda: Slot(is_time))
    fee: float | None = None

    def record(self) -> dict[str, Any]:
        return {"id": self.id} | self.owner.pick("userID", "userName", "civilianID", "civilianName") | {
            "impounded": self.fee is not None, "stolen": self.data["stolen"], "plate": self.data["plate"],
            "model": self.data["model"], "registration": self.data["registration"], "insurance": self.data["insurance"],
            "color": self.data["color"], "colorType": self.data["colorType"], "timestamp": self.made,
        }  # fmt: skip


@dataclass
class Firearm:
    owner: Civilian
    data: dict[str, Any]
    id: Slot = field(default_factory=lambda: Slot(is_id))
    made: Slot = field(default_factory=lambda: Slot(is_time))
    serial: Slot = field(default_factory=lambda: Slot(is_serial_number))

    def record(self) -> dict[str, Any]:
        return {"id": self.id} | self.owner.pick("userID", "userName", "civilianID", "civilianName") | {
            "stolen": self.data["stolen"], "serialNumber": self.serial, "model": self.data["model"], "timestamp": self.made,
        }  # fmt: skip


def penalty_entry(count: int, taken: dict[str, Any], penalty: str) -> dict[str, Any]:
    return {
        "count": count, "officersName": taken["officerName"], "officersID": taken["officerID"], penalty: taken[penalty],
        "charges": taken["charges"], "timestamp": Slot(is_time),
    }  # fmt: skip


def officer_view(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as civilian/info shows it."""
    renamed = {"officersName": "officerName", "officersID": "officerID"}
    return {renamed.get(member, member): value for member, value in entry.items() if member != "count"}


def medic_view(entry: dict[str, Any]) -> dict[str, Any]:
    return {"medicName": entry["unitsName"], "medicID": entry["unitsID"]} | {
        member: entry[member] for member in ("injures", "time", "timestamp")
    }


def mismatches(expected: Any, actual: Any, where: str = "body") -> list[str]:
    """The differences between a response and the model, including the order of members; also fills slots."""
    if isinstance(expected, Slot):
        return [] if expected.accepts(actual) else [f"{where}: {actual!r} is not {expected}"]
    if type(expected) is dict:
        if type(actual) is not dict or list(actual) != list(expected):
            return [f"{where}: {actual!r} has not the members {list(expected)}"]
        return [found for member in expected for found in mismatches(expected[member], actual[member], f"{where}.{member}")]
    if type(expected) is list:
        if type(actual) is not list or len(actual) != len(expected):
            return [f"{where}: {actual!r} has not {len(expected)} elements"]
        return [
            found
            for place, (want, have) in enumerate(zip(expected, actual))
            for found in mismatches(want, have, f"{where}[{place}]")
        ]
    same_kind = type(expected) is type(actual) or (type(expected) in (int, float) and type(actual) in (int, float))
    return [] if same_kind and expected == actual else [f"{where}: {actual!r} is not {expected!r}"]
