"""A client of server-sent events."""

import contextlib
import http.client
import json
import queue
import socket
import threading
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from harness import ANSWER_SECONDS, Client

END = object()


@dataclass
class SentEvent:
    id: str | None
    kind: str
    data: Any


class EventStream:
    """Reads on a thread of its own. `comments` counts the comments so far."""

    def __init__(self, client: Client, *, headers: dict[str, str] | None = None, **query: str) -> None:
        self.comments = 0
        self.retry: str | None = None
        self._events: queue.Queue = queue.Queue()
        self._connection = http.client.HTTPConnection("127.0.0.1", client.server.port, timeout=ANSWER_SECONDS)
        sent = {"Authorization": client.key, "Guild": client.guild, "Accept": "text/event-stream"} | (headers or {})
        self._connection.request("GET", "/api/events" + (f"?{urlencode(query)}" if query else ""), headers=sent)
        self._socket = self._connection.sock
        self.response = self._connection.getresponse()
        self.status = self.response.status
        self.body = "" if self.status == 200 else self.response.read().decode()
        if self.status == 200:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        event: dict[str, str] = {}
        try:
            self._socket.settimeout(None)
            while line := self.response.readline():
                text = line.decode().rstrip("\n")
                if text.startswith(":"):
                    self.comments += 1
                elif text:
                    name, _, value = text.partition(": ")
                    assert name in ("id", "event", "data", "retry"), text
                    event[name] = value
                else:
                    self._finish(event)
                    event = {}
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self._events.put(END)

    def _finish(self, event: dict[str, str]) -> None:
        self.retry = event.get("retry", self.retry)
        if "data" in event:
            self._events.put(SentEvent(event.get("id"), event["event"], json.loads(event["data"])))

    def next(self, seconds: float = ANSWER_SECONDS) -> SentEvent:
        assert self.status == 200, self.body
        event = self._events.get(timeout=seconds)
        assert event is not END, "the stream has ended"
        return event

    def take(self, count: int) -> list[SentEvent]:
        return [self.next() for _ in range(count)]

    def is_silent(self, seconds: float = 0.3) -> bool:
        try:
            event = self._events.get(timeout=seconds)
        except queue.Empty:
            return True
        self._events.put(event)
        return False

    def wait_for_end(self, seconds: float) -> None:
        assert self._events.get(timeout=seconds) is END

    def close(self) -> None:
        # A plain close would wait for the thread that reads.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._connection.close()

    def __enter__(self) -> "EventStream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
