"""The PostgreSQL guide, followed step by step on a private server: with TLS, a password, and copying a guild there and back."""

import contextlib
import os
import re
import subprocess

import pytest

from harness import Client, Server, environment, program
from lines import Lines
from markdown import ROOT, blocks
from operations import shell
from postgres_cluster import Cluster, owner
from stores import SqliteStore
from test_scaling_out_doc import answer_to_prompts, make_certificate

GUIDE = ROOT / "docs/guides/postgresql.md"
GUILD = "my-community"


def told(language: str) -> list[str]:
    return [block.text for block in blocks(GUIDE) if block.language == language]


class Machines:
    """Both machines of the guide in one: maps its names and paths to those of the test."""

    def __init__(self, cluster: Cluster):
        self.cluster = cluster
        self.folder = cluster.folder
        self.state, self.settings = self.folder / "state", self.folder / "settings"
        self.state.mkdir(), self.settings.mkdir()

    def here(self, text: str) -> str:
        address = f"localhost:{self.cluster.port}"
        for name, meant in {
            "runuser -u postgres -- ": "PGHOST=127.0.0.1 PGUSER=postgres ",
            "runuser -u blotter -- ": "",
            "chown blotter:blotter": f"chown {os.geteuid()}:{os.getegid()}",
            "db.example.org:5432": address,
            "db.example.org": address,
            "192.0.2.10/32": "samehost",
            "/etc/blotter": str(self.settings),
            "/var/lib/blotter": str(self.state),
        }.items():
            text = text.replace(name, meant)
        return text

    def run(self, script: str) -> str:
        """Runs a block in a shell that has run the earlier blocks: STORE is set."""
        store = next(line for block in told("sh") for line in block.splitlines() if line.startswith("export STORE="))
        done = shell(self.here(f"{store}\n{script}"), self.folder, PGPORT=str(self.cluster.port))
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextlib.contextmanager
    def serve(self):
        """Starts the server like the package, with the configuration file. Returns the address."""
        command = [program(), "serve", "--config", self.settings / "blotter.toml", "--listen", "127.0.0.1:0"]
        process = subprocess.Popen(command, cwd=self.folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = Lines(process.stdout).wait_for(lambda each: "listening on" in each, 60)
        try:
            assert line, "the server did not start"
            yield line.split()[-1]
        finally:
            process.terminate()
            assert process.wait(20) == 0


class Address:
    """The part of a server that a Client needs."""

    def __init__(self, url: str):
        self.url = url


@pytest.fixture(scope="module")
def machines():
    with Cluster(max_connections=100, listen_addresses="127.0.0.1,::1") as cluster:
        make_certificate(cluster.data, "localhost")
        os.chown(cluster.data / "server.key", owner().pw_uid, owner().pw_gid)
        cluster.sql("alter system set ssl = on")
        cluster.sql("drop role blotter")  # created by the guide
        yield Machines(cluster)


def test_the_guide_from_its_first_line_to_its_last(machines):
    make_database, protect, stop, copy, start, check, back = told("sh")
    rule, password = told("text")

    # The initial state: a server with SQLite.
    with Server(SqliteStore(machines.state / "blotter.db")) as server:
        before = server.guild(GUILD)
        before.civilian("John Doe"), before.citation()
        record = before.info()
        assert stop == "systemctl stop blotter"  # the last command of this block does this

    machines.run(answer_to_prompts(make_database))
    (machines.cluster.data / "pg_hba.conf").write_text(f"host all postgres 127.0.0.1/32 trust\n{machines.here(rule)}\n")
    machines.cluster.sql("select pg_reload_conf()")
    (machines.settings / "pgpass").write_text(machines.here(password) + "\n")
    machines.run(protect)
    assert (machines.settings / "pgpass").stat().st_mode & 0o777 == 0o600

    machines.run(copy)
    (line,) = told("toml")
    (machines.settings / "blotter.toml").write_text(machines.here(line) + "\n")
    assert start == "systemctl start blotter"
    with machines.serve() as url, machines.serve() as other_url:
        after, other = (Client(Address(each), before.key, GUILD) for each in (url, other_url))
        assert after.info() == record
        after.citation(), after.citation()
        assert len(other.info()["citations"]) == 3
        listed, ready = machines.run(check.replace("http://127.0.0.1:8080", url)).strip().rsplit("\n", 1)
        assert GUILD in listed
        assert f"prints `{ready}`" in GUIDE.read_text()
        record = after.info()

    machines.run(back)
    (machines.settings / "blotter.toml").write_text(f'store = "sqlite:{machines.state}/back.db"\n')
    with machines.serve() as url:
        assert Client(Address(url), before.key, GUILD).info() == record


def test_the_connection_to_the_database_is_encrypted_and_needs_the_password():
    rule, _ = told("text")
    assert rule.startswith("hostssl ") and rule.endswith(" scram-sha-256")
    (line,) = told("toml")
    exported = re.search(r"export STORE='(.+)'", "\n".join(told("sh")))[1]
    assert line == f'store = "{exported}"' and "sslmode=require" in exported


def test_the_proxy_of_several_machines_is_the_one_of_the_other_guide():
    (several,) = told("nginx")
    (single,) = [block.text for block in blocks(ROOT / "docs/guides/reverse-proxy.md") if block.language == "nginx"]
    settings = [line for line in several.splitlines() if "server " not in line]
    assert "\n".join(settings) in re.sub(r"^    server .*\n", "", single, flags=re.MULTILINE)
