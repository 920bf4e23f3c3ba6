"""The measured stores: SQLite files and databases of one private PostgreSQL, each filled once and copied for writers."""

import contextlib
import itertools
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg2

from . import multiply
from .paths import PROGRAMS
from .people import Population

from postgres_cluster import Cluster, as_role, drop_database, in_database  # of tests/

# This many people are created with operations; the rest are copies.
PLAYED_MAX = 1000
# Usual settings for a dedicated machine: more memory than the default, and fewer checkpoints.
POSTGRES_SETTINGS = {"shared_buffers": "1GB", "max_wal_size": "4GB", "autovacuum_naptime": "10min"}


@dataclass(frozen=True)
class Store:
    url: str
    population: Population
    keys: Path  # one line per guild

    def key(self, guild: int = 1) -> str:
        return self.keys.read_text().splitlines()[guild - 1]

    def connect(self):
        """A DB-API connection, to read the rows directly."""
        if self.url.startswith("sqlite:"):
            return contextlib.closing(sqlite3.connect(self.url.removeprefix("sqlite:")))
        return contextlib.closing(psycopg2.connect(self.url))

    def rows(self, statement: str) -> list[tuple]:
        with self.connect() as connection:
            cursor = connection.cursor()
            cursor.execute(statement)
            return cursor.fetchall()


class Stores:
    """Creates stores on demand and keeps them until the end."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._made: dict[tuple[str, Population], Store] = {}
        self._numbers = itertools.count(1)
        self._exit = contextlib.ExitStack()
        self._cluster: Cluster | None = None

    def __enter__(self) -> "Stores":
        return self

    def __exit__(self, *_: object) -> None:
        self._exit.close()

    def cluster(self) -> Cluster:
        if self._cluster is None:
            self._cluster = self._exit.enter_context(Cluster(durable=True, **POSTGRES_SETTINGS))
        return self._cluster

    def postmaster(self) -> int:
        """The main process of PostgreSQL."""
        return int((self.cluster().data / "postmaster.pid").read_text().split()[0])

    def filled(self, engine: str, population: Population) -> Store:
        """A read-only store, shared by all."""
        wanted = (engine, population)
        if wanted not in self._made:
            print(f"  filling {engine} with {population} …", flush=True)
            self._made[wanted] = {"sqlite": self._fill_sqlite, "postgres": self._fill_postgres}[engine](population)
        return self._made[wanted]

    def path(self, name: str) -> Path:
        """A unique file name, on the same disk as all stores."""
        return self._folder / f"{name}-{next(self._numbers)}"

    @contextlib.contextmanager
    def empty_database(self) -> Iterator[str]:
        url = self.cluster().create_database()
        yield as_role(url)
        drop_database(url)

    @contextlib.contextmanager
    def copy(self, engine: str, population: Population) -> Iterator[Store]:
        """A copy of a filled store for a writer."""
        original = self.filled(engine, population)
        if engine == "sqlite":
            path = self.path("store")
            with original.connect() as source, contextlib.closing(sqlite3.connect(path)) as target:
                source.backup(target)
            with open(path, "rb+") as file:
                os.fsync(file.fileno())  # otherwise the disk would be busy during the measurement
            yield Store(f"sqlite:{path}", population, original.keys)
            for each in path.parent.glob(path.name + "*"):
                each.unlink()
            return
        name = f"bench_{next(self._numbers)}"
        self._control(f"create database {name} template {original.url.rpartition('/')[2]} strategy file_copy")
        self._control("checkpoint")
        yield Store(in_database(original.url, name), population, original.keys)
        self._control(f"drop database {name} with (force)")

    def _control(self, statement: str) -> None:
        self.cluster().sql(statement)

    def _played(self, url: str, population: Population) -> Path:
        keys = self.path("keys")
        command = [PROGRAMS / "bench_fill", "--store", url, "--guilds", str(population.guilds), "--civilians", str(self._base(population))]
        keys.write_text(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return keys

    @staticmethod
    def _base(population: Population) -> int:
        return min(population.civilians, PLAYED_MAX)

    def _multiply(self, cursor, population: Population) -> None:
        multiply.end_terms(cursor)
        if population.guilds > 1:
            multiply.to_other_guilds(cursor, population)
        elif population.civilians > PLAYED_MAX:
            multiply.within_guild(cursor, PLAYED_MAX, population)

    def _fill_sqlite(self, population: Population) -> Store:
        path = self.path("store")
        store = Store(f"sqlite:{path}", population, self._played(f"sqlite:{path}", population))
        with store.connect() as connection:
            # Without a WAL, with which everything would be written twice.
            for setting in ("journal_mode = off", "synchronous = off", "cache_size = -262144"):
                connection.execute(f"pragma {setting}")
            self._multiply(connection.cursor(), population)
            connection.commit()
            connection.execute("pragma journal_mode = wal")
        return store

    def _fill_postgres(self, population: Population) -> Store:
        url = as_role(self.cluster().create_database())
        store = Store(url, population, self._played(url, population))
        superuser = in_database(self.cluster().url(), url.rpartition("/")[2])
        with contextlib.closing(psycopg2.connect(superuser)) as connection:
            with connection, connection.cursor() as cursor:
                # Copied rows have valid references; checking each again would take minutes.
                cursor.execute("set session_replication_role = replica")
                self._multiply(cursor, population)
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute("vacuum (analyze, freeze)")
                cursor.execute("checkpoint")
        return store
