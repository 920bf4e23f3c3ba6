"""Continuous load. Every change has a unique mark, so that each one can be checked afterwards."""

import itertools
import json
import random
import threading
import time
from collections import Counter

import requests

import builders
from harness import Client, Response

TARGET = "Shared Target"
# A civilian has no more than 1,000 vehicles.
OWNERS = [f"Shared Owner {number}" for number in range(20)]
# For each kind of change: its path, its body, its event, and where the event shows the mark.
CHANGES = {
    "civilian": ("civilian/create", builders.civilian, "civilian.created", "civilianName"),
    "citation": ("leo/cite", lambda mark: builders.citation(TARGET, charges=mark), "leo.cited", "charges"),
    "vehicle": ("vehicle/create", lambda mark: builders.vehicle(random.choice(OWNERS), mark), "vehicle.created", "plate"),
}


def assert_is_a_failure_of_the_storage(answer: Response, code: int) -> None:
    """Checks for one of the two responses that the contract allows when the store fails."""
    if answer.status == 503:
        answer.refused(503, "Service is overloaded (10503)")
        assert int(answer.headers["Retry-After"]) >= 1
    else:
        answer.refused(500, f"Unable to execute request ({code})")


class Ledger:
    """What was sent to a guild, and the outcome that the program reported."""

    def __init__(self, client: Client):
        self.guild = client.guild
        self.sent, self.acknowledged, self.refused = ({kind: set() for kind in CHANGES} for _ in range(3))
        self.reads = 0
        self.refused_reads = 0
        self.wrong: list[str] = []  # responses outside the contract, and requests without a response
        self.slowest = 0.0
        self._by_hand = itertools.count(1)
        for name in (TARGET, *OWNERS):
            client.civilian(name)

    def change(self, client: Client, kind: str = "citation", mark: str | None = None) -> bool:
        """Sends one change and records it before sending and after the response; returns whether it was made."""
        path, body, _, _ = CHANGES[kind]
        mark = mark or f"by hand {next(self._by_hand)}"
        self.sent[kind].add(mark)
        answer = self.timed(client.post, path, body(mark))
        if answer.status == 201:
            self.acknowledged[kind].add(mark)
            return True
        self.refused[kind].add(mark)
        assert_is_a_failure_of_the_storage(answer, 10022)
        return False

    def timed(self, call, *arguments) -> Response:
        began = time.monotonic()
        answer = call(*arguments)
        self.slowest = max(self.slowest, time.monotonic() - began)
        return answer

    def total(self, outcome: dict[str, set]) -> int:
        return sum(map(len, outcome.values()))

    def assert_balanced(self, client: Client, refused_is_absent: bool = True) -> None:
        """Acknowledged: stored once. Refused: not stored. No response: stored at most once. Each stored change has one event."""
        there = self._present(client)
        for kind, marks in there.items():
            present = set(marks)
            assert len(present) == len(marks), f"there twice: {[mark for mark, n in Counter(marks).items() if n > 1]}"
            assert self.acknowledged[kind] <= present, f"lost {sorted(self.acknowledged[kind] - present)}"
            assert present <= self.sent[kind], f"nobody sent {sorted(present - self.sent[kind])}"
            if refused_is_absent:
                assert not present & self.refused[kind], f"refused and yet there {sorted(present & self.refused[kind])}"
        events = client.events()
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        for kind, (_, _, left, member) in CHANGES.items():
            told = Counter(json.loads(event["after"])[member] for event in events if event["kind"] == left)
            assert told == Counter(there[kind]) + Counter([TARGET, *OWNERS] if kind == "civilian" else [])
        assert len(events) == 1 + len(OWNERS) + sum(map(len, there.values()))
        client.server.store.assert_intact()

    @staticmethod
    def _present(client: Client) -> dict[str, list[str]]:
        citations = client.get("leo/records", {"name": TARGET}).ok()["citations"]
        assert [entry["count"] for entry in citations] == list(range(1, len(citations) + 1))
        names = [record["civilianName"] for record in client.get("civilian/list").ok()["civilians"]]
        return {
            "civilian": [name for name in names if name not in (TARGET, *OWNERS)],
            "citation": [entry["charges"] for entry in citations],
            "vehicle": [record["plate"] for record in client.get("vehicle/list").json.get("vehicles", [])],
        }


class Load:
    """Writers and readers on each client, until the `with` block ends or the server stops."""

    _numbers = itertools.count(1)

    def __init__(self, ledger: Ledger, *clients: Client, writers: int = 4, readers: int = 0):
        self._ledger = ledger
        self._over = threading.Event()
        work = [(self._write, client) for client in clients for _ in range(writers)]
        work += [(self._read, client) for client in clients for _ in range(readers)]
        self._threads = [threading.Thread(target=self._run, args=(task, Client(client.server, client.key, client.guild))) for task, client in work]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()

    def _run(self, task, client: Client) -> None:
        try:
            task(client)
        except requests.RequestException as failure:
            # Only a server that the test stopped may leave a request without a response.
            if not client.server.ending:
                self._ledger.wrong.append(repr(failure))
        except AssertionError as failure:
            self._ledger.wrong.append(str(failure))

    def _write(self, client: Client) -> None:
        writer = next(self._numbers)
        for number in itertools.count(1):
            for kind in CHANGES:
                if self._over.is_set():
                    return
                self._ledger.change(client, kind, f"W{writer} N{number}")

    def _read(self, client: Client) -> None:
        while not self._over.is_set():
            answer = self._ledger.timed(client.get, "civilian/info", {"name": "Nobody"})
            self._ledger.reads += 1
            if answer.details != "Character not found (10023)":
                self._ledger.refused_reads += 1
                assert_is_a_failure_of_the_storage(answer, 10020)
            time.sleep(0.01)
