"""A database that restarts, is unreachable, hangs or ends sessions: requests fail in time, and the service recovers by itself."""

import time

import pytest
import requests

from harness import STOP_SECONDS, Server, create_key, run, wait_until
from instances import clients_of, instances
from load import Ledger, Load

RECOVERY_SECONDS = 5  # the documented limit
STORE_TIMEOUT = 2
# How much later than the store timeout a response may come, on a busy machine.
SLACK_SECONDS = 1.5


def status_of(server: Server, path: str) -> int:
    return requests.get(server.url + path, timeout=STORE_TIMEOUT + SLACK_SECONDS).status_code


def wait_until_all_work(ledger: Ledger, clients) -> None:
    """Waits until reads and changes work at each instance, within the documented limit."""
    deadline = time.monotonic() + RECOVERY_SECONDS
    for client in clients:
        wait_until(lambda: ledger.change(client), deadline - time.monotonic(), "changes are stored again")
        wait_until(lambda: client.get("civilian/list").status == 200, deadline - time.monotonic(), "lookups are answered again")
        wait_until(lambda: status_of(client.server, "/readyz") == 200, deadline - time.monotonic(), "the instance is ready again")


def assert_works_without_a_refusal(ledger: Ledger, clients) -> None:
    before = (ledger.total(ledger.refused), ledger.refused_reads, ledger.total(ledger.acknowledged))
    with Load(ledger, *clients, writers=2, readers=1):
        time.sleep(1)
    assert (ledger.total(ledger.refused), ledger.refused_reads) == before[:2]
    assert ledger.total(ledger.acknowledged) > before[2]


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_under_load_loses_nothing_and_is_over_within_five_seconds(cluster, harmed, mode):
    with instances(harmed, 2) as servers:
        clients = clients_of(servers)
        ledger = Ledger(clients[0])
        for _ in range(3):
            with Load(ledger, *clients, writers=4, readers=2):
                time.sleep(0.5)
                cluster.restart(mode)
                wait_until_all_work(ledger, clients)
        assert_works_without_a_refusal(ledger, clients)
        assert ledger.wrong == []
        ledger.assert_balanced(clients[0])


def test_an_unreachable_database_is_reported_in_time_and_the_service_recovers_with_it(cluster, harmed):
    with instances(harmed, 2, "--store-timeout", STORE_TIMEOUT) as servers:
        clients = clients_of(servers)
        ledger = Ledger(clients[0])
        with Load(ledger, *clients, writers=2, readers=1):
            time.sleep(0.5)
            cluster.stop("immediate")
            for server in servers:
                wait_until(lambda: status_of(server, "/readyz") == 503, STORE_TIMEOUT + SLACK_SECONDS, "the instance says that it is not ready")
                assert status_of(server, "/healthz") == status_of(server, "/metrics") == 200
            refused, reads = ledger.total(ledger.refused), ledger.refused_reads
            time.sleep(2 * STORE_TIMEOUT)
            assert ledger.total(ledger.refused) > refused and ledger.refused_reads > reads
            cluster.start()
            wait_until_all_work(ledger, clients)
        assert_works_without_a_refusal(ledger, clients)
        assert ledger.wrong == []
        assert ledger.slowest < STORE_TIMEOUT + SLACK_SECONDS
        # A commit in flight when the database stopped: its outcome is unknown, and it was not acknowledged.
        ledger.assert_balanced(clients[0], refused_is_absent=False)


def test_sessions_that_the_database_ends_are_replaced_without_a_refusal(cluster, harmed):
    with instances(harmed, 2) as servers:
        clients = clients_of(servers)
        ledger = Ledger(clients[0])
        with Load(ledger, *clients, writers=3, readers=2):
            for _ in range(10):
                time.sleep(0.2)
                ended = harmed.rows("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'blotter'")
                assert len(ended) > 0
        assert ledger.wrong == []
        assert (ledger.total(ledger.refused), ledger.refused_reads) == (0, 0)
        ledger.assert_balanced(clients[0])


def test_while_the_database_hangs_requests_time_out_and_later_all_works(cluster, harmed):
    with instances(harmed, 2, "--store-timeout", STORE_TIMEOUT) as servers:
        clients = clients_of(servers)
        ledger = Ledger(clients[0])
        with Load(ledger, *clients, writers=4, readers=2):
            time.sleep(0.5)
            cluster.pause()
            since = time.monotonic()
            while (hung := time.monotonic() - since) < 3 * STORE_TIMEOUT:
                for server in servers:
                    began = time.monotonic()
                    assert status_of(server, "/healthz") == 200
                    assert time.monotonic() - began < 1, "the instance itself is alive"
                    # A missing response is only known after the timeout.
                    assert status_of(server, "/readyz") == 503 or hung < STORE_TIMEOUT + SLACK_SECONDS
                time.sleep(0.2)
            cluster.resume()
            wait_until_all_work(ledger, clients)
        assert_works_without_a_refusal(ledger, clients)
        assert ledger.wrong == []
        assert ledger.refused_reads > 0 and ledger.total(ledger.refused) > 0
        assert ledger.slowest < STORE_TIMEOUT + SLACK_SECONDS
        # A commit in flight when the database stopped may succeed after its request timed out.
        ledger.assert_balanced(clients[0], refused_is_absent=False)


@pytest.mark.parametrize("harm", ["pause", "stop"])
def test_the_program_stops_in_time_while_the_database_does_not_respond(cluster, harmed, harm):
    server = Server(harmed, "--store-timeout", STORE_TIMEOUT).start()
    client = server.guild()
    ledger = Ledger(client)
    with Load(ledger, client, writers=4, readers=2):
        time.sleep(0.3)
        getattr(cluster, harm)()
        time.sleep(0.5)
        began = time.monotonic()
        server.stop()  # requires a clean stop
        assert time.monotonic() - began < STOP_SECONDS
    assert ledger.wrong == []
    cluster.resume() if harm == "pause" else cluster.start()
    with Server(harmed) as again:
        ledger.assert_balanced(again.client(client.key, client.guild), refused_is_absent=False)


def test_a_command_does_not_hang_with_the_database(cluster, harmed):
    create_key(harmed, "g1")
    cluster.pause()
    began = time.monotonic()
    done = run("guild", "list", "--store", harmed.url)
    assert time.monotonic() - began < 20
    assert done.returncode > 0 and len(done.stderr.strip().splitlines()) == 1, done.stderr
    cluster.resume()
    assert run("guild", "list", "--store", harmed.url).returncode == 0


def test_a_locked_guild_does_not_block_others(store):
    """An open transaction in psql must not block the whole service."""
    with Server(store, "--store-timeout", STORE_TIMEOUT) as server:
        held, free = server.guild("held"), server.guild("free")
        ledgers = Ledger(held), Ledger(free)
        with store.holding("select 1 from guild where id = 'held' for update"), Load(ledgers[0], held, writers=4):
            time.sleep(0.2)
            for _ in range(20):
                began = time.monotonic()
                assert ledgers[1].change(free)
                assert time.monotonic() - began < 1
            assert free.get("civilian/list").status == held.get("civilian/list").status == 200
            wait_until(lambda: ledgers[0].total(ledgers[0].refused) > 4, 3 * STORE_TIMEOUT, "changes of the held guild are refused in time")
        wait_until(lambda: ledgers[0].change(held), RECOVERY_SECONDS, "the guild is free again")
        for ledger, client in zip(ledgers, (held, free)):
            assert ledger.wrong == []
            assert ledger.slowest < STORE_TIMEOUT + SLACK_SECONDS
            ledger.assert_balanced(client)
