"""The contenders: Blotter and the alternatives. Each is opened for one workload and gives one sample per round."""

import contextlib
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from . import answers, paced, processes, servers, wrk
from .figures import Sample
from .paths import PROGRAMS
from .people import Population
from .stores import Store, Stores

from postgres_cluster import binaries  # of tests/

PGBENCH_SCALE = 20
BUSY_RATE = 1000
SYNC_BYTES = 4096


@dataclass(frozen=True)
class Setting:
    """The common settings of the contenders of one workload."""

    stores: Stores
    engine: str
    population: Population
    load: wrk.Load

    def database_pid(self) -> int | None:
        return self.stores.postmaster() if self.engine == "postgres" else None

    @contextlib.contextmanager
    def store(self) -> Iterator[Store]:
        """Readers share one store; writers get their own."""
        if self.load.request in answers.CHANGES:
            with self.stores.copy(self.engine, self.population) as copy:
                yield copy
        else:
            yield self.stores.filled(self.engine, self.population)


class Contender(Protocol):
    def sample(self, seconds: int) -> Sample: ...
    def check(self) -> None: ...
    def warm_up(self, seconds: int) -> None:
        self.sample(seconds)


@dataclass
class Http(Contender):
    """One or more servers under load by wrk."""

    setting: Setting
    store: Store
    servers: list

    def sample(self, seconds: int) -> Sample:
        load, database = self.setting.load, self.setting.database_pid()
        ports = [server.port for server in self.servers]
        rows = answers.count_changes(self.store, load.request)
        cpu, database_cpu = self._cpu(), processes.cpu_seconds(database) if database else 0
        try:
            report = wrk.run(load, self.store, ports, seconds)
        except wrk.WrongAnswers as failure:
            raise wrk.WrongAnswers("".join([str(failure), *(server.complaints() for server in self.servers)])) from None
        sample = {
            "requests_per_second": report.requests / report.seconds,
            "cpu_us": (self._cpu() - cpu) / report.requests * 1e6,
            "p50_ms": report.p50_us / 1000,
            "p99_ms": report.p99_us / 1000,
            "resident_mb": sum(processes.resident_mb(server.pid) for server in self.servers),
        }
        if database:
            sample["database_cpu_us"] = (processes.cpu_seconds(database) - database_cpu) / report.requests * 1e6
        answers.check_changes(load.request, report.requests, load.connections, answers.count_changes(self.store, load.request) - rows)
        return sample

    def warm_up(self, seconds: int) -> None:
        """With a skewed distribution, requests everybody once: a server that has run for days has cached them all."""
        load = self.setting.load
        if load.draw == "zipf":
            wrk.run(replace(load, draw="in turn"), self.store, [server.port for server in self.servers], seconds)
        self.sample(seconds)

    def check(self) -> None:
        for server in self.servers:
            answers.check(self.store, server.port, self.setting.load.request)

    def _cpu(self) -> float:
        return sum(processes.cpu_seconds(server.pid) for server in self.servers)


@contextlib.contextmanager
def ours(setting: Setting, *options: object, instances: int = 1) -> Iterator[Http]:
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(setting.store())
        yield Http(setting, store, [stack.enter_context(servers.blotter(store, *options)) for _ in range(instances)])


def one_each(setting: Setting):
    return ours(setting, "--commit-batch", 1)


def with_key(setting: Setting):
    return ours(replace(setting, load=replace(setting.load, request="cite-key")))


@contextlib.contextmanager
def uncached(setting: Setting) -> Iterator[Http]:
    """On a copy, because a SQLite file belongs to one server."""
    with setting.stores.copy(setting.engine, setting.population) as store, servers.blotter(store, "--cache", 0) as server:
        yield Http(setting, store, [server])


@contextlib.contextmanager
def fastify(setting: Setting) -> Iterator[Http]:
    with setting.store() as store, servers.fastify(store) as server:
        yield Http(setting, store, [server])


class Ceiling(Http):
    """Sends the same response to every request, so there is nothing to check."""

    def check(self) -> None:
        pass


@contextlib.contextmanager
def nginx(setting: Setting) -> Iterator[Ceiling]:
    with setting.store() as store, servers.Nginx(answers.typical(store, setting.load.request)) as server:
        yield Ceiling(setting, store, [server])


@dataclass
class Bare(Contender):
    """The same lookups without a server: programs/bare.cpp."""

    store: Store
    load: wrk.Load

    def sample(self, seconds: int) -> Sample:
        population = self.store.population
        command = [
            PROGRAMS / "bench_bare", "--path", self.store.url.removeprefix("sqlite:"), "--request", self.load.request, "--draw", self.load.draw,
            "--guilds", population.guilds, "--civilians", population.civilians, "--seconds", seconds,
        ]  # fmt: skip
        report = json.loads(subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout)
        return {
            "requests_per_second": report["requests"] / report["seconds"],
            "cpu_us": report["cpu_seconds"] / report["requests"] * 1e6,
        }

    def check(self) -> None:
        pass


@contextlib.contextmanager
def bare(setting: Setting) -> Iterator[Bare]:
    with setting.store() as store:
        yield Bare(store, setting.load)


class Busy(Http):
    """Under load with a steady rate of durable changes, as on a busy evening."""

    def sample(self, seconds: int) -> Sample:
        with paced.Steady("cite", self.store, [server.port for server in self.servers], BUSY_RATE) as changes:
            sample = super().sample(seconds)
        return sample | {"changes_per_second": changes.report.rate}


@contextlib.contextmanager
def busy(setting: Setting) -> Iterator[Busy]:
    with setting.stores.copy(setting.engine, setting.population) as store, servers.blotter(store) as server:
        yield Busy(setting, store, [server])


def parse_pgbench(output: str) -> tuple[int, float]:
    """Total transactions, and per second."""
    done = re.search(r"actually processed: (\d+)", output)
    rate = re.search(r"^tps = ([\d.]+)", output, re.MULTILINE)
    failed = re.search(r"failed transactions: (\d+)", output)
    if not done or not rate or (failed and int(failed[1])):
        raise wrk.WrongAnswers(f"pgbench went wrong:\n{output}")
    return int(done[1]), float(rate[1])


@dataclass
class PgBench(Contender):
    """PostgreSQL's own benchmark, its script `simple-update`: one row changed, one read, one added, in a transaction."""

    url: str
    connections: int
    database_pid: int

    def sample(self, seconds: int) -> Sample:
        cpu = processes.cpu_seconds(self.database_pid)
        done, rate = parse_pgbench(self._run("-N", "-M", "prepared", "-n", "-c", self.connections, "-j", 2, "-T", seconds))
        return {"requests_per_second": rate, "database_cpu_us": (processes.cpu_seconds(self.database_pid) - cpu) / done * 1e6}

    def initialise(self) -> None:
        self._run("-i", "-q", "-s", PGBENCH_SCALE)

    def check(self) -> None:
        pass

    def _run(self, *arguments: object) -> str:
        command = [binaries() / "pgbench", *map(str, arguments), self.url]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextlib.contextmanager
def pgbench(setting: Setting) -> Iterator[PgBench]:
    with setting.stores.empty_database() as url:
        contender = PgBench(url, setting.load.connections, setting.database_pid())
        contender.initialise()
        yield contender


@dataclass
class Disk(Contender):
    """How many blocks per second the disk can write durably."""

    path: Path

    def sample(self, seconds: int) -> Sample:
        with open(self.path, "wb") as file:
            file.write(bytes(SYNC_BYTES))
            os.fsync(file.fileno())
            count, end = 0, time.monotonic() + seconds
            while time.monotonic() < end:
                os.pwrite(file.fileno(), os.urandom(SYNC_BYTES), 0)
                os.fdatasync(file.fileno())
                count += 1
        return {"requests_per_second": count / seconds}

    def check(self) -> None:
        pass


@contextlib.contextmanager
def disk(setting: Setting) -> Iterator[Disk]:
    path = setting.stores.path("sync")
    yield Disk(path)
    path.unlink()


@dataclass(frozen=True)
class Kind:
    title: str
    open: object


KINDS = {
    "ours": Kind("Blotter", ours),
    "uncached": Kind("Blotter without cache", uncached),
    "one-each": Kind("Blotter, one commit per change", one_each),
    "with-key": Kind("Blotter, with Idempotency-Key", with_key),
    "nginx": Kind("nginx, same bytes", nginx),
    "fastify": Kind("Fastify", fastify),
    "bare": Kind("SQLite without a server", bare),
    "busy": Kind(f"Blotter during {BUSY_RATE:,} changes/s", busy),
    "pgbench": Kind("pgbench, simple-update", pgbench),
    "fan-out": Kind("same bytes, same sockets", None),  # only beside streams, see streams.py
    "disk": Kind("fdatasync of the disk", disk),
}
FASTIFY_TITLES = {"sqlite": "Fastify + better-sqlite3", "postgres": "Fastify + pg"}


def title(name: str, engine: str) -> str:
    """Other names describe what differs, such as a size."""
    if name == "fastify":
        return FASTIFY_TITLES[engine]
    return KINDS[name].title if name in KINDS else name
