"""Describes the machine: enough to tell machines apart, without identifying this one."""

import os
import platform
import re
import sqlite3
import subprocess
from pathlib import Path

from postgres_cluster import binaries  # of tests/

from .paths import BENCH


def _output(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return (done.stdout + done.stderr).strip()


def _first(pattern: str, text: str, otherwise: str = "unknown") -> str:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1].strip() if found else otherwise


def describe() -> dict[str, str]:
    memory = int(_first(r"^MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text(), "0"))
    lock = (BENCH / "peers/package.json").read_text()
    return {
        "processor": f"{os.cpu_count()} × {_first(r'^Model name:(.*)', _output('lscpu'))} ({platform.machine()})",
        "memory": f"{memory / 1024**2:.0f} GB",
        "system": f"{_first(r'^PRETTY_NAME=.(.*).$', Path('/etc/os-release').read_text())}, Linux {platform.release().partition('-')[0]}",
        "load before": f"{os.getloadavg()[0]:.2f}",
        "SQLite": sqlite3.sqlite_version,
        "PostgreSQL": _first(r"(\d+\.\d+)", _output(binaries() / "postgres", "--version")),
        "nginx": _first(r"nginx/(\S+)", _output("/usr/sbin/nginx", "-v")),
        "Node": _first(r"v(\S+)", _output("node", "--version")),
        **{name: _first(rf'"{name}": "([^"]+)"', lock) for name in ("fastify", "better-sqlite3", "pg")},
        "compiler": _output("g++", "--version").splitlines()[0],
    }
