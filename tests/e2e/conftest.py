"""One server per worker, and for every test a guild that nobody else has ever used."""

import os
import itertools

import pytest

pytest.register_assert_rewrite("harness", "shapes", "raw_http")

from harness import ALL_SCOPES, Client, Server, create_key  # noqa: E402


class GuildPool:
    """Guilds are made a few hundred at a time: a process start per test would cost more than the tests."""

    batch = 300

    def __init__(self, server: Server):
        self._server = server
        self._numbers = itertools.count(1)
        self._free: list[Client] = []

    def take(self) -> Client:
        if not self._free:
            self._refill()
        return self._free.pop()

    def _refill(self) -> None:
        names = [f"guild-{next(self._numbers)}" for _ in range(self.batch)]
        key = create_key(self._server.store, *names, name="pool")
        self._free = [Client(self._server, key, name) for name in names]
        self._free[0].wait_until_honoured()
        self._free[-1].wait_until_honoured()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The shared server. Its end is a check too: a clean exit and no sanitizer report, see Server.stop."""
    with Server(tmp_path_factory.mktemp("shared") / "blotter.db") as running:
        yield running


@pytest.fixture(scope="session")
def guild_pool(server):
    return GuildPool(server)


@pytest.fixture
def guild(guild_pool) -> Client:
    return guild_pool.take()


@pytest.fixture
def other_guild(guild_pool) -> Client:
    return guild_pool.take()


@pytest.fixture
def john(guild) -> Client:
    """A guild in which John Doe lives."""
    guild.civilian("John Doe")
    return guild


@pytest.fixture(scope="session")
def keys_lacking(server) -> dict[str, Client]:
    """For each scope a client whose key has all the others."""
    clients = {}
    for scope in ALL_SCOPES:
        others = ",".join(other for other in ALL_SCOPES if other != scope)
        clients[scope] = Client(server, create_key(server.store, "scoped", scopes=others), "scoped")
    clients["medical"].wait_until_honoured()
    return clients


@pytest.fixture
def store(tmp_path):
    """Where a test that needs a server of its own keeps its data."""
    return tmp_path / "own.db"


def pytest_report_header():
    return f"program: {os.environ.get('BLOTTER_PROGRAM', 'build/release/blotter')}"
