"""The races of the black-box suite, with the runners spread over three instances."""

import itertools

import pytest

from harness import create_key
from instances import SpreadClient, instances
from test_races import *  # noqa: F403


class SpreadGuilds:
    def __init__(self, servers, keys):
        self._servers, self._keys = servers, keys
        self._numbers = itertools.count()

    def take(self) -> SpreadClient:
        return SpreadClient(self._servers, self._keys, f"guild-{next(self._numbers)}")


@pytest.fixture(scope="module")
def guild_pool(new_store):
    with new_store() as store, instances(store, 3) as servers:
        guilds = [f"guild-{number}" for number in range(100)]
        key = create_key(store, *guilds)
        for server in servers:
            server.client(key, guilds[-1]).wait_until_honoured()
        yield SpreadGuilds(servers, key)


@pytest.fixture
def guild(guild_pool):
    return guild_pool.take()


@pytest.fixture
def john(guild):
    guild.civilian("John Doe")
    return guild
