"""Open-loop load: requests at a fixed rate, sent by programs/paced.cpp, which explains why wrk cannot do it."""

import json
import subprocess
from dataclasses import dataclass

from .paths import PROGRAMS
from .stores import Store
from .wrk import WrongAnswers

# Longer than every measurement; it is stopped when the measurement ends.
LONG_SECONDS = 3600
CONNECTIONS = 64


@dataclass(frozen=True)
class Report:
    sent: int
    received: int
    errors: int
    seconds: float
    p50_ms: float
    p99_ms: float
    max_ms: float

    @property
    def rate(self) -> float:
        return self.received / self.seconds


def start(request: str, store: Store, ports: list[int], rate: float, seconds: int) -> subprocess.Popen:
    command = [
        PROGRAMS / "bench_paced", "--keys", store.keys, "--request", request, "--guilds", store.population.guilds,
        "--civilians", store.population.civilians, "--rate", rate, "--seconds", seconds, "--connections", CONNECTIONS,
    ]  # fmt: skip
    command += [part for port in ports for part in ("--port", port)]
    return subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen) -> Report:
    output, _ = process.communicate()
    if process.returncode != 0:
        raise WrongAnswers("the load failed")
    report = Report(**json.loads(output))
    if report.errors or report.received != report.sent:
        raise WrongAnswers(f"the load sent {report.sent} requests and got {report.received} responses, {report.errors} with errors")
    return report


def run(request: str, store: Store, ports: list[int], rate: float, seconds: int) -> Report:
    return finish(start(request, store, ports, rate, seconds))


class Steady:
    """Runs in the background until its `with` block ends; then `report` has the result."""

    def __init__(self, request: str, store: Store, ports: list[int], rate: float):
        self._process = start(request, store, ports, rate, LONG_SECONDS)
        self.report: Report | None = None

    def __enter__(self) -> "Steady":
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        self._process.terminate()
        if failed is None:
            self.report = finish(self._process)
        else:
            self._process.wait()
