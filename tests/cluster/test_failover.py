"""Failover from a dead or hanging primary to a standby: no acknowledged change is lost, and no server is restarted."""

import os
import random
import time

import pytest

from harness import wait_until
from instances import clients_of, instances
from load import Ledger, Load
from postgres_cluster import Cluster
from stores import PostgresStore

ROUNDS = 4
STORE_TIMEOUT = 2
RECOVERY_SECONDS = 5  # the documented limit
SLACK_SECONDS = 1.5


class Pair:
    """A primary and its synchronous standby, on two fixed ports that survive a failover."""

    def __init__(self, folder):
        self.primary = Cluster().start()
        self.standby = self.primary.standby()
        database = self.primary.create_database().rpartition("/")[2]
        url = f"postgres://blotter@127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}/{database}"
        self._database = database
        self.store = PostgresStore(self.primary.url(database), folder, url)

    def fail_over(self, harm) -> None:
        """Breaks the primary and promotes the standby."""
        harm(self.primary)
        self.standby.promote()
        self.store.database = self.standby.url(self._database)

    def replace_the_lost(self) -> None:
        port = self.primary.port
        self.primary.close()
        self.primary = self.standby
        self.standby = self.primary.standby(port)

    def __enter__(self) -> "Pair":
        return self

    def __exit__(self, *_) -> None:
        self.standby.close()
        self.primary.close()


@pytest.fixture
def pair(tmp_path):
    with Pair(tmp_path) as both:
        yield both


def test_a_killed_primary_loses_no_acknowledged_change(pair):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce the moments of the deaths with BLOTTER_TEST_SEED={seed}")
    chance = random.Random(seed)
    with instances(pair.store, 2) as servers:
        clients = clients_of(servers)
        ledger = Ledger(clients[0])
        for turn in range(ROUNDS):
            before = ledger.total(ledger.acknowledged)
            with Load(ledger, *clients, writers=4, readers=2):
                time.sleep(chance.uniform(0.3, 0.8))
                pair.fail_over(Cluster.kill)
                deadline = time.monotonic() + RECOVERY_SECONDS
                for client in clients:
                    wait_until(lambda: ledger.change(client), deadline - time.monotonic(), "the instance found the new primary")
            assert ledger.total(ledger.acknowledged) > before
            assert ledger.wrong == []
            ledger.assert_balanced(clients[turn % 2])
            if turn < ROUNDS - 1:
                pair.replace_the_lost()


def test_a_hanging_primary_is_replaced_by_the_standby(pair):
    with instances(pair.store, 2, "--store-timeout", STORE_TIMEOUT) as servers:
        clients = clients_of(servers)
        ledger = Ledger(clients[0])
        with Load(ledger, *clients, writers=4, readers=2):
            time.sleep(0.5)
            pair.fail_over(Cluster.pause)
            deadline = time.monotonic() + STORE_TIMEOUT + RECOVERY_SECONDS
            for client in clients:
                wait_until(lambda: ledger.change(client), deadline - time.monotonic(), "the instance found the new primary")
        assert ledger.wrong == []
        assert ledger.slowest < STORE_TIMEOUT + SLACK_SECONDS
        ledger.assert_balanced(clients[0], refused_is_absent=False)


def test_without_its_standby_the_primary_acknowledges_nothing(pair):
    """A commit that waits for the standby must not be cancelled in a way that looks like success."""
    with instances(pair.store, 2, "--store-timeout", STORE_TIMEOUT) as servers:
        clients = clients_of(servers)
        ledger = Ledger(clients[0])
        with Load(ledger, *clients, writers=3, readers=1):
            time.sleep(0.3)
            pair.standby.pause()
            time.sleep(0.2)
            before = ledger.total(ledger.acknowledged)
            wait_until(lambda: ledger.total(ledger.refused) > 4, 3 * STORE_TIMEOUT, "changes are refused in time")
            time.sleep(STORE_TIMEOUT)
            assert ledger.total(ledger.acknowledged) == before
            assert ledger.refused_reads == 0, "lookups go on"
            pair.fail_over(lambda primary: (primary.kill(), pair.standby.resume()))
            deadline = time.monotonic() + RECOVERY_SECONDS
            for client in clients:
                wait_until(lambda: ledger.change(client), deadline - time.monotonic(), "the instance found the new primary")
        assert ledger.wrong == []
        assert ledger.slowest < STORE_TIMEOUT + SLACK_SECONDS
        ledger.assert_balanced(clients[0], refused_is_absent=False)
