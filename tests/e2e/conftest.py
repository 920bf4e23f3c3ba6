"""One server per worker, and an unused guild for every test."""

import itertools

import pytest

pytest.register_assert_rewrite("harness", "document", "stores", "load", "shapes", "raw_http", "cut_stream", "retry_storm", "guild_keys")

import stores  # noqa: E402
from harness import ALL_SCOPES, PROGRAM, Client, Server, create_key  # noqa: E402


class GuildPool:
    """Creates guilds a few hundred at a time: one process per test would take longer than the tests."""

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
        key = create_key(self._server.store, *names, name="pool", scopes=",".join((*ALL_SCOPES, "admin")))
        self._free = [Client(self._server, key, name) for name in names]


@pytest.fixture(scope="session")
def new_store(tmp_path_factory):
    """Creates an empty store of the engine under test: `with new_store() as store`."""
    return lambda: stores.fresh(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="session")
def server(new_store):
    """The shared server. Stopping it checks for a clean exit and no sanitizer report, see Server.stop."""
    with new_store() as store, Server(store, "--webhook-allow", "127.0.0.1") as running:
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


@pytest.fixture(scope="session")
def new_owner(server):
    """A client for a new guild with a key for this guild alone, which may do everything; those of `guild` share a key."""
    numbers = itertools.count(1)
    return lambda: server.guild(f"owned-{next(numbers)}", role="owner", name="owner")


@pytest.fixture
def owner(new_owner) -> Client:
    return new_owner()


@pytest.fixture
def john(guild) -> Client:
    """A guild with the civilian John Doe."""
    guild.civilian("John Doe")
    return guild


@pytest.fixture(scope="session")
def keys_without(server) -> dict[str, Client]:
    """For each scope, a client whose key has all scopes but this one."""
    clients = {}
    every = (*ALL_SCOPES, "admin")
    for scope in every:
        others = ",".join(other for other in every if other != scope)
        clients[scope] = Client(server, create_key(server.store, "scoped", scopes=others), "scoped")
    return clients


@pytest.fixture
def store(new_store):
    """The store for a test with its own server."""
    with new_store() as fresh:
        yield fresh


@pytest.fixture
def blank(tmp_path):
    """A store location that the program has never used."""
    with stores.blank(tmp_path) as place:
        yield place


def pytest_collection_modifyitems(config, items):
    """Skips tests of SQLite files on other engines."""
    if stores.kind() == "sqlite":
        return
    elsewhere = [item for item in items if item.get_closest_marker("sqlite_only")]
    config.hook.pytest_deselected(items=elsewhere)
    items[:] = [item for item in items if item not in elsewhere]


def pytest_report_header():
    return f"program: {PROGRAM}, store: {stores.kind()}"
