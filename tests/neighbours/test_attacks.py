"""Noisy neighbours: one guild does the worst that its key allows, and requests of another guild stay fast.

The operations come from the program's own table, and the attacks from their documented members, so that a new
operation is tested at once. Add -rP to see the numbers of every attack.
"""

import contextlib
import itertools
import json
import os
import re
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Callable
from urllib.parse import urlencode

import pytest
import requests

import builders
from harness import ALL_SCOPES, ANSWER_SECONDS, Client, Server, openapi, operations, wait_until
from neighbours import NEW, Script, Step, Template, WorkerProcess, deliver, flood, measure, memory, p99, template
from worst_requests import OWN_CIVILIAN, OWN_FIREARM, OWN_NUMBER, OWN_VEHICLE, OWN_WEBHOOK, REFERENCES, STYLES
from worst_requests import ACCEPTED, bodies, fill, name_of, names_entry, plate_of, template_of, uses_up

# The bounds.
SLOWDOWN_MAX = 5
P99_SECONDS_MAX = 0.050
# Below this, times vary by more than a factor of five without any attack.
P99_SECONDS_NOTICED = 0.025
MEMORY_BYTES_MAX = 512 * 1024 * 1024
# Other processes can disturb one measurement, but not three in a row.
ATTEMPTS = 3

QUIET_SECONDS = 3
QUIET_AGAIN_SECONDS = 0.2
SETTLE_SECONDS = 30
ATTACK_SECONDS = 1.5  # some hundred requests of each kind, so that the 99th percentile is not the slowest one
FULL_FORCE_SECONDS = 0.2  # until all connections of an attack are active
PAUSE_SECONDS = 0.001

# Attackers share two cores with the server. The test measures the server's fairness, not their CPU load.
ATTACKER_NICENESS = 19
ATTACKER_PROCESSES = 2
CONNECTIONS = 48
UNREAD_CONNECTIONS = 6  # fewer than the 8 long responses of a key, so that others are read at the same time
DEEP_CONNECTIONS = 14
DEPTH = 16
USED_UP_PER_CONNECTION = 64
UNREAD_LISTS_OF_A_KIND = 32
IDLE_CONNECTIONS = 400
NUMBERS_OF_A_CONNECTION = 100_000

# The contract's limits.
HEAD_BYTES_MAX = 16 * 1024
RECORDS_OF_A_CIVILIAN_MAX = 1000
WEBHOOKS_MAX = 50
KEYS_MAX = 1000
LONG_ANSWER_BYTES = 64 * 1024

HOSTILE_CIVILIANS = 1000
HOSTILE_ENTRIES = 120  # of each kind
ENTRIES_OF_A_CIVILIAN_MAX = 100_000
# The victim's civilians: enough that their list is a long response.
FIRST_NAMES = "Ada Bo Cleo Dov Eli Fay Gus Hal Ivy Joe Kim Lou Max Nan Odo Pia"
LAST_NAMES = "Abbot Brook Cobb Dunn Ebner Frost Glover Hobbs Ives Jarvis Keel Lund Moss"


# The attackers and the victim.


def creating(client: Client, path: str, body: dict[str, Any]) -> bytes:
    return template("POST", f"/api/{path}", json.dumps(body).encode(), Authorization=client.key, Guild=client.guild).render()


def create_all(client: Client, path: str, new_bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    answers = deliver(client.server.port, [creating(client, path, body) for body in new_bodies])
    assert {status for status, _ in answers} <= {201}, next(answer for answer in answers if answer[0] != 201)
    return [json.loads(body) for _, body in answers]


LONG_TEXT = fill("wide", 500)
LONG_NARRATIVE = fill("wide", 4000)


class Hostile:
    """A guild that is as expensive as possible, created in a few seconds."""

    def __init__(self, client: Client):
        self.client = client
        self._attacks = itertools.count(1)
        names = [name_of(f"{number:08d}", style) for number, style in zip(range(HOSTILE_CIVILIANS), itertools.cycle(STYLES))]
        texts = {"address": LONG_TEXT, "occupation": LONG_TEXT, "hair": LONG_TEXT, "dob": LONG_TEXT}
        create_all(client, "civilian/create", [builders.civilian(name, **texts) for name in names])
        self.heavy = self._make_heavy_civilian(names[0])

    def _make_heavy_civilian(self, name: str) -> dict[str, str]:
        """A civilian with the maximum number of belongings and entries."""
        vehicle = self.add_vehicles(name, RECORDS_OF_A_CIVILIAN_MAX)[0]
        firearms = [builders.firearm(name, model=LONG_TEXT)] * RECORDS_OF_A_CIVILIAN_MAX
        firearm = create_all(self.client, "firearm/create", firearms)[0]["firearm"][0]
        for path, body in {
            "leo/cite": builders.citation(name, charges=LONG_NARRATIVE),
            "leo/fine": builders.fine(name, charges=LONG_NARRATIVE),
            "leo/arrest": builders.arrest(name, charges=LONG_NARRATIVE, time=1_000_000),
            "medical/admit": builders.admission(name, injures=LONG_NARRATIVE),
        }.items():
            create_all(self.client, path, [body] * HOSTILE_ENTRIES)
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
        """A civilian with the maximum number of entries, stored without the server, which would take minutes."""
        name = f"Filed {next(self._attacks)}"
        id = create_all(self.client, "civilian/create", [builders.civilian(name)])[0]["civilianID"]
        mark = "1, 'r', 'a', 'b'" if is_void else "null, null, null, null"
        self.client.server.store.execute(
            f"with recursive n (i) as (select 0 union all select i + 1 from n where i < {ENTRIES_OF_A_CIVILIAN_MAX - 1}) "
            "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at, "
            "void_at, void_reason, void_author_name, void_author_id) "
            f"select '{self.client.guild}', {id}, i % 4, i / 4 + 1, 'a', 'b', 1, '', '{'x' * 200}', i, {mark} from n"
        )
        return name

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
        wait_until(lambda: self.client.get("stats").status == 200, SETTLE_SECONDS, "the server answers the guild again")

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


def reading(client: Client, target: str) -> Step:
    return Step("read", template("GET", f"/api/{target}", Authorization=client.key, Guild=client.guild).render())


def steps_of_victim(client: Client) -> list[Step]:
    """The usual requests of an ordinary client."""
    names = [f"{first} {last}" for first in FIRST_NAMES.split() for last in LAST_NAMES.split()]
    plates = [f"{number:03d}{name[:3]}" for number, name in enumerate(names)]
    create_all(client, "civilian/create", [builders.civilian(name) for name in names])
    create_all(client, "vehicle/create", [builders.vehicle(name, plate) for name, plate in zip(names, plates)])
    steps = []
    for name, plate, cited in zip(names, plates, reversed(names)):
        change = Step("change", creating(client, "leo/cite", builders.citation(cited)))
        for look in (
            f"civilian/info?{urlencode({'name': name})}",
            f"vehicle/plate?{urlencode({'plate': plate})}",
            "civilian/list?limit=20",
            f"search?{urlencode({'q': name})}",
        ):
            steps += [reading(client, look), change]
    return steps


@dataclass(frozen=True)
class Outcome:
    quiet: dict[str, float]
    times: dict[str, list[float]]
    statuses: Counter
    attackers: Counter
    peak_memory: int

    def limit(self, kind: str) -> float:
        return min(P99_SECONDS_MAX, max(SLOWDOWN_MAX * self.quiet[kind], P99_SECONDS_NOTICED))

    def is_harmless(self) -> bool:
        """Part of the attack was accepted, and the victim stayed fast."""
        was_attacked = any(status.startswith("2") for status in self.attackers)
        return was_attacked and all(p99(times) <= self.limit(kind) for kind, times in self.times.items())

    def __str__(self) -> str:
        parts = [
            f"{kind} p99 {p99(times) * 1e3:.1f} ms (quiet {self.quiet[kind] * 1e3:.1f}, limit {self.limit(kind) * 1e3:.1f}, "
            f"max {max(times) * 1e3:.1f}, {len(times)} requests)"
            for kind, times in self.times.items()
        ]
        attackers = ", ".join(f"{status}: {count}" for status, count in sorted(self.attackers.items()))
        return f"{', '.join(parts)}; memory {self.peak_memory >> 20} MiB; attackers got {attackers or 'nothing'}"


class Neighbours:
    """The server, the processes of attackers and victim, and the victim's times."""

    def __init__(self, server: Server, processes: contextlib.ExitStack):
        self.server, self.victim = server, server.guild("victim")
        self._steps = steps_of_victim(self.victim)
        self.long_list = reading(self.victim, "civilian/list")
        assert len(deliver(server.port, [self.long_list.request], connections=1)[0][1]) > LONG_ANSWER_BYTES
        self._measurer = processes.enter_context(WorkerProcess())
        self._attackers = [processes.enter_context(WorkerProcess(ATTACKER_NICENESS)) for _ in range(ATTACKER_PROCESSES)]
        self._measure(0.5)  # to warm up
        self._quiet = self._measure(QUIET_SECONDS)
        self.hostile = Hostile(server.guild("hostile", scopes=",".join((*ALL_SCOPES, "admin"))))

    def _measure(self, seconds: float) -> dict[str, float]:
        times, _ = self._measurer.run(measure, self.server.port, self._steps, seconds, PAUSE_SECONDS)
        return {kind: p99(samples) for kind, samples in times.items()}

    def _settle(self) -> dict[str, float]:
        """Waits until the previous attack is over and the machine is quiet. Returns the times without attack: from the start, or now
        if the machine is busier."""
        self.hostile.wait_for_a_turn()
        deadline = time.monotonic() + SETTLE_SECONDS
        now = self._measure(QUIET_AGAIN_SECONDS)
        while max(now.values()) > P99_SECONDS_NOTICED and time.monotonic() < deadline:
            now = self._measure(QUIET_AGAIN_SECONDS)
        return {kind: max(usual, now[kind]) for kind, usual in self._quiet.items()}

    def attack(self, scripts: list[Script], steps: list[Step]) -> Outcome:
        quiet = self._settle()
        for number, worker in enumerate(self._attackers):
            share = scripts[number::ATTACKER_PROCESSES]
            worker.begin(flood, self.server.port, share, FULL_FORCE_SECONDS + ATTACK_SECONDS)
        time.sleep(FULL_FORCE_SECONDS)
        self._measurer.begin(measure, self.server.port, steps, ATTACK_SECONDS, PAUSE_SECONDS)
        peak = memory(self.server.pid)
        while not self._measurer.is_done(0.02):
            peak = max(peak, memory(self.server.pid))
        times, statuses = self._measurer.result()
        counts = sum((worker.result() for worker in self._attackers), Counter())
        return Outcome(quiet, times, statuses, counts, peak)

    def withstands(self, what: str, make_scripts: Callable[[], list[Script]], steps: list[Step] | None = None) -> None:
        """Fails unless the victim stays fast in one of a few attempts, with the given steps or the usual ones."""
        outcomes = []
        for _ in range(ATTEMPTS):
            outcome = self.attack(make_scripts(), steps or self._steps)
            print(outcome)
            assert set(outcome.statuses) <= {"200", "201"}, f"{what}: the victim got {outcome.statuses}; {outcome}"
            assert outcome.peak_memory < MEMORY_BYTES_MAX, f"{what}: {outcome}"
            if outcome.is_harmless():
                return
            outcomes.append(outcome)
            os.sync()  # what other processes have written is on disk before the next attempt
        pytest.fail("\n".join(f"{what}: {outcome}" for outcome in outcomes), pytrace=False)


@pytest.fixture(scope="module")
def neighbours(new_store):
    os.sync()  # what earlier tests have written is on disk before the first attack
    with new_store() as store, Server(store, "--webhook-allow", "127.0.0.1") as server, contextlib.ExitStack() as processes:
        yield Neighbours(server, processes)


# Operation by operation.


def without_key() -> list[dict[str, Any]]:
    return [
        {"method": method.upper(), "path": path, "members": [], "body": False}
        for path, methods in openapi()["paths"].items()
        for method, operation in methods.items()
        if "x-rights" not in operation
    ]


def title(operation) -> str:
    return f"{operation['method']} {operation['path']}"


@pytest.mark.parametrize("operation", operations() + without_key(), ids=title)
def test_an_attack_with_one_operation_does_not_slow_down_others(neighbours, operation):
    neighbours.withstands(title(operation), lambda: neighbours.hostile.scripts(operation))


# Attacks without an operation.


def get(client: Client | None, target: str, method: str = "GET", **more: str) -> Template:
    keys = {"Authorization": client.key, "Guild": client.guild} if client else {}
    return template(method, target, **keys, **more)


def unread_lists(neighbours) -> list[Script]:
    paths = ("/api/civilian/list", "/api/vehicle/list", "/api/firearm/list")
    return [Script([get(neighbours.hostile.client, path)], reads=False) for path in paths * UNREAD_LISTS_OF_A_KIND]


def largest_asset(server: Server) -> str:
    page = {"headers": {"Accept": "text/html"}, "timeout": ANSWER_SECONDS}
    pages = [requests.get(server.url + path, **page).text for path in ("/", "/docs")]
    assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', "".join(pages))
    return max(assets, key=lambda path: len(requests.get(server.url + path, timeout=ANSWER_SECONDS).content))


def assets(neighbours) -> list[Script]:
    largest = largest_asset(neighbours.server)
    asked = [get(None, largest, method, Accept_Encoding="identity") for method in ("HEAD", "GET")]
    return [script_of(number, asked) for number in range(CONNECTIONS)]


def dripped_heads(neighbours) -> list[Script]:
    head = get(neighbours.hostile.client, "/api/civilian/list", X_Padding="x" * (HEAD_BYTES_MAX // 2))
    return [Script([head], drips=True) for _ in range(IDLE_CONNECTIONS)] + [Script([get(None, "/api/version")])]


def large_heads(neighbours) -> list[Script]:
    """Half of them complete, half of them without the last byte."""
    bare = get(neighbours.hostile.client, "/api/key", X_Padding="").render()
    head = get(neighbours.hostile.client, "/api/key", X_Padding="x" * (HEAD_BYTES_MAX - len(bare)))
    return [Script([head], rounds=1) for _ in range(IDLE_CONNECTIONS)] + [Script([head], rounds=1, ending=-1) for _ in range(IDLE_CONNECTIONS)]


def searches(neighbours) -> list[Script]:
    """Each with another text, so that no response is cached: the names of all, with one character changed."""
    texts = [{"q": (name_of("", style)[:90] + "y" + NEW.decode())[-100:], "limit": 50} for style in STYLES]
    asked = [get(neighbours.hostile.client, f"/api/search?{urlencode(text)}") for text in texts]
    return [script_of(number, asked, numbers=neighbours.hostile.new_numbers()) for number in range(CONNECTIONS)]


def histories(neighbours) -> list[Script]:
    """Each from another place, so that no response is cached."""
    name = neighbours.hostile.civilian_with_entries(is_void=False)
    asked = [
        get(neighbours.hostile.client, f"/api/leo/history?{urlencode({'name': name, 'limit': 1000})}&after={place}")
        for place in (f"{NEW.decode()}.25001.25001.25001", f"1.12000.1.{NEW.decode()}")
    ]
    return [script_of(number, asked, numbers=neighbours.hostile.new_numbers()) for number in range(CONNECTIONS)]


def void_files(neighbours) -> list[Script]:
    """Many entries must be skipped to find that none is valid."""
    name = neighbours.hostile.civilian_with_entries(is_void=True)
    paths = ("civilian/info", "leo/records", "medical/records")
    asked = [get(neighbours.hostile.client, f"/api/{path}?{urlencode({'name': name})}&x={NEW.decode()}") for path in paths]
    return [script_of(number, asked, numbers=neighbours.hostile.new_numbers()) for number in range(CONNECTIONS)]


def made_up_tokens(neighbours) -> list[Script]:
    """Of invitations to the guild of the victim, which do not exist."""
    # Numbers have 8 digits, and tokens 64.
    guess = template("POST", "/invitation", b"{}", Authorization="0" * 56 + NEW.decode(), Guild=neighbours.victim.guild)
    scripts = [script_of(number, [guess], numbers=neighbours.hostile.new_numbers()) for number in range(CONNECTIONS)]
    return scripts + [Script([get(None, "/api/version")])]


ATTACKS = {
    "histories of a civilian with the maximum of entries": histories,
    "files in which all entries are void": void_files,
    "lists that are never read": unread_lists,
    "the largest page without gzip": assets,
    "heads that come byte by byte": dripped_heads,
    "large heads on idle connections": large_heads,
    "searches for the longest texts": searches,
    "tokens of invitations that do not exist": made_up_tokens,
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_does_not_slow_down_others(neighbours, attack):
    neighbours.withstands(attack, lambda: ATTACKS[attack](neighbours))


def test_unread_lists_do_not_block_lists_of_others(neighbours):
    neighbours.withstands("lists that are never read", lambda: unread_lists(neighbours), steps=[neighbours.long_list])


def test_all_attacks_at_once_do_not_slow_down_others(neighbours):
    neighbours.withstands("all at once", lambda: [script for make_scripts in ATTACKS.values() for script in make_scripts(neighbours)])
