"""How the cost grows with the number of civilians, idle connections and instances."""

import contextlib
import resource
import socket
from dataclasses import dataclass, replace

from . import contenders, paced, servers
from .contenders import Contender, Http, Setting
from .figures import Figure, Sample
from .people import Population
from .rounds import interleaved
from .stores import Stores
from .workload import Workload

Measured = dict[str, dict[str, Figure]]


def setting_of(workload: Workload, stores: Stores) -> Setting:
    return Setting(stores, workload.engine, workload.population, workload.load)


def civilians(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    """The same lookup with more and more people, up to the workload's population, each read from the store."""
    sizes = [size for size in (1_000, 10_000, 100_000, 1_000_000) if size <= workload.population.civilians]
    with contextlib.ExitStack() as stack:
        opened = {
            f"{size:,} civilians": stack.enter_context(contenders.ours(replace(setting_of(workload, stores), population=Population(1, size)), "--cache", 0))
            for size in sizes
        }
        return interleaved(opened, rounds, seconds)


# Idle connections.


def allow_descriptors(count: int) -> None:
    """For this process and the servers that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))


class IdleConnections:
    """Keep-alive connections that have sent one request and then stay open."""

    def __init__(self, port: int, count: int):
        self._sockets = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(count)]
        for each in self._sockets:
            each.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for each in self._sockets:
            assert each.recv(4096).startswith(b"HTTP/1.1 200"), "an idle connection was refused"

    def close(self) -> None:
        for each in self._sockets:
            each.close()


@dataclass
class AmongIdle(Http):
    """Under load with that many idle connections."""

    idle: int = 0

    def sample(self, seconds: int) -> Sample:
        [server] = self.servers
        idle = IdleConnections(server.port, self.idle)
        try:
            return super().sample(seconds)
        finally:
            idle.close()


def idle_connections(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    counts = (0, 10, 100, 1_000, 10_000)
    allow_descriptors(max(counts) + 1000)
    options = ("--max-connections", max(counts) + 1000, "--idle-timeout", 600)
    setting = setting_of(workload, stores)
    with contextlib.ExitStack() as stack:
        # A process may keep allocated memory, so each count gets a new process.
        opened = {}
        for count in counts:
            store = stack.enter_context(stores.copy(workload.engine, workload.population))
            server = stack.enter_context(servers.blotter(store, *options))
            opened[f"{count:,} idle"] = AmongIdle(setting, store, [server], count)
        return interleaved(opened, rounds, seconds)


# Instances.


@dataclass
class HalfLoad(Contender):
    """A steady load at half of the maximum rate."""

    instances: Http
    rate: float

    def sample(self, seconds: int) -> Sample:
        ports = [server.port for server in self.instances.servers]
        report = paced.run(self.instances.setting.load.request, self.instances.store, ports, self.rate, seconds)
        return {"requests_per_second": report.rate, "p50_ms": report.p50_ms, "p99_ms": report.p99_ms}

    def check(self) -> None:
        self.instances.check()


def instances(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    """One, two and three instances on one database; then each number at half of its maximum rate."""
    setting = setting_of(workload, stores)
    with contextlib.ExitStack() as stack:
        opened = {
            f"{count} instance{'s' * (count > 1)}": stack.enter_context(contenders.ours(setting, instances=count)) for count in (1, 2, 3)
        }
        most = interleaved(opened, rounds, seconds)
        half = {
            f"{name}, half load": HalfLoad(contender, most[name]["requests_per_second"].median / 2) for name, contender in opened.items()
        }
        return most | interleaved(half, rounds, seconds)
