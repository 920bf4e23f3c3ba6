"""A steady load of so many requests a second, by programs/paced.cpp, which says why wrk cannot give it."""

import json
import subprocess
from dataclasses import dataclass

from .paths import PROGRAMS
from .stores import Store
from .wrk import WrongAnswers

# Longer than anything that is measured meanwhile; it is ended when that is done.
LONG_SECONDS = 3600
CONNECTIONS = 64


@dataclass(frozen=True)
class Report:
    asked: int
    answered: int
    errors: int
    seconds: float
    p50_ms: float
    p99_ms: float
    max_ms: float

    @property
    def rate(self) -> float:
        return self.answered / self.seconds


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
        raise WrongAnswers("the steady load broke off")
    report = Report(**json.loads(output))
    if report.errors or report.answered != report.asked:
        raise WrongAnswers(f"of a steady load's {report.asked} requests {report.answered} were answered, {report.errors} with errors")
    return report


def run(request: str, store: Store, ports: list[int], rate: float, seconds: int) -> Report:
    return finish(start(request, store, ports, rate, seconds))


class Steady:
    """Goes on in the background until its `with` ends; `report` then tells of it."""

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
