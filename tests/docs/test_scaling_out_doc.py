"""The chapter on scaling out, followed on a private server: with TLS, a password, PgBouncer, a dump and a restore."""

import contextlib
import os
import re
import subprocess
import threading
import time

import psycopg2
import pytest
import yaml

from harness import Server, run, wait_until
from markdown import section
from operations import OPERATIONS, examples, plain, shell, table
from postgres_cluster import Cluster, as_owner, free_port, owner
from stores import PostgresStore
from test_operations_doc import offered

PASSWORD = "the password"
HOST = "localhost"  # the name in the certificate
# As on a real server: the role connects with TLS and password, the administrator locally.
HOST_RULES = """\
host all postgres 127.0.0.1/32 trust
hostssl all blotter 127.0.0.1/32 scram-sha-256
hostssl all blotter ::1/128 scram-sha-256
"""
COLUMNS_OF_KEYS = """
select t.relname as name, a.attname as first from pg_index x join pg_class t on t.oid = x.indrelid
join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
where t.relnamespace = 'public'::regnamespace and x.indisunique
"""

PARTS = """
select partrelid::regclass::text as name, (select count(*) from pg_inherits where inhparent = partrelid) as parts
from pg_partitioned_table
"""


class Chapter:
    """A server as the chapter assumes it, with a mapping of the chapter's names."""

    def __init__(self, cluster: Cluster):
        self.cluster = cluster
        self.folder = cluster.folder  # readable for PostgreSQL's user, who also runs PgBouncer
        self.address = f"{HOST}:{cluster.port}"
        self.variables = {"PGPASSFILE": f"{self.folder}/pgpass"}
        self.key = ""  # for the guild of the chapter

    def here(self, text: str) -> str:
        for told, meant in {
            "runuser -u postgres -- ": "PGHOST=127.0.0.1 PGUSER=postgres ",
            "db.example.org:5432": self.address,
            "host=db.example.org port=5432": f"host={HOST} port={self.cluster.port}",
            "db.example.org": self.address,
            # The first host is unreachable, the second is the server.
            "pg1.example.org,pg2.example.org,pg3.example.org": f"{HOST}:1,{self.address},{HOST}:2",
            "/etc/blotter/": f"{self.folder}/",
            "/etc/pgbouncer/": f"{self.folder}/",
        }.items():
            text = text.replace(told, meant)
        return text

    def shell(self, script: str, **variables: str) -> str:
        done = shell(self.here(script), self.folder, **self.variables, PGPORT=str(self.cluster.port), **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def store(self, database: str = "blotter", url: str | None = None) -> PostgresStore:
        url = url or f"postgres://blotter@db.example.org/{database}"
        return PostgresStore(self.cluster.url(database), self.folder, self.here(url))

    def serve(self, store: PostgresStore, *options) -> Server:
        return Server(store, *options, env=self.variables)

    def new_database(self) -> PostgresStore:
        store = PostgresStore(self.cluster.create_database(), self.folder)
        store.url = self.here(f"postgres://blotter@db.example.org/{store.name}")
        return store


def answer_to_prompts(script: str) -> str:
    """Types the password twice at the prompts."""
    return script.replace("createuser --pwprompt blotter", f"createuser --pwprompt blotter <<< $'{PASSWORD}\n{PASSWORD}'")


def make_certificate(folder, name: str) -> None:
    """Creates server.crt and server.key, self-signed."""
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", f"subjectAltName=DNS:{name}", "-keyout", folder / "server.key", "-out", folder / "server.crt"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr


@pytest.fixture(scope="module")
def chapter():
    # PgBouncer uses the first address of localhost, which may be IPv6.
    with Cluster(max_connections=100, listen_addresses="127.0.0.1,::1") as cluster:
        make_certificate(cluster.data, HOST)
        os.chown(cluster.data / "server.key", owner().pw_uid, owner().pw_gid)
        cluster.sql("alter system set ssl = on")
        cluster.sql("drop role blotter")  # created by the chapter
        (cluster.data / "pg_hba.conf").write_text(HOST_RULES)
        cluster.sql("select pg_reload_conf()")

        chapter = Chapter(cluster)
        (chapter.folder / "ca.pem").write_bytes((cluster.data / "server.crt").read_bytes())
        (chapter.folder / "pgpass").write_text(chapter.here(examples("One server", "text")[0]) + "\n")
        (chapter.folder / "pgpass").chmod(0o600)
        make_database, first_use = examples("One server")
        chapter.shell(answer_to_prompts(make_database))
        chapter.key = chapter.shell(first_use).strip()
        yield chapter


def test_the_commands_for_one_server_give_a_key_that_every_instance_accepts(chapter):
    with chapter.serve(chapter.store()) as one, chapter.serve(chapter.store()) as other:
        one.client(chapter.key, "mercury-roleplay").civilian("John Doe")
        assert other.client(chapter.key, "mercury-roleplay").info()["civilian"][0]["civilianName"] == "John Doe"


def test_the_url_that_requires_tls_verifies_the_server(chapter, tmp_path):
    told = chapter.here(examples("TLS and passwords", "text")[0])
    said = lambda url: run("guild", "list", "--store", url, env=chapter.variables).stderr  # noqa: E731
    assert said(told) == ""
    make_certificate(tmp_path, "stranger.example.org")
    assert "certificate verify failed" in said(told.replace(f"{chapter.folder}/ca.pem", f"{tmp_path}/server.crt"))
    assert "does not match host name" in said(told.replace(HOST, "127.0.0.1"))


def test_among_several_hosts_the_primary_is_found(chapter):
    url = examples("Primary and standby", "text")[0]
    assert run("guild", "create", "found", "--store", chapter.here(url), env=chapter.variables).stdout == "Created guild found\n"


def test_postgresql_accepts_the_settings_for_patroni(chapter):
    (text,) = examples("Primary and standby", "yaml")
    parameters = yaml.safe_load(text)["postgresql"]["parameters"]
    assert parameters["synchronous_commit"] == "on"
    for name, value in parameters.items():
        chapter.cluster.sql(f"alter system set {name} = %s", str(value))
        chapter.cluster.sql(f"alter system reset {name}")
    told = re.search(r"`(synchronous_standby_names) = '(.+?)'`", section(OPERATIONS, "Primary and standby"))
    chapter.cluster.sql(f"alter system set {told[1]} = %s", told[2])
    chapter.cluster.sql(f"alter system reset {told[1]}")


# PgBouncer


@contextlib.contextmanager
def pooler(chapter: Chapter, configuration: str):
    """Returns the URL of the database through a PgBouncer with this configuration."""
    port = free_port()
    (chapter.folder / "userlist.txt").write_text(f'"blotter" "{PASSWORD}"\n')
    file = chapter.folder / "pgbouncer.ini"
    file.write_text(chapter.here(configuration).replace("6432", str(port)) + "\nunix_socket_dir =\n")
    with open(chapter.folder / "pgbouncer.log", "wb") as log:
        process = subprocess.Popen(["/usr/sbin/pgbouncer", file], stdin=subprocess.DEVNULL, stdout=log, stderr=log, **as_owner())
    try:
        url = f"postgres://blotter:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{port}/blotter"
        wait_until(lambda: can_connect(url), 20, "PgBouncer answers")
        yield url
    finally:
        process.kill()
        process.wait(20)


def can_connect(url: str) -> bool:
    with contextlib.suppress(psycopg2.OperationalError):
        psycopg2.connect(url).close()
        return True
    return False


def test_the_service_works_through_pgbouncer_with_the_shown_configuration(chapter):
    (configuration,) = examples("PgBouncer", "ini")
    with pooler(chapter, configuration) as url:
        store = chapter.store(url=url)
        with Server(store) as server:
            guild = server.guild("through-the-pooler")
            guild.civilian("John Doe"), guild.citation()
            assert len(guild.info()["citations"]) == 1


def test_transaction_pooling_does_not_work(chapter):
    (configuration,) = examples("PgBouncer", "ini")
    # Newer versions support prepared statements per session; session timeouts would still be lost.
    version = subprocess.run(["/usr/sbin/pgbouncer", "--version"], capture_output=True, text=True).stdout
    told = [int(part) for part in re.search(r"PgBouncer (\d+)\.(\d+)", version).groups()]
    sharing = "\nmax_prepared_statements = 0" if told >= [1, 21] else ""
    # With a pool of one session, the second command always finds the statements of the first.
    changes = {"pool_mode = session": "pool_mode = transaction", "default_pool_size = 64": "default_pool_size = 1"}
    for shown, here in changes.items():
        assert shown in configuration
        configuration = configuration.replace(shown, here)
    with pooler(chapter, configuration + sharing) as url:
        done = [run("guild", "list", "--store", url) for _ in range(2)]
        assert done[-1].returncode != 0
        assert POOLED_TRANSACTIONS.fullmatch(cause_of(done[-1].stderr.strip().removeprefix("blotter: ")))


def test_the_pool_of_pgbouncer_is_large_enough_for_some_instances():
    (configuration,) = examples("PgBouncer", "ini")
    assert int(re.search(r"default_pool_size = (\d+)", configuration)[1]) >= 3 * pool_size()


# Layouts


def test_db_init_splits_the_tables_as_the_chapter_shows(chapter):
    (command,), (shown,) = examples("Partitions"), examples("Partitions", "text")
    store = chapter.new_database()
    assert chapter.shell(command.replace("org/blotter", f"org/{store.name}")).strip() == shown
    told = re.findall(r"`(\w+)`", re.search(r"^(`civilian`.*?) are split", section(OPERATIONS, "Partitions"), re.MULTILINE | re.DOTALL)[1])
    number = int(re.search(r"--partitions (\d+)", command)[1])
    assert {row["name"]: row["parts"] for row in store.rows(PARTS)} == dict.fromkeys(told, number)


def test_the_citus_commands_name_every_table_and_the_first_column_of_its_keys(chapter):
    (script,) = examples("Citus", "sql")
    distributed = dict(re.findall(r"create_distributed_table\('(\w+)', '(\w+)'", script))
    references = set(re.findall(r"create_reference_table\('(\w+)'\)", script))
    store = chapter.new_database()
    assert run("db", "init", "--store", store.url, env=chapter.variables).returncode == 0
    firsts = {}
    for row in store.rows(COLUMNS_OF_KEYS):
        firsts.setdefault(row["name"], set()).add(row["first"])
    assert {name: columns for name, columns in firsts.items() if name not in references} == {name: {column} for name, column in distributed.items()}
    assert references < set(firsts)


# Sizing


def pool_size() -> int:
    return int(offered()["--pool-size"][1])


def test_the_shares_of_the_pool_add_up():
    assert sum(int(number) for _, number, _ in table("Sizing", "Share of the pool")) == pool_size()


def test_an_instance_has_no_more_connections_than_its_pool(chapter):
    store = chapter.new_database()
    most = 0
    with chapter.serve(store, "--pool-size", "8") as server:
        key = create_key_at(chapter, store, *(f"guild-{number}" for number in range(16)))
        clients = [server.client(key, f"guild-{number}") for number in range(16)]
        clients[-1].wait_until_honoured()
        until = time.monotonic() + 2

        def work(client) -> None:
            client.civilian("John Doe")
            while time.monotonic() < until:
                client.citation(), client.info(), client.get("civilian/list").ok()

        workers = [threading.Thread(target=work, args=[client]) for client in clients]
        for worker in workers:
            worker.start()
        while time.monotonic() < until:
            most = max(most, len(store.rows("select 1 from pg_stat_activity where usename = 'blotter' and datname = current_database()")))
        for worker in workers:
            worker.join()
    assert 2 <= most <= 8


def create_key_at(chapter: Chapter, store: PostgresStore, *guilds: str) -> str:
    words = [word for guild in guilds for word in ("--guild", guild)]
    done = run("key", "create", "--store", store.url, *words, env=chapter.variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# Backup


def test_a_dump_is_restored_as_the_chapter_shows(chapter):
    dump, restore = examples("Backup of PostgreSQL")
    key = create_key_at(chapter, chapter.store(), "dumped")
    with chapter.serve(chapter.store()) as server:
        client = server.client(key, "dumped")
        client.civilian("John Doe")
        chapter.shell(dump)
        client.civilian("Too Late")
    assert (chapter.folder / "blotter.dump").stat().st_mode & 0o777 == 0o600
    chapter.shell(restore)
    with chapter.serve(chapter.store("blotter_restored")) as server:
        listed = server.client(key, "dumped").get("civilian/list").ok()["civilians"]
        assert [record["civilianName"] for record in listed] == ["John Doe"]


# Messages


def failure_of(*words: str, **variables: str) -> str:
    done = run(*words, env=variables)
    assert done.returncode == 1, f"exit {done.returncode}: {done.stdout} {done.stderr}"
    return done.stderr.strip().removeprefix("blotter: ")


def key_failure(url: str, password_file) -> str:
    return failure_of("key", "create", "--guild", "g1", "--store", url, PGPASSFILE=str(password_file))


@contextlib.contextmanager
def all_connections_taken(cluster: Cluster):
    with contextlib.ExitStack() as taken:
        with contextlib.suppress(psycopg2.OperationalError):
            while True:
                taken.enter_context(contextlib.closing(psycopg2.connect(cluster.url())))
        yield


def failures(chapter: Chapter, folder) -> list[str]:
    """The messages for every connection problem in the table, except that of the pooler."""
    url, cluster, password_file = chapter.store().url, chapter.cluster, chapter.variables["PGPASSFILE"]
    make_certificate(folder, "stranger.example.org")
    foreign, frozen = chapter.new_database(), chapter.new_database()
    cluster.sql(f"alter database {foreign.name} owner to postgres")
    cluster.sql(f"alter database {frozen.name} set default_transaction_read_only = on")
    wrong = [
        f"postgres://blotter@{HOST}:1/blotter",
        "postgres://blotter@no-such-host.invalid/blotter",
        f"{url}_elsewhere",
        f"{url}?sslmode=disable",
        f"{url}?sslmode=verify-full&sslrootcert={folder}/server.crt",
        url.replace("blotter@", "blotter:wrong@"),
        foreign.url,
        frozen.url,
    ]
    said = [key_failure(each, password_file) for each in wrong]
    said.append(key_failure(url, folder / "no-such-file"))
    with all_connections_taken(cluster):
        said.append(key_failure(url, password_file))
    cluster.pause()
    said.append(key_failure(url, password_file))
    cluster.resume()
    return said


def cause_of(line: str) -> str:
    return re.fullmatch(r"cannot open the store postgres\S*: (.+)", line)[1]


def pattern_of(message: str) -> re.Pattern:
    """… stands for anything."""
    return re.compile(".*".join(re.escape(part.strip()) for part in message.split("…")))


POOLED_TRANSACTIONS = pattern_of("… prepared statement …")


def test_exactly_the_messages_for_connection_problems_are_documented(chapter, tmp_path):
    said = [cause_of(line) for line in failures(chapter, tmp_path)]
    explained = [[pattern_of(plain(text)) for text in cell.split(", ")] for cell, _ in table("Messages of PostgreSQL", "Cause")]
    fits = lambda patterns, line: any(pattern.fullmatch(line) for pattern in patterns)  # noqa: E731
    assert [line for line in said if not any(fits(patterns, line) for patterns in explained)] == []
    silent = [patterns for patterns in explained if not any(fits(patterns, line) for line in said)]
    assert silent == [[POOLED_TRANSACTIONS]], "which has a test of its own"
