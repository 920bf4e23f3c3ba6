"""The most expensive valid requests of an operation, generated from its documented members."""

import functools
import json
from typing import Any
from urllib.parse import urlencode

from harness import Client, operations
from neighbours import NEW, Template, template

# The contract's limits.
KEY_POINTS_MAX = 200
BODY_BYTES_MAX = 64 * 1024

# Characters of a text, and the growth factor of its match key: a ligature of 18 letters, a letter that case
# folding turns into three, combining marks in the wrong order, and letters of four bytes.
STYLES = {"ligatures": ("\ufdfa", 18), "folded": ("\u0390", 3), "marks": ("\u0301\u0327", 1), "wide": ("\U00010400", 1)}
# Members that name a record or an entry; the others are generated.
REFERENCES = {"name", "plate", "vehicleID", "serialNumber", "civilianID", "webhookID", "keyID", "count", "seq"}
# Operations that work once per record or event, though they delete nothing.
ONCE = {"/api/leo/release", "/api/audit/undo"}
# Members whose documented rules do not tell what is accepted: an address that the server allows, where nobody listens, and a time.
ACCEPTED = {"url": "http://127.0.0.1:1/" + "x" * 1900, "from": "2000-01-01"}
# Fields of edits whose names differ from the members of the record, and one that is no member but a flag too.
MEMBER_OF_FIELD = {"hair color": "hair", "stole": "stolen", "active": "stolen"}
NUMBER_POINTS = 12
# Gaps that each connection fills with its own records.
OWN_NUMBER, OWN_VEHICLE, OWN_FIREARM, OWN_CIVILIAN, OWN_WEBHOOK = "~own~", "~vehicle~", "~firearm~", "~civilian~", "~webhook~"


def fill(style: str, points: int) -> str:
    """A text of that many characters, or of the maximum for a match key."""
    character, growth = STYLES[style]
    if points <= 100:
        points = min(points, (KEY_POINTS_MAX - NUMBER_POINTS) // growth)
    return "x" + (character * points)[: points - 1]


def name_of(number: str, style: str = "ligatures") -> str:
    return f"{fill(style, 99 - NUMBER_POINTS)} {number}"


def plate_of(number: str, style: str = "ligatures") -> str:
    return fill(style, 64 - NUMBER_POINTS) + number


def worst(rules: dict[str, Any], style: str, turn: int) -> Any:
    """The most expensive value that the rules allow; a different one each turn if there are several."""
    if "const" in rules:
        return rules["const"]
    if "enum" in rules:
        return rules["enum"][turn % len(rules["enum"])]
    if rules.get("type") == "boolean":
        return turn % 2 == 0
    if "properties" in rules.get("items", {}):
        return worst_objects(rules, style, turn)
    if rules.get("type") in ("number", "integer"):
        return rules.get("maximum", rules.get("exclusiveMaximum", 2) - 1) - turn
    if "contentSchema" in rules:
        return "1." + "0" * (rules["maxLength"] - 2)
    if "maxLength" in rules and "pattern" not in rules:
        return fill(style, rules["maxLength"] - 1) + "ab"[turn % 2]
    return rules["examples"][0]


def worst_objects(rules: dict[str, Any], style: str, turn: int) -> list[dict[str, Any]]:
    """As many objects as there may be, with different texts that fill the body."""
    properties = rules["items"]["properties"]
    texts = [name for name, inner in properties.items() if inner["type"] == "string"]
    plain = {name: worst(inner, style, turn) for name, inner in properties.items() if name not in texts}
    objects = [dict.fromkeys(texts, f"{number}-{turn}") | plain for number in range(rules["maxItems"])]
    used = len(json.dumps({"entries": objects}))
    room = (BODY_BYTES_MAX - used) // len(objects)
    filling = fill(style, room).encode()[:room].decode(errors="ignore")
    return [each | {texts[-1]: each[texts[-1]] + filling} for each in objects]


@functools.cache
def rules_by_member() -> dict[str, dict[str, Any]]:
    return {member["name"]: member["rules"] for operation in operations() for member in operation["members"]}


def own_target() -> dict[str, str]:
    """The civilian of a connection, with a vehicle and a firearm."""
    return {
        "name": name_of(OWN_NUMBER),
        "plate": plate_of(OWN_NUMBER),
        "vehicleID": OWN_VEHICLE,
        "serialNumber": OWN_FIREARM,
        "civilianID": OWN_CIVILIAN,
        "webhookID": OWN_WEBHOOK,
    }


def targets(operation, heavy: dict[str, str]) -> list[dict[str, str]]:
    """The records that the operation's members may refer to."""
    own, new = own_target(), NEW.decode()
    if names_entry(operation):
        return [heavy | {"count": new}]
    if uses_up(operation):
        return [{member: new for member in REFERENCES}]
    if operation["method"] == "GET":
        unknown = [
            {"name": name_of("unknown", style), "plate": plate_of("unknown", style), "serialNumber": fill(style, 64)} for style in STYLES
        ]
        return [own, heavy, *({**own, **each} for each in unknown)]
    if operation["method"] == "POST":
        names = [{**own, "name": name_of(new, style)} for style in STYLES]
        plates = [{**own, "plate": plate_of(new, style)} for style in STYLES]
        return [own, *names, *plates]
    return [own, heavy]


def uses_up(operation) -> bool:
    """Whether the operation works only once per record or entry."""
    by_nature = operation["method"] == "DELETE" or names_entry(operation) or operation["path"] in ONCE
    return by_nature or any("const" in member["rules"] for member in operation["members"])


def names_entry(operation) -> bool:
    """Whether the operation works only once per entry."""
    return operation["path"] == "/api/leo/void"


def body_of(members: list[dict], target: dict[str, str], style: str, field: str | None, turn: int) -> dict[str, Any]:
    body: dict[str, Any] = {}
    for member in members:
        name = member["name"]
        condition = member.get("needed_when") or member.get("allowed_when")
        if condition and not body[condition]:
            continue
        if name in REFERENCES and name in target:
            body[name] = target[name]
        elif name in ACCEPTED:
            body[name] = ACCEPTED[name]
        elif name == "field":
            body[name] = field
        elif name == "value" and field in ACCEPTED:
            body[name] = ACCEPTED[field]
        elif name == "value":
            body[name] = worst(rules_by_member().get(MEMBER_OF_FIELD.get(field, field), {"maxLength": 500}), style, turn)
        else:
            body[name] = worst(member["rules"], style, turn)
    if field == "name":  # there and back again
        names = [target["name"], target["name"] + "b"]
        body |= {"name": names[turn], "value": names[1 - turn]}
    return body


def bodies(operation, heavy: dict[str, str]) -> list[dict[str, Any]]:
    members = operation["members"]
    required = [member for member in members if member["required"] or "needed_when" in member or "allowed_when" in member]
    optional = [member for member in members if member not in required]
    fields = next((member["rules"]["enum"] for member in members if member["name"] == "field"), [None])
    made = [
        body_of(required + extra, target, style, field, turn)
        for target in targets(operation, heavy)
        for extra in ([], *([member] for member in optional))
        for style in STYLES
        for field in fields
        for turn in (0, 1)
        if not (field == "name" and target is heavy)  # so that the other requests find it
    ]
    return [body for place, body in enumerate(made) if body not in made[:place]]


def encoded(body: dict[str, Any]) -> bytes:
    """Uses escapes, the longest form, if the body limit allows it."""
    longest = json.dumps(body).encode()
    return longest if len(longest) <= BODY_BYTES_MAX else json.dumps(body, ensure_ascii=False).encode()


def template_of(client: Client, operation, body: dict[str, Any]) -> Template:
    headers = {"Authorization": client.key, "Guild": client.guild}
    if operation["body"]:
        return template(operation["method"], operation["path"], encoded(body), **headers)
    query = urlencode({name: str(value).lower() if value is True or value is False else value for name, value in body.items()})
    return template(operation["method"], f"{operation['path']}?{query}", **headers)
