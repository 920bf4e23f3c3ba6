"""Tests generated from the program's own operation table, so that new operations are tested at once.

Without the program this file cannot be collected. This is intended: a missing part is a failure.
"""

import json
from typing import NamedTuple

import pytest

import builders
from harness import ALL_SCOPES, CODES, Client, create_key, operations


class Row(NamedTuple):
    """What the contract says of an operation. This is the one place where tests list the operations."""

    # In the order in which they are checked; `?` marks optional ones.
    members: str
    # The kind of the event that a change leaves.
    event: str | None = None


CONTRACT = {
    "GET /api/civilian/info": Row("name"),
    "GET /api/civilian/list": Row("name? bolo? limit? after? order?"),
    "POST /api/civilian/create": Row("userID userName name age dob gender hair weight height address occupation", "civilian.created"),
    "PATCH /api/civilian/edit": Row("name field value", "civilian.edited"),
    "PATCH /api/civilian/bolo": Row("name bolo reason? expiresIn?", "civilian.bolo"),
    "PATCH /api/civilian/deceased": Row("name deceased", "civilian.deceased"),
    "DELETE /api/civilian/delete": Row("name", "civilian.deleted"),
    "GET /api/civilian/bolos": Row("limit? after?"),
    "GET /api/civilian/check": Row("name"),
    "GET /api/vehicle/plate": Row("plate"),
    "GET /api/vehicle/check": Row("plate"),
    "GET /api/vehicle/list": Row("name? stolen? impounded? limit? after? order?"),
    "POST /api/vehicle/create": Row("name plate model color colorType registration insurance", "vehicle.created"),
    "PATCH /api/vehicle/edit": Row("name field value plate? vehicleID?", "vehicle.edited"),
    "DELETE /api/vehicle/delete": Row("vehicleID", "vehicle.deleted"),
    "GET /api/firearm/info": Row("serialNumber"),
    "GET /api/firearm/list": Row("name? stolen? limit? after? order?"),
    "POST /api/firearm/create": Row("name model color", "firearm.created"),
    "PATCH /api/firearm/edit": Row("name field value serialNumber?", "firearm.edited"),
    "DELETE /api/firearm/delete": Row("serialNumber", "firearm.deleted"),
    "GET /api/leo/records": Row("name"),
    "GET /api/leo/impound": Row("plate"),
    "POST /api/leo/arrest": Row("name officerName officerID charges time", "leo.arrested"),
    "POST /api/leo/cite": Row("name officerName officerID charges amount", "leo.cited"),
    "POST /api/leo/fine": Row("name officerName officerID charges amount", "leo.fined"),
    "PATCH /api/leo/impound": Row("plate impound fee? releaseIn?", "vehicle.impounded"),
    "GET /api/leo/impounds": Row("limit? after?"),
    "GET /api/leo/custody": Row("limit? after?"),
    "POST /api/leo/release": Row("name officerName officerID reason?", "leo.released"),
    "PATCH /api/leo/sentence": Row("name count time", "leo.released"),
    "POST /api/leo/void": Row("name kind count reason officerName officerID", "leo.voided"),
    "GET /api/leo/history": Row("name limit? after?"),
    "GET /api/medical/records": Row("name"),
    "POST /api/medical/admit": Row("name time injures unitName unitID", "medical.admitted"),
    "POST /api/webhook/create": Row("url kinds format name?", "webhook.created"),
    "GET /api/webhook/list": Row(""),
    "PATCH /api/webhook/edit": Row("webhookID field value", "webhook.edited"),
    "DELETE /api/webhook/delete": Row("webhookID", "webhook.deleted"),
    "POST /api/webhook/test": Row("webhookID"),
    "GET /api/webhook/deliveries": Row("webhookID limit? after?"),
    "POST /api/webhook/redeliver": Row("webhookID seq? from?", "webhook.redelivered"),
    "GET /api/penal-code": Row(""),
    "PUT /api/penal-code": Row("entries", "penalcode.changed"),
    "GET /api/key": Row(""),
    "GET /api/key/list": Row(""),
    "POST /api/key/create": Row("name role? scopes? expiresIn?", "key.created"),
    "POST /api/key/invite": Row("name role? scopes? expiresIn?", "key.invited"),
    "DELETE /api/key/revoke": Row("keyID", "key.revoked"),
    "GET /api/stats": Row(""),
    "POST /api/audit/undo": Row("seq", "*"),
    "GET /api/audit": Row("civilianID? kind? keyID? from? to? limit? after?"),
    "GET /api/events": Row("kind? civilianID? after? limit? wait?"),
    "GET /api/search": Row("q limit?"),
}
# Optional members that the example contains nevertheless.
SENT_THOUGH_OPTIONAL = {"reason", "fee", "seq", "role"}
ACTORS = ("officerName", "unitName", "userName")
WRONG = {
    "string": [1, 0.5, True, False, [], {}, ["text"]],
    "number": ["25", "", True, False, [], {}, [25]],
    # A string of digits is accepted too: a query string has only strings.
    "integer": ["x", "", 2.5, True, False, [], {}, [25]],
    "boolean": ["true", "false", 0, 1, [], {}, "", [True]],
    "array": ["nonsense", "", 1, True, False, [], {}, [1], ["nonsense"], [""], ["*", None]],
}
# A number is accepted too, as events have it.
NUMBER_IS_ACCEPTED = {"seq", "from"}
# They change something that is there, as PATCH does.
CHANGED_BY_POST = {"/api/leo/void", "/api/leo/release", "/api/audit/undo"}
# An empty array removes everything.
EMPTY_IS_ACCEPTED = {"entries"}

OPERATIONS = operations()


def title(operation) -> str:
    return f"{operation['method']} {operation['path']}"


def row_of(operation) -> Row:
    return Row(" ".join(m["name"] + ("" if m["required"] else "?") for m in operation["members"]), operation["event"])


def takes_body(operation) -> bool:
    """The others ignore the body, so no body is invalid."""
    return operation["body"]


def members(operation) -> list[dict]:
    """The members of a body. For the query strings of lists see test_lists.py."""
    return operation["members"] if takes_body(operation) else []


def example_type(member) -> str:
    if member["type"] != "any":
        return member["type"]
    return {str: "string", bool: "boolean", int: "number", float: "number"}[type(member["example"])]


each_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=title)
each_change = pytest.mark.parametrize("operation", [o for o in OPERATIONS if o["event"]], ids=title)
each_member = pytest.mark.parametrize(
    "operation, member",
    [(operation, member) for operation in OPERATIONS for member in members(operation)],
    ids=lambda value: title(value) if "path" in value else value["name"],
)
each_required_member = pytest.mark.parametrize(
    "operation, member",
    [(operation, member) for operation in OPERATIONS for member in members(operation) if member["required"]],
    ids=lambda value: title(value) if "path" in value else value["name"],
)


def set_up(guild: Client, operation) -> dict:
    """Creates the records with which the operation's example succeeds, and returns the example's body."""
    sent = [m for m in members(operation) if m["required"] or m["name"] in SENT_THOUGH_OPTIONAL]
    body = {m["name"]: m["example"] for m in sent}
    creates_civilian = operation["path"] == "/api/civilian/create"
    owner = "Some Owner" if creates_civilian else body.get("name", "Some Owner")
    guild.civilian(owner, age=7, hair="Unlikely", occupation="Unlikely", address="Unlikely", dob="Unlikely")
    if operation["path"] != "/api/vehicle/create":
        vehicle = guild.vehicle(owner, body.get("plate", "SETUP 1"), color="Unlikely")
        if "vehicleID" in body:
            body["vehicleID"] = vehicle["id"]
    firearm = guild.firearm(owner, color="Unlikely")
    if "serialNumber" in body:
        body["serialNumber"] = firearm["serialNumber"]
    if operation["path"] == "/api/leo/void":
        guild.citation(owner)
    if operation["path"] in ("/api/leo/release", "/api/leo/sentence"):
        guild.arrest(owner, time=10_000)
    if operation["path"] == "/api/audit/undo":
        body["seq"] = len(guild.events())
    if "webhookID" in body:
        # Nothing is sent to it: there are no such events.
        webhook = {"url": "http://127.0.0.1:9/", "kinds": ["medical.admitted"], "format": "discord"}
        body["webhookID"] = guild.post("webhook/create", webhook).created()["webhookID"]
        if operation["path"] == "/api/webhook/edit":
            guild.patch("webhook/edit", {"webhookID": body["webhookID"], "field": "active", "value": False}).created()
    if operation["path"] == "/api/key/revoke":
        body["keyID"] = guild.post("key/create", {"name": "Some Owner", "role": "viewer"}).created()["keyID"]
    return body


def send(client: Client, operation, body, **more):
    return client.call(operation["method"], operation["path"], body, **more)


def test_exactly_the_operations_of_the_contract_are_listed():
    assert sorted(title(operation) for operation in OPERATIONS) == sorted(CONTRACT)


def test_ids_and_summaries_are_given_and_ids_are_unique():
    assert len({operation["id"] for operation in OPERATIONS}) == len(OPERATIONS)
    assert all(operation["summary"].strip() for operation in OPERATIONS)


@each_operation
def test_the_members_of_an_operation_are_those_of_the_contract_in_their_order(operation):
    assert row_of(operation) == CONTRACT[title(operation)]
    for member in operation["members"]:
        assert member["code"] == CODES[member["name"]]


@each_operation
def test_reads_need_the_scope_read_changes_that_of_their_group_webhooks_and_keys_admin_and_key_none(operation):
    group = operation["path"].split("/")[2]
    reading = None if operation["id"] == "key" else "read"
    if group == "webhook" or operation["id"].startswith("key.") or operation["id"] in ("penalcode.set", "audit.undo"):
        assert operation["scope"] == "admin"
    else:
        assert operation["scope"] == (reading if operation["method"] == "GET" else group)
        assert operation["scope"] in (None, *ALL_SCOPES)


@each_operation
def test_the_example_of_an_operation_succeeds(guild, operation):
    body = set_up(guild, operation)
    answer = send(guild, operation, body)
    assert answer.status == (201 if operation["method"] in ("POST", "PATCH") else 200), answer.text
    assert answer.json["guildID"] == guild.guild


@each_operation
def test_a_useless_body_never_causes_an_internal_error(guild, operation):
    for raw in (b"", b"{}", b"[]", b"null", b'{"name": {"name": {}}}', b"\x00\xff"):
        status = guild.call(operation["method"], operation["path"], raw=raw).status
        if not takes_body(operation):
            assert status in (200, 404)
        elif any(member["required"] for member in members(operation)):
            assert status in (400, 404)
        else:
            assert status in (200, 400)


@each_change
def test_a_change_makes_exactly_one_event_of_its_kind_and_names_its_number(guild, operation):
    body = set_up(guild, operation)
    before = guild.events()
    answer = send(guild, operation, body)
    after = guild.events()
    assert answer.headers["X-Event-Seq"] == str(after[-1]["seq"])
    # An undo makes an event of the opposite kind; here it takes back the creation of a firearm.
    kind = "firearm.deleted" if operation["event"] == "*" else operation["event"]
    assert [event["kind"] for event in after[len(before) :]] == [kind]
    assert [event["seq"] for event in after] == list(range(1, len(after) + 1))
    event = after[-1]
    assert event["actor"] == next((body[member] for member in ACTORS if member in body), None)
    assert (event["civilian_id"] is None) == operation["path"].startswith(("/api/webhook/", "/api/key/", "/api/penal-code"))
    assert event["key_id"] is not None


@each_change
def test_the_event_of_a_change_shows_before_and_after(guild, operation):
    body = set_up(guild, operation)
    send(guild, operation, body)
    event = guild.events()[-1]
    if operation["method"] == "POST":
        assert (event["before"] is not None) == (operation["path"] in CHANGED_BY_POST)
    if operation["method"] == "DELETE":
        assert event["after"] is None
    shown = [text for text in (event["before"], event["after"]) if text is not None]
    assert shown and event["before"] != event["after"]
    for text in shown:
        assert isinstance(json.loads(text), dict)


@pytest.mark.parametrize("operation", [o for o in OPERATIONS if not o["event"]], ids=title)
def test_a_read_makes_no_event(guild, operation):
    body = set_up(guild, operation)
    before = len(guild.events())
    answer = send(guild, operation, body)
    assert answer.status == (201 if operation["method"] == "POST" else 200)
    assert "X-Event-Seq" not in answer.headers
    assert len(guild.events()) == before


@each_operation
def test_without_a_key_for_the_guild_an_operation_is_forbidden_and_changes_nothing(guild, operation):
    body = set_up(guild, operation)
    before = len(guild.events())
    for headers in (
        {"Authorization": None},
        {"Authorization": "wrong"},
        {"Authorization": guild.key[:-1]},
        {"Authorization": guild.key + "x"},
        {"Authorization": f"Basic {guild.key}"},
        {"Guild": None},
        {"Guild": "no-such-guild"},
        {"Guild": guild.guild + "/"},
    ):
        send(guild, operation, body, headers=headers).forbidden()
        guild.call(operation["method"], operation["path"], raw=b"{broken", headers=headers).forbidden()
    assert len(guild.events()) == before


@pytest.fixture(scope="session")
def key_of_another_guild(server):
    return create_key(server.store, "foreign")


@each_operation
def test_the_key_of_another_guild_is_forbidden_and_changes_nothing(guild, key_of_another_guild, operation):
    body = set_up(guild, operation)
    before = len(guild.events())
    send(guild.with_key(key_of_another_guild), operation, body).forbidden()
    assert len(guild.events()) == before


@each_operation
def test_an_operation_needs_its_scope_and_no_other(keys_without, operation):
    for scope, client in keys_without.items():
        answer = client.call(operation["method"], operation["path"], raw=b"nonsense")
        if [right["scope"] for right in operation["rights"]] == [scope]:
            answer.refused(403, f"Missing permission {scope} (20059)")
        else:
            assert answer.status in ((400, 404) if takes_body(operation) else (200, 404)), answer.text


def allows(right: dict[str, str], choice: str) -> bool:
    """Whether a right covers requests with this choice of its member."""
    return choice != right["except"] if "except" in right else right.get("value", choice) == choice


@pytest.mark.parametrize(
    "operation, right",
    [(o, right) for o in OPERATIONS for right in o["rights"] if "member" in right],
    ids=lambda value: title(value) if "path" in value else value["scope"],
)
def test_a_right_that_depends_on_a_member_allows_only_its_values(guild, operation, right):
    body = set_up(guild, operation)
    client = guild.with_key(create_key(guild.server.store, guild.guild, scopes=right["scope"]))
    client.wait_until_honoured()
    choices = next(member["rules"]["enum"] for member in operation["members"] if member["name"] == right["member"])
    assert right.get("value", right.get("except")) in choices
    for choice in choices:
        before = len(guild.events())
        answer = send(client, operation, body | {right["member"]: choice})
        if allows(right, choice):
            assert answer.status != 403, answer.text
            continue
        needed = next(other["scope"] for other in operation["rights"] if allows(other, choice))
        hint = answer.refused(403, f"Missing permission {needed} (20059)").headers["X-Error-Hint"]
        assert hint.startswith(f"the key does not have the scope {needed}; {right['scope']} is enough for ")
        assert len(guild.events()) == before


@each_required_member
def test_a_required_member_that_is_missing_is_invalid(guild, operation, member):
    body = set_up(guild, operation)
    before = len(guild.events())
    name = member["name"]
    assert send(guild, operation, builders.without(body, name)).refused(
        400, f"Invalid {name} provided ({member['code']})"
    ).headers["X-Error-Hint"]
    send(guild, operation, body | {name: None}).invalid(name)
    assert len(guild.events()) == before


@each_member
def test_a_member_of_another_type_is_invalid(guild, operation, member):
    body = set_up(guild, operation)
    before = len(guild.events())
    for wrong in WRONG[example_type(member)]:
        if member["name"] in NUMBER_IS_ACCEPTED and wrong == 1 or member["name"] in EMPTY_IS_ACCEPTED and wrong == []:
            continue
        send(guild, operation, body | {member["name"]: wrong}).invalid(member["name"])
    assert len(guild.events()) == before


@pytest.mark.parametrize(
    "operation, member",
    [(o, m) for o in OPERATIONS for m in members(o) if example_type(m) == "string"],
    ids=lambda value: title(value) if "path" in value else value["name"],
)
def test_empty_text_is_invalid(guild, operation, member):
    body = set_up(guild, operation)
    before = len(guild.events())
    for empty in ("", "   ", "\n\t"):
        send(guild, operation, body | {member["name"]: empty}).invalid(member["name"])
    assert len(guild.events()) == before


@pytest.mark.parametrize(
    "operation, member",
    [(o, m) for o in OPERATIONS for m in members(o) if "maxLength" in m["rules"]],
    ids=lambda value: title(value) if "path" in value else value["name"],
)
def test_text_beyond_the_documented_length_is_invalid(guild, operation, member):
    body = set_up(guild, operation)
    before = len(guild.events())
    send(guild, operation, body | {member["name"]: "x" * (member["rules"]["maxLength"] + 1)}).invalid(member["name"])
    assert len(guild.events()) == before


@pytest.mark.parametrize(
    "operation, member",
    [(o, m) for o in OPERATIONS for m in members(o) if "enum" in m["rules"]],
    ids=lambda value: title(value) if "path" in value else value["name"],
)
def test_a_value_outside_the_documented_enumeration_is_invalid(guild, operation, member):
    body = set_up(guild, operation)
    choices = member["rules"]["enum"]
    assert member["example"] in choices
    for wrong in ("nonsense", choices[0].swapcase(), choices[0] + "x"):
        send(guild, operation, body | {member["name"]: wrong}).invalid(member["name"])


def test_text_and_enumerations_are_documented():
    for operation in OPERATIONS:
        for member in members(operation):
            if member["name"] in ("gender", "colorType", "registration", "insurance", "field"):
                assert member["rules"]["enum"], f"{title(operation)} {member['name']}"
