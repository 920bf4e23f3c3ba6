"""The measured servers: Blotter, Fastify, nginx. Each is a process family with a port, and stops when its `with` block ends."""

import re
import selectors
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from .paths import BENCH, PEERS, PROGRAM, PROGRAMS
from .stores import Store

START_SECONDS = 30
STOP_SECONDS = 15


class Server:
    """A process that prints its address on the first line."""

    def __init__(self, *command: object):
        self._errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, text=True
        )
        self.port = int(self._first_line().rpartition(":")[2])

    def _first_line(self) -> str:
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if selector.select(START_SECONDS) else ""
        if not re.search(r":\d+$", line.strip()):
            self.stop()
            raise RuntimeError(f"{self.process.args[0]} did not start: {line}{self.complaints()}")
        return line.strip()

    @property
    def pid(self) -> int:
        return self.process.pid

    def complaints(self) -> str:
        """The end of its standard error."""
        self._errors.seek(0)
        return self._errors.read()[-4000:]

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def blotter(store: Store, *options: object) -> Server:
    return Server(PROGRAM, "serve", "--listen", "127.0.0.1:0", "--store", store.url, *options)


def fastify(store: Store, *options: str) -> Server:
    return Server("node", install_peers() / "server.js", store.url, *options)


def fan_out() -> Server:
    return Server(PROGRAMS / "bench_fan_out")


def install_peers() -> Path:
    """Installs the peers with their packages below build/. Native parts are compiled here, with the Node headers of the machine."""
    sources = [path for path in (BENCH / "peers").iterdir() if path.is_file()]
    lock = PEERS / "package-lock.json"
    is_installed = (PEERS / "node_modules/.package-lock.json").exists() and lock.read_bytes() == (BENCH / "peers/package-lock.json").read_bytes()
    PEERS.mkdir(parents=True, exist_ok=True)
    for source in sources:
        shutil.copy(source, PEERS)
    if not is_installed:
        print("  installing the peers' packages …", flush=True)
        headers = ["--nodedir=/usr"] if Path("/usr/include/node/node.h").exists() else []
        subprocess.run(["npm", "ci", "--build-from-source", "--no-audit", "--no-fund", "--loglevel=error", *headers], cwd=PEERS, check=True)
    return PEERS


class Nginx:
    """nginx with two workers that sends one response to every request."""

    def __init__(self, answer: str):
        self._folder = Path(tempfile.mkdtemp(prefix="blotter-bench-nginx-"))
        self.port = free_port()
        quoted = answer.replace("\\", "\\\\").replace("'", "\\'")
        assert "$" not in answer, "nginx would take it for a variable"
        configuration = (BENCH / "peers/nginx.conf").read_text()
        for name, value in {"{folder}": str(self._folder), "{port}": str(self.port), "{answer}": quoted}.items():
            configuration = configuration.replace(name, value)
        (self._folder / "nginx.conf").write_text(configuration)
        self.process = subprocess.Popen(
            ["/usr/sbin/nginx", "-p", self._folder, "-e", self._folder / "error.log", "-c", self._folder / "nginx.conf"],
            stdin=subprocess.DEVNULL,
        )
        self._wait()

    @property
    def pid(self) -> int:
        return self.process.pid

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.stop()
                    raise RuntimeError("nginx did not start") from None
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(STOP_SECONDS)
        shutil.rmtree(self._folder)

    def __enter__(self) -> "Nginx":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
