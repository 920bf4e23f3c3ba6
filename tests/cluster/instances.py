"""Several instances of the program on one store."""

import contextlib
import itertools
from collections.abc import Iterator

from harness import Client, Server, create_key


@contextlib.contextmanager
def instances(store, number: int, *options) -> Iterator[list[Server]]:
    with contextlib.ExitStack() as running:
        yield [running.enter_context(Server(store, *options)) for _ in range(number)]


class SpreadClient(Client):
    """Each clone uses the next instance."""

    def __init__(self, servers: list[Server], key: str, guild: str, turn: Iterator[Server] | None = None):
        self._servers = servers
        self._turn = turn or itertools.cycle(servers)
        super().__init__(next(self._turn), key, guild)

    def clone(self) -> "SpreadClient":
        return SpreadClient(self._servers, self.key, self.guild, self._turn)


def clients_of(servers: list[Server], guild: str = "g1") -> list[Client]:
    """One client for each instance, with one key, when all instances accept it."""
    key = create_key(servers[0].store, guild)
    clients = [server.client(key, guild) for server in servers]
    for client in clients:
        client.wait_until_honoured()
    return clients
