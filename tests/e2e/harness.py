"""Runs the program under test as a user would: by its command line and over HTTP."""

import functools
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping

import requests

import builders
from document import Document
from lines import Lines

REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("BLOTTER_PROGRAM", REPOSITORY / "build/release/blotter")).resolve()

# Long, because the suite also runs with a sanitizer build on a busy two-core machine.
START_SECONDS = 60
STOP_SECONDS = 10  # the documented limit
ANSWER_SECONDS = 30
SETUP_LINK = r"^  (https?://\S+)/#/setup/([0-9a-f]{32})$"

MEMBERS = (
    "name userID userName age dob gender hair weight height address occupation field value bolo reason deceased plate "
    "model color colorType registration insurance vehicleID serialNumber officerName officerID charges time amount "
    "impound fee injures unitName unitID limit after "
    "q stolen impounded civilianID kind keyID from to wait url kinds format webhookID seq expiresIn releaseIn count role scopes "
    "entries order"
).split()
CODES = {"body": 11000} | {member: 11001 + index for index, member in enumerate(MEMBERS)}

REASONS = {
    400: "400 Bad request",
    403: "403 Forbidden",
    404: "404 Not found",
    405: "405 Method not allowed",
    408: "408 Request timeout",
    409: "409 Conflict",
    413: "413 Payload too large",
    422: "422 Unprocessable content",
    429: "429 Too many requests",
    431: "431 Request header fields too large",
    500: "500 Internal server error",
    503: "503 Service unavailable",
}

ALL_SCOPES = ("read", "civilian", "vehicle", "firearm", "leo", "medical")


def environment(**extra: str) -> dict[str, str]:
    """The environment without BLOTTER_* variables: the developer's own settings must not reach the program."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BLOTTER_")}
    return kept | extra


def program() -> str:
    if not PROGRAM.is_file():
        raise RuntimeError(f"{PROGRAM} is missing: build it first (./dev build) or set BLOTTER_PROGRAM")
    return str(PROGRAM)


def run(*arguments: str, env: Mapping[str, str] | None = None, cwd: Path | None = None, timeout: float = 60):
    """Runs the program until it exits, with any exit code."""
    return subprocess.run(
        [program(), *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environment(**(env or {})),
        cwd=cwd or tempfile.gettempdir(),
    )


def admin(store, *arguments: str) -> str:
    """Runs an admin command that must succeed, and returns its output. Stores are those of stores.py."""
    done = run(*arguments, "--store", store.url)
    assert done.returncode == 0, f"blotter {' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stderr}"
    assert_no_sanitizer_report(done.stderr)
    return done.stdout


def create_key(store, *guilds: str, scopes: str | None = None, role: str | None = None, name: str | None = None, expires: str | None = None) -> str:
    arguments = ["key", "create"]
    for guild in guilds:
        arguments += ["--guild", guild]
    for option, value in (("--scopes", scopes), ("--role", role), ("--name", name), ("--expires", expires)):
        if value is not None:
            arguments += [option, value]
    printed = admin(store, *arguments)
    assert re.fullmatch(r"\S+\n", printed), f"key create must print the key alone, got {printed!r}"
    return printed.strip()


@functools.cache
def openapi() -> dict[str, Any]:
    """The OpenAPI document of the program."""
    done = run("openapi")
    assert done.returncode == 0, f"blotter openapi: exit {done.returncode}\n{done.stderr}"
    return json.loads(done.stdout)


@functools.cache
def documented() -> Document:
    return Document(openapi())


def operations() -> list[dict[str, Any]]:
    """The operations that need a key, each with its members in the order of their checks."""
    return [
        {
            "id": operation["operationId"],
            "group": operation["tags"][0],
            "method": method.upper(),
            "path": path,
            "scope": next((right["scope"] for right in operation["x-rights"]), None),
            "rights": operation["x-rights"],
            "event": operation.get("x-event"),
            "summary": operation["summary"],
            "remarks": operation["description"].rpartition("\n\n")[0],
            "body": not operation.get("x-query-only", False) and bool(list(_members(operation))),
            "members": list(_members(operation)),
        }
        for path, methods in openapi()["paths"].items()
        for method, operation in methods.items()
        if "x-rights" in operation
    ]


def _members(operation: dict[str, Any]):
    for parameter in operation.get("parameters", []):
        if parameter["in"] != "query":
            continue
        yield _member(parameter["name"], parameter, parameter["schema"], parameter["required"])
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        for name, rules in schema["properties"].items():
            yield _member(name, rules, rules, name in schema["required"]) | _condition(name, schema)


def _member(name: str, doc: dict[str, Any], rules: dict[str, Any], required: bool) -> dict[str, Any]:
    return {
        "name": name,
        "code": doc["x-code"],
        "type": rules.get("type", "any"),
        "required": required,
        "about": doc["description"],
        "example": rules["examples"][0],
        "rules": rules,
    }


def _condition(name: str, schema: dict[str, Any]) -> dict[str, str]:
    """The flag that decides whether a member is required or allowed."""
    for rule in schema.get("allOf", []):
        flag = next(iter(rule["if"]["properties"]))
        if name in rule.get("then", {}).get("required", []):
            return {"needed_when": flag}
        if name in rule.get("else", {}).get("properties", {}):
            return {"allowed_when": flag}
    return {}


def assert_no_sanitizer_report(text: str) -> None:
    assert "Sanitizer" not in text and "runtime error" not in text, f"sanitizer report:\n{text[-8000:]}"


def assert_one_clear_line(done: subprocess.CompletedProcess, *mentions: str) -> None:
    """A command must fail with a non-zero exit code and one clear line on stderr."""
    assert done.returncode > 0, f"exit code {done.returncode}; stdout {done.stdout!r}; stderr {done.stderr!r}"
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, f"expected one line on stderr, got {done.stderr!r}"
    assert done.stdout == "", f"expected nothing on stdout, got {done.stdout!r}"
    for mention in mentions:
        assert str(mention) in lines[0], f"{str(mention)!r} is not named in {lines[0]!r}"


def wait_until(condition, seconds: float, what: str):
    """Polls until `condition` returns a true value, and returns it."""
    deadline = time.monotonic() + seconds
    while True:
        outcome = condition()
        if outcome:
            return outcome
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.02)


class Server:
    """A `blotter serve` process. As a context manager it starts the server and requires a clean stop at the end."""

    def __init__(self, store, *options: str, env: Mapping[str, str] | None = None, listen: str = "127.0.0.1:0"):
        self.store = store
        self._command = ["serve", "--listen", listen, "--store", store.url, *map(str, options)]
        self._env = dict(env or {})
        self._process: subprocess.Popen | None = None
        self.ending = False  # intended by the test
        self.version = self.url = ""
        self.port = 0

    def start(self) -> "Server":
        self._process = subprocess.Popen(
            [program(), *self._command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(**self._env),
            cwd=self.store.folder,
        )
        self._stdout, self._stderr = Lines(self._process.stdout), Lines(self._process.stderr)
        line = self._stdout.wait_for(lambda _: True, START_SECONDS)
        match = re.fullmatch(r"Blotter (\S+) listening on (https?://127\.0\.0\.1:(\d+))", line or "")
        if match is None:
            self.kill()
            raise AssertionError(f"the server did not start: stdout {self._stdout.all()}, stderr {self.log()}")
        self.version, self.url, self.port = match[1], match[2], int(match[3])
        return self

    @property
    def pid(self) -> int:
        return self._process.pid

    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def printed(self) -> list[str]:
        return self._stdout.all()

    def wait_for_line(self, pattern: str, seconds: float = START_SECONDS) -> re.Match:
        line = self._stdout.wait_for(lambda candidate: re.search(pattern, candidate), seconds)
        assert line is not None, f"no line {pattern!r} in {self.printed()}; stderr {self.log()}"
        return re.search(pattern, line)

    def log(self) -> str:
        return "\n".join(self._stderr.all())

    def pause(self) -> None:
        """Suspends the process: it keeps its locks and connections, and does nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def terminate(self) -> None:
        self.ending = True
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        code = self._process.wait(STOP_SECONDS)
        self._collect()
        return code

    def stop(self) -> None:
        assert self.running(), f"the server died on its own: exit {self._process.poll()}\n{self.log()[-8000:]}"
        self.terminate()
        code = self.wait()
        assert_no_sanitizer_report(self.log())
        assert code == 0, f"exit {code} after SIGTERM\n{self.log()[-8000:]}"

    def kill(self) -> None:
        self.ending = True
        self._process.kill()
        self._process.wait(STOP_SECONDS)
        self._collect()
        assert_no_sanitizer_report(self.log())

    def _collect(self) -> None:
        self._stdout.join()
        self._stderr.join()
        (self.store.folder / f"{self.store.name}.{self.pid}.stderr.txt").write_text(self.log())

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, failure, *_) -> None:
        if failure is None:
            if self._process.returncode is None:
                self.stop()
        elif self.running():
            self.kill()
        elif not self.ending:
            print(f"the server died on its own: exit {self._process.returncode}\n{self.log()[-8000:]}")

    def client(self, key: str | None = None, guild: str | None = None) -> "Client":
        return Client(self, key, guild)

    def guild(self, guild: str = "g1", **key_options) -> "Client":
        """A client for a new guild."""
        return Client(self, create_key(self.store, guild, **key_options), guild)

    def setup_token(self) -> str:
        """The token in the setup link that a server with an empty store prints."""
        return self.wait_for_line(SETUP_LINK)[2]

    def set_up(self, token: str, guild: str = "my-town") -> requests.Response:
        return self._post_token("/setup", token, guild)

    def accept(self, token: str, guild: str) -> requests.Response:
        """Accepts an invitation."""
        return self._post_token("/invitation", token, guild)

    def _post_token(self, path: str, token: str, guild: str) -> requests.Response:
        session = requests.Session()
        session.trust_env = False
        return session.post(self.url + path, headers={"Authorization": token, "Guild": guild}, timeout=ANSWER_SECONDS)

    def limit_file_size(self, soft: int | None) -> None:
        """Makes file writes beyond `soft` bytes fail; None removes the limit."""
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (hard if soft is None else soft, hard))


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len({name for name, _ in pairs}) == len(pairs), f"a member comes twice: {pairs}"
    return dict(pairs)


@dataclass(frozen=True)
class Response:
    """A response. `json` keeps the order of members; `text` shows how numbers were written."""

    status: int
    text: str
    json: Any
    headers: Mapping[str, str]

    def ok(self) -> dict[str, Any]:
        assert self.status == 200, f"{self.status} {self.text} [{self.headers.get('X-Error-Hint')}]"
        return self.json

    def created(self) -> dict[str, Any]:
        assert self.status == 201, f"{self.status} {self.text} [{self.headers.get('X-Error-Hint')}]"
        return self.json

    def refused(self, status: int, details: str, found: bool = False) -> "Response":
        """Checks the exact error body; with `found`, `found: false` must come first."""
        members = [("error", REASONS[status]), ("details", details)]
        if found:
            members.insert(0, ("found", False))
        assert (self.status, list(self.json.items())) == (status, members), f"hint: {self.headers.get('X-Error-Hint')}"
        return self

    def invalid(self, member: str) -> "Response":
        return self.refused(400, f"Invalid {member} provided ({CODES[member]})")

    def forbidden(self) -> "Response":
        return self.refused(403, "Unauthorised guild access (20058)")

    @property
    def details(self) -> str | None:
        return self.json.get("details")


class Client:
    """A client with one key for one guild. Every response under /api is checked for what all have in common."""

    def __init__(self, server: Server, key: str | None = None, guild: str | None = None, verify: Any = True):
        self.server, self.key, self.guild, self.verify = server, key, guild, verify
        self._session = requests.Session()
        self._session.trust_env = False

    def clone(self) -> "Client":
        """The same client with its own connection, for another thread."""
        return Client(self.server, self.key, self.guild, self.verify)

    def with_key(self, key: str | None) -> "Client":
        return Client(self.server, key, self.guild, self.verify)

    def call(self, method, path, body=builders.NOTHING, *, raw: bytes | None = None, query=None, headers=None) -> Response:
        """`path` is below /api unless it starts with a slash; a header of None is not sent."""
        target = path if path.startswith("/") else f"/api/{path}"
        sent = {"Authorization": self.key, "Guild": self.guild, "Content-Type": "application/json"} | (headers or {})
        data = raw if body is builders.NOTHING else json.dumps(body, ensure_ascii=False).encode()
        response = self._session.request(
            method,
            self.server.url + target,
            params=query,
            data=data,
            headers=sent,
            timeout=ANSWER_SECONDS,
            verify=self.verify,
            allow_redirects=False,
        )
        text = response.content.decode("utf-8")
        if not target.startswith("/api") or method == "HEAD":
            return Response(response.status_code, text, None, response.headers)
        assert response.headers.get("Content-Type") == "application/json; charset=utf-8", (response.headers, text)
        answer = Response(response.status_code, text, json.loads(text, object_pairs_hook=unique_members), response.headers)
        if 400 <= answer.status < 500:
            hint = answer.headers.get("X-Error-Hint", "")
            assert hint.strip(), f"no X-Error-Hint: {answer.status} {text}"
        if answer.status >= 400:
            known = documented().errors.get((method, target))
            assert known is None or (answer.status, answer.details) in known, f"{method} {target}: undocumented {text}"
        return answer

    def get(self, path, body=builders.NOTHING, **more) -> Response:
        return self.call("GET", path, body, **more)

    def post(self, path, body=builders.NOTHING, **more) -> Response:
        return self.call("POST", path, body, **more)

    def patch(self, path, body=builders.NOTHING, **more) -> Response:
        return self.call("PATCH", path, body, **more)

    def put(self, path, body=builders.NOTHING, **more) -> Response:
        return self.call("PUT", path, body, **more)

    def delete(self, path, body=builders.NOTHING, **more) -> Response:
        return self.call("DELETE", path, body, **more)

    def wait_until_honoured(self) -> None:
        wait_until(lambda: self.get("key").status != 403, 2, "the server honours a new key and guild")

    # Common first steps. Each must succeed, and returns the new record or entry.

    def civilian(self, name: str = "John Doe", **changes) -> dict[str, Any]:
        return self.post("civilian/create", builders.civilian(name, **changes)).created()["civilian"][0]

    def vehicle(self, owner: str = "John Doe", plate: str = "ABC 123", **changes) -> dict[str, Any]:
        return self.post("vehicle/create", builders.vehicle(owner, plate, **changes)).created()["vehicle"][0]

    def firearm(self, owner: str = "John Doe", **changes) -> dict[str, Any]:
        return self.post("firearm/create", builders.firearm(owner, **changes)).created()["firearm"][0]

    def citation(self, name: str = "John Doe", **changes) -> dict[str, Any]:
        return self.post("leo/cite", builders.citation(name, **changes)).created()["citation"][0]

    def fine(self, name: str = "John Doe", **changes) -> dict[str, Any]:
        return self.post("leo/fine", builders.fine(name, **changes)).created()["fine"][0]

    def arrest(self, name: str = "John Doe", **changes) -> dict[str, Any]:
        return self.post("leo/arrest", builders.arrest(name, **changes)).created()["arrest"][0]

    def admission(self, name: str = "John Doe", **changes) -> dict[str, Any]:
        return self.post("medical/admit", builders.admission(name, **changes)).created()["admission"][0]

    def bolo(self, name: str = "John Doe", reason: str = "Armed robbery") -> dict[str, Any]:
        return self.patch("civilian/bolo", {"name": name, "bolo": True, "reason": reason}).created()["civilian"][0]

    def impound(self, plate: str = "ABC 123", **fee) -> dict[str, Any]:
        return self.patch("leo/impound", {"plate": plate, "impound": True, **fee}).created()["vehicle"][0]

    def mark_deceased(self, name: str = "John Doe") -> dict[str, Any]:
        return self.patch("civilian/deceased", {"name": name, "deceased": True}).created()["civilian"][0]

    def info(self, name: str = "John Doe") -> dict[str, Any]:
        return self.get("civilian/info", {"name": name}).ok()

    def wait_until_cleaned_up(self) -> None:
        """Waits until the server has removed the leftovers of deleted civilians."""
        rows = self.server.store.rows
        wait_until(lambda: not rows("select * from leftover where guild_id = ?", self.guild), 20, "nothing is left over")

    def events(self) -> list[Mapping[str, Any]]:
        return self.server.store.rows("select * from event where guild_id = ? order by seq", self.guild)

    def event_kinds(self) -> list[str]:
        return [event["kind"] for event in self.events()]
