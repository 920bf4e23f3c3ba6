"""kill -9 under load: what was acknowledged is there once, what was not is there at most once."""

import os
import random
import threading
import time

import requests

import builders
from harness import Server, create_key

ROUNDS = 20
WRITERS = 5
GUILD = "crashing"


class Load:
    """Writers that note what they sent before sending it, and what was acknowledged after."""

    def __init__(self, client, turn: int):
        self.sent = {"civilian": set(), "citation": set(), "vehicle": set()}
        self.acknowledged = {"civilian": set(), "citation": set(), "vehicle": set()}
        self.refused: list[str] = []
        self._threads = [threading.Thread(target=self._write, args=(client.clone(), turn, n)) for n in range(WRITERS)]
        for thread in self._threads:
            thread.start()

    def _write(self, client, turn: int, writer: int) -> None:
        for number in range(1_000_000):
            name = f"R{turn} W{writer} N{number}"
            try:
                self._send("civilian", name, client, "civilian/create", builders.civilian(name))
                self._send("citation", name, client, "leo/cite", builders.citation("Shared Target", charges=name))
                self._send("vehicle", name, client, "vehicle/create", builders.vehicle(name, name))
            except requests.RequestException:
                return

    def _send(self, kind: str, name: str, client, path: str, body) -> None:
        self.sent[kind].add(name)
        answer = client.post(path, body)
        if answer.status == 201:
            self.acknowledged[kind].add(name)
        else:
            self.refused.append(answer.text)

    def join(self) -> None:
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()


def present(client) -> dict[str, list[str]]:
    records = client.get("leo/records", {"name": "Shared Target"}).ok()
    assert [entry["count"] for entry in records["citations"]] == list(range(1, len(records["citations"]) + 1))
    vehicles = client.get("vehicle/list")
    return {
        "civilian": [c["civilianName"] for c in client.get("civilian/list").ok()["civilians"] if c["civilianName"] != "Shared Target"],
        "citation": [entry["charges"] for entry in records["citations"]],
        "vehicle": [vehicle["plate"] for vehicle in vehicles.json.get("vehicles", [])],
    }


def assert_nothing_lost_and_nothing_invented(server, client, sent, acknowledged) -> None:
    there = present(client)
    for kind, names in there.items():
        assert len(set(names)) == len(names), f"a {kind} is there twice"
        assert acknowledged[kind] <= set(names), f"lost {acknowledged[kind] - set(names)}"
        assert set(names) <= sent[kind], f"nobody sent {set(names) - sent[kind]}"
    server.store.assert_intact()
    sequence = [row["seq"] for row in server.store.rows("select seq from event where guild_id = ? order by seq", GUILD)]
    assert sequence == list(range(1, 2 + sum(map(len, there.values())))), "one event per change, no gaps"


def test_no_acknowledged_change_is_lost_and_none_is_made_twice_in_twenty_crashes(store):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce the moments of the crashes with BLOTTER_TEST_SEED={seed}")
    chance = random.Random(seed)
    key = create_key(store, GUILD)
    sent = {"civilian": set(), "citation": set(), "vehicle": set()}
    acknowledged = {"civilian": set(), "citation": set(), "vehicle": set()}
    for turn in range(ROUNDS + 1):
        with Server(store) as server:
            client = server.client(key, GUILD)
            if turn == 0:
                client.civilian("Shared Target")
            assert_nothing_lost_and_nothing_invented(server, client, sent, acknowledged)
            if turn < ROUNDS:
                load = Load(client, turn)
                time.sleep(chance.uniform(0.02, 0.5))
                server.kill()
                load.join()
                assert load.refused == []
                for kind in sent:
                    sent[kind] |= load.sent[kind]
                    acknowledged[kind] |= load.acknowledged[kind]
    assert sum(map(len, acknowledged.values())) > ROUNDS, "the load must have written something"
    store.assert_intact()
