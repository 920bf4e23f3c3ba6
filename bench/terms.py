"""What ends by itself: what the clock costs while nothing is due, what it costs the changes when much is, and how long it takes after a stop."""

import contextlib
import threading
import time
from dataclasses import dataclass

from . import paced, processes, servers
from .contenders import Contender
from .figures import Figure, Sample
from .rounds import interleaved
from .stores import Store, Stores
from .workload import Workload
from .wrk import WrongAnswers

Measured = dict[str, dict[str, Figure]]

REST_SECONDS = 15
ENDING = 10_000
CHANGES_PER_SECOND = 1_000
# From the start of the server until the first thing is due: so long the load runs alone.
LEAD_SECONDS = 3
LATE_SECONDS_MAX = 60
DAY_MS = 24 * 3600 * 1000
YEAR_MS = 365 * DAY_MS


def now_ms() -> int:
    return int(time.time() * 1000)


def let_end(store: Store, count: int, first_ms: int, within_ms: int) -> None:
    """BOLOs of that many civilians, as many in each guild, that end one after the other."""
    per_guild = -(-count // store.population.guilds)
    with store.connect() as connection:
        cursor = connection.cursor()
        cursor.execute(
            "update civilian set bolo_reason = 'Robbery', bolo_at = registered_at, "
            f"bolo_until = {first_ms} + place * {within_ms} / {per_guild} from "
            "(select guild_id as g, id as i, row_number() over (partition by guild_id order by id) - 1 as place from civilian) numbered "
            f"where guild_id = g and id = i and place < {per_guild}"
        )
        cursor.execute("delete from guild_due")
        cursor.execute("insert into guild_due (guild_id, due_at) select guild_id, min(bolo_until) from civilian where bolo_until is not null group by guild_id")
        connection.commit()


# At rest.


@dataclass
class AtRest(Contender):
    store: Store

    def sample(self, seconds: int) -> Sample:
        with servers.blotter(self.store) as server:
            time.sleep(1)
            cpu = processes.cpu_seconds(server.pid)
            time.sleep(REST_SECONDS)
            return {"cpu_percent": (processes.cpu_seconds(server.pid) - cpu) / REST_SECONDS * 100, "resident_mb": processes.resident_mb(server.pid)}

    def warm_up(self, seconds: int) -> None:
        pass

    def check(self) -> None:
        pass


def at_rest(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    with contextlib.ExitStack() as stack:
        opened = {}
        for count in (0, workload.population.guilds * workload.population.civilians):
            store = stack.enter_context(stores.copy(workload.engine, workload.population))
            let_end(store, count, now_ms() + YEAR_MS, YEAR_MS)
            opened[f"{count:,} BOLOs"] = AtRest(store)
        return interleaved(opened, 1, seconds)


# Ending.


class Watch(threading.Thread):
    """Waits until nothing is left to end."""

    def __init__(self, store: Store, first_ms: int):
        super().__init__()
        self._store, self._first_ms = store, first_ms
        self.took_ms = 0.0

    def run(self) -> None:
        while now_ms() < self._first_ms + LATE_SECONDS_MAX * 1000:
            time.sleep(0.02)
            if now_ms() > self._first_ms and not self._store.rows("select 1 from civilian where bolo_until is not null limit 1"):
                self.took_ms = now_ms() - self._first_ms
                return

    def result(self) -> float:
        self.join()
        if not self.took_ms:
            raise WrongAnswers(f"not everything has ended within {LATE_SECONDS_MAX} s")
        return self.took_ms


def check_ended_once(store: Store, count: int) -> None:
    [[ended]] = store.rows("select count(*) from event where kind = 'civilian.bolo' and actor = 'clock'")
    if ended != count:
        raise WrongAnswers(f"{ended} events of the clock instead of {count}")


@dataclass
class Ending(Contender):
    """Changes at a fixed rate while things end, or do not."""

    stores: Stores
    workload: Workload
    count: int

    def sample(self, seconds: int) -> Sample:
        with self.stores.copy(self.workload.engine, self.workload.population) as store:
            first_ms = now_ms() + LEAD_SECONDS * 1000
            let_end(store, self.count, first_ms, 1000)
            with servers.blotter(store) as server:
                time.sleep(max(0, (first_ms - now_ms()) / 1000 - 0.2))
                watch = Watch(store, first_ms)
                watch.start()
                load = paced.run("cite", store, [server.port], CHANGES_PER_SECOND, max(3, seconds))
                took_ms = watch.result()
            check_ended_once(store, self.count)
            sample = {"p50_ms": load.p50_ms, "p99_ms": load.p99_ms}
            return sample | ({"end_ms": took_ms} if self.count else {})

    def warm_up(self, seconds: int) -> None:
        pass

    def check(self) -> None:
        pass


def ending(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    opened = {f"{count:,} end": Ending(stores, workload, count) for count in (0, ENDING)}
    return interleaved(opened, rounds, seconds)


# After a stop.


@dataclass
class AfterStop(Contender):
    """All of it ended in the 24 hours before the server starts."""

    stores: Stores
    workload: Workload

    def sample(self, seconds: int) -> Sample:
        population = self.workload.population
        count = population.guilds * population.civilians
        with self.stores.copy(self.workload.engine, population) as store:
            let_end(store, count, now_ms() - DAY_MS, DAY_MS)
            watch = Watch(store, now_ms())
            with servers.blotter(store):
                watch.start()
                took_ms = watch.result()
            check_ended_once(store, count)
            return {"end_ms": took_ms}

    def warm_up(self, seconds: int) -> None:
        pass

    def check(self) -> None:
        pass


def after_stop(workload: Workload, stores: Stores, rounds: int, seconds: int) -> Measured:
    population = workload.population
    return interleaved({f"{population.guilds * population.civilians:,} end": AfterStop(stores, workload)}, 1, seconds)
