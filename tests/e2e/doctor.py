"""Runs `blotter doctor` and gives its results by check name."""

import json
import socket
import ssl
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from harness import assert_no_sanitizer_report, run
from postgres_cluster import free_port


class Report:
    """`report["port"]` is the result of that check. The exit code must match the errors."""

    def __init__(self, done):
        assert_no_sanitizer_report(done.stderr)
        assert done.stderr == "", done.stderr
        self.text = done.stdout
        document = json.loads(done.stdout)
        assert list(document) == ["ok", "checks"]
        self.checks: dict[str, dict[str, Any]] = {check["name"]: check for check in document["checks"]}
        assert len(self.checks) == len(document["checks"]), "a check comes twice"
        for check in document["checks"]:
            assert list(check) == ["name", "status", "found", "advice"]
            assert check["found"] and (check["status"] == "ok" or check["advice"]), check
        errors = [check for check in document["checks"] if check["status"] == "error"]
        assert document["ok"] == (not errors)
        assert done.returncode == (1 if errors else 0)

    def __getitem__(self, name: str) -> dict[str, Any]:
        assert name in self.checks, f"there is no check {name}: {self.text}"
        return self.checks[name]

    def all_ok(self) -> "Report":
        bad = [check for check in self.checks.values() if check["status"] != "ok"]
        assert bad == []
        return self

    def says(self, name: str, status: str, *mentions) -> "Report":
        check = self[name]
        assert check["status"] == status, check
        for mention in mentions:
            assert str(mention) in f"{check['found']}; {check['advice']}", check
        return self

    def only_trouble(self, name: str, status: str, *mentions) -> "Report":
        """Only this check reports a problem."""
        others = [check for check in self.checks.values() if check["status"] != "ok" and check["name"] != name]
        assert others == []
        return self.says(name, status, *mentions)


def doctor(*options, listen: str | None = None, **more) -> Report:
    """Uses a free port by default."""
    return Report(run("doctor", "--json", "--listen", listen or f"127.0.0.1:{free_port()}", *options, **more))


def of(server, *options, **more) -> Report:
    """Runs the doctor with the options of a running server."""
    return doctor("--store", server.store.url, *options, listen=f"127.0.0.1:{server.port}", **more)


class Listener:
    """Another program that listens on a port."""

    def __enter__(self) -> "Listener":
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        return self

    def __exit__(self, *_) -> None:
        self._socket.close()


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.seen.append({"path": self.path, "headers": dict(self.headers)})
        answer = self.server.answers.get(self.path)
        body = (answer or "not here").encode()
        self.send_response(200 if answer else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Address(str):
    """The address of a server, and the requests that it received."""


@contextmanager
def answering(tls: ssl.SSLContext | None = None, **answers: str):
    """An HTTP server that is not Blotter, or another version of it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    server.answers = {"/" + path.replace("_", "/"): text for path, text in answers.items()}
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        address = Address(f"127.0.0.1:{server.server_port}")
        address.seen = server.seen = []
        yield address
    finally:
        server.shutdown()
        server.server_close()
