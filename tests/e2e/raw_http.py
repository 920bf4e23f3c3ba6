"""Raw HTTP, for requests that no library would send."""

import socket
import time
from dataclasses import dataclass

from harness import Server


@dataclass(frozen=True)
class RawResponse:
    status: int
    head: bytes
    headers: dict[str, str]
    body: bytes


def request(method: str, target: str, body: bytes = b"", *headers: str, version: str = "HTTP/1.1", host: bool = True) -> bytes:
    """A request as bytes. Content-Length is added if there is a body."""
    lines = [f"{method} {target} {version}"]
    if host:
        lines.append("Host: blotter.test")
    lines += headers
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class RawConnection:
    def __init__(self, server: Server, seconds: float = 20):
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=seconds)
        self._received = b""

    def __enter__(self) -> "RawConnection":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Ignores errors: a server may respond and close before it has read everything. Only the response matters."""
        try:
            self._socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def end_sending(self) -> None:
        self._socket.shutdown(socket.SHUT_WR)

    def _fill(self) -> None:
        chunk = self._socket.recv(65536)
        if not chunk:
            raise EOFError(f"closed after {self._received!r}")
        self._received += chunk

    def receive(self, body_expected: bool = True) -> RawResponse:
        """Reads exactly one response; later bytes stay for the next call."""
        while b"\r\n\r\n" not in self._received:
            self._fill()
        head, _, self._received = self._received.partition(b"\r\n\r\n")
        status_line, *lines = head.decode("latin-1").split("\r\n")
        assert status_line.startswith("HTTP/1.1 "), status_line
        status = int(status_line.split(" ")[1])
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", "0"))
        if not body_expected or status < 200 or status in (204, 304):
            length = 0
        while len(self._received) < length:
            self._fill()
        body, self._received = self._received[:length], self._received[length:]
        return RawResponse(status, head, headers, body)

    def receive_until(self, end: bytes) -> bytes:
        """What arrives up to these bytes; later ones stay."""
        while end not in self._received:
            self._fill()
        before, _, self._received = self._received.partition(end)
        return before + end

    def receive_all(self) -> bytes:
        """Everything until the server closes the connection."""
        while chunk := self._socket.recv(65536):
            self._received += chunk
        return self._received

    def is_closed(self, seconds: float = 10) -> bool:
        """Whether the server closes the connection within that time, without sending more."""
        self._socket.settimeout(seconds)
        try:
            return self._received == b"" and self._socket.recv(1) == b""
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False

    def drip(self, data: bytes, seconds_between: float, limit: float) -> float:
        """Sends byte after byte until the server closes the connection; returns the duration."""
        began = time.monotonic()
        for value in data:
            if time.monotonic() - began > limit:
                raise AssertionError(f"the server still listens after {limit} s")
            self.send(bytes([value]))
            self._socket.settimeout(seconds_between)
            try:
                chunk = self._socket.recv(65536)
                self._received += chunk
                break
            except TimeoutError:
                continue
            except ConnectionResetError:
                break
        else:
            raise AssertionError("the whole request was sent before the server answered")
        self._socket.settimeout(10)
        return time.monotonic() - began
