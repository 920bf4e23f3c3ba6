"""A long list, read by one client: time to the first byte, speed, and memory of the server."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from . import answers, people, processes, servers
from .contenders import Contender
from .figures import Figure, Sample
from .rounds import interleaved
from .stores import Store, Stores
from .workload import Workload

CHUNK = 1 << 20


class MemoryWatch:
    """The peak memory of a process family since the start."""

    def __init__(self, pid: int):
        self._pid = pid
        self._is_over = threading.Event()
        self.before = self.most = processes.resident_mb(pid)
        self._thread = threading.Thread(target=self._watch)

    def _watch(self) -> None:
        while not self._is_over.wait(0.01):
            self.most = max(self.most, processes.resident_mb(self._pid))

    def __enter__(self) -> "MemoryWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()


@dataclass
class Lister(Contender):
    store: Store
    server: servers.Server

    def _take(self) -> tuple[float, float, int]:
        """Seconds to the first and to the last byte, and the number of bytes."""
        request = (
            f"GET /api/civilian/list HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {self.store.key()}\r\n"
            f"Guild: {people.guild(1)}\r\nConnection: close\r\n\r\n"
        )
        buffer = bytearray(CHUNK)
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as connection:
            begin = time.monotonic()
            connection.sendall(request.encode())
            total = connection.recv_into(buffer)
            first = time.monotonic() - begin
            while count := connection.recv_into(buffer):
                total += count
        return first, time.monotonic() - begin, total

    def sample(self, seconds: int) -> Sample:
        runs = []
        with MemoryWatch(self.server.pid) as memory:
            end = time.monotonic() + seconds
            while not runs or time.monotonic() < end:
                runs.append(self._take())
        return {
            "first_byte_ms": max(first for first, _, _ in runs) * 1000,
            "mb_per_second": sum(size for _, _, size in runs) / sum(last for _, last, _ in runs) / 1e6,
            "growth_mb": memory.most - memory.before,
            "resident_mb": memory.most,
        }

    def check(self) -> None:
        answers.check(self.store, self.server.port, "list")


@contextlib.contextmanager
def open_lister(store: Store, name: str) -> Iterator[Lister]:
    with (servers.blotter if name == "ours" else servers.fastify)(store) as server:
        yield Lister(store, server)


def measure(workload: Workload, stores: Stores, rounds: int, seconds: int) -> dict[str, dict[str, Figure]]:
    store = stores.filled(workload.engine, workload.population)
    with contextlib.ExitStack() as stack:
        opened = {name: stack.enter_context(open_lister(store, name)) for name in ("ours", *workload.beside)}
        return interleaved(opened, rounds, seconds)
