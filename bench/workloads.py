"""The workloads and their goals: the only place to change them."""

from . import growth, listing, rounds, streams, terms
from .people import Population
from .workload import Goal, Workload
from .wrk import Load


def times(factor: float, beside: str) -> Goal:
    """A multiple of the requests per second of another contender."""
    return Goal(beside=beside, at_least=factor)


def table(guilds: Population, large: Population, million: Population) -> tuple[Workload, ...]:
    def load(name, title, engine, population, request, beside, goals=(), draw="uniform", connections=64):
        return Workload(name, title, engine, population, Load(request, draw, connections), rounds.measure, beside, goals)

    def special(name, title, engine, population, request, measure, goals=(), beside=(), connections=64):
        return Workload(name, title, engine, population, Load(request, "uniform", connections), measure, beside, goals)

    still_fast_while_busy = Goal(of="busy", beside="ours", at_least=0.8)
    popular = "Zipf distribution"
    return (
        # Look-ups. Requests in a normal guild are skewed; a million people drawn evenly defeat every cache.
        load("info-popular-sqlite", f"civilian/info, {popular}", "sqlite", large, "info", draw="zipf",
             beside=("nginx", "fastify", "uncached", "bare", "busy"), goals=(times(0.75, "nginx"), times(10, "fastify"), still_fast_while_busy)),
        load("plate-popular-sqlite", f"vehicle/plate, {popular}", "sqlite", large, "plate", draw="zipf",
             beside=("nginx", "fastify", "uncached", "bare"), goals=(times(0.75, "nginx"), times(10, "fastify"))),
        load("info-million-sqlite", "civilian/info, uniform distribution", "sqlite", million, "info",
             beside=("nginx", "fastify", "bare", "busy"), goals=(times(0.3, "nginx"), times(5, "fastify"), still_fast_while_busy)),
        load("info-guilds-sqlite", "civilian/info, uniform distribution", "sqlite", guilds, "info", beside=("nginx", "fastify")),
        load("info-guilds-256-sqlite", "civilian/info, uniform distribution", "sqlite", guilds, "info", beside=("nginx", "fastify"), connections=256),
        load("plate-guilds-sqlite", "vehicle/plate, uniform distribution", "sqlite", guilds, "plate", beside=("nginx", "fastify")),
        load("list-100-sqlite", "civilian/list of 100", "sqlite", guilds, "list", beside=("fastify",)),
        special("list-long-sqlite", "civilian/list of all", "sqlite", large, "list", listing.measure, beside=("fastify",), connections=1,
                goals=(Goal("first_byte_ms", below=20), Goal("mb_per_second", at_least=150), Goal("growth_mb", below=20))),
        # Changes, each on disk before its response.
        load("cite-sqlite", "leo/cite", "sqlite", guilds, "cite", beside=("one-each", "fastify", "disk"),
             goals=(times(2, "one-each"), times(3, "fastify"), Goal("p99_ms", below=20))),
        load("cite-256-sqlite", "leo/cite", "sqlite", guilds, "cite", beside=("fastify",), connections=256),
        load("cite-key-sqlite", "leo/cite with an Idempotency-Key", "sqlite", guilds, "cite", beside=("with-key",),
             goals=(Goal(of="with-key", beside="ours", at_least=0.85),)),
        load("create-sqlite", "civilian/create", "sqlite", guilds, "create", beside=("fastify",)),
        load("mixed-sqlite", "nine civilian/info to one leo/cite", "sqlite", guilds, "mixed", beside=("fastify",)),
        # The same on PostgreSQL.
        load("info-postgres", "civilian/info, uniform distribution", "postgres", guilds, "info", beside=("fastify",), goals=(times(4, "fastify"),)),
        load("plate-postgres", "vehicle/plate, uniform distribution", "postgres", guilds, "plate", beside=("fastify",)),
        load("list-100-postgres", "civilian/list of 100", "postgres", guilds, "list", beside=("fastify",)),
        special("list-long-postgres", "civilian/list of all", "postgres", large, "list", listing.measure, beside=("fastify",), connections=1,
                goals=()),
        load("cite-postgres", "leo/cite", "postgres", guilds, "cite", beside=("one-each", "pgbench", "fastify"),
             goals=(times(1.5, "one-each"), times(1, "pgbench"))),
        load("cite-one-guild-postgres", "leo/cite, all in one guild", "postgres", large, "cite", beside=("one-each",)),
        load("create-postgres", "civilian/create", "postgres", guilds, "create", beside=("fastify",)),
        load("mixed-postgres", "nine civilian/info to one leo/cite", "postgres", guilds, "mixed", beside=("fastify",)),
        # Streams of events.
        special("streams-rest-sqlite", "idle streams of events", "sqlite", streams.GUILDS, "info", streams.at_rest, connections=0,
                goals=(Goal("resident_mb", of="10,000 streams", beside="0 streams", is_distance=True, below=100),
                       Goal("cpu_percent", of="10,000 streams", below=1), Goal("stop_ms", of="10,000 streams", below=2000))),
        special("streams-delivery-sqlite", "1,000 changes/s to 1,000 streams of one guild", "sqlite", Population(1, 1000), "cite", streams.delivery,
                beside=("fastify", "fan-out"), goals=(Goal("p99_ms", below=100), Goal("p99_ms", beside="fastify"))),
        special("streams-cite-sqlite", "leo/cite with a stream for each guild", "sqlite", streams.GUILDS, "cite", streams.changes,
                goals=(Goal(of="1,000 streams", beside="0 streams", at_least=0.9),)),
        # What ends by itself.
        special("terms-rest-sqlite", "BOLOs that end in a year or later", "sqlite", million, "info", terms.at_rest, connections=0,
                goals=(Goal("cpu_percent", of=f"{million.civilians:,} BOLOs", below=1),)),
        special("terms-ending-sqlite", "1,000 changes/s while BOLOs end within a second", "sqlite", guilds, "cite", terms.ending, goals=in_time_and_quietly()),
        special("terms-ending-postgres", "1,000 changes/s while BOLOs end within a second", "postgres", guilds, "cite", terms.ending,
                goals=in_time_and_quietly()),
        special("terms-late-sqlite", "BOLOs that ended during a stop of 24 hours", "sqlite", guilds, "info", terms.after_stop, connections=0),
        # Growth.
        special("growth-sqlite", "civilian/info with growing data", "sqlite", million, "info", growth.civilians,
                goals=(Goal("cpu_us", of=f"{million.civilians:,} civilians", beside="1,000 civilians", below=1.5),)),
        special("idle-sqlite", "civilian/info with idle connections", "sqlite", Population(1, 1000), "info", growth.idle_connections,
                goals=(Goal("resident_mb", of="10,000 idle", beside="0 idle", is_distance=True, below=60),
                       Goal(of="10,000 idle", beside="0 idle", at_least=0.9))),
        special("instances-info-postgres", "civilian/info with several instances", "postgres", guilds, "info", growth.instances,
                goals=more_instances_do_not_harm()),
        special("instances-cite-postgres", "leo/cite with several instances", "postgres", guilds, "cite", growth.instances,
                goals=more_instances_do_not_harm()),
    )  # fmt: skip


def in_time_and_quietly() -> tuple[Goal, ...]:
    return Goal("end_ms", of="10,000 end", below=10_000), Goal("p99_ms", of="10,000 end", beside="0 end", below=2)


def more_instances_do_not_harm() -> tuple[Goal, ...]:
    return (
        Goal(of="2 instances", beside="1 instance", at_least=1),
        Goal(of="3 instances", beside="2 instances", at_least=1),
        Goal("p99_ms", of="1 instance, half load", below=20),
        Goal("p99_ms", of="3 instances, half load", below=20),
    )


FULL = table(guilds=Population(1000, 100), large=Population(1, 100_000), million=Population(1, 1_000_000))
# A tenth of the data, and only workloads with goals.
QUICK = tuple(
    each for each in table(guilds=Population(100, 100), large=Population(1, 10_000), million=Population(1, 100_000)) if each.goals
)
