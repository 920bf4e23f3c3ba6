"""The workloads, with what must hold: the one place to look up or change either."""

from dataclasses import dataclass

from .people import Population
from .wrk import Load

GUILDS = Population(guilds=1000, civilians=100)
LARGE = Population(guilds=1, civilians=100_000)


@dataclass(frozen=True)
class Goal:
    """What must hold of a figure: of its ratio to the figure of somebody else, or of itself."""

    figure: str = "requests_per_second"
    of: str = "ours"
    beside: str | None = None
    at_least: float | None = None
    below: float | None = None

    def verdict(self, value: float) -> bool | None:
        """Nothing when the figure is only told."""
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
    beside: tuple[str, ...]
    goals: tuple[Goal, ...] = ()


def times(factor: float, beside: str) -> Goal:
    return Goal(beside=beside, at_least=factor)


WORKLOADS = (
    Workload(
        "info-postgres", "civilian/info, anybody of 1,000 guilds", "postgres", GUILDS, Load("info"),
        beside=("fastify",), goals=(times(4, "fastify"),),
    ),
    Workload(
        "cite-postgres", "leo/cite, durable", "postgres", GUILDS, Load("cite"),
        beside=("one-each", "pgbench", "fastify"), goals=(times(1.5, "one-each"), times(1, "pgbench")),
    ),
    Workload(
        "info-sqlite", "civilian/info, anybody of 1,000 guilds", "sqlite", GUILDS, Load("info"),
        beside=("nginx", "fastify"),
    ),
    Workload(
        "cite-sqlite", "leo/cite, durable", "sqlite", GUILDS, Load("cite"),
        beside=("one-each", "fastify", "disk"),
        goals=(times(2, "one-each"), times(3, "fastify"), Goal("p99_ms", below=20)),
    ),
)  # fmt: skip
