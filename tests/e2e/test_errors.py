"""Every row of the error table that an ordinary client can cause: exact status, body and headers.

The rows about slow, large and too many requests are in test_limits.py, those about storage in test_storage_failures.py, 429 in test_rate_limit.py.
"""

import pytest

import builders
from harness import REASONS


def populate(guild):
    """John (one vehicle, impounded; two firearms), Jane (wanted, two vehicles), Dead Fred (deceased)."""
    for name in ("John Doe", "Jane Roe", "Dead Fred"):
        guild.civilian(name)
    guild.vehicle("John Doe", "JOHN 1")
    guild.impound("JOHN 1")
    guild.firearm("John Doe"), guild.firearm("John Doe")
    guild.vehicle("Jane Roe", "JANE 1"), guild.vehicle("Jane Roe", "JANE 2")
    guild.bolo("Jane Roe")
    guild.mark_deceased("Dead Fred")


CIVILIAN, VEHICLE, FIREARM = (f"{kind} not found (10023)" for kind in ("Character", "Vehicle", "Firearm"))
STOLE = {"field": "stole", "value": True}

NOT_FOUND = [
    ("GET", "civilian/info", {"name": "Nobody"}, CIVILIAN),
    ("PATCH", "civilian/edit", {"name": "Nobody", "field": "age", "value": 3}, CIVILIAN),
    ("PATCH", "civilian/bolo", {"name": "Nobody", "bolo": False}, CIVILIAN),
    ("PATCH", "civilian/deceased", {"name": "Nobody", "deceased": True}, CIVILIAN),
    ("DELETE", "civilian/delete", {"name": "Nobody"}, CIVILIAN),
    ("POST", "vehicle/create", builders.vehicle("Nobody"), CIVILIAN),
    ("PATCH", "vehicle/edit", {"name": "Nobody", **STOLE}, CIVILIAN),
    ("PATCH", "vehicle/edit", {"name": "John Doe", **STOLE, "plate": "JANE 1"}, VEHICLE),
    ("DELETE", "vehicle/delete", {"vehicleID": "12"}, VEHICLE),
    ("POST", "firearm/create", builders.firearm("Nobody"), CIVILIAN),
    ("PATCH", "firearm/edit", {"name": "Nobody", **STOLE}, CIVILIAN),
    ("PATCH", "firearm/edit", {"name": "Jane Roe", **STOLE}, FIREARM),
    ("DELETE", "firearm/delete", {"serialNumber": "0000000000"}, FIREARM),
    ("GET", "leo/records", {"name": "Nobody"}, CIVILIAN),
    ("GET", "leo/impound", {"plate": "GONE"}, VEHICLE),
    ("PATCH", "leo/impound", {"plate": "GONE", "impound": True}, VEHICLE),
    ("POST", "leo/arrest", builders.arrest("Nobody"), CIVILIAN),
    ("POST", "leo/cite", builders.citation("Nobody"), CIVILIAN),
    ("POST", "leo/fine", builders.fine("Nobody"), CIVILIAN),
    ("GET", "medical/records", {"name": "Nobody"}, CIVILIAN),
    ("POST", "medical/admit", builders.admission("Nobody"), CIVILIAN),
]
CONFLICTS = [
    ("POST", "civilian/create", builders.civilian("jane roe"), "Civilian already exists (20061)"),
    ("PATCH", "civilian/edit", {"name": "John Doe", "field": "name", "value": "Jane Roe"}, "Civilian already exists (20061)"),
    ("POST", "vehicle/create", builders.vehicle("John Doe", "jane1"), "Vehicle already exists (20061)"),
    ("PATCH", "civilian/edit", {"name": "John Doe", "field": "age", "value": 25}, "Value is unchanged (20062)"),
    ("PATCH", "civilian/bolo", {"name": "Jane Roe", "bolo": True, "reason": "x"}, "Civilian already has an active BOLO (20063)"),
    ("PATCH", "civilian/bolo", {"name": "John Doe", "bolo": False}, "Civilian does not have an active BOLO (20064)"),
    ("PATCH", "civilian/deceased", {"name": "Dead Fred", "deceased": True}, "Civilian is deceased (20065)"),
    ("PATCH", "vehicle/edit", {"name": "Jane Roe", **STOLE}, "Several vehicles match (20066)"),
    ("PATCH", "firearm/edit", {"name": "John Doe", **STOLE}, "Several firearms match (20066)"),
    ("PATCH", "leo/impound", {"plate": "JOHN 1", "impound": True}, "Vehicle is already impounded (20067)"),
    ("PATCH", "leo/impound", {"plate": "JANE 1", "impound": False}, "Vehicle is not impounded (20068)"),
]
ROWS = [(404, *row) for row in NOT_FOUND] + [(409, *row) for row in CONFLICTS]


@pytest.mark.parametrize("status, method, path, body, details", ROWS, ids=[f"{row[1]} {row[2]} {row[4]}" for row in ROWS])
def test_a_refused_request_returns_exactly_its_row_and_changes_nothing(guild, status, method, path, body, details):
    populate(guild)
    before = [guild.get(f"{kind}/list").ok() for kind in ("civilian", "vehicle", "firearm")]
    events = len(guild.events())
    answer = guild.call(method, path, body).refused(status, details)
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert [guild.get(f"{kind}/list").ok() for kind in ("civilian", "vehicle", "firearm")] == before
    assert len(guild.events()) == events


def test_found_false_comes_first_only_in_the_two_searches(guild):
    guild.get("vehicle/plate", {"plate": "GONE"}).refused(404, VEHICLE, found=True)
    guild.get("firearm/info", {"serialNumber": "GONE"}).refused(404, FIREARM, found=True)
    guild.get("leo/impound", {"plate": "GONE"}).refused(404, VEHICLE, found=False)
    guild.get("vehicle/plate", {}).invalid("plate")
    guild.get("firearm/info", {}).invalid("serialNumber")
    guild.get("firearm/info", {"serialNumber": "GONE"}, headers={"Authorization": None}).forbidden()


@pytest.mark.parametrize("kind", ["civilian", "vehicle", "firearm"])
def test_an_empty_list_names_the_missing_records(guild, kind):
    guild.get(f"{kind}/list").refused(404, f"Unable to find any {kind}s (20060)")


@pytest.mark.parametrize("headers", [
    {"Authorization": None},
    {"Authorization": ""},
    {"Authorization": "nonsense"},
    {"Authorization": "Bearer"},
    {"Authorization": "Bearer nonsense"},
    {"Authorization": "Basic dXNlcjpwYXNz"},
    {"Authorization": "x" * 4000},
    {"Guild": None},
    {"Guild": ""},
    {"Guild": "unknown-guild"},
    {"Guild": "with space"},
    {"Guild": "x" * 65},
    {"Guild": "semi;colon"},
    {"Guild": "' or 1=1 --"},
    {"Authorization": None, "Guild": None},
])  # fmt: skip
def test_every_problem_with_key_or_guild_gets_the_same_response(john, headers):
    answer = john.get("civilian/info", {"name": "John Doe"}, headers=headers).forbidden()
    reference = john.get("civilian/info", {"name": "John Doe"}, headers={"Authorization": "nonsense"})
    assert (answer.text, answer.headers["X-Error-Hint"]) == (reference.text, reference.headers["X-Error-Hint"])


def test_a_guild_name_is_matched_exactly(server):
    upper, lower = server.guild("Case-Guild"), server.guild("case-guild")
    upper.civilian("John Doe")
    lower.get("civilian/list").refused(404, "Unable to find any civilians (20060)")
    upper.get("civilian/list", headers={"Guild": "case-guild"}).forbidden()


@pytest.mark.parametrize("name", ["1", "184405311681986560", "a_b-C", "_", "g" * 64])
def test_a_guild_id_may_be_any_1_to_64_of_the_listed_characters(server, name):
    guild = server.guild(name)
    assert guild.post("civilian/create", builders.civilian()).created()["guildID"] == name


@pytest.mark.parametrize("method, path, allowed", [
    ("POST", "civilian/info", {"GET"}),
    ("DELETE", "civilian/list", {"GET"}),
    ("GET", "civilian/create", {"POST"}),
    ("POST", "civilian/edit", {"PATCH"}),
    ("PUT", "civilian/bolo", {"PATCH"}),
    ("GET", "civilian/delete", {"DELETE"}),
    ("PUT", "leo/impound", {"GET", "PATCH"}),
    ("POST", "leo/impound", {"GET", "PATCH"}),
    ("PATCH", "medical/admit", {"POST"}),
    ("POST", "penal-code", {"GET", "PUT"}),
    ("POST", "version", {"GET"}),
    ("PUT", "vehicle/plate", {"GET"}),
    ("TRACE", "vehicle/plate", {"GET"}),
    ("BREW", "firearm/edit", {"PATCH"}),
])  # fmt: skip
def test_a_wrong_method_gets_the_allowed_methods(guild, method, path, allowed):
    answer = guild.call(method, path, raw=b"{}").refused(405, "Method not allowed (10405)")
    named = {name.strip() for name in answer.headers["Allow"].split(",")}
    assert named - {"HEAD", "OPTIONS"} == allowed


def test_an_unknown_endpoint_is_not_found(guild):
    guild.get("civilian/nope").refused(404, "Unknown endpoint (10404)")


def test_the_hint_names_the_invalid_member(guild):
    answer = guild.post("civilian/create", builders.civilian(gender="male")).invalid("gender")
    assert answer.headers["X-Error-Hint"] == "gender must be one of Male, Female, Other"


def test_a_hint_is_one_line_of_printable_text_whatever_was_sent(guild):
    for name in ("x" * 5000, "ü\u2028" * 200, "\u0000", "a\r\nSet-Cookie: a=b"):
        answer = guild.get("civilian/info", {"name": name}).invalid("name")
        hint = answer.headers["X-Error-Hint"]
        assert len(hint) < 1000 and hint.isprintable(), hint
        assert "Set-Cookie" not in answer.headers


def test_a_success_carries_no_hint(john):
    assert "X-Error-Hint" not in john.get("civilian/list").headers


def test_the_reason_in_the_body_is_that_of_the_status(john):
    answers = [
        john.get("civilian/info", {}),
        john.get("civilian/info", {"name": "x"}, headers={"Guild": "nope"}),
        john.get("civilian/info", {"name": "x"}),
        john.post("civilian/info", {}),
        john.post("civilian/create", builders.civilian()),
    ]
    assert [answer.status for answer in answers] == [400, 403, 404, 405, 409]
    assert [answer.json["error"] for answer in answers] == [REASONS[answer.status] for answer in answers]
