"""Changes go on while one client's stream of events is cut again and again, and another client reads the same events by pages.

Both must see every event once, in order.
"""

import concurrent.futures
import contextlib
import json
import random
import socket
import struct
import threading
import time
from collections.abc import Callable

import requests

import builders
import raw_http
from harness import ANSWER_SECONDS, Client, Server

CUTS = 1000
CHANGES = 10_000
WRITERS = 8
PEOPLE = [f"Person {number}" for number in range(10)]
# For everything; a run takes seconds.
HANG_SECONDS = 240
# What a connection may last at most, in bytes and seconds, before it is cut.
CONNECTION_BYTES_MAX = 12_000
CONNECTION_SECONDS_MAX = 0.03


class Pace:
    """Keeps cuts and changes in step, so that neither is done long before the other."""

    lead = 500  # changes

    def __init__(self) -> None:
        self.cuts = self.changes = 0
        self.is_failed = False
        self._begun = 0
        self._deadline = time.monotonic() + HANG_SECONDS
        self._changed = threading.Condition()

    def next_change(self) -> int | None:
        """The number of a change to make; None when all are begun."""
        with self._changed:
            self._wait(lambda: self._begun < CHANGES // CUTS * self.cuts + self.lead)
            if self._begun == CHANGES:
                return None
            self._begun += 1
            return self._begun

    def end_change(self) -> None:
        with self._changed:
            self.changes += 1
            self._changed.notify_all()

    def wait_for_changes(self, number: int) -> None:
        with self._changed:
            self._wait(lambda: self.changes >= number)

    def may_cut(self) -> bool:
        self.check()
        return self.cuts < CUTS and self.changes >= CHANGES // CUTS * (self.cuts + 1) - self.lead

    def end_cut(self) -> None:
        with self._changed:
            self.cuts += 1
            self._changed.notify_all()

    def fail(self) -> None:
        with self._changed:
            self.is_failed = True
            self._changed.notify_all()

    def check(self) -> None:
        assert not self.is_failed, "another part has failed"
        assert time.monotonic() < self._deadline, f"after {HANG_SECONDS} s: {self.changes} changes, {self.cuts} cuts"

    def _wait(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self.check()
            self._changed.wait(1)


class SentBytes:
    """The bytes of one response, in any pieces, as events. What is incomplete at the end is dropped."""

    def __init__(self) -> None:
        self.status: int | None = None
        self._raw = self._text = b""
        self._left = 0  # of a chunk, with the line end after it

    def take(self, data: bytes) -> list[dict]:
        self._raw += data
        if self.status is None:
            head, end, rest = self._raw.partition(b"\r\n\r\n")
            if not end:
                return []
            self.status, self._raw = int(head.split(b" ")[1]), rest
        if self.status != 200:
            return []
        self._decode_chunks()
        *blocks, self._text = self._text.split(b"\n\n")
        return [event for event in map(self._event, blocks) if event is not None]

    def _decode_chunks(self) -> None:
        while self._raw:
            if self._left == 0:
                size, end, rest = self._raw.partition(b"\r\n")
                if not end:
                    return
                self._left, self._raw = int(size, 16) + 2, rest
            piece = self._raw[: self._left]
            self._text += piece[: max(0, self._left - 2)]
            self._left -= len(piece)
            self._raw = self._raw[len(piece) :]

    @staticmethod
    def _event(block: bytes) -> dict | None:
        fields = dict(line.split(": ", 1) for line in block.decode().split("\n") if not line.startswith(":"))
        if "data" not in fields:
            return None
        assert fields["event"] != "reset", fields
        data = json.loads(fields["data"])
        assert (fields["id"], fields["event"]) == (str(data["seq"]), data["kind"])
        return data


class Log:
    """The events that a client has seen. The next one must follow the last one."""

    def __init__(self) -> None:
        self.events: list[dict] = []

    @property
    def last(self) -> int:
        return len(self.events)

    def add(self, event: dict) -> None:
        assert event["seq"] == self.last + 1, f"{event['seq']} came after {self.last}"
        self.events.append(event)


class Following:
    """One run. `server` gives the server for the next connection; with `may_fail`, requests may fail and are repeated."""

    def __init__(self, client: Client, server: Callable[[], Server], seed: int, may_fail: bool = False) -> None:
        self._client, self._server, self._may_fail = client, server, may_fail
        self._seed = seed
        self.pace = Pace()
        self.streamed, self.paged = Log(), Log()
        self.acknowledged: set[str] = set()
        self.failures = 0
        self._final: int | None = None  # the number of the last event, when no more come

    def run(self, *more: Callable[[], None]) -> None:
        """Returns when all changes are made and both clients have seen all events; `more` runs at the same time."""
        for name in PEOPLE:
            self._client.civilian(name)
        tasks = [*(lambda number=number: self._write(number) for number in range(WRITERS)), *more]
        with concurrent.futures.ThreadPoolExecutor(WRITERS + len(more) + 2) as threads:
            readers = [threads.submit(self._guarded, task) for task in (self._follow_stream, self._follow_pages)]
            for future in [threads.submit(self._guarded, task) for task in tasks]:
                future.result()
            self._final = self._newest()
            for reader in readers:
                reader.result()
        assert (self.pace.cuts, self.pace.changes) == (CUTS, CHANGES)

    def assert_complete(self, client: Client) -> None:
        """Both clients saw the audit log, which has each acknowledged change once."""
        logged = audit_log(client)
        assert [event["seq"] for event in logged] == list(range(1, len(logged) + 1))
        assert self.streamed.events == logged
        assert self.paged.events == logged
        marks = [event["after"]["charges"].partition(" ")[0] for event in logged if event["kind"] == "leo.cited"]
        assert len(set(marks)) == len(marks) and self.acknowledged <= set(marks)

    def _guarded(self, task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException:
            self.pace.fail()
            raise

    def _newest(self) -> int:
        return self._server().client(self._client.key, self._client.guild).get("audit", query={"limit": 1}).ok()["events"][0]["seq"]

    def _note_failure(self, what: object) -> None:
        assert self._may_fail, what
        self.pace.check()
        self.failures += 1
        time.sleep(0.01)

    def _headers(self, *more: str) -> tuple[str, ...]:
        return (f"Authorization: {self._client.key}", f"Guild: {self._client.guild}", *more)

    # The changes.

    def _write(self, number: int) -> None:
        chance = random.Random(f"{self._seed} writer {number}")
        connection = None
        while (change := self.pace.next_change()) is not None:
            for attempt in range(1, 1_000_000):
                # Texts of many lengths, so that cuts are at all places of an event.
                mark = f"{change}.{attempt}"
                body = builders.citation(chance.choice(PEOPLE), charges=f"{mark} {'x' * chance.randrange(300)}")
                try:
                    connection = connection or raw_http.RawConnection(self._server(), ANSWER_SECONDS)
                    connection.send(raw_http.request("POST", "/api/leo/cite", json.dumps(body).encode(), *self._headers()))
                    answer = connection.receive()
                except (OSError, EOFError) as failure:
                    connection = None
                    self._note_failure(failure)
                    continue
                if answer.status == 201:
                    self.acknowledged.add(mark)
                    break
                self._note_failure(answer)
            self.pace.end_change()

    # The stream.

    def _follow_stream(self) -> None:
        chance = random.Random(f"{self._seed} stream")
        while self.streamed.last != self._final:
            self.pace.check()
            try:
                with socket.create_connection(("127.0.0.1", self._server().port), timeout=ANSWER_SECONDS) as connection:
                    is_cut = self._read_stream(connection, chance)
            except OSError as failure:
                self._note_failure(failure)
                continue
            if is_cut:
                self.pace.end_cut()
            elif self.streamed.last != self._final:
                self._note_failure("the server has ended or refused the stream")

    def _read_stream(self, connection: socket.socket, chance: random.Random) -> bool:
        """Cuts it after a random number of bytes, after a random time, or within the request; False if it ends otherwise."""
        headers = self._headers("Accept: text/event-stream", f"Last-Event-ID: {self.streamed.last}")
        request = raw_http.request("GET", "/api/events", b"", *headers)
        bytes_left = chance.randrange(CONNECTION_BYTES_MAX)
        end = time.monotonic() + chance.uniform(0, CONNECTION_SECONDS_MAX)
        is_short = chance.random() < 0.1
        is_reset = chance.random() < 0.5
        if is_short and self.pace.may_cut():
            connection.sendall(request[: chance.randrange(len(request))])
            return True
        connection.sendall(request)
        connection.settimeout(0.005)
        sent = SentBytes()
        while self.streamed.last != self._final:
            may_cut = self.pace.may_cut()
            if may_cut and (bytes_left <= 0 or time.monotonic() >= end):
                if is_reset:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return True
            with contextlib.suppress(TimeoutError):
                data = connection.recv(max(1, bytes_left) if may_cut else 65536)
                if not data:
                    return False
                bytes_left -= len(data)
                for event in sent.take(data):
                    self.streamed.add(event)
                if sent.status not in (None, 200):
                    return False
        return False

    # The pages.

    def _follow_pages(self) -> None:
        chance = random.Random(f"{self._seed} pages")
        while self.paged.last != self._final:
            client = self._server().client(self._client.key, self._client.guild)
            query = {"after": self.paged.last, "limit": chance.randint(1, 1000), "wait": chance.randint(0, 1)}
            try:
                answer = client.get("events", query=query)
            except requests.RequestException as failure:
                self._note_failure(failure)
                continue
            self.pace.check()
            if answer.status != 200:
                self._note_failure(answer)
                continue
            for event in answer.json["events"]:
                self.paged.add(event)
            assert answer.json["next"] == str(self.paged.last)


def audit_log(client: Client) -> list[dict]:
    """All events of a guild, oldest first."""
    newest_first: list[dict] = []
    query = {"limit": 1000}
    while True:
        page = client.get("audit", query=query).ok()
        newest_first += page["events"]
        if "next" not in page:
            return newest_first[::-1]
        query["after"] = page["next"]
