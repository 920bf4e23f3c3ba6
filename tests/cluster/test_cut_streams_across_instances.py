"""A stream that is cut and resumes at any of three instances, while instances and PostgreSQL restart, misses and repeats nothing."""

import os
import random
import threading

from cut_stream import CHANGES, Following
from harness import Server, create_key

INSTANCES = 3
# One after each thousandth change.
RESTARTS = ["terminate", "fast", "kill", "terminate", "immediate", "kill", "terminate", "fast", "kill"]


class Instances:
    """As many as at the start, with pauses of one while it restarts."""

    def __init__(self, store, seed: int) -> None:
        self._store = store
        self._for_clients, self._for_restarts = random.Random(f"{seed} clients"), random.Random(f"{seed} restarts")
        self._lock = threading.Lock()
        self._servers = [Server(store).start() for _ in range(INSTANCES)]

    def any(self) -> Server:
        with self._lock:
            return self._for_clients.choice(self._servers)

    def restart(self, way: str) -> None:
        """Clients meet the ended instance until its successor has started."""
        which = self._for_restarts.randrange(INSTANCES)
        ending = self._servers[which]
        ending.kill() if way == "kill" else ending.stop()
        started = Server(self._store).start()
        with self._lock:
            self._servers[which] = started

    def __enter__(self) -> "Instances":
        return self

    def __exit__(self, failure, *_) -> None:
        for server in self._servers:
            server.stop() if failure is None else server.kill()


def test_a_stream_that_is_cut_a_thousand_times_at_three_instances_misses_nothing_and_sees_nothing_twice(cluster, harmed):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce the moments of the cuts with BLOTTER_TEST_SEED={seed}")
    key = create_key(harmed, "g1")
    with Instances(harmed, seed) as instances:
        client = instances.any().client(key, "g1")
        following = Following(client, instances.any, seed, may_fail=True)

        def restart() -> None:
            for number, way in enumerate(RESTARTS, 1):
                following.pace.wait_for_changes(number * CHANGES // (len(RESTARTS) + 1))
                instances.restart(way) if way in ("terminate", "kill") else cluster.restart(way)

        following.run(restart)
        following.assert_complete(instances.any().client(key, "g1"))
