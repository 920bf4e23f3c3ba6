"""Types, lengths, characters, bounds and enumerations of every member, tested on both sides of each limit."""

from dataclasses import dataclass, field
from typing import Any, Callable

import pytest

import builders

NAME, ID, LONG, OTHER = 99, 64, 4000, 500


@dataclass(frozen=True)
class Case:
    """One member of one operation, with an otherwise valid body."""

    method: str
    path: str
    member: str
    body: dict[str, Any]
    shown: Callable[[dict[str, Any]], Any]
    limit: int = 0
    lines: bool = False
    prepare: Callable = field(default=lambda guild: guild.civilian("John Doe"))

    def send(self, guild, value):
        return guild.call(self.method, self.path, self.body | {self.member: value})

    @property
    def is_matched(self) -> bool:
        """Whether records are looked up by this member."""
        return self.member in ("name", "plate") or self.body.get("field") == "name"

    def __str__(self) -> str:
        label = self.body.get("field", "")
        return f"{self.path} {self.member} {label}".strip()


def record(kind: str, member: str):
    return lambda body: body[kind][0][member]


def create_case(member, shown, limit=0, lines=False):
    body = builders.civilian("New Person")
    return Case("POST", "civilian/create", member, body, record("civilian", shown), limit, lines)


def vehicle_case(member, limit=0):
    return Case("POST", "vehicle/create", member, builders.vehicle(), record("vehicle", member), limit)


def edit_case(edited, shown, limit=0, lines=False):
    body = {"name": "John Doe", "field": edited, "value": None}
    return Case("PATCH", "civilian/edit", "value", body, record("civilian", shown), limit, lines)


def officer_cases(path, build, kind):
    body = build()
    return [
        Case("POST", path, "officerName", body, record(kind, "officersName"), NAME),
        Case("POST", path, "officerID", body, record(kind, "officersID"), ID),
        Case("POST", path, "charges", body, record(kind, "charges"), LONG, lines=True),
    ]


def admission_case(member, shown, limit, lines=False):
    return Case("POST", "medical/admit", member, builders.admission(), record("admission", shown), limit, lines)


TEXTS = [
    create_case("userID", "userID", ID),
    create_case("userName", "userName", NAME),
    create_case("name", "civilianName", NAME),
    create_case("dob", "civilianDOB", OTHER),
    create_case("hair", "civilianHairColor", OTHER),
    create_case("address", "civilianAddress", OTHER, lines=True),
    create_case("occupation", "civilianOccupation", OTHER),
    edit_case("hair color", "civilianHairColor", OTHER),
    edit_case("name", "civilianName", NAME),
    edit_case("dob", "civilianDOB", OTHER),
    edit_case("occupation", "civilianOccupation", OTHER),
    edit_case("address", "civilianAddress", OTHER, lines=True),
    Case(
        "PATCH", "civilian/bolo", "reason", {"name": "John Doe", "bolo": True}, record("civilian", "boloReason"), LONG, lines=True
    ),
    vehicle_case("plate", ID),
    vehicle_case("model", OTHER),
    vehicle_case("color", OTHER),
    Case(
        "PATCH",
        "vehicle/edit",
        "value",
        {"name": "John Doe", "field": "color"},
        record("vehicle", "color"),
        OTHER,
        prepare=lambda guild: (guild.civilian("John Doe"), guild.vehicle()),
    ),
    Case("POST", "firearm/create", "model", builders.firearm(), record("firearm", "model"), OTHER),
    *officer_cases("leo/arrest", builders.arrest, "arrest"),
    *officer_cases("leo/cite", builders.citation, "citation"),
    *officer_cases("leo/fine", builders.fine, "fine"),
    admission_case("injures", "injures", LONG, lines=True),
    admission_case("unitName", "unitsName", NAME),
    admission_case("unitID", "unitsID", ID),
]
for_each_text = pytest.mark.parametrize("case", TEXTS, ids=str)


@for_each_text
def test_text_is_accepted_up_to_its_length_in_code_points(guild, case):
    case.prepare(guild)
    events = len(guild.events())
    case.send(guild, "é" * (case.limit + 1)).invalid(case.member)
    case.send(guild, "x" * (case.limit + 1)).invalid(case.member)
    assert len(guild.events()) == events
    longest = "😀" * case.limit
    assert case.shown(case.send(guild, longest).created()) == longest
    assert len(guild.events()) == events + 1


@for_each_text
def test_surrounding_white_space_is_removed_before_the_length_check(guild, case):
    case.prepare(guild)
    longest = "y" * case.limit
    assert case.shown(case.send(guild, f"  \t {longest} \n ").created()) == longest


@for_each_text
def test_white_space_inside_text_is_kept(guild, case):
    case.prepare(guild)
    assert case.shown(case.send(guild, "two  spaces").created()) == "two  spaces"


@for_each_text
def test_empty_text_is_invalid(guild, case):
    case.prepare(guild)
    for empty in ("", " ", "\t \n", None):
        case.send(guild, empty).invalid(case.member)


@for_each_text
def test_control_characters_in_text_are_invalid(guild, case):
    case.prepare(guild)
    events = len(guild.events())
    for control in ("\x00", "\x01", "\x08", "\x0b", "\x0c", "\x1b", "\x1f", "\x7f", "\x80", "\x9f"):
        case.send(guild, f"a{control}b").invalid(case.member)
    assert len(guild.events()) == events


@for_each_text
def test_line_breaks_and_tabs_are_for_the_four_long_texts_only(guild, case):
    case.prepare(guild)
    if case.lines:
        text = "first\nsecond\r\nthird\tend"
        assert case.shown(case.send(guild, text).created()) == text
    else:
        for control in ("\n", "\r", "\t"):
            case.send(guild, f"a{control}b").invalid(case.member)


@for_each_text
def test_text_in_any_script_is_shown_as_it_was_typed(guild, case):
    case.prepare(guild)
    # Only names, plates and serial numbers must not contain direction controls.
    control = "\u200d" if case.is_matched else "\u202e"
    text = f"Ünï 車 e\u0301 {control}abc ﬁ"
    assert case.shown(case.send(guild, text).created()) == text


@pytest.mark.parametrize("escape", ["\\ud800", "\\udc00", "\\ud83d\\u0041", "\\udc00\\ud800"])
def test_half_of_a_surrogate_pair_is_invalid(guild, escape):
    answer = guild.get("civilian/info", raw=f'{{"name": "a{escape}"}}'.encode())
    assert answer.status == 400
    assert answer.details in ("Invalid body provided (11000)", "Invalid name provided (11001)")


SELECTORS = [
    ("GET", "civilian/info", "name", NAME, "Character not found (10023)", False),
    ("DELETE", "civilian/delete", "name", NAME, "Character not found (10023)", False),
    ("GET", "leo/records", "name", NAME, "Character not found (10023)", False),
    ("GET", "medical/records", "name", NAME, "Character not found (10023)", False),
    ("GET", "vehicle/plate", "plate", ID, "Vehicle not found (10023)", True),
    ("GET", "leo/impound", "plate", ID, "Vehicle not found (10023)", False),
    ("DELETE", "vehicle/delete", "vehicleID", ID, "Vehicle not found (10023)", False),
    ("GET", "firearm/info", "serialNumber", ID, "Firearm not found (10023)", True),
    ("DELETE", "firearm/delete", "serialNumber", ID, "Firearm not found (10023)", False),
]


@pytest.mark.parametrize("method, path, member, limit, details, found", SELECTORS)
def test_what_is_looked_up_has_the_same_limits(guild, method, path, member, limit, details, found):
    guild.call(method, path, {member: "9" * limit}).refused(404, details, found)
    guild.call(method, path, query={member: "9" * limit}).refused(404, details, found)
    guild.call(method, path, {member: "9" * (limit + 1)}).invalid(member)
    guild.call(method, path, query={member: "9" * (limit + 1)}).invalid(member)


def bounds(case, good, bad):
    return pytest.param(case, good, bad, id=str(case))


SIZES = [0.001, 1, 180.25, 499, 499.999], [0, -0.001, -1, 500, 500.001, 1e9, 1e308]
AGES = [0, 0.5, 99, 99.999], [-0.001, -1, 100, 100.001, 1e308]


@pytest.mark.parametrize(
    "case, good, bad",
    [
        bounds(create_case("age", "civilianAge"), *AGES),
        bounds(create_case("height", "civilianHeight"), *SIZES),
        bounds(create_case("weight", "civilianWeight"), *SIZES),
        bounds(edit_case("age", "civilianAge"), *AGES),
        bounds(edit_case("height", "civilianHeight"), *SIZES),
        bounds(edit_case("weight", "civilianWeight"), *SIZES),
    ],
)
def test_a_number_is_accepted_only_within_its_bounds(guild, case, good, bad):
    case.prepare(guild)
    for value in bad:
        case.send(guild, value).invalid(case.member)
    for number, value in enumerate(good):
        body = case.body | {case.member: value} | ({"name": f"Person {number}"} if case.path == "civilian/create" else {})
        assert case.shown(guild.call(case.method, case.path, body).created()) == value


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 400, "9" * 40, "0." + "0" * 10 + "1e500"])
def test_a_huge_number_is_refused(guild, number):
    body = str(builders.without(builders.civilian(), "age")).replace("'", '"')[:-1] + f', "age": {number}}}'
    answer = guild.post("civilian/create", raw=body.encode())
    assert answer.status == 400
    assert answer.details in ("Invalid body provided (11000)", "Invalid age provided (11004)")
    assert guild.events() == []


ENUMERATIONS = [
    (create_case("gender", "civilianGender"), ["Male", "Female", "Other"], ["male", "MALE", "M", "Unknown", "Male,Female"]),
    (
        vehicle_case("colorType"),
        ["Classic", "Metallic", "Matte", "Metal", "Pearlescent"],
        ["classic", "Chrome", "Metallicc", "Mat"],
    ),
    (vehicle_case("registration"), ["Valid", "Expired"], ["None", "valid", "EXPIRED", "Invalid"]),
    (vehicle_case("insurance"), ["Valid", "Expired", "None"], ["none", "valid", "N/A", "Void"]),
]


@pytest.mark.parametrize("case, good, bad", ENUMERATIONS, ids=[str(row[0]) for row in ENUMERATIONS])
def test_an_enumeration_takes_exactly_the_listed_spellings(guild, case, good, bad):
    case.prepare(guild)
    for value in bad:
        answer = case.send(guild, value).invalid(case.member)
        for listed in good:
            assert listed in answer.headers["X-Error-Hint"], "the hint lists what is allowed"
    for number, value in enumerate(good):
        name = "plate" if case.path == "vehicle/create" else "name"
        body = case.body | {case.member: value, name: f"X {number}"}
        assert case.shown(guild.call(case.method, case.path, body).created()) == value


@pytest.mark.parametrize("edited", ["Age", "hair", "hair  color", "hairColor", "gender", "userName", "bolo", "", "id"])
def test_a_civilian_field_that_cannot_be_edited_is_invalid(john, edited):
    john.patch("civilian/edit", {"name": "John Doe", "field": edited, "value": "x"}).invalid("field")


@pytest.mark.parametrize("edited", ["age", "height", "weight"])
@pytest.mark.parametrize("value", ["30", True, [30], {"v": 30}])
def test_a_number_field_takes_numbers_only(john, edited, value):
    john.patch("civilian/edit", {"name": "John Doe", "field": edited, "value": value}).invalid("value")


@pytest.mark.parametrize("edited", ["name", "hair color", "dob", "occupation", "address"])
@pytest.mark.parametrize("value", [30, 0.5, False, ["x"], {"v": "x"}])
def test_a_text_field_takes_text_only(john, edited, value):
    john.patch("civilian/edit", {"name": "John Doe", "field": edited, "value": value}).invalid("value")
