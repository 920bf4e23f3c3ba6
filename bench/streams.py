"""Streams of events: what idle ones cost, how long an event takes, and what streams cost the changes."""

import contextlib
import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import contenders, paced, people, processes, servers
from .contenders import Contender, Http
from .figures import Figure, Sample
from .growth import allow_descriptors, setting_of
from .paths import PROGRAM, PROGRAMS
from .people import Population
from .rounds import interleaved
from .stores import Store, Stores
from .workload import Workload
from .wrk import WrongAnswers

Measured = dict[str, dict[str, Figure]]

MOST = 10_000
WATCHERS = 1_000
OF_KEY_MAX = 64  # streams
# A key for each guild, so that the keys suffice for all streams.
GUILDS = Population(1000, 10)
CHANGES_PER_SECOND = 1_000
# As long as the time between two heartbeats.
REST_SECONDS = 15
LIMITS = ("--max-connections", MOST + 1000, "--streams-max", MOST)


class Held:
    """Streams that programs/streams.cpp holds open until the `with` block ends; then `report` has what they received."""

    def __init__(self, port: int, keys: Path, guilds: int, count: int):
        command = [PROGRAMS / "bench_streams", "--port", port, "--keys", keys, "--guilds", guilds, "--streams", count]
        self._process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)
        self.report: dict[str, float] = {}
        if self._process.stdout.readline() != "open\n":
            self._process.wait()
            raise WrongAnswers("the streams could not be opened")

    def __enter__(self) -> "Held":
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        self._process.terminate()
        output, _ = self._process.communicate()
        if failed is None:
            self.report = json.loads(output)
            if self.report["errors"]:
                raise WrongAnswers(f"{self.report['errors']} events came out of order")


# At rest.


@dataclass
class AtRest(Contender):
    """A new server for each sample, because a process may keep allocated memory."""

    store: Store
    count: int

    def sample(self, seconds: int) -> Sample:
        with contextlib.ExitStack() as stack:
            server = stack.enter_context(servers.blotter(self.store, *LIMITS))
            if self.count:
                stack.enter_context(Held(server.port, self.store.keys, self.store.population.guilds, self.count))
            time.sleep(1)
            cpu = processes.cpu_seconds(server.pid)
            time.sleep(REST_SECONDS)
            sample = {
                "cpu_percent": (processes.cpu_seconds(server.pid) - cpu) / REST_SECONDS * 100,
                "resident_mb": processes.resident_mb(server.pid),
            }
            return sample | {"stop_ms": stop(server)}

    def warm_up(self, seconds: int) -> None:
        pass

    def check(self) -> None:
        pass


def stop(server: servers.Server) -> float:
    began = time.monotonic()
    server.stop()
    if server.process.returncode != 0:
        raise WrongAnswers(f"exit code {server.process.returncode}: {server.complaints()}")
    return (time.monotonic() - began) * 1000


def at_rest(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    allow_descriptors(MOST + 2000)
    store = stores.filled(workload.engine, workload.population)
    opened = {f"{count:,} streams": AtRest(store, count) for count in (0, WATCHERS, MOST)}
    # One round is enough for something that does not move.
    return interleaved(opened, 1, seconds)


# Delivery: all streams and all changes in one guild.


@dataclass
class Delivery(Contender):
    store: Store
    server: servers.Server
    keys: Path

    def sample(self, seconds: int) -> Sample:
        cpu = processes.cpu_seconds(self.server.pid)
        with Held(self.server.port, self.keys, 1, WATCHERS) as held:
            changes = paced.run("cite-marked", self.store, [self.server.port], CHANGES_PER_SECOND, max(2, seconds))
        cpu = processes.cpu_seconds(self.server.pid) - cpu
        events = held.report["events"]
        if events != changes.sent * WATCHERS:
            raise WrongAnswers(f"{changes.sent} changes made {events} events in {WATCHERS} streams")
        return {
            "events_per_cpu_second": events / cpu,
            "events_per_second": events / held.report["seconds"],
            "changes_per_second": changes.rate,
            "p50_ms": held.report["p50_ms"],
            "p99_ms": held.report["p99_ms"],
            "resident_mb": processes.resident_mb(self.server.pid),
        }

    def check(self) -> None:
        pass


def more_keys(store: Store, path: Path, streams: int) -> None:
    """Keys of the first guild; the store has only one."""
    command = [PROGRAM, "key", "create", "--guild", people.guild(1), "--store", store.url]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(streams // OF_KEY_MAX + 1)]
    path.write_text("".join(run.stdout for run in runs))


@contextlib.contextmanager
def open_delivery(stores: Stores, workload: Workload, name: str) -> Iterator[Delivery]:
    start = {
        "ours": servers.blotter,
        "fastify": lambda store: servers.fastify(store, "streams"),
        "fan-out": lambda store: servers.fan_out(),
    }[name]
    with stores.copy(workload.engine, workload.population) as store:
        keys = stores.path("keys")
        more_keys(store, keys, WATCHERS)
        with start(store) as server:
            yield Delivery(store, server, keys)


def delivery(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    allow_descriptors(WATCHERS + 1000)
    with contextlib.ExitStack() as stack:
        opened = {name: stack.enter_context(open_delivery(stores, workload, name)) for name in ("ours", *workload.beside)}
        return interleaved(opened, rounds, seconds)


# Changes, each of which reaches one of the streams.


@dataclass
class Watched(Http):
    count: int = 0

    def sample(self, seconds: int) -> Sample:
        if not self.count:
            return super().sample(seconds)
        [server] = self.servers
        with Held(server.port, self.store.keys, self.store.population.guilds, self.count):
            return super().sample(seconds)


def changes(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    allow_descriptors(WATCHERS + 1000)
    setting = setting_of(workload, stores)
    with contextlib.ExitStack() as stack:
        opened = {}
        for count in (0, WATCHERS):
            plain = stack.enter_context(contenders.ours(setting))
            opened[f"{count:,} streams"] = Watched(setting, plain.store, plain.servers, count)
        return interleaved(opened, rounds, seconds)
