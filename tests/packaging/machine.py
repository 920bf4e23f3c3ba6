"""Minimal systems from tools/bare.sh, some of them booted."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Includes the download of packages.
MAKE_SECONDS = 600
WAIT_SECONDS = 30
END_SECONDS = 60
ENVIRONMENT = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]


def release_of_this_system() -> str:
    return re.search(r'^VERSION_ID="?(\d+)', pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)[1]


def only(folder: pathlib.Path, pattern: str) -> pathlib.Path:
    found = list(folder.glob(pattern))
    assert len(found) == 1, f"there should be one {folder}/{pattern}, and there are {[path.name for path in found]}"
    return found[0]


def children(pid: int) -> list[int]:
    try:
        return [int(child) for thread in pathlib.Path(f"/proc/{pid}/task").iterdir() for child in (thread / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def end(process: subprocess.Popen) -> None:
    """Ends a tools/bare.sh so that it removes its machine. It runs under `unshare`, which does not pass the signal on."""
    if process.poll() is not None:
        return
    for pid in children(process.pid) or [process.pid]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(END_SECONDS)


def bare(release: str, shared: pathlib.Path, script: str, timeout: float = MAKE_SECONDS) -> subprocess.CompletedProcess:
    """Runs a script in a minimal system, which is removed afterwards. The folder is /root/shared there."""
    command = [ROOT / "tools/bare.sh", release, "bash", "-euc", script]
    environment = {**os.environ, "BARE_SHARED": str(shared)}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        output, errors = process.communicate(timeout=timeout)
    except BaseException:
        end(process)
        raise
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


@dataclass(frozen=True)
class Response:
    status: int
    text: str

    def json(self) -> dict:
        return json.loads(self.text)


class Machine:
    """A minimal system booted by tools/boot.sh. Dependencies of packages are downloaded before the boot."""

    def __init__(self, release: str, shared: pathlib.Path, *packages: pathlib.Path):
        self.shared = shared
        shared.chmod(0o755)
        shutil.copy(ROOT / "tools/boot.sh", shared)
        for package in packages:
            shutil.copy(package, shared)
        self._log = open(shared / "log", "w+")
        self._process = subprocess.Popen(
            [ROOT / "tools/bare.sh", release, "bash", "/root/shared/boot.sh", *(f"/root/shared/{package.name}" for package in packages)],
            cwd=ROOT, env={**os.environ, "BARE_SHARED": str(shared)}, stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self._first_process = 0

    def __enter__(self) -> "Machine":
        try:
            self._first_process = self.wait_until(self._find_first_process, MAKE_SECONDS)
            self.wait_until(lambda: self.try_run("systemctl is-system-running --wait").stdout.strip() in ("running", "degraded"))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        # When its first process ends, all others end, and tools/bare.sh removes the machine. It may have ended already.
        if self._first_process:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._first_process, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)
        end(self._process)
        self._log.close()

    def wait_until(self, condition, seconds: float = WAIT_SECONDS):
        end = time.monotonic() + seconds
        while not (met := condition()):
            assert self._process.poll() is None, f"the machine has ended: {self.log()}"
            assert time.monotonic() < end, f"the machine does not get there: {self.log()}"
            time.sleep(0.05)
        return met

    def _find_first_process(self) -> int:
        """systemd is the first process of a namespace within that of tools/bare.sh."""
        waiting = [self._process.pid]
        while waiting:
            pid = waiting.pop()
            waiting += children(pid)
            try:
                if pathlib.Path(f"/proc/{pid}/comm").read_text() == "systemd\n":
                    return pid
            except (FileNotFoundError, ProcessLookupError):
                pass
        return 0

    def log(self) -> str:
        return (self.shared / "log").read_text()[-4000:]

    def _enter(self, *namespaces: str) -> list[str]:
        return ["nsenter", "--target", str(self._first_process), *namespaces]

    def try_run(self, script: str, timeout: float = 120) -> subprocess.CompletedProcess:
        command = [*self._enter("--all", "--root", "--wd"), "env", "-i", *ENVIRONMENT, "bash", "-euc", f"cd /root/shared\n{script}"]
        # Its own process group, so that a `kill` there never ends the tests.
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, start_new_session=True)

    def run(self, script: str, timeout: float = 120) -> str:
        """Returns standard output and standard error."""
        done = self.try_run(f"exec 2>&1\n{script}", timeout)
        assert done.returncode == 0, f"{script}: exit code {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout

    def read(self, path: str) -> bytes:
        return pathlib.Path(f"/proc/{self._first_process}/root{path}").read_bytes()

    def wait_for(self, script: str, pattern: str) -> re.Match:
        """Repeats the script until its output matches."""
        found = None

        def met() -> bool:
            nonlocal found
            found = re.search(pattern, self.run(script), re.MULTILINE)
            return bool(found)

        try:
            self.wait_until(met)
        except AssertionError:
            raise AssertionError(f"`{script}` never prints {pattern}, but: {self.run(script)}") from None
        return found

    def request(self, method: str, url: str, **headers: str) -> Response:
        """Sends a request from that machine; the status is 0 without a response."""
        told = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
        command = [*self._enter("--net"), "curl", "-s", "-m", "10", "-X", method, *told, "-w", "\n%{http_code}", url]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=30).stdout
        text, _, status = answer.rpartition("\n")
        return Response(int(status), text)
