"""Many clients that repeat changes with an Idempotency-Key, through a proxy that cuts connections."""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import builders
import raw_http
from harness import Client

CLIENTS = 64
CHANGES = 2000
ATTEMPTS_MAX = 5
HANG_SECONDS = 240
TARGET = "Shared Target"
# What the proxy does to a connection, and how often. `unheard` is cut when the request is forwarded, which the server may
# notice before it has changed anything, and `unsent` when the response has reached the proxy.
FATES = {"whole": 5, "before request": 1, "within request": 1, "unheard": 1, "unsent": 1, "within response": 1}


def mark_of(number: int) -> str:
    return f"Change {number:04}"


def request_of(number: int, client: Client) -> bytes:
    """A change that would be refused or get another response if it were made twice."""
    mark = mark_of(number)
    path, body = [
        ("leo/cite", builders.citation(TARGET, charges=mark)),
        ("civilian/create", builders.civilian(mark)),
        ("firearm/create", builders.firearm(TARGET, model=mark)),
    ][number % 3]
    headers = (f"Authorization: {client.key}", f"Guild: {client.guild}", f"Idempotency-Key: change-{number}", "Connection: close")
    return raw_http.request("POST", f"/api/{path}", json.dumps(body).encode(), *headers)


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    is_replay: bool

    @staticmethod
    def parse(data: bytes) -> "Answer | None":
        """None if a part is missing."""
        head, end, body = data.partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if not end or len(body) < int(headers["content-length"]):
            return None
        return Answer(int(status.split(" ")[1]), body, headers.get("idempotent-replayed") == "true")


class Proxy:
    """Forwards one request and one response for each connection, or cuts it."""

    def __init__(self, port_of_server: Callable[[], int], chance: random.Random) -> None:
        self._port_of_server, self._chance = port_of_server, chance
        self.counts = dict.fromkeys(FATES, 0)

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=CLIENTS)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        [fate] = self._chance.choices(list(FATES), FATES.values())
        self.counts[fate] += 1
        share = self._chance.random()
        try:
            with contextlib.suppress(ConnectionError):
                await self._forward(fate, share, reader, writer)
        finally:
            writer.close() if fate == "whole" else writer.transport.abort()

    async def _forward(self, fate: str, share: float, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await self._read_request(reader)
        if fate == "before request":
            return
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._port_of_server())
        try:
            to_server.write(request[: int(share * len(request))] if fate == "within request" else request)
            await to_server.drain()
            if fate in ("within request", "unheard"):
                return
            response = await from_server.read(-1)
            if fate == "unsent":
                return
            writer.write(response[: int(share * len(response))] if fate == "within response" else response)
            await writer.drain()
        finally:
            to_server.close()

    @staticmethod
    async def _read_request(reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        return head + await reader.readexactly(length)


@dataclass
class Storm:
    """`port_of_server` gives the server for the next connection."""

    client: Client
    port_of_server: Callable[[], int]
    seed: int
    answers: dict[int, list[Answer]] = field(default_factory=dict)

    def run(self) -> None:
        self.client.civilian(TARGET)
        asyncio.run(asyncio.wait_for(self._run(), HANG_SECONDS))

    async def _run(self) -> None:
        chance = random.Random(self.seed)
        # The same change for several clients, which send it at about the same time.
        sends = [number for number in range(CHANGES) for _ in range(chance.randint(1, 4))]
        self.answers = {number: [] for number in range(CHANGES)}
        waiting = iter(sends)
        async with Proxy(self.port_of_server, chance) as proxy:
            await asyncio.gather(*(self._send_all(waiting, proxy) for _ in range(CLIENTS)))
        assert all(proxy.counts.values()), proxy.counts

    async def _send_all(self, waiting, proxy: Proxy) -> None:
        for number in waiting:
            self.answers[number].append(await self._send(number, proxy))

    async def _send(self, number: int, proxy: Proxy) -> Answer:
        request = request_of(number, self.client)
        for _ in range(ATTEMPTS_MAX - 1):
            if answer := await self._attempt(request, proxy.port):
                return answer
        # The last one past the proxy, so that each client gets an answer.
        answer = await self._attempt(request, self.port_of_server())
        assert answer is not None
        return answer

    async def _attempt(self, request: bytes, port: int) -> Answer | None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(request)
            await writer.drain()
            return Answer.parse(await reader.read(-1))
        except ConnectionError:
            return None
        finally:
            writer.close()

    def assert_each_change_was_made_once(self) -> None:
        self._check_answers()
        self._check_records()

    def _check_answers(self) -> None:
        originals = 0
        for number, answers in self.answers.items():
            assert {answer.status for answer in answers} == {201}, (number, answers)
            assert len({answer.body for answer in answers}) == 1, (number, answers)
            first = sum(not answer.is_replay for answer in answers)
            assert first <= 1, (number, answers)
            originals += first
        # Of some changes, only the proxy or nobody has seen the first answer.
        assert 0 < originals < CHANGES

    def _check_records(self) -> None:
        """Each change is there once: as a record, as an event and as a stored response."""
        wanted = sorted(mark_of(number) for number in range(CHANGES))
        citations = self.client.get("leo/records", {"name": TARGET}).ok()["citations"]
        civilians = self.client.get("civilian/list").ok()["civilians"]
        firearms = self.client.get("firearm/list").ok()["firearms"]
        records = [entry["charges"] for entry in citations] + [firearm["model"] for firearm in firearms]
        records += [civilian["civilianName"] for civilian in civilians if civilian["civilianName"] != TARGET]
        assert sorted(records) == wanted
        events = [json.loads(event["after"]) for event in self.client.events()[1:]]
        assert sorted(after.get("charges") or after.get("model") or after["civilianName"] for after in events) == wanted
        stored = self.client.server.store.rows("select name from idempotency where guild_id = ?", self.client.guild)
        assert len(stored) == CHANGES
