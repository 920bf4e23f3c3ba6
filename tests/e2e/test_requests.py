"""Section 1 of the contract: the format of requests, and the order of the checks."""

import json

import pytest

import builders
from builders import civilian
from raw_http import RawConnection, request

NOT_FOUND = "Character not found (10023)"


# Paths.


@pytest.mark.parametrize("target", ["/api//civilian/info", "//api/civilian/info", "/api/civilian///info", "///api//civilian//info"])
def test_runs_of_slashes_count_as_one(john, target):
    body = b'{"name": "John Doe"}'
    with RawConnection(john.server) as connection:
        connection.send(request("GET", target, body, f"Authorization: {john.key}", f"Guild: {john.guild}"))
        answer = connection.receive()
    assert (answer.status, json.loads(answer.body)["civilian"][0]["civilianName"]) == (200, "John Doe")


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/civilian", "/api/civilian/nope", "/api/Civilian/info", "/api/civilian/info/more", "/apicivilian/info"]
)
def test_other_paths_are_unknown_for_every_key(john, path):
    if path.startswith("/api/") or path == "/api":
        john.get(path).refused(404, "Unknown endpoint (10404)")
        john.get(path, headers={"Authorization": None, "Guild": None}).refused(404, "Unknown endpoint (10404)")
    else:
        assert john.get(path).status == 404


# Bodies and query strings.


@pytest.mark.parametrize(
    "content_type",
    [None, "application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "nonsense", "text/html; charset=latin1"],
)
def test_the_content_type_is_ignored(guild, content_type):
    guild.post("civilian/create", civilian(), headers={"Content-Type": content_type}).created()
    guild.get("civilian/info", {"name": "John Doe"}, headers={"Content-Type": content_type}).ok()


@pytest.mark.parametrize("path", ["civilian/info", "leo/records", "medical/records"])
def test_a_get_takes_its_members_from_body_or_query_string(john, path):
    assert john.get(path, {"name": "John Doe"}).ok() == john.get(path, query={"name": "John Doe"}).ok()


def test_every_get_and_delete_takes_its_members_from_the_query_string(john):
    vehicle, serial = john.vehicle(), john.firearm()["serialNumber"]
    assert john.get("vehicle/plate", query={"plate": "ABC 123"}).ok()["vehicle"] == [vehicle]
    assert john.get("leo/impound", query={"plate": "abc123"}).ok()["id"] == vehicle["id"]
    assert john.get("firearm/info", query={"serialNumber": serial}).ok()["found"] is True
    assert john.delete("vehicle/delete", query={"vehicleID": vehicle["id"]}).ok()["id"] == vehicle["id"]
    assert john.delete("firearm/delete", query={"serialNumber": serial}).ok()["success"] == "Deleted firearm"
    assert john.delete("civilian/delete", query={"name": "John Doe"}).ok()["success"] == "Deleted civilian"


@pytest.mark.parametrize(
    "query", ["name=John%20Doe", "name=John+Doe", "name=%4a%6F%68n%20Doe", "x=1&name=John%20Doe&y", "name=%20John%20%20doe%20"]
)
def test_a_query_string_is_percent_decoded(john, query):
    assert john.get("civilian/info", query=query).ok()["civilian"][0]["civilianName"] == "John Doe"


@pytest.mark.parametrize("name", ["A+B", "50% & more", "Ünïcödé ☃ 😀", "a=b", "Q?#[]", "25", "true", "null"])
def test_any_name_works_in_a_query_string(guild, name):
    guild.civilian(name)
    assert guild.get("civilian/info", query={"name": name}).ok()["civilian"][0]["civilianName"] == name


@pytest.mark.parametrize("query", ["name=%ff", "name=%c3", "name=", "name", "name=%20", "name=a%00b", "name=a%0d%0aX-Evil:%201", "Name=John"])
def test_a_query_string_obeys_the_rules_of_text(john, query):
    answer = john.get("civilian/info", query=query).invalid("name")
    assert "X-Evil" not in answer.headers


def test_a_body_wins_over_the_query_string(john):
    john.civilian("Jane Roe")
    answer = john.get("civilian/info", {"name": "John Doe"}, query={"name": "Jane Roe"})
    assert answer.ok()["civilian"][0]["civilianName"] == "John Doe"


def test_body_and_query_string_are_not_mixed(john):
    john.get("civilian/info", {}, query={"name": "John Doe"}).invalid("name")
    john.get("civilian/info", {"x": 1}, query={"name": "John Doe"}).invalid("name")
    john.get("civilian/info", raw=b"[]", query={"name": "John Doe"}).invalid("body")
    john.delete("civilian/delete", raw=b"nonsense", query={"name": "John Doe"}).invalid("body")
    john.info()


def test_without_body_and_query_string_the_first_member_is_missing(guild):
    for method, path, member in (
        ("GET", "civilian/info", "name"),
        ("DELETE", "civilian/delete", "name"),
        ("GET", "vehicle/plate", "plate"),
        ("DELETE", "vehicle/delete", "vehicleID"),
        ("GET", "firearm/info", "serialNumber"),
        ("DELETE", "firearm/delete", "serialNumber"),
        ("GET", "leo/records", "name"),
        ("GET", "leo/impound", "plate"),
        ("GET", "medical/records", "name"),
    ):
        guild.call(method, path).invalid(member)
        guild.call(method, path, {}).invalid(member)


def test_a_change_never_takes_its_members_from_the_query_string(john):
    john.patch("civilian/deceased", query={"name": "John Doe", "deceased": "true"}).invalid("body")
    john.patch("civilian/deceased", {}, query={"name": "John Doe", "deceased": "true"}).invalid("name")
    john.post("firearm/create", query=builders.firearm()).invalid("body")
    assert john.event_kinds() == ["civilian.created"]


NOT_AN_OBJECT = [
    b"[]", b'[{"name": "John Doe"}]', b"null", b"true", b"1", b'"name"', b"{", b"}", b"{]", b"nonsense", b"name=John+Doe", b" ",
    b"{'name': 'John Doe'}", b'{"name": "John Doe",}', b'{"name": "John Doe"} x', b'{"name": "John Doe"}{}', b'{"name" "John Doe"}',
    b'{name: "John Doe"}', b'{"name": "John\nDoe"}', b'{"name": "\\x"}', b'{"name": NaN}', b'{"name": "John Doe", "x": 01}',
    b'{"name": "John Doe", "x": +1}', b'{"name": "John Doe", "x": .5}', b'{"name": "John Doe", "x": tru}', b"\x00", b"\xff\xfe{\x00}\x00",
    b'{"name": "\xff"}', b'{"name": "John Doe", "x": "\xc3"}', b'{"name": "\xed\xa0\x80"}', b'{"name": "\xc0\xaf"}', b'{"name": "John Doe"',
    b"/* c */ {}", b'{"name": "unterminated', b'\x1f\x8b\x08\x00{"name": 1}',
]  # fmt: skip


@pytest.mark.parametrize("body", NOT_AN_OBJECT)
def test_a_body_that_is_no_json_object_is_an_invalid_body(john, body):
    john.get("civilian/info", raw=body).invalid("body")
    john.patch("civilian/deceased", raw=body).invalid("body")
    assert john.event_kinds() == ["civilian.created"]


def test_a_change_without_a_body_is_an_invalid_body(guild):
    for method, path in (("POST", "civilian/create"), ("PATCH", "civilian/edit"), ("POST", "leo/cite"), ("PATCH", "leo/impound")):
        guild.call(method, path).invalid("body")
        guild.call(method, path, raw=b"").invalid("body")


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"nonsense", b'{"name": 5}', b"\xff", b"null"])
def test_the_lists_ignore_the_body(john, body):
    john.vehicle(), john.firearm()
    for path in ("civilian/list", "vehicle/list", "firearm/list"):
        assert john.get(path, raw=body).ok()["amount"] == 1


def nested(levels: int) -> bytes:
    """A body with that many levels of nesting; the object itself is the first."""
    return b'{"name": "John Doe", "x": ' + b"[" * (levels - 1) + b"0" + b"]" * (levels - 1) + b"}"


def test_nesting_is_accepted_up_to_32_levels(john):
    john.get("civilian/info", raw=nested(32)).ok()
    john.get("civilian/info", raw=nested(33)).invalid("body")
    john.get("civilian/info", raw=nested(10_000)).invalid("body")


def test_unicode_escapes_mean_their_characters(guild):
    raw = json.dumps(civilian("Zoë 😀 Ω")).encode()
    assert b"\\ud83d" in raw
    assert guild.post("civilian/create", raw=raw).created()["civilianName"] == "Zoë 😀 Ω"


def test_text_with_quotes_and_backslashes_survives(guild):
    name, address = 'John "The \\ Fist" Doe </script>', "Line 1\r\nLine 2\t\"quoted\" \\ end"
    record = guild.civilian(name, address=address)
    assert (record["civilianName"], record["civilianAddress"]) == (name, address)
    assert guild.info(name)["civilian"] == [record]


# Members.


def test_unknown_members_are_ignored(guild):
    guild.civilian("John Doe", deceased=True, bolo=True, id="1", nonsense={"a": [1, {"b": None}]})
    record = guild.info()["civilian"][0]
    assert (record["deceased"], record["bolo"]) == (False, False)


def test_member_names_are_exact(john):
    john.get("civilian/info", {"Name": "John Doe"}).invalid("name")
    john.get("civilian/info", {"name ": "John Doe"}).invalid("name")


CIVILIAN_ORDER = ["userID", "userName", "name", "age", "dob", "gender", "hair", "weight", "height", "address", "occupation"]
ORDERS = [
    ("POST", "civilian/create", CIVILIAN_ORDER, civilian()),
    ("PATCH", "civilian/edit", ["name", "field", "value"], {"name": "John Doe", "field": "age", "value": 3}),
    ("PATCH", "civilian/bolo", ["name", "bolo", "reason"], {"name": "John Doe", "bolo": True, "reason": "x"}),
    ("PATCH", "civilian/deceased", ["name", "deceased"], {"name": "John Doe", "deceased": True}),
    ("POST", "vehicle/create", ["name", "plate", "model", "color", "colorType", "registration", "insurance"], builders.vehicle()),
    (
        "PATCH",
        "vehicle/edit",
        ["name", "field", "value", "plate", "vehicleID"],
        {"name": "John Doe", "field": "color", "value": "Red", "plate": "x", "vehicleID": "1"},
    ),
    ("POST", "firearm/create", ["name", "model", "color"], builders.firearm()),
    (
        "PATCH",
        "firearm/edit",
        ["name", "field", "value", "serialNumber"],
        {"name": "John Doe", "field": "color", "value": "Red", "serialNumber": "x"},
    ),
    ("POST", "leo/arrest", ["name", "officerName", "officerID", "charges", "time"], builders.arrest()),
    ("POST", "leo/cite", ["name", "officerName", "officerID", "charges", "amount"], builders.citation()),
    ("POST", "leo/fine", ["name", "officerName", "officerID", "charges", "amount"], builders.fine()),
    ("PATCH", "leo/impound", ["plate", "impound", "fee"], {"plate": "x", "impound": True, "fee": 5}),
    ("POST", "medical/admit", ["name", "time", "injures", "unitName", "unitID"], builders.admission()),
]


@pytest.mark.parametrize("method, path, order, valid", ORDERS, ids=[f"{row[0]} {row[1]}" for row in ORDERS])
def test_the_first_invalid_member_is_reported_in_the_order_of_the_contract(guild, method, path, order, valid):
    """All members are invalid at first; each reported one is corrected. The bodies list members in reverse order."""
    for wrong in order:
        right = order[: order.index(wrong)]
        body = {member: valid[member] if member in right else [] for member in reversed(order)}
        guild.call(method, path, body).invalid(wrong)


def test_a_value_is_checked_only_if_its_field_is_valid(john):
    john.patch("civilian/edit", {"name": "John Doe", "field": "nonsense", "value": []}).invalid("field")
    john.patch("civilian/edit", {"name": "John Doe", "value": []}).invalid("field")


# Order of checks.


def test_an_unknown_path_comes_before_everything(guild):
    guild.call("PUT", "nope", raw=b"{", headers={"Authorization": None}).refused(404, "Unknown endpoint (10404)")


def test_a_wrong_method_comes_before_the_key(guild):
    answer = guild.call("PUT", "civilian/info", raw=b"{", headers={"Authorization": None})
    answer.refused(405, "Method not allowed (10405)")


def test_the_key_comes_before_the_permission_and_the_permission_before_the_body(keys_without):
    client = keys_without["civilian"]
    client.post("civilian/create", raw=b"{", headers={"Guild": "elsewhere"}).forbidden()
    client.post("civilian/create", raw=b"{").refused(403, "Missing permission civilian (20059)")


def test_the_body_comes_before_lookups_and_lookups_before_state(john):
    john.mark_deceased()
    john.patch("civilian/edit", {"name": "Nobody", "field": "age", "value": 100}).invalid("value")
    john.patch("civilian/edit", {"name": "John Doe", "field": "age", "value": 100}).invalid("value")
    john.post("vehicle/create", builders.vehicle("Nobody", colorType="Gold")).invalid("colorType")
    john.civilian("Jane Roe")
    john.vehicle("Jane Roe", "TAKEN")
    john.post("vehicle/create", builders.vehicle("Nobody", "TAKEN")).refused(404, NOT_FOUND)
