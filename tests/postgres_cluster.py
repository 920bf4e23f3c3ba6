#!/usr/bin/python3
"""Private PostgreSQL clusters for tests and benchmarks: a temporary folder, a free port, gone afterwards.

    tests/postgres_cluster.py run -- COMMAND…

runs COMMAND with BLOTTER_TEST_POSTGRES set to the address of a fresh cluster, and ends with its exit code.
It never touches a cluster of the system: all files are in temporary folders of its own.
"""

import argparse
import contextlib
import os
import pwd
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg2
import psycopg2.extras

VARIABLE = "BLOTTER_TEST_POSTGRES"
SUPERUSER = "postgres"
# The owner of the databases: an ordinary role, as in production.
ROLE = "blotter"
# A role for password tests; all other local connections are trusted.
PASSWORD_ROLE = "with_password"
START_SECONDS = 60
STOP_SECONDS = 60
PROGRAMS = {"postgres", "initdb", "pg_basebackup", "pgbouncer"}
STOP_SIGNALS = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}

HOST_RULES = f"""\
local all all trust
host all {PASSWORD_ROLE} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
host replication all 127.0.0.1/32 trust
"""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": 500,
    "shared_buffers": "64MB",
    # In the folder, so that nothing remains after kill -9, and not directly in /dev/shm, which is small in containers.
    "dynamic_shared_memory_type": "mmap",
    # A promoted standby first ends its wait before it retries the lost primary: 5 s by default.
    "wal_retrieve_retry_interval": "100ms",
    "log_line_prefix": "%m [%p] %a %d ",
}
# Without fsync a crash of the machine loses data; a crash of PostgreSQL alone does not.
NOT_DURABLE = {"fsync": "off", "full_page_writes": "off", "max_wal_size": "256MB"}
MEMORY = Path("/dev/shm")
# Few machines with less memory than twice this have so much there.
MEMORY_FREE_MIN = 8 << 30


def binaries() -> Path:
    """The folder with the programs of the newest PostgreSQL; Debian does not put them on the PATH."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found:
        raise RuntimeError("PostgreSQL is missing: install Debian's package `postgresql`")
    return max(found, key=lambda path: [int(part) for part in path.parent.name.split(".")])


def owner() -> pwd.struct_passwd:
    """The user that runs PostgreSQL, which refuses to run as root."""
    return pwd.getpwnam(SUPERUSER) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def as_owner() -> dict:
    """Arguments for subprocess functions to run a process as the owner."""
    if os.geteuid() != 0:
        return {}
    return {"user": owner().pw_uid, "group": owner().pw_gid, "extra_groups": []}


def free_port() -> int:
    """Below the ephemeral range, so that no client connection takes the port while a cluster is down."""
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def folder_in_memory() -> Path | None:
    """Where there is room. Every test has a database, which is a thousand files; disks take twice as long for them."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(MEMORY).free >= MEMORY_FREE_MIN:
            return MEMORY
    return None


def folder_of_owner(below: Path | None = None) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="blotter-postgres-", dir=below))
    os.chown(folder, owner().pw_uid, owner().pw_gid)
    return folder


def in_database(url: str, database: str) -> str:
    """The URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


def as_role(url: str, role: str = ROLE) -> str:
    """The same URL for another role; also with a password, as name:password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{role}@{parts.netloc.rpartition('@')[2]}"))


def query(url: str, statement: str, *values) -> list[psycopg2.extras.DictRow]:
    """Runs one statement outside of a transaction; returns its rows, if any."""
    with contextlib.closing(psycopg2.connect(url, cursor_factory=psycopg2.extras.DictCursor)) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(statement, values or None)
            return cursor.fetchall() if cursor.description is not None else []


def create_database(url: str, collation: str = "C.UTF-8") -> str:
    """Creates a database on the server at `url`; returns its URL for the superuser. `collation` may be an ICU locale such as en-US."""
    locale = "" if collation == "C.UTF-8" else f"locale_provider icu icu_locale '{collation}'"
    return _create_database(url, f"template template0 {locale}")


def copy_database(url: str) -> str:
    """The URL of a copy on the same server, which is made much faster than tables are created. Nobody may use the original meanwhile."""
    # Copying files is faster than writing them through the log.
    return _create_database(in_database(url, "postgres"), f"template {urlsplit(url).path[1:]} strategy file_copy")


def _create_database(url: str, options: str) -> str:
    name = f"blotter_{secrets.token_hex(6)}"
    query(url, f"create database {name} owner {ROLE} {options}")
    return in_database(url, name)


def drop_database(url: str) -> None:
    """Also works while clients are connected."""
    query(in_database(url, "postgres"), f"drop database {urlsplit(url).path[1:]} with (force)")


# Processes, found by files in /proc that every user may read: root in a container may have no more rights.


def processes_in(folder: Path) -> list[int]:
    """The processes of PostgreSQL and PgBouncer that use files in the folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            program, *arguments = path.read_bytes().split(b"\0")
            if Path(os.fsdecode(program)).name in PROGRAMS and any(each.startswith(os.fsencode(f"{folder}/")) for each in arguments):
                found.append(int(path.parent.name))
    return found


def children_of(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # After the command name, which may contain anything: state, parent.
            if int(path.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(path.parent.name))
    return found


def signal_all(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def freeze(parent: int) -> list[int]:
    """Suspends a process and its children; the parent first, so that it starts no new ones."""
    signal_all([parent], signal.SIGSTOP)
    children = children_of(parent)
    signal_all(children, signal.SIGSTOP)
    return [parent, *children]


def remove(folder: Path) -> None:
    """Kills all processes that use the folder, and removes it."""
    for pid in processes_in(folder):
        signal_all(freeze(pid), signal.SIGKILL)
    with contextlib.suppress(OSError, IndexError):
        # A killed postmaster leaves a few bytes of System V shared memory in the system.
        segment = (folder / "data/postmaster.pid").read_text().splitlines()[6].split()[1]
        subprocess.run(["ipcrm", "-m", segment], capture_output=True)
    deadline = time.monotonic() + STOP_SECONDS
    while folder.exists() and time.monotonic() < deadline:
        # Processes that are ending may still write.
        shutil.rmtree(folder, ignore_errors=True)


class Guard:
    """A process that removes a folder when its parent ends, in any way."""

    def __init__(self, folder: Path):
        # In its own session: Ctrl-C is for the parent. It continues when the pipe closes.
        self._process = subprocess.Popen(
            [sys.executable, __file__, "guard", folder], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
        )

    def release(self) -> None:
        self._process.stdin.close()
        self._process.wait(2 * STOP_SECONDS)


def guard(folder: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.read()
    remove(folder)


class Cluster:
    """One server with its data. Use `with Cluster() as cluster`, or start() and close().

    `durable` keeps fsync on, and the data on a disk; other settings of postgresql.conf are passed by name.
    """

    def __init__(self, durable: bool = False, **settings):
        self.folder = folder_of_owner(below=None if durable else folder_in_memory())
        self._guard = Guard(self.folder)
        self.data = self.folder / "data"
        self.log = self.folder / "log.txt"
        self.port = free_port()
        self._settings = SETTINGS | ({} if durable else NOT_DURABLE) | settings
        self._process: subprocess.Popen | None = None

    def url(self, database: str = "postgres") -> str:
        return f"postgres://{SUPERUSER}@127.0.0.1:{self.port}/{database}"

    def sql(self, statement: str, *values, database: str = "postgres") -> list[psycopg2.extras.DictRow]:
        return query(self.url(database), statement, *values)

    def create_database(self, **options) -> str:
        return create_database(self.url(), **options)

    # Start and stop. The data stay until close().

    def start(self) -> "Cluster":
        is_new = not self.data.exists()
        if is_new:
            self._initialise()
        with open(self.log, "ab") as log:
            self._process = subprocess.Popen(
                [binaries() / "postgres", "-D", self.data, "-p", str(self.port), "-k", self.folder],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **as_owner(),
            )  # fmt: skip
        self._wait_until_ready()
        if is_new:
            self.sql(f"create role {ROLE} login")
        return self

    def stop(self, mode: str = "fast") -> None:
        """`fast` ends sessions, `immediate` crashes and recovers at the next start, `smart` waits for clients."""
        self._process.send_signal(STOP_SIGNALS[mode])
        self._process.wait(STOP_SECONDS)

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def kill(self) -> None:
        """kill -9 of all its processes, as in a power failure."""
        signal_all(freeze(self._process.pid), signal.SIGKILL)
        self._process.wait(STOP_SECONDS)

    def pause(self) -> None:
        """Suspends the server: connections stay open, without responses."""
        freeze(self._process.pid)

    def resume(self) -> None:
        signal_all([*children_of(self._process.pid), self._process.pid], signal.SIGCONT)

    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        if self.running():
            self.resume()
            self.stop("immediate")
        remove(self.folder)
        self._guard.release()

    def __enter__(self) -> "Cluster":
        try:
            return self if self.running() else self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_) -> None:
        self.close()

    # Replication.

    def standby(self, port: int | None = None) -> "Cluster":
        """Creates a synchronous standby: from now on a commit is acknowledged only when it is on the standby's disk too."""
        standby = Cluster(**self._settings)
        standby.port = port or standby.port
        name = f"standby_{standby.port}"
        address = f"host=127.0.0.1 port={self.port} user={SUPERUSER} application_name={name}"
        try:
            self._run("pg_basebackup", "-D", standby.data, "-d", address, "-X", "stream", "-c", "fast", "-R", "--no-sync")
            standby.start()
            self.sql(f"alter system set synchronous_standby_names = '{name}'")
            self.sql("select pg_reload_conf()")
            in_step = "select 1 from pg_stat_replication where application_name = %s and sync_state = 'sync'"
            wait_for(lambda: self.sql(in_step, name), "the standby follows synchronously", standby.log)
        except BaseException:
            standby.close()
            raise
        return standby

    def promote(self) -> None:
        """Makes a standby the primary; returns when it accepts changes."""
        assert self.sql("select pg_promote(true, %s)", START_SECONDS)[0][0], self.log.read_text()[-4000:]

    def _initialise(self) -> None:
        self._run("initdb", "-D", self.data, "-U", SUPERUSER, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
        with open(self.data / "postgresql.conf", "a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in self._settings.items())
        (self.data / "pg_hba.conf").write_text(HOST_RULES)

    def _run(self, program: str, *arguments) -> None:
        done = subprocess.run([binaries() / program, *arguments], cwd=self.folder, capture_output=True, text=True, **as_owner())
        if done.returncode != 0:
            raise RuntimeError(f"{program}: exit {done.returncode}\n{done.stdout}{done.stderr}")

    def _wait_until_ready(self) -> None:
        def ready() -> bool:
            if not self.running():
                raise RuntimeError(f"PostgreSQL ended at its start:\n{self.log.read_text()[-4000:]}")
            with contextlib.suppress(OSError, IndexError):
                # The last line has the status, the first the pid: a file of a killed postmaster may still be there.
                lines = (self.data / "postmaster.pid").read_text().splitlines()
                return int(lines[0]) == self._process.pid and lines[7].strip() in ("ready", "standby")
            return False

        wait_for(ready, "PostgreSQL starts", self.log)


def wait_for(condition, what: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"not within {START_SECONDS} s: {what}\n{log.read_text()[-4000:]}")
        time.sleep(0.02)


class PgBouncer:
    """A connection pooler in session mode in front of every database of a server."""

    def __init__(self, url: str):
        server = urlsplit(url)
        self.folder = folder_of_owner()
        self._guard = Guard(self.folder)
        self.port = free_port()
        (self.folder / "users.txt").write_text(f'"{SUPERUSER}" ""\n"{ROLE}" ""\n')
        (self.folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host={server.hostname} port={server.port}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {self.port}\nunix_socket_dir =\n"
            f"auth_type = trust\nauth_file = {self.folder}/users.txt\n"
            "pool_mode = session\ndefault_pool_size = 200\nmax_client_conn = 1000\n"
        )
        with open(self.folder / "log.txt", "wb") as log:
            self._process = subprocess.Popen(
                ["/usr/sbin/pgbouncer", self.folder / "pgbouncer.ini"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **as_owner(),
            )  # fmt: skip
        wait_for(self._answers, "PgBouncer starts", self.folder / "log.txt")

    def _answers(self) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError(f"PgBouncer ended at its start:\n{(self.folder / 'log.txt').read_text()}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    def in_front_of(self, url: str) -> str:
        """The URL of the same database through this pooler."""
        parts = urlsplit(url)
        return urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{self.port}"))

    def __enter__(self) -> "PgBouncer":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        self._process.kill()
        self._process.wait(STOP_SECONDS)
        remove(self.folder)
        self._guard.release()


def run(command: list[str]) -> int:
    with Cluster() as cluster:
        # Ctrl-C reaches the command too; the cluster ends after it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        child = subprocess.Popen(
            command, env=os.environ | {VARIABLE: cluster.url()}, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        )
        signal.signal(signal.SIGTERM, lambda *_: child.terminate())
        code = child.wait()
    return code if code >= 0 else 128 - code


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="run a command with a cluster").add_argument("arguments", nargs="+", metavar="COMMAND")
    commands.add_parser("guard", help="remove a folder when standard input ends").add_argument("folder", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "guard":
        guard(chosen.folder)
        return 0
    return run(chosen.arguments)


if __name__ == "__main__":
    sys.exit(main())
