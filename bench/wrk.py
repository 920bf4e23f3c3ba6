"""Runs wrk with load/load.lua and reads its report."""

import itertools
import json
import os
import re
import subprocess
from dataclasses import dataclass

from .paths import BENCH
from .stores import Store

# Each run draws other people and creates other names.
_seeds = itertools.count(1)


class WrongAnswers(Exception):
    """The responses were wrong, so the measurement is invalid."""


@dataclass(frozen=True)
class Load:
    """The requests: a row of `requests` in load/load.lua, and how people are drawn."""

    request: str
    draw: str = "uniform"
    connections: int = 64


@dataclass(frozen=True)
class Report:
    requests: int
    seconds: float
    bytes: int
    errors: int
    p50_us: int
    p99_us: int

    @staticmethod
    def parse(output: str) -> "Report":
        found = re.search(r"^REPORT (.*)$", output, re.MULTILINE)
        if not found:
            raise WrongAnswers(f"wrk gave no report:\n{output}")
        return Report(**json.loads(found[1]))


def start(load: Load, store: Store, ports: list[int], seconds: int) -> subprocess.Popen:
    # Each thread uses one port, so the number of threads is a multiple of the ports.
    threads = max(2, len(ports))
    environment = {
        "BENCH_REQUEST": load.request,
        "BENCH_DRAW": load.draw,
        "BENCH_GUILDS": store.population.guilds,
        "BENCH_CIVILIANS": store.population.civilians,
        "BENCH_KEYS": store.keys,
        "BENCH_SEED": next(_seeds),
        "BENCH_PORTS": " ".join(map(str, ports)),
    }
    return subprocess.Popen(
        ["wrk", f"-t{threads}", f"-c{load.connections}", f"-d{seconds}s", "--timeout", "10s", "--latency",
         "-s", BENCH / "load/load.lua", f"http://127.0.0.1:{ports[0]}"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=os.environ | {name: str(value) for name, value in environment.items()},
    )  # fmt: skip


def finish(process: subprocess.Popen) -> Report:
    output, _ = process.communicate()
    report = Report.parse(output)
    if report.errors:
        raise WrongAnswers(f"{report.errors} of {report.requests} answers were errors:\n{output}")
    return report


def run(load: Load, store: Store, ports: list[int], seconds: int) -> Report:
    return finish(start(load, store, ports, seconds))
