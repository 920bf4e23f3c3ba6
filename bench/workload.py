"""Workloads and goals. Their table is workloads.py."""

from collections.abc import Callable
from dataclasses import dataclass

from .people import Population
from .wrk import Load


@dataclass(frozen=True)
class Goal:
    """A goal for a figure: for its value, or for its ratio to or difference from that of another contender."""

    figure: str = "requests_per_second"
    of: str = "ours"
    beside: str | None = None
    is_distance: bool = False
    at_least: float | None = None
    below: float | None = None

    def verdict(self, value: float) -> bool | None:
        """None if the figure has no goal."""
        if self.at_least is not None:
            return value >= self.at_least
        return None if self.below is None else value < self.below

    @property
    def wanted(self) -> str:
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return "" if self.below is None else f"< {self.below:g}"


@dataclass(frozen=True)
class Workload:
    name: str
    title: str
    engine: str
    population: Population
    load: Load
    measure: Callable
    beside: tuple[str, ...] = ()
    goals: tuple[Goal, ...] = ()
