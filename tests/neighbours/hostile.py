"""A guild that does the worst that its key allows, and the requests with which it attacks."""

import itertools
import json
from collections import Counter
from typing import Any

import builders
from harness import Client, wait_until
from neighbours import NEW, Script, Template, deliver, template
from worst_requests import ACCEPTED, OWN_CIVILIAN, OWN_FIREARM, OWN_NUMBER, OWN_VEHICLE, OWN_WEBHOOK, REFERENCES, STYLES
from worst_requests import bodies, fill, name_of, names_entry, plate_of, template_of, uses_up

# Of an attack.
CONNECTIONS = 48
UNREAD_CONNECTIONS = 6  # fewer than the 8 long responses of a key, so that others are read at the same time
DEEP_CONNECTIONS = 14
DEPTH = 16
USED_UP_PER_CONNECTION = 64
NUMBERS_OF_A_CONNECTION = 100_000
TURN_SECONDS = 30

# The contract's limits.
RECORDS_OF_A_CIVILIAN_MAX = 1000
ENTRIES_OF_A_CIVILIAN_MAX = 100_000
WEBHOOKS_MAX = 50
KEYS_MAX = 1000

CIVILIANS = 1000
ENTRIES = 120  # of each kind
LONG_TEXT = fill("wide", 500)
LONG_NARRATIVE = fill("wide", 4000)


def creating(client: Client, path: str, body: dict[str, Any]) -> bytes:
    return template("POST", f"/api/{path}", json.dumps(body).encode(), Authorization=client.key, Guild=client.guild).render()


def create_all(client: Client, path: str, new_bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    answers = deliver(client.server.port, [creating(client, path, body) for body in new_bodies])
    assert {status for status, _ in answers} <= {201}, next(answer for answer in answers if answer[0] != 201)
    return [json.loads(body) for _, body in answers]


class Hostile:
    """A guild that is as expensive as possible, created in a few seconds."""

    def __init__(self, client: Client):
        self.client = client
        self._attacks = itertools.count(1)
        names = [name_of(f"{number:08d}", style) for number, style in zip(range(CIVILIANS), itertools.cycle(STYLES))]
        texts = {"address": LONG_TEXT, "occupation": LONG_TEXT, "hair": LONG_TEXT, "dob": LONG_TEXT}
        create_all(client, "civilian/create", [builders.civilian(name, **texts) for name in names])
        self.heavy = self._make_heavy_civilian(names[0])

    def _make_heavy_civilian(self, name: str) -> dict[str, str]:
        """A civilian with the maximum number of belongings and entries."""
        vehicle = self.add_vehicles(name, RECORDS_OF_A_CIVILIAN_MAX)[0]
        firearm = self.add_firearms(name, RECORDS_OF_A_CIVILIAN_MAX)[0]
        for path, body in {
            "leo/cite": builders.citation(name, charges=LONG_NARRATIVE),
            "leo/fine": builders.fine(name, charges=LONG_NARRATIVE),
            "leo/arrest": builders.arrest(name, charges=LONG_NARRATIVE, time=1_000_000),
            "medical/admit": builders.admission(name, injures=LONG_NARRATIVE),
        }.items():
            create_all(self.client, path, [body] * ENTRIES)
        return {
            "name": name,
            "plate": vehicle["plate"],
            "vehicleID": vehicle["id"],
            "serialNumber": firearm["serialNumber"],
            "civilianID": vehicle["civilianID"],
            "count": "1",
        }

    def add_vehicles(self, owner: str, amount: int) -> list[dict[str, Any]]:
        series = next(self._attacks)
        plates = [plate_of(f"{series:03d}V{number:05d}") for number in range(amount)]
        new = [builders.vehicle(owner, plate, model=LONG_TEXT, color=LONG_TEXT) for plate in plates]
        return [answer["vehicle"][0] for answer in create_all(self.client, "vehicle/create", new)]

    def add_firearms(self, owner: str, amount: int) -> list[dict[str, Any]]:
        new = [builders.firearm(owner, model=LONG_TEXT, color=LONG_TEXT)] * amount
        return [answer["firearm"][0] for answer in create_all(self.client, "firearm/create", new)]

    def own_records(self) -> list[dict[str, str]]:
        """A civilian, a vehicle and a firearm for each connection of an attack, as values for its gaps."""
        attack = next(self._attacks)
        numbers = [f"{attack:04d}{connection:03d}" for connection in range(CONNECTIONS + 1)]
        create_all(self.client, "civilian/create", [builders.civilian(name_of(number)) for number in numbers])
        vehicles = create_all(self.client, "vehicle/create", [builders.vehicle(name_of(number), plate_of(number)) for number in numbers])
        firearms = create_all(self.client, "firearm/create", [builders.firearm(name_of(number)) for number in numbers])
        return [
            {
                OWN_NUMBER: number,
                OWN_VEHICLE: vehicle["vehicle"][0]["id"],
                OWN_FIREARM: firearm["firearm"][0]["serialNumber"],
                OWN_CIVILIAN: vehicle["civilianID"],
            }
            for number, vehicle, firearm in zip(numbers, vehicles, firearms)
        ]

    def records_to_use_up(self, operation) -> list[str]:
        """Records for an operation that works once per record. The first one to delete has the maximum number of vehicles."""
        member = next(member["name"] for member in operation["members"] if member["name"] in REFERENCES)
        if member == "webhookID":
            return self.new_webhooks(WEBHOOKS_MAX)
        if member == "keyID":
            return self.new_keys(KEYS_MAX - 1)
        if member == "seq":
            return self.events_to_undo()
        amount = USED_UP_PER_CONNECTION * CONNECTIONS
        series = next(self._attacks)
        owners = [f"Owner {series} {number}" for number in range(amount if member in ("name", "civilianID") else CONNECTIONS)]
        civilians = create_all(self.client, "civilian/create", [builders.civilian(owner) for owner in owners])
        if member in ("name", "civilianID"):
            if operation["method"] == "DELETE":
                self.add_vehicles(owners[0], RECORDS_OF_A_CIVILIAN_MAX)
            if operation["path"] == "/api/leo/release":
                create_all(self.client, "leo/arrest", [builders.arrest(owner, time=1_000_000) for owner in owners])
            return [{"name": civilian["civilianName"], "civilianID": civilian["civilianID"]}[member] for civilian in civilians]
        owned = list(zip(itertools.cycle(owners), range(amount)))
        if member == "serialNumber":
            made = create_all(self.client, "firearm/create", [builders.firearm(owner) for owner, _ in owned])
            return [answer["firearm"][0]["serialNumber"] for answer in made]
        made = create_all(self.client, "vehicle/create", [builders.vehicle(owner, f"U{series}N{number}") for owner, number in owned])
        return [answer["vehicle"][0]["id" if member == "vehicleID" else "plate"] for answer in made]

    def events_to_undo(self) -> list[str]:
        """The deletion of a civilian with the maximum number of vehicles, and the creation of many others."""
        series = next(self._attacks)
        owners = [f"Owner {series} {number}" for number in range(USED_UP_PER_CONNECTION * CONNECTIONS)]
        create_all(self.client, "civilian/create", [builders.civilian(owner) for owner in owners])
        self.add_vehicles(owners[0], RECORDS_OF_A_CIVILIAN_MAX)
        self.client.delete("civilian/delete", {"name": owners[0]}).ok()
        latest = self.client.get("audit", query={"limit": "1"}).ok()["events"][0]["seq"]
        first = latest - RECORDS_OF_A_CIVILIAN_MAX - len(owners)
        return [str(latest), *(str(first + number) for number in range(1, len(owners)))]

    def entries_to_void(self) -> tuple[str, list[str]]:
        """A civilian, and the counts of its entries: each is that of an entry of every kind that a request may name."""
        name = f"Voided {next(self._attacks)}"
        amount = USED_UP_PER_CONNECTION * CONNECTIONS // 2
        create_all(self.client, "civilian/create", [builders.civilian(name)])
        for path, body in (("leo/cite", builders.citation(name)), ("leo/fine", builders.fine(name))):
            create_all(self.client, path, [body | {"charges": "x" * 4000}] * amount)
        return name, [str(count) for count in range(1, amount + 1)]

    def civilian_with_entries(self, is_void: bool) -> str:
        """A civilian with the maximum number of entries."""
        name = f"Filed {next(self._attacks)}"
        id = create_all(self.client, "civilian/create", [builders.civilian(name)])[0]["civilianID"]
        self._add_entries(id, is_void)
        return name

    def heaviest_civilian(self) -> tuple[str, list[str]]:
        """A civilian with the maximum number of vehicles, firearms and entries, with ordinary texts; and the plates."""
        name = self.civilian_with_entries(is_void=False)
        plates = [f"{next(self._attacks)} V {number}" for number in range(RECORDS_OF_A_CIVILIAN_MAX)]
        create_all(self.client, "vehicle/create", [builders.vehicle(name, plate) for plate in plates])
        create_all(self.client, "firearm/create", [builders.firearm(name)] * RECORDS_OF_A_CIVILIAN_MAX)
        return name, plates

    def take_plates_for_a_while(self, plates: list[str]) -> None:
        """Registers them for another civilian, who is deleted then."""
        name = f"Rival {next(self._attacks)}"
        create_all(self.client, "civilian/create", [builders.civilian(name)])
        create_all(self.client, "vehicle/create", [builders.vehicle(name, plate) for plate in plates])
        self.client.delete("civilian/delete", {"name": name}).ok()

    def _add_entries(self, civilian: str, is_void: bool) -> None:
        """The maximum, stored without the server, which would take minutes."""
        mark = "1, 'r', 'a', 'b'" if is_void else "null, null, null, null"
        self.client.server.store.execute(
            f"with recursive n (i) as (select 0 union all select i + 1 from n where i < {ENTRIES_OF_A_CIVILIAN_MAX - 1}) "
            "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at, "
            "void_at, void_reason, void_author_name, void_author_id) "
            f"select '{self.client.guild}', {civilian}, i % 4, i / 4 + 1, 'a', 'b', 1, '', '{'x' * 200}', i, {mark} from n"
        )

    def new_webhooks(self, amount: int) -> list[str]:
        """These webhooks and no others, for all events: a guild has few of them."""
        for webhook in self.client.get("webhook/list").ok()["webhooks"]:
            self.client.delete("webhook/delete", query={"webhookID": webhook["webhookID"]}).ok()
        new = {"url": ACCEPTED["url"], "kinds": ["*"], "format": "standard"}
        return [answer["webhookID"] for answer in create_all(self.client, "webhook/create", [new] * amount)]

    def new_keys(self, amount: int) -> list[str]:
        """These keys, besides the one of the client, and no others: a guild has a limited number of them."""
        own = self.client.get("key").ok()["keyID"]
        answer = self.client.get("key/list").ok()
        old = [row["keyID"] for row in answer["keys"] + answer["invitations"] if row["keyID"] != own]
        headers = {"Authorization": self.client.key, "Guild": self.client.guild}
        deliver(self.client.server.port, [template("DELETE", f"/api/key/revoke?keyID={id}", **headers).render() for id in old])
        new = {"name": LONG_TEXT[:99], "role": "owner"}
        return [answer["keyID"] for answer in create_all(self.client, "key/create", [new] * amount)]

    def own_webhook(self) -> dict[str, str]:
        """The only webhook, as a value for the gaps of all connections."""
        return {OWN_WEBHOOK: self.new_webhooks(1)[0]}

    def wait_for_a_turn(self) -> None:
        """Waits until earlier requests of the guild are done: this is a long lookup too."""
        wait_until(lambda: self.client.get("stats").status == 200, TURN_SECONDS, "the server answers the guild again")

    def scripts(self, operation) -> list[Script]:
        """An attack on one operation: many connections, some that pipeline, some that never read."""
        heavy, to_use_up = self.heavy, None
        if names_entry(operation):
            name, to_use_up = self.entries_to_void()
            heavy = {"name": name}
        templates = [template_of(self.client, operation, body) for body in bodies(operation, heavy)]
        if operation["path"].startswith("/api/key/"):
            # To list, as many as there can be; to create more, none.
            self.new_keys(KEYS_MAX - 1 if operation["path"] == "/api/key/list" else 0)
        if uses_up(operation):
            records = [record.encode() for record in to_use_up or self.records_to_use_up(operation)]
            return [script_of(number, templates, values=records[number::CONNECTIONS]) for number in range(CONNECTIONS)]
        *own, tried = self.own_records()
        templates = self._worth_sending(templates, tried | self.own_webhook())
        webhook = self.own_webhook()
        return [
            script_of(number, [localised(each, own[number] | webhook) for each in templates], numbers=self.new_numbers())
            for number in range(CONNECTIONS)
        ]

    def new_numbers(self) -> range:
        """An endless supply of new numbers."""
        first = next(self._attacks) * NUMBERS_OF_A_CONNECTION
        return range(first, first + NUMBERS_OF_A_CONNECTION)

    def _worth_sending(self, templates: list[Template], tried: dict[str, str]) -> list[Template]:
        """The templates that succeed, and as many that are refused."""
        numbered = zip(templates, self.new_numbers())
        sent = [localised(each, tried).fill(NEW, b"%d" % number).render() for each, number in numbered]
        statuses = [status for status, _ in deliver(self.client.server.port, sent, connections=1, depth=1)]
        taken = [each for each, status in zip(templates, statuses) if status < 300]
        refused = [each for each, status in zip(templates, statuses) if status >= 300]
        assert taken, f"no request succeeds, so this attacks nothing: {Counter(statuses)}; see worst_requests.REFERENCES"
        return taken + refused[: len(taken)]


def localised(each: Template, own: dict[str, str]) -> Template:
    for gap, value in own.items():
        each = each.fill(gap.encode(), value.encode())
    return each


def script_of(number: int, templates: list[Template], **more) -> Script:
    if number < UNREAD_CONNECTIONS:
        return Script(templates, reads=False, **more)
    return Script(templates, depth=DEPTH if number < UNREAD_CONNECTIONS + DEEP_CONNECTIONS else 1, **more)
