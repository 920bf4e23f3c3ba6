"""CPU time and memory of a process and its descendants, as the kernel counts them."""

import contextlib
import os
import re
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name, which may contain anything: state, parent, …"""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def family(pid: int) -> list[int]:
    """The process and all its descendants."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            children.setdefault(int(_stat(int(folder.name))[1]), []).append(int(folder.name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found


def cpu_seconds(pid: int) -> float:
    """User and system time of the family so far, including ended processes."""
    ticks = 0
    for each in family(pid):
        with contextlib.suppress(OSError):
            ticks += sum(int(field) for field in _stat(each)[11:15])
    return ticks / TICKS_PER_SECOND


def resident_mb(pid: int) -> float:
    """Memory of the family. Shared memory counts for each process."""
    total = 0
    for each in family(pid):
        with contextlib.suppress(OSError):
            found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{each}/status").read_text())
            total += int(found[1]) if found else 0
    return total / 1024
