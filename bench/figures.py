"""Figures of several rounds: the median and the spread."""

import statistics
from dataclasses import dataclass

# The figures of a round: label, unit, and number of decimals.
KINDS = {
    "requests_per_second": ("requests", "/s", 0),
    "events_per_cpu_second": ("events delivered per second of CPU time", "", 0),
    "events_per_second": ("events delivered", "/s", 0),
    "changes_per_second": ("changes at the same time", "/s", 0),
    "cpu_us": ("CPU time per request", "µs", 1),
    "cpu_percent": ("CPU time at rest", "% of a core", 2),
    "database_cpu_us": ("CPU time in PostgreSQL", "µs", 1),
    "p50_ms": ("median latency", "ms", 2),
    "p99_ms": ("99th percentile latency", "ms", 2),
    "resident_mb": ("memory", "MB", 1),
    "first_byte_ms": ("time to first byte", "ms", 1),
    "mb_per_second": ("throughput", "MB/s", 0),
    "growth_mb": ("memory growth", "MB", 1),
    "stop_ms": ("time to stop", "ms", 0),
    "end_ms": ("time until all have ended", "ms", 0),
}
# A workload is drawn by the first of these that it has.
MAIN = ("requests_per_second", "mb_per_second", "events_per_cpu_second")

Sample = dict[str, float]


@dataclass(frozen=True)
class Figure:
    median: float
    low: float
    high: float


def summary(samples: list[Sample]) -> dict[str, Figure]:
    """Summarizes the figures that all samples have."""
    names = [name for name in samples[0] if all(name in sample for sample in samples)]
    return {
        name: Figure(statistics.median(values), min(values), max(values))
        for name, values in ((name, [sample[name] for sample in samples]) for name in names)
    }


def main_figure(figures: dict) -> str:
    return next(name for name in MAIN if name in figures)


def label(name: str) -> str:
    return KINDS[name][0]


def shown(name: str, value: float) -> str:
    _, unit, decimals = KINDS[name]
    return f"{value:,.{decimals}f} {unit}".rstrip()


def with_spread(name: str, figure: dict[str, float]) -> str:
    """The median, and the largest relative distance of a round from it."""
    median = figure["median"]
    if not median:
        return shown(name, 0)
    farthest = max(figure["high"] - median, median - figure["low"]) / abs(median)
    return f"{shown(name, median)} ±{farthest:.0%}"
