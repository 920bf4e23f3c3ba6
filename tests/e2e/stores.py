"""Stores for tests, one class per engine; tests need not know which one they use.

BLOTTER_TEST_STORE names the engine under test. For PostgreSQL, databases are created on the server whose
address is in BLOTTER_TEST_POSTGRES: tests/postgres_cluster.py run -- /usr/bin/python3 -m pytest tests/e2e
"""

import atexit
import contextlib
import os
import sqlite3
import subprocess
from abc import ABC, abstractmethod
from contextlib import closing
from functools import cache
from pathlib import Path

import psycopg2

import postgres_cluster
from harness import Server, run

KIND_VARIABLE = "BLOTTER_TEST_STORE"


class Store(ABC):
    """The interface of a test store. As a context manager it is removed at the end."""

    url: str  # for the program
    folder: Path  # for logs and other files around it
    name: str  # what a message about it must mention

    @abstractmethod
    def rows(self, statement: str, *values) -> list:
        """Reads rows while the server runs; `?` stands for a value."""

    @abstractmethod
    def execute(self, statement: str) -> None:
        """Changes rows directly, without the program."""

    @abstractmethod
    def contents(self) -> bytes:
        """All contents, in a form that changes only if the data change."""

    @abstractmethod
    def assert_intact(self) -> None:
        """The engine's own check finds no damage."""

    @abstractmethod
    def held(self) -> contextlib.AbstractContextManager:
        """Another client holds a write lock, so that the program's changes have to wait."""

    @abstractmethod
    def refusing_changes(self, server: Server) -> contextlib.AbstractContextManager:
        """No change of that server can be stored, as on a full disk."""

    @abstractmethod
    def break_reading(self) -> None:
        """Permanently breaks the store: all lookups fail."""

    def discard(self) -> None:
        pass

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_) -> None:
        self.discard()


class SqliteStore(Store):
    def __init__(self, path: Path):
        self.path = Path(path)
        self.url = f"sqlite:{path}"
        self.folder = self.path.parent
        self.name = self.path.name

    def rows(self, statement: str, *values) -> list[sqlite3.Row]:
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(statement, values).fetchall()

    def execute(self, statement: str) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            connection.execute(statement)
            connection.commit()

    def contents(self) -> bytes:
        files = (self.path, self.path.with_name(self.name + "-wal"))
        return b"".join(file.read_bytes() for file in files if file.exists())

    def assert_intact(self) -> None:
        assert [tuple(row) for row in self.rows("pragma integrity_check")] == [("ok",)]

    @contextlib.contextmanager
    def held(self):
        with closing(sqlite3.connect(self.path, isolation_level=None, timeout=10)) as blocker:
            blocker.execute("begin immediate")
            yield
            blocker.execute("rollback")

    @contextlib.contextmanager
    def refusing_changes(self, server: Server):
        # The server ignores SIGXFSZ, so that writes beyond a limit on its files fail the way they do on a full disk.
        server.limit_file_size(0)
        yield
        server.limit_file_size(None)

    def break_reading(self) -> None:
        size = self.path.stat().st_size
        # Page 1 (the header and the schema) stays, so that it is still a database; the rest is overwritten.
        with open(self.path, "r+b") as file:
            file.seek(4096)
            file.write(b"\xa5" * (size - 4096))


DISK_FULL = """
create function disk_full() returns trigger language plpgsql as
$$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$
"""
BROKEN_INDEXES = """
select bt_index_check(indexrelid, true) from pg_index join pg_class on pg_class.oid = indexrelid
where relkind = 'i' and relnamespace = 'public'::regnamespace
"""
BROKEN_TABLES = """
select relname, fault.* from pg_class, verify_heapam(pg_class.oid) fault
where relkind = 'r' and relnamespace = 'public'::regnamespace
"""


class PostgresStore(Store):
    """A separate database: `database` is its URL for the tests, as superuser; `url` is the one for the program."""

    def __init__(self, database: str, folder: Path, url: str | None = None):
        self.database = database
        self.url = url or postgres_cluster.as_role(database)
        self.folder = Path(folder)
        self.name = database.rpartition("/")[2]

    def rows(self, statement: str, *values) -> list:
        return postgres_cluster.query(self.database, statement.replace("?", "%s"), *values)

    def execute(self, statement: str) -> None:
        postgres_cluster.query(self.database, statement)

    def contents(self) -> bytes:
        program = postgres_cluster.binaries() / "pg_dump"
        dump = subprocess.run([program, f"--dbname={self.database}"], capture_output=True, check=True).stdout
        # Some versions of pg_dump print a random token.
        return b"".join(line for line in dump.splitlines(True) if not line.startswith((b"\\restrict", b"\\unrestrict")))

    def assert_intact(self) -> None:
        self.execute("create extension if not exists amcheck")
        self.rows(BROKEN_INDEXES)  # raises what it finds
        assert self.rows(BROKEN_TABLES) == []

    def held(self):
        return self.holding("lock table guild in exclusive mode")

    @contextlib.contextmanager
    def holding(self, statement: str):
        """Another client has run the statement and has not ended its transaction."""
        with closing(psycopg2.connect(self.database)) as blocker:
            blocker.cursor().execute(statement)
            yield
            blocker.rollback()

    @contextlib.contextmanager
    def refusing_changes(self, server: Server):
        # Every change writes an event, so it fails there.
        self.execute(DISK_FULL)
        self.execute("create trigger full_disk before insert on event execute function disk_full()")
        yield
        self.execute("drop function disk_full cascade")

    def break_reading(self) -> None:
        self.execute("alter table civilian rename to somewhere_else")

    def discard(self) -> None:
        postgres_cluster.drop_database(self.database)


def shared_server() -> str:
    url = os.environ.get(postgres_cluster.VARIABLE)
    if not url:
        raise RuntimeError(f"{postgres_cluster.VARIABLE} is not set; run this by: tests/postgres_cluster.py run -- COMMAND")
    return url


@cache
def shared_pooler() -> postgres_cluster.PgBouncer:
    """Shared by all tests of this process."""
    pooler = postgres_cluster.PgBouncer(shared_server())
    atexit.register(pooler.close)
    return pooler


KINDS = ("sqlite", "postgres", "postgres-partitioned", "postgres-pooled")


def kind() -> str:
    chosen = os.environ.get(KIND_VARIABLE, "sqlite")
    if chosen not in KINDS:
        raise RuntimeError(f"{KIND_VARIABLE} must be one of {', '.join(KINDS)}, not {chosen}")
    return chosen


def empty_database() -> str:
    # Most servers use a language's collation; the stored data must not depend on it.
    return postgres_cluster.create_database(shared_server(), collation="en-US")


def plain(folder: Path) -> Store:
    """An empty database, whatever the engine under test."""
    return PostgresStore(empty_database(), folder)


@cache
def prepared_database() -> str:
    """A database with tables and nothing in them. It remains until the end of the server."""
    database = empty_database()
    partitions = "4" if kind() == "postgres-partitioned" else "0"
    done = run("db", "init", "--store", postgres_cluster.as_role(database), "--partitions", partitions)
    assert done.returncode == 0, done.stderr
    return database


def in_postgres(database: str, folder: Path) -> Store:
    pooled = shared_pooler().in_front_of(database) if kind() == "postgres-pooled" else database
    return PostgresStore(database, folder, url=postgres_cluster.as_role(pooled))


def blank(folder: Path) -> Store:
    """A location for the engine under test that the program has never used."""
    return SqliteStore(folder / "own.db") if kind() == "sqlite" else in_postgres(empty_database(), folder)


def fresh(folder: Path) -> Store:
    """A new store for the program, which need not create the tables of a database."""
    return blank(folder) if kind() == "sqlite" else in_postgres(postgres_cluster.copy_database(prepared_database()), folder)
