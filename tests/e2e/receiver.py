"""A receiver of webhooks: an HTTP server that keeps what it gets, and replies as a test tells it."""

import base64
import hashlib
import hmac
import json
import socket
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

from harness import wait_until


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b"ok"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def event(self) -> dict[str, Any]:
        return self.json["data"]

    def is_signed_with(self, secret: str) -> bool:
        """As Standard Webhooks describes it, written independently of the program."""
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signed = b".".join((self.headers["webhook-id"].encode(), self.headers["webhook-timestamp"].encode(), self.body))
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return hmac.compare_digest(expected, self.headers["webhook-signature"])


class Receiver:
    """`reply` decides what each request gets; a handler that takes the socket itself returns None."""

    def __init__(self, reply: Callable[[Received], Reply | None] | Reply = Reply(), port: int = 0):
        self.reply = reply
        self._received: list[Received] = []
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer._take(self)

            def log_message(self, *_) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_) -> None:
                pass  # a client that goes away is part of many tests

        self._server = Server(("127.0.0.1", port), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def _take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        received = Received(handler.path, {name.lower(): value for name, value in handler.headers.items()}, body)
        with self._lock:
            self._received.append(received)
        reply = self.reply(received) if callable(self.reply) else self.reply
        if reply is None:
            handler.connection.shutdown(socket.SHUT_RDWR)
            handler.close_connection = True
            return
        handler.send_response(reply.status)
        for name, value in reply.headers:
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(reply.body)))
        handler.end_headers()
        handler.wfile.write(reply.body)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def all(self) -> list[Received]:
        with self._lock:
            return list(self._received)

    def wait_for(self, count: int, seconds: float = 20) -> list[Received]:
        return wait_until(lambda: len(self.all()) >= count and self.all(), seconds, f"{count} requests arrive")

    def numbers(self) -> list[int]:
        return [each.event["seq"] for each in self.all()]

    def __enter__(self) -> "Receiver":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._server.shutdown()
        self._server.server_close()
