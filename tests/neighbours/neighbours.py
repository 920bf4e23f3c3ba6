"""Load on one server from several processes: attackers, and one client whose response times are measured."""

import contextlib
import gc
import itertools
import math
import multiprocessing
import os
import re
import selectors
import socket
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator

STATUS = re.compile(rb"HTTP/1\.1 (\d\d\d) ")
STATUS_BYTES = len("HTTP/1.1 200 ")
NEW = b"~new~"  # in a request: replaced by a unique value
ANSWER_SECONDS = 20
DRIP_SECONDS = 0.01
REQUESTS_AT_A_TIME = 16  # then the next connection gets its turn


# Request templates.


@dataclass(frozen=True)
class Template:
    """A request without Content-Length, so that its gaps can be filled with values of any length."""

    head: bytes
    body: bytes = b""

    def fill(self, gap: bytes, value: bytes) -> "Template":
        return Template(self.head.replace(gap, value), self.body.replace(gap, value))

    def render(self) -> bytes:
        length = b"Content-Length: %d\r\n" % len(self.body) if self.body else b""
        return self.head + length + b"\r\n" + self.body


def template(method: str, target: str, body: bytes = b"", **headers: str) -> Template:
    lines = [f"{method} {target} HTTP/1.1", "Host: blotter.test"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return Template("".join(line + "\r\n" for line in lines).encode(), body)


# Attackers.


@dataclass(frozen=True)
class Script:
    """What one connection sends: `templates` in turn, pipelined up to `depth`."""

    templates: list[Template]
    depth: int = 1
    reads: bool = True
    rounds: int | None = None  # number of requests; after that it only stays connected
    ending: int | None = None  # bytes of a request that are never sent
    drips: bool = False  # byte by byte
    values: list[bytes] = field(default_factory=list)  # for the gap `NEW`; then, or without them, numbers
    numbers: range = range(0)

    def requests(self) -> Iterator[bytes]:
        fillings = itertools.chain(self.values, (b"%08d" % number for number in self.numbers))
        for turn in itertools.islice(itertools.cycle(self.templates), self.rounds):
            filled = turn
            if NEW in turn.head or NEW in turn.body:
                filling = next(fillings, None)
                if filling is None:
                    return
                filled = turn.fill(NEW, filling)
            yield filled.render()[: self.ending]


class Attacker:
    """One connection that follows its script, and reconnects whenever the server closes it."""

    def __init__(self, port: int, script: Script, selector: selectors.BaseSelector):
        self._port, self._script, self._selector = port, script, selector
        self._requests = script.requests()
        self.counts: Counter[str] = Counter()
        self._open()

    def _open(self) -> None:
        self._socket = socket.socket()
        if not self._script.reads:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect(("127.0.0.1", self._port))
        self._socket.setblocking(False)
        self._outgoing, self._tail, self._waiting = memoryview(b""), b"", 0
        self._events = selectors.EVENT_WRITE
        self._selector.register(self._socket, self._events, self)

    def close(self) -> None:
        """Also counts the unread responses of connections that did not read."""
        if not self._script.reads:
            with contextlib.suppress(OSError):
                self._count(self._socket.recv(1 << 16))
        if self._events:
            self._selector.unregister(self._socket)
        self._socket.close()

    def serve(self, events: int) -> None:
        try:
            if events & selectors.EVENT_READ:
                self._receive()
            self._send()
        except BlockingIOError:
            pass
        except OSError:
            self._reopen()
            return
        self._watch()

    def _reopen(self) -> None:
        self.counts["closed"] += 1
        self.close()
        self._open()

    def _receive(self) -> None:
        if not self._script.reads:
            return
        chunk = self._socket.recv(1 << 18)
        if not chunk:
            raise ConnectionResetError
        self._count(chunk)

    def _count(self, chunk: bytes) -> None:
        """A status line counts as a response. Records never contain text that looks like one."""
        statuses = STATUS.findall(self._tail + chunk)
        self._tail = (self._tail + chunk)[-STATUS_BYTES + 1 :]
        self.counts.update(status.decode() for status in statuses)
        self._waiting -= len(statuses)

    def _send(self) -> None:
        for _ in range(REQUESTS_AT_A_TIME):
            if not self._has_more():
                return
            sent = self._socket.send(self._outgoing[:1] if self._script.drips else self._outgoing)
            self._outgoing = self._outgoing[sent:]
            if self._script.drips:
                return

    def _has_more(self) -> bool:
        if not self._outgoing and (not self._script.reads or self._waiting < self._script.depth):
            self._outgoing = memoryview(next(self._requests, b""))
            self._waiting += 1 if self._outgoing else 0
        return bool(self._outgoing)

    def _watch(self) -> None:
        """Watches for writability only while there is something to send. Dripping follows the clock instead."""
        events = selectors.EVENT_READ if self._script.reads else 0
        if not self._script.drips and self._has_more():
            events |= selectors.EVENT_WRITE
        if events == self._events:
            return
        if events:
            self._selector.modify(self._socket, events, self)
        else:
            self._selector.unregister(self._socket)
        self._events = events

    def tick(self) -> None:
        if self._script.drips:
            self.serve(0)


def flood(port: int, scripts: list[Script], seconds: float) -> Counter:
    """Attacks for that long; returns the number of responses by status."""
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        attackers = [Attacker(port, script, selector) for script in scripts]
        ticks = time.monotonic()
        while (now := time.monotonic()) < end:
            for key, events in selector.select(DRIP_SECONDS):
                key.data.serve(events)
            if now - ticks >= DRIP_SECONDS:
                ticks = now
                for attacker in attackers:
                    attacker.tick()
        for attacker in attackers:
            attacker.close()
    return sum((attacker.counts for attacker in attackers), Counter())


# Ordinary clients.


class Exchange:
    """One keep-alive connection with one request at a time."""

    def __init__(self, port: int):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""

    def close(self) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def receive(self) -> tuple[int, bytes]:
        while (end := self._received.find(b"\r\n\r\n")) < 0:
            self._fill()
        head, self._received = self._received[:end], self._received[end + 4 :]
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        body = self._take(int(length[1])) if length else self._take_chunks()
        return int(head.split(b" ", 2)[1]), body

    def _take(self, size: int) -> bytes:
        while len(self._received) < size:
            self._fill()
        taken, self._received = self._received[:size], self._received[size:]
        return taken

    def _take_chunks(self) -> bytes:
        body = b""
        while True:
            while (end := self._received.find(b"\r\n")) < 0:
                self._fill()
            size = int(self._take(end + 2), 16)
            chunk = self._take(size + 2)[:-2]
            if not chunk:
                return body
            body += chunk

    def _fill(self) -> None:
        chunk = self._socket.recv(1 << 18)
        if not chunk:
            raise EOFError("the server closed the connection")
        self._received += chunk


def deliver(port: int, requests: list[bytes], connections: int = 8, depth: int = 32) -> list[tuple[int, bytes]]:
    """Sends all requests as fast as possible; returns the responses in the order of the requests."""
    answers: list[Any] = [None] * len(requests)
    exchanges = [Exchange(port) for _ in range(connections)]
    stride = connections * depth
    for start in range(0, len(requests), stride):
        for index, exchange in enumerate(exchanges):
            exchange.send(b"".join(requests[start + index : start + stride : connections]))
        for place in range(start, min(start + stride, len(requests))):
            answers[place] = exchanges[(place - start) % connections].receive()
    for exchange in exchanges:
        exchange.close()
    return answers


@dataclass(frozen=True)
class Step:
    """One request of the measured client."""

    kind: str  # read or change
    request: bytes


def measure(port: int, cycle: list[Step], seconds: float, pause: float) -> tuple[dict[str, list[float]], Counter]:
    """Repeats the cycle, with each kind at least once; returns the times by kind, and the statuses."""
    times: dict[str, list[float]] = {step.kind: [] for step in cycle}
    statuses: Counter[str] = Counter()
    exchange = Exchange(port)
    gc.disable()
    end = time.perf_counter() + seconds
    for step in itertools.cycle(cycle):
        began = time.perf_counter()
        if began > end and all(times.values()):
            break
        exchange.send(step.request)
        status, _ = exchange.receive()
        times[step.kind].append(time.perf_counter() - began)
        statuses[str(status)] += 1
        time.sleep(pause)
    gc.enable()
    exchange.close()
    return times, statuses


def p99(times: list[float]) -> float:
    return sorted(times)[math.ceil(len(times) * 0.99) - 1]


# Processes.


def _work(pipe, niceness: int) -> None:
    os.nice(niceness)
    with contextlib.suppress(EOFError):
        while True:
            function, arguments = pipe.recv()
            try:
                pipe.send((function(*arguments), None))
            except Exception as failure:  # raised again in the parent
                pipe.send((None, repr(failure)))


class WorkerProcess:
    """A process that runs one function at a time. It ends when the pipe closes, so also if the parent is killed."""

    def __init__(self, niceness: int = 0):
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, niceness), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, function, *arguments) -> None:
        self._pipe.send((function, arguments))

    def is_done(self, seconds: float) -> bool:
        """Waits at most that long."""
        return self._pipe.poll(seconds)

    def result(self, seconds: float = 60):
        if not self.is_done(seconds):
            raise TimeoutError(f"no result within {seconds} s")
        outcome, failure = self._pipe.recv()
        if failure is not None:
            raise RuntimeError(failure)
        return outcome

    def run(self, function, *arguments):
        self.begin(function, *arguments)
        return self.result()

    def __enter__(self) -> "WorkerProcess":
        return self

    def __exit__(self, *_) -> None:
        self._pipe.close()
        self._process.join(2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def memory(pid: int) -> int:
    """The private memory of the process in bytes, without file pages, which the system can reclaim."""
    return int(re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())[1]) * 1024
