#!/usr/bin/python3
"""Writes docs/API.md: docs/API.md.in with its {{…}} lines filled from the built program.

  tools/make_api_docs.py           write docs/API.md
  tools/make_api_docs.py --check   fail if docs/API.md does not match the program

Groups, operations, members and remarks come from the OpenAPI document, the examples and errors from real requests to a server
on a temporary store, each checked against the document.
"""

import difflib
import json
import pathlib
import re
import sys
import tempfile
import textwrap
import time
from dataclasses import dataclass
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/e2e"), str(ROOT / "tests")]

import builders  # noqa: E402
from harness import ALL_SCOPES, Client, Response, Server, create_key, documented, openapi, operations, wait_until  # noqa: E402
from raw_http import RawConnection, request  # noqa: E402
from receiver import Receiver  # noqa: E402
from steady import Steady  # noqa: E402
from stores import SqliteStore  # noqa: E402

TEMPLATE = ROOT / "docs/API.md.in"
DOCUMENT = ROOT / "docs/API.md"
NOTICE = "<!-- Made by tools/make_api_docs.py from docs/API.md.in and the program's own responses. Do not edit. -->\n\n"
GUILD = "mercury-roleplay"
WIDTH = 110
PROSE_WIDTH = 128

# Times are in milliseconds; with this pause each change of the scenario has a unique time.
PAUSE_SECONDS = 0.003


def pretty(value: Any, indent: int = 0) -> str:
    """Formats JSON with line breaks only for long lines."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, list):
        parts, (first, last) = [pretty(item, indent + 2) for item in value], "[]"
    else:
        parts = [f"{json.dumps(name)}: {pretty(item, indent + 2)}" for name, item in value.items()]
        first, last = "{}"
    return first + "\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * indent + last


def wrapped(prose: str) -> str:
    return "\n\n".join(textwrap.fill(paragraph, PROSE_WIDTH, break_on_hyphens=False) for paragraph in prose.split("\n\n"))


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


@dataclass(frozen=True)
class Example:
    body: dict[str, Any]
    answer: Response


class Scenario:
    """A short scenario in one guild that runs every operation once."""

    # Requests for which the members' own examples do not fit together.
    overrides = {
        "firearm.create": {"model": "Combat Pistol", "color": "Black"},
        "firearm.edit": {"field": "stole", "value": True},
        "leo.cite": {"charges": "Speeding, 30 over the limit", "amount": 250},
        "leo.fine": {"charges": "Parking on the pavement", "amount": 90},
        "leo.arrest": {"charges": "Evading arrest", "time": 600},
    }
    optional = {"civilian.bolo": ["reason"], "leo.impound": ["fee"], "vehicle.edit": ["plate"]}

    def __init__(self, client: Client, steady: Steady):
        self._client, self._steady = client, steady
        self._operations = {row["id"]: row for row in operations()}
        self.examples: dict[str, Example] = {}
        self.accepted = ""  # the response to an invitation

    def play(self) -> None:
        for id in ("civilian.create", "vehicle.create", "firearm.create"):
            self._perform(id)
        vehicle = self._perform("vehicle.plate").json["vehicle"][0]
        firearm = self.examples["firearm.create"].answer.json["firearm"][0]
        serial = {"serialNumber": firearm["serialNumber"]}
        for id in ("leo.cite", "leo.fine", "leo.arrest", "medical.admit", "leo.impound", "leo.impound_state"):
            self._perform(id)
        for id in ("vehicle.edit", "firearm.edit", "civilian.edit", "civilian.bolo"):
            self._perform(id)
        self._perform("firearm.info", serial)
        for id in ("civilian.info", "civilian.list", "vehicle.list", "firearm.list", "leo.records", "medical.records"):
            self._perform(id)
        self._perform_terms()
        for id in ("penalcode.set", "penalcode", "key"):
            self._perform(id)
        self._perform_stats()
        self._perform("search")
        self._perform("audit", {"civilianID": vehicle["civilianID"], "limit": 1})
        self._perform_events()
        self._perform_webhooks()
        self._perform_keys()
        endings = {"vehicle.delete": {"vehicleID": vehicle["id"]}, "firearm.delete": serial, "civilian.deceased": {}, "civilian.delete": {}}
        # All others succeed with the examples of their members.
        for id in [id for id in self._operations if id not in self.examples and id not in endings]:
            self._perform(id)
        for id, known in endings.items():
            self._perform(id, known)

    def _perform_terms(self) -> None:
        for id in ("civilian.bolos", "leo.impounds", "vehicle.check", "civilian.check"):
            self._perform(id)
        (custody,) = self._perform("leo.custody").json["custody"]
        custody["remaining"] = custody["arrests"][0]["remaining"] = 600  # or a second less
        self._perform("leo.sentence").json["remaining"] = 900
        released = self._perform("leo.release")
        self._perform("audit.undo", {"seq": released.headers["X-Event-Seq"]})

    def _perform_events(self) -> None:
        answer = self._client.get("events", query={"kind": "civilian.*", "limit": "1"})
        documented().check_answer("GET", "/api/events", answer.status, answer.json)
        self._steady.learn(answer.text)
        self.examples["events"] = Example({}, answer)

    def _perform_webhooks(self) -> None:
        made = self._perform("webhook.create", {"name": "Dispatch bot"}).json
        self._perform("webhook.list")
        named = {"webhookID": made["webhookID"]}
        for id, known in (("webhook.edit", {"field": "kinds", "value": ["leo.*"]}), ("webhook.redeliver", {"seq": "4"})):
            self._perform(id, named | known)
        with Receiver() as receiver:
            real = {"url": receiver.url, "kinds": ["civilian.bolo"], "format": "standard"}
            listening = {"webhookID": self._client.post("webhook/create", real).created()["webhookID"]}
            self._perform("webhook.test", listening).json["took"] = 38
            self._client.patch("civilian/bolo", {"name": "John Doe", "bolo": False}).created()
            logged = lambda: self._client.get("webhook/deliveries", query=listening).ok()["deliveries"]  # noqa: E731
            wait_until(logged, 20, "the event is delivered")
            for attempt in self._perform("webhook.deliveries", listening).json["deliveries"]:
                attempt["took"] = 41
            self._client.delete("webhook/delete", listening).ok()
        self._perform("webhook.delete", named)

    def _perform_keys(self) -> None:
        made = self._perform("key.create", {"role": "officer"}).json
        invited = self._perform("key.invite", {"name": "Medic 4", "role": "medic", "expiresIn": 2592000}).json
        for key in self._perform("key.list").json["keys"]:
            key["lastUsed"] = None  # stored every few seconds
        self.accepted = self._client.server.accept(invited["token"], self._client.guild).text
        self._perform("key.revoke", {"keyID": made["keyID"]})

    def _perform_stats(self) -> None:
        """Shows two of the thirty days; today is the day of all examples."""
        days = self._perform("stats").json["days"]
        del days[:-2]
        days[0]["day"], days[1]["day"] = "2026-11-13", "2026-11-14"

    def _perform(self, id: str, known: dict[str, Any] | None = None) -> Response:
        row = self._operations[id]
        sent = set(self.optional.get(id, []))
        body = {member["name"]: member["example"] for member in row["members"] if member["required"] or member["name"] in sent}
        body |= self.overrides.get(id, {}) | (known or {})
        time.sleep(PAUSE_SECONDS)
        answer = self._client.call(row["method"], row["path"], body if body else builders.NOTHING)
        assert answer.status in (200, 201), f"{id}: {answer}"
        documented().check_answer(row["method"], row["path"], answer.status, answer.json)
        self._steady.learn(answer.text)
        self.examples[id] = Example(body, answer)
        return answer


def number_rule(rules: dict[str, Any]) -> str:
    low = f"{rules['minimum']:,} or more" if "minimum" in rules else f"above {rules['exclusiveMinimum']:,}"
    high = f"at most {rules['maximum']:,}" if "maximum" in rules else f"below {rules['exclusiveMaximum']:,}"
    return f"{low} and {high}"


def value_rule(member: dict[str, Any]) -> str:
    """The rule for the value."""
    rules = member["rules"]
    if "const" in rules:
        return f"`{json.dumps(rules['const'])}`"
    if "enum" in rules:
        return ", ".join(f"`{choice}`" for choice in rules["enum"])
    if member["type"] == "boolean":
        return "`true`, `false`"
    if member["type"] in ("number", "integer"):
        return number_rule(rules)
    if "contentSchema" in rules:
        return f"a number in a string, {number_rule(rules['contentSchema'])}"
    if member["type"] == "array":
        return f"at most {rules['maxItems']} objects" if "maxItems" in rules else "strings"
    patterns = {
        "^[0-9]+$": "a string of digits",
        "^([0-9]+|latest)$": "a string of digits, or `latest`",
        r"^[0-9]+(\.[0-9]+)*$": "numbers with dots between them",
    }
    if rules.get("pattern") in patterns:
        return patterns[rules["pattern"]]
    if member["name"] == "kind":
        return "kinds, separated by commas"
    if "pattern" in rules:
        return "a time or a date"
    return f"{rules['minLength']} to {rules['maxLength']:,} characters" if "maxLength" in rules else "depends on the field"


def required_rule(member: dict[str, Any]) -> str:
    if "needed_when" in member:
        return f"when `{member['needed_when']}` is true"
    if "allowed_when" in member:
        return f"no; only when `{member['allowed_when']}` is true"
    return "yes" if member["required"] else "no"


def right_rule(right: dict[str, str]) -> str:
    if "value" in right:
        return f"`{right['scope']}` for the {right['member']} `{right['value']}`"
    return f"`{right['scope']}`" + (f" for any {right['member']} but `{right['except']}`" if "except" in right else "")


def operation_block(row: dict[str, Any], example: Example, steady: Steady) -> str:
    scope = "Scope " + ", or ".join(map(right_rule, row["rights"])) if row["rights"] else "Any key for the guild"
    lines = [f"### {row['method']} {row['path']}", "", f"{row['summary']}. {scope}.", ""]
    if row["remarks"]:
        lines += [wrapped(row["remarks"]), ""]
    if row["members"]:
        lines += ["| Member | Type | Required | Value | Code | About |", "|---|---|---|---|---|---|"]
    for member in row["members"]:
        value = value_rule(member)
        about = member["about"].removesuffix(f", {value}")
        lines.append(f"| `{member['name']}` | {member['type']} | {required_rule(member)} | {value} | {member['code']} | {about} |")
    if row["members"]:
        lines += ["", fenced("json", steady.show(pretty(example.body))), ""] if row["body"] else [""]
    shortened = "; the example shows only two of the `days`" if row["id"] == "stats" else ""
    lines += [f"Response {example.answer.status}{shortened}:", "", fenced("json", steady.show(pretty(example.answer.json)))]
    return "\n".join(lines)


def group_block(group: dict[str, str], rows: list[dict[str, Any]], examples: dict[str, Example], steady: Steady) -> str:
    return "\n\n".join([wrapped(group["description"])] + [operation_block(row, examples[row["id"]], steady) for row in rows if row["group"] == group["name"]])


def error_row(when: str, answer) -> str:
    """`answer` is a response of the client or of a raw connection."""
    body = answer.json if isinstance(answer, Response) else json.loads(answer.body)
    hint = {name.lower(): value for name, value in answer.headers.items()}.get("x-error-hint", "–")
    found = " with `found: false`" if "found" in body else ""
    return f"| `{body['error']}` | `{body['details']}`{found} | {when} | {hint} |"


def refusals_of_requests(server: Server, client: Client) -> list[tuple[str, Any]]:
    reader = Client(server, create_key(server.store, GUILD, scopes="read"), GUILD)
    reader.wait_until_honoured()
    empty = server.guild("empty")
    with RawConnection(server) as raw:
        raw.send(b"GET /api/version HTTP/1.1\r\n\r\n")
        malformed = raw.receive()
    with RawConnection(server) as raw:
        raw.send(request("POST", "/api/leo/cite", b"", "Content-Length: 65537"))
        too_large = raw.receive()
    with RawConnection(server) as raw:
        raw.send(request("GET", "/api/version", b"", "Filler: " + "x" * 16384))
        head_too_large = raw.receive()
    return [
        ("a member is missing or has a wrong value; the first such member is named", client.post("civilian/create", builders.civilian(gender="male"))),
        ("the body is not a JSON object", client.post("civilian/create", raw=b"name=John")),
        ("the request is not valid HTTP/1.1 or 1.0", malformed),
        ("the key is missing, unknown, revoked or expired, or not for this guild", client.with_key("wrong").get("civilian/list")),
        ("the key does not have the operation's scope", reader.post("leo/cite", builders.citation())),
        ("no civilian has this name", client.get("civilian/info", {"name": "Nobody"})),
        ("no vehicle has this plate or id; only `vehicle/plate` has `found`", client.get("vehicle/plate", {"plate": "NONE"})),
        ("no firearm has this serial number; only `firearm/info` has `found`", client.get("firearm/info", {"serialNumber": "NONE"})),
        ("the list is empty", empty.get("civilian/list")),
        ("the list is empty", empty.get("vehicle/list")),
        ("the list is empty", empty.get("firearm/list")),
        ("no operation has this path", client.get("civilian/fly")),
        ("the path does not support this method; `Allow` lists the supported ones", client.get("civilian/create")),
        ("the body is larger than 64 KiB", too_large),
        ("request line and headers are larger than 16 KiB, or there are more than 64 header lines", head_too_large),
    ]  # fmt: skip


def refusals_of_state(client: Client) -> list[tuple[str, Any]]:
    client.civilian("John Doe"), client.civilian("Jane Roe")
    client.vehicle(plate="ABC 123"), client.vehicle(plate="XYZ 789")
    client.firearm("Jane Roe")
    client.impound("ABC 123"), client.bolo("John Doe")
    exists = client.post("civilian/create", builders.civilian("john doe"))
    plate_exists = client.post("vehicle/create", builders.vehicle(plate="abc123"))
    unchanged = client.patch("civilian/edit", {"name": "John Doe", "field": "age", "value": 25})
    active = client.patch("civilian/bolo", {"name": "John Doe", "bolo": True, "reason": "Again"})
    inactive = client.patch("civilian/bolo", {"name": "Jane Roe", "bolo": False})
    vehicles = client.patch("vehicle/edit", {"name": "John Doe", "field": "stole", "value": True})
    client.firearm("Jane Roe")
    firearms = client.patch("firearm/edit", {"name": "Jane Roe", "field": "stole", "value": True})
    impounded = client.patch("leo/impound", {"plate": "ABC 123", "impound": True})
    free = client.patch("leo/impound", {"plate": "XYZ 789", "impound": False})
    full = client.civilian("Max Moore")["id"]
    client.server.store.execute(
        "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at) "
        f"values ('{client.guild}', {full}, 0, 100000, 'Sgt. Pepper', '771', 0, '', 'The last one', 0)"
    )
    too_many = client.post("leo/cite", builders.citation("Max Moore"))
    void = {"name": "Max Moore", "kind": "citation", "count": 100_000, "reason": "Wrong person", "officerName": "Sgt. Pepper", "officerID": "771"}
    no_entry = client.post("leo/void", void | {"count": 1})
    client.post("leo/void", void).created()
    void_twice = client.post("leo/void", void)
    name = {"name": "Max Moore"}
    not_in_custody = client.post("leo/release", name | {"officerName": "Sgt. Pepper", "officerID": "771"})
    edit = lambda value: client.patch("civilian/edit", name | {"field": "age", "value": value}).headers["X-Event-Seq"]  # noqa: E731
    first, _ = edit(26), edit(27)
    changed = client.post("audit/undo", {"seq": first})
    gone = client.delete("vehicle/delete", {"vehicleID": client.vehicle("Max Moore", "OLD 1")["id"]}).headers["X-Event-Seq"]
    client.vehicle("Max Moore", "OLD 1")
    taken = client.post("audit/undo", {"seq": gone})
    no_event = client.post("audit/undo", {"seq": "999"})
    client.mark_deceased("Jane Roe")
    deceased = client.post("leo/cite", builders.citation("Jane Roe"))
    return [
        ("the name is taken", exists),
        ("the plate is taken", plate_exists),
        ("an edit of a civilian does not change the value", unchanged),
        ("the civilian already has a BOLO", active),
        ("the civilian has no BOLO to end", inactive),
        ("a change names a deceased civilian", deceased),
        ("the owner has several, and the request does not say which one; the hint lists them", vehicles),
        ("the owner has several, and the request does not say which one; the hint lists them", firearms),
        ("the vehicle is already impounded", impounded),
        ("the vehicle to release is not impounded", free),
        ("the civilian has no entry of this kind with this `count`", no_entry),
        ("the entry is void already", void_twice),
        ("no arrest of the civilian runs", not_in_custody),
        ("no event of the guild has this number", no_event),
        ("what the event changed was changed again; the hint names the later event", changed),
        ("what was deleted is no longer kept, or its name, plate or serial number is taken again", taken),
        ("there is no event with this number; the hint names the oldest and the latest", client.get("events", query={"after": "999"})),
        ("no webhook has this id", client.post("webhook/test", {"webhookID": "1"})),
        *refusals_of_webhooks(client),
        *refusals_of_keys(client),
        ("the key was sent before with another operation or body", reused_key(client)),
        ("a civilian would have more than 1,000 vehicles, 1,000 firearms or 100,000 entries", too_many),
    ]


def refusals_of_webhooks(client: Client) -> list[tuple[str, Any]]:
    webhook = {"url": "https://bot.example/x", "kinds": ["medical.admitted"], "format": "discord"}
    made = [client.post("webhook/create", webhook).created() for _ in range(50)]
    named = {"webhookID": made[0]["webhookID"]}
    sent = client.post("webhook/redeliver", named | {"seq": "1"}).headers["X-Event-Seq"]
    client.patch("webhook/edit", named | {"field": "active", "value": False}).created()
    return [
        ("there is nothing to take back, for example because events were sent", client.post("audit/undo", {"seq": sent})),
        ("the guild has 50 webhooks", client.post("webhook/create", webhook)),
        ("events are to be sent again, but the webhook is disabled", client.post("webhook/redeliver", named | {"seq": "1"})),
    ]


def refusals_of_keys(client: Client) -> list[tuple[str, Any]]:
    new = {"name": "Sgt. Reyes", "role": "officer"}
    for _ in range(100):
        client.post("key/invite", new).created()
    return [
        ("no key and no invitation of the guild has this id", client.delete("key/revoke", {"keyID": "1"})),
        ("the guild has 100 invitations, or 1,000 keys and invitations", client.post("key/invite", new)),
        ("the last valid key with the scope `admin` is to be revoked", client.delete("key/revoke", {"keyID": client.get("key").ok()["keyID"]})),
    ]


def reused_key(client: Client) -> Response:
    headers = {"Idempotency-Key": "7f1c"}
    client.post("leo/cite", builders.citation("John Doe"), headers=headers).created()
    return client.post("leo/cite", builders.citation("John Doe", amount=1), headers=headers)


def refusals_of_limits(folder: pathlib.Path) -> list[tuple[str, Any]]:
    with Server(SqliteStore(folder / "slow.db"), "--read-timeout", "0.1") as server, RawConnection(server) as raw:
        raw.send(b"GET /api/version HTTP/1.1\r\n")
        too_slow = raw.receive()
    with Server(SqliteStore(folder / "limited.db"), "--rate-limit", "1") as server:
        client = server.guild()
        answer = client.get("civilian/list")
        while answer.status != 429:
            answer = client.get("civilian/list")
    with Server(SqliteStore(folder / "crowded.db"), "--max-connections", "1") as server:
        with RawConnection(server) as first, RawConnection(server) as second:
            first.send(request("GET", "/api/version"))
            first.receive()
            second.send(request("GET", "/api/version"))
            crowded = second.receive()
    return [
        ("the request did not arrive within the read timeout", too_slow),
        ("the key has no requests left in this second; `Retry-After` says when to try again", answer),
        ("too many connections, waiting requests or long responses in progress; `Retry-After` as above", crowded),
    ]


def refused(response: Response, status: int) -> Response | None:
    return response if response.status == status else None


def refusals_of_storage(folder: pathlib.Path) -> list[tuple[str, Any]]:
    with Server(SqliteStore(folder / "broken.db")) as server:
        client = server.guild()
        client.civilian("John Doe")
        with server.store.refusing_changes(server):
            create = client.post("civilian/create", builders.civilian("Jane Roe"))
            change = client.patch("civilian/edit", {"name": "John Doe", "field": "age", "value": 30})
        server.store.execute("drop table firearm")
        # The server sees what another process has changed a moment later.
        read = wait_until(lambda: refused(client.get("firearm/list"), 500), 10, "the server sees that the table is missing")
    return [
        ("the store failed while reading", read),
        ("the store failed in a PATCH, PUT or DELETE; nothing was changed", change),
        ("the store failed in a POST; nothing was changed", create),
    ]


def errors_block(server: Server, client: Client, folder: pathlib.Path, steady: Steady) -> str:
    provoked = refusals_of_requests(server, client) + refusals_of_state(server.guild("state", scopes=",".join((*ALL_SCOPES, "admin"))))
    provoked += refusals_of_limits(folder) + refusals_of_storage(folder)
    provoked.sort(key=lambda pair: pair[1].status)
    lines = ["| `error` | `details` | When | `X-Error-Hint`, for example |", "|---|---|---|---|"]
    lines += [error_row(when, answer) for when, answer in provoked]
    # Serial numbers in a hint have no quotes.
    return re.sub(r"\b[0-9A-HJKMNP-TV-Z]{10}, [0-9A-HJKMNP-TV-Z]{10}\b", ", ".join(steady.shown_serials), "\n".join(lines))


def codes_block(rows: list[dict[str, Any]]) -> str:
    codes = {member["name"]: member["code"] for row in rows for member in row["members"]} | {"body": 11000}
    ordered = sorted(codes.items(), key=lambda pair: pair[1])
    return ", ".join(f"{code} `{name}`" for name, code in ordered) + "."


def head_of(answer: Response, *names: str) -> str:
    return "\n".join(f"{name}: {answer.headers[name]}" for name in names)


PROBLEM = {"Accept": "application/problem+json"}


def discord_message(server: Server) -> Any:
    town = server.guild("discord", scopes=",".join((*ALL_SCOPES, "admin")))
    town.civilian("John Doe")
    with Receiver() as receiver:
        town.post("webhook/create", {"url": receiver.url, "kinds": ["leo.*"], "format": "discord"}).created()
        town.citation(charges="Speeding, 30 over the limit", amount=250, officerName="Sgt. Reyes")
        message = receiver.wait_for(1)[0].json
    message["embeds"][0]["description"] = re.sub(r"\d{10}", "1794648600", message["embeds"][0]["description"])
    return message


def spoken_examples(server: Server, client: Client, folder: pathlib.Path) -> dict[str, str]:
    """Single responses that the prose quotes."""
    refused = client.post("civilian/create", builders.civilian("New Person", gender="male")).invalid("gender")
    town = server.guild("pages")
    town.civilian("Ada Lane"), town.civilian("Adam Lane"), town.civilian("Ben Oak")
    page = "/api/civilian/list?name=ada&bolo=false&limit=1"
    shown = {
        "page": f"`GET {page}`:\n\n" + fenced("json", pretty(town.get(page).ok())),
        "version": fenced("json", client.get("version").text),
        "healthz": fenced("json", client.get("/healthz").text),
        "readyz": fenced("json", client.get("/readyz").text),
        "hint": fenced("json", client.post("civilian/create", builders.civilian(gender="male"), headers=PROBLEM).text),
        "discord": fenced("json", pretty(discord_message(server))),
        "error": fenced("text", f"HTTP/1.1 400 Bad Request\n{head_of(refused, 'Content-Type', 'X-Error-Hint')}\n\n{refused.text}"),
    }
    with Server(SqliteStore(folder / "rate.db"), "--rate-limit", "50") as limited:
        answer = limited.client(create_key(limited.store, "g1"), "g1")
        answer.wait_until_honoured()
        time.sleep(1 - time.time() % 1)  # a new window, so that this is its first request
        head = head_of(answer.get("civilian/list"), "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
    return shown | {"rate": fenced("text", head)}


def document() -> str:
    steady, rows = Steady(), operations()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        with Server(SqliteStore(folder / "blotter.db"), "--webhook-allow", "127.0.0.1") as server:
            client = server.guild(GUILD, scopes=",".join((*ALL_SCOPES, "admin")))
            scenario = Scenario(client, steady)
            scenario.play()
            blocks = {
                f"operations {group['name']}": group_block(group, rows, scenario.examples, steady)
                for group in openapi()["tags"]
                if any(row["group"] == group["name"] for row in rows)
            }
            blocks |= {f"example {name}": text for name, text in spoken_examples(server, client, folder).items()}
            blocks["example invitation"] = fenced("json", scenario.accepted)
            blocks |= {"errors": errors_block(server, client, folder, steady), "codes": codes_block(rows)}
    return NOTICE + fill(TEMPLATE.read_text(), blocks, steady)


def fill(template: str, blocks: dict[str, str], steady: Steady) -> str:
    """The template must use every block exactly once, and no unknown ones."""
    asked = re.findall(r"^\{\{(.+)\}\}$", template, re.MULTILINE)
    assert sorted(asked) == sorted(blocks), f"docs/API.md.in and the program differ: {sorted(set(asked) ^ set(blocks))}"
    return re.sub(r"^\{\{(.+)\}\}$", lambda match: steady.show(blocks[match[1]]), template, flags=re.MULTILINE)


def main() -> int:
    made = document()
    if "--check" not in sys.argv[1:]:
        DOCUMENT.write_text(made)
        print(f"wrote {DOCUMENT.relative_to(ROOT)}")
        return 0
    kept = DOCUMENT.read_text() if DOCUMENT.exists() else ""
    differences = difflib.unified_diff(kept.splitlines(), made.splitlines(), "docs/API.md", "the program", lineterm="")
    found = "\n".join(differences)
    print(f"{found}\ndocs/API.md is out of date: run tools/make_api_docs.py" if found else "docs/API.md: nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
