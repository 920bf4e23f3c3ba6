"""blotter doctor: the report itself, configuration, port, server, clock, descriptors and keys."""

import json
import os
import re
import resource
import subprocess
from pathlib import Path

import pytest
import requests

import postgres_cluster
import stores
from doctor import Listener, Report, answering, doctor, of
from harness import Server, admin, assert_one_clear_line, create_key, environment, program, run, wait_until

SQLITE = ["config", "store", "schema", "integrity", "files", "disk", "file system", "sqlite"]
POSTGRES = ["config", "store", "schema", "connections", "postgresql"]
MACHINE = ["port", "server", "tls", "descriptors", "clock"]


@pytest.fixture
def used(store):
    """A store with a guild, and the key to it."""
    store.key = create_key(store, "g1", name="bot", scopes="read,leo")
    return store


# The report


def test_a_healthy_store_passes_every_check(used):
    report = doctor("--store", used.url).all_ok()
    assert list(report.checks) == (SQLITE if stores.kind() == "sqlite" else POSTGRES) + MACHINE
    report.says("store", "ok", used.name, "1 guild, 1 key").says("port", "ok", "is free").says("server", "ok", "not running")


def test_the_text_has_one_line_for_each_check_in_columns(used):
    port = postgres_cluster.free_port()
    done = run("doctor", "--store", used.url, "--listen", f"127.0.0.1:{port}")
    assert done.returncode == 0 and done.stderr == ""
    *lines, blank, summary = done.stdout.splitlines()
    report = doctor("--store", used.url, listen=f"127.0.0.1:{port}")
    width = max(map(len, report.checks))
    told = [(line[:7].strip(), line[9 : 9 + width].strip()) for line in lines]
    assert told == [(check["status"], check["name"]) for check in report.checks.values()]
    assert all(line[7:9] == "  " and line[9 + width : 11 + width] == "  " and line[11 + width] != " " for line in lines)
    assert (blank, summary) == ("", "no errors, no warnings")
    assert "\033" not in done.stdout


def test_the_text_counts_what_is_wrong(used):
    with Listener() as other:
        done = run("doctor", "--store", used.url, "--listen", other.address, "--max-connections", "1000000")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1 error, 1 warning"


def test_colours_are_for_terminals_only(used):
    command = f"{program()} doctor --store '{used.url}' --listen 127.0.0.1:{postgres_cluster.free_port()}"
    terminal = lambda **more: subprocess.run(  # noqa: E731
        ["script", "-qec", command, "/dev/null"], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment(**more), timeout=60
    ).stdout  # fmt: skip
    assert "\033[32mok" in terminal()
    assert "\033" not in terminal(NO_COLOR="1")


def test_help_has_examples():
    shown = run("doctor", "--help").stdout
    assert "Examples:" in shown and "blotter doctor --json" in shown
    assert "--store" in shown and "--key-file" in shown and "--commit-batch" not in shown


@pytest.mark.parametrize("arguments", [
    ["--fly"], ["surplus"], ["--threads", "many"], ["--store", "mysql://x"], ["--guild", "g1"], ["--key-file", "/nowhere/key.txt"]
])  # fmt: skip
def test_a_wrong_command_line_fails_as_elsewhere(arguments):
    assert_one_clear_line(run("doctor", *arguments))


# Configuration


def configured(tmp_path, *lines: str, mode: int = 0o600):
    path = tmp_path / "blotter.toml"
    path.write_text("\n".join(lines) + "\n")
    path.chmod(mode)
    return path


def test_the_file_is_the_one_that_serve_would_use(used, tmp_path):
    port = postgres_cluster.free_port()
    path = configured(tmp_path, f'store = "{used.url}"', f'listen = "127.0.0.1:{port}"', "commit-batch = 100")
    for given in ({"arguments": ["--config", path]}, {"env": {"BLOTTER_CONFIG": str(path)}}):
        report = Report(run("doctor", "--json", *given.get("arguments", []), env=given.get("env")))
        report.all_ok().says("config", "ok", path, "3 options").says("store", "ok", used.name).says("port", "ok", port)


def test_the_command_line_and_the_environment_win_over_the_file(used, tmp_path):
    path = configured(tmp_path, 'store = "sqlite:/nowhere/x.db"', 'listen = "192.0.2.1:80"')
    port = postgres_cluster.free_port()
    report = Report(run("doctor", "--json", "--config", path, "--store", used.url, env={"BLOTTER_LISTEN": f"127.0.0.1:{port}"}))
    report.all_ok().says("store", "ok", used.name).says("port", "ok", port)


@pytest.mark.parametrize("line, mention", [
    ("storr = 1", "there is no option storr"),
    ("[serve]", "sections"),
    ('rate-limit = "fast"', "must be a number from 0"),
    ('listen = "nonsense"', "listen must be ADDRESS:PORT"),
    ('metrics-listen = "127.0.0.1:99999"', "metrics-listen must be ADDRESS:PORT"),
    ('penalty-limit = "sometimes"', "penalty-limit must be off"),
    ('tls-cert = "cert.pem"', "--tls-cert and --tls-key must be used together"),
    ('store = "mysql://root:secret@x/y"', "store must be sqlite:PATH or postgres://…, not mysql…"),
])  # fmt: skip
def test_a_line_that_serve_would_refuse_is_an_error_and_ends_the_checks(tmp_path, line, mention):
    report = Report(run("doctor", "--json", "--config", configured(tmp_path, "threads = 1", line), "--store", f"sqlite:{tmp_path}/x.db"))
    report.says("config", "error", mention)
    assert list(report.checks) == ["config"]


def test_a_missing_file_is_an_error(tmp_path):
    report = Report(run("doctor", "--json", "--config", tmp_path / "missing.toml"))
    report.says("config", "error", "missing.toml")


@pytest.mark.parametrize("mode, status", [(0o600, "ok"), (0o640, "ok"), (0o644, "warning"), (0o660, "warning")])
def test_a_file_with_a_password_must_not_be_readable_by_everybody(tmp_path, mode, status):
    path = configured(tmp_path, 'store = "postgres://blotter:secret@127.0.0.1:1/x"', "store-timeout = 0.5", mode=mode)
    report = doctor("--config", path)
    report.says("config", status)
    assert "secret" not in report.text
    if status == "warning":
        report.says("config", status, f"mode 0{mode:o}", f"chmod 640 {path}")


def test_a_file_without_a_password_may_be_readable_by_everybody(used, tmp_path):
    doctor("--config", configured(tmp_path, "threads = 1", mode=0o644), "--store", used.url).says("config", "ok")


# Port


def test_a_port_of_another_program_is_an_error(used):
    with Listener() as other:
        doctor("--store", used.url, listen=other.address).only_trouble("port", "error", other.address, "in use by another program", "ss -ltnp")


def test_a_name_means_the_address_that_the_server_would_take(used):
    """On many machines localhost is first an IPv6 address, where the port is free."""
    with Listener() as other:
        port = other.address.rpartition(":")[2]
        assert run("serve", "--store", used.url, "--listen", f"localhost:{port}").returncode == 1
        doctor("--store", used.url, listen=f"localhost:{port}").only_trouble("port", "error", "in use by another program")


@pytest.mark.parametrize("answers", [{}, {"api_version": "<html>"}, {"api_version": '{"version": 2}'}])
def test_another_http_server_on_the_port_is_an_error(used, answers):
    with answering(**answers) as address:
        doctor("--store", used.url, listen=address).only_trouble("port", "error", "in use by another program", "HTTP")


@pytest.mark.parametrize("listen, mentions", [
    ("192.0.2.1:8080", ["not an address of this machine"]),
    ("no-such-host.invalid:8080", ["no-such-host.invalid"]),
])  # fmt: skip
def test_an_address_that_is_not_ours_is_an_error(used, listen, mentions):
    doctor("--store", used.url, listen=listen).says("port", "error", *mentions)


def test_a_privileged_port_is_reported(used):
    report = doctor("--store", used.url, listen="127.0.0.1:613")
    if int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) <= 613:
        report.says("port", "ok")  # in many containers every user may listen on every port
    else:
        # Root may have it, and everybody else is refused; the service is most likely somebody else.
        report.says("port", "warning" if os.geteuid() == 0 else "error", "only root may listen", "CAP_NET_BIND_SERVICE")


def test_any_free_port_is_fine(used):
    doctor("--store", used.url, listen="127.0.0.1:0").all_ok().says("port", "ok", "any free port")


# A running server


def test_a_running_server_is_found_and_ready(used):
    with Server(used) as server:
        of(server).all_ok().says("port", "ok", "is running").says("server", "ok", "ready", server.version)


def test_the_doctor_changes_nothing_while_a_server_runs(used):
    with Server(used) as server:
        server.guild("g2").civilian("John Doe")
        before = used.rows("select id from event")
        of(server).all_ok().says("store", "ok", "2 guilds, 2 keys")
        assert used.rows("select id from event") == before
        requests.get(f"{server.url}/readyz", timeout=10).raise_for_status()


def test_the_health_pages_may_be_elsewhere(used):
    metrics = f"127.0.0.1:{postgres_cluster.free_port()}"
    with Server(used, "--metrics-listen", metrics) as server:
        of(server, "--metrics-listen", metrics).all_ok().says("metrics port", "ok", metrics).says("server", "ok", "ready")
        of(server).only_trouble("server", "error", "404", "--metrics-listen")


def test_a_server_without_the_health_pages_of_the_options_is_reported(used):
    metrics = f"127.0.0.1:{postgres_cluster.free_port()}"
    with Server(used) as server:
        of(server, "--metrics-listen", metrics).says("metrics port", "error", metrics, "restart it")
    doctor("--store", used.url, "--metrics-listen", metrics).all_ok().says("metrics port", "ok", "is free")
    with Listener() as other:
        doctor("--store", used.url, "--metrics-listen", other.address).only_trouble("metrics port", "error", "in use by another program")


def test_a_server_that_does_not_respond_is_an_error(used):
    with Server(used) as server:
        server.pause()
        try:
            of(server).says("port", "error", "no response in time")
        finally:
            server.resume()


def lose(store) -> None:
    """Takes the store away from the server that uses it."""
    if stores.kind() == "sqlite":
        return store.path.rename(store.path.with_name("elsewhere.db"))
    server = postgres_cluster.in_database(store.database, "postgres")
    postgres_cluster.query(server, f"alter database {store.name} with allow_connections false")
    postgres_cluster.query(server, "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", store.name)


def test_a_server_whose_store_is_unavailable_is_an_error(used):
    server = Server(used).start()
    try:
        lose(used)
        wait_until(lambda: requests.get(f"{server.url}/readyz", timeout=10).status_code == 503, 30, "the server is not ready")
        of(server).says("server", "error", "503", "log").says("port", "ok", "is running")
    finally:
        server.kill()


def test_a_server_of_another_version_is_reported(used):
    with answering(api_version='{"version": "0.0.1"}', readyz="{}") as address:
        doctor("--store", used.url, listen=address).only_trouble("server", "warning", "0.0.1", "restart")


# TLS is in test_doctor_tls.py, the files of SQLite are in test_doctor_files.py


def test_unencrypted_keys_are_reported(used):
    doctor("--store", used.url, listen=f"0.0.0.0:{postgres_cluster.free_port()}").only_trouble("tls", "warning", "unencrypted", "--tls-cert")


# Descriptors and clock


def test_too_few_file_descriptors_are_reported(used):
    # Inherited by the program; the limit of the tests is restored.
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    arguments = [program(), "doctor", "--json", "--store", used.url, "--listen", f"127.0.0.1:{postgres_cluster.free_port()}"]
    few = subprocess.run(["bash", "-c", 'ulimit -n 1000; exec "$@"', "-", *arguments], capture_output=True, text=True, env=environment(), timeout=60)
    Report(few).only_trouble("descriptors", "warning", "instead of 10000", "1000 files", "LimitNOFILE")
    enough = [*arguments, "--max-connections", "500"]
    Report(
        subprocess.run(["bash", "-c", 'ulimit -n 1000; exec "$@"', "-", *enough], capture_output=True, text=True, env=environment(), timeout=60)
    ).says("descriptors", "ok", "500")
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == limits


def test_a_clock_before_the_newest_change_is_reported(used):
    with Server(used) as server:
        server.guild("g1").civilian("John Doe")
    doctor("--store", used.url).says("clock", "ok")
    used.execute("update event set at = at + 3600000")
    doctor("--store", used.url).only_trouble("clock", "warning", "before the newest change")


# Keys


@pytest.fixture
def key_file(tmp_path):
    def write(key: str):
        path = tmp_path / "key.txt"
        path.write_text(f"  {key}\n")
        return path

    return write


def test_a_key_is_looked_up_in_the_store_when_no_server_runs(used, key_file):
    report = doctor("--store", used.url, "--key-file", key_file(used.key), "--guild", "g1").all_ok()
    report.says("key", "ok", '"bot"', "for g1", "scopes read,leo")
    assert used.key not in report.text


def test_a_key_can_come_from_the_environment_and_from_standard_input(used):
    doctor("--store", used.url, env={"BLOTTER_KEY": used.key}).all_ok().says("key", "ok", '"bot"')
    command = [program(), "doctor", "--json", "--store", used.url, "--listen", f"127.0.0.1:{postgres_cluster.free_port()}", "--key-file", "-"]
    done = subprocess.run(command, input=used.key + "\n", capture_output=True, text=True, env=environment(), timeout=60)
    Report(done).all_ok().says("key", "ok", '"bot"')


def test_a_key_is_checked_by_the_running_server(used, key_file):
    with Server(used) as server:
        of(server, "--key-file", key_file(used.key)).all_ok().says("key", "ok", "g1", "accepted by the running server")


def key_id(store, name: str) -> str:
    return next(line.split()[0] for line in admin(store, "key", "list").splitlines() if name in line)


@pytest.mark.parametrize("running", [False, True])
def test_a_key_that_opens_nothing_is_explained(used, key_file, running):
    revoked = create_key(used, "g1", name="old")
    admin(used, "key", "revoke", key_id(used, "old"))
    expired = create_key(used, "g1", name="short", expires="1s")
    used.execute("update api_key set expires_at = created_at where name = 'short'")
    other = create_key(used, "g2", name="neighbour")
    soon = create_key(used, "g1", name="brief", expires="2d")
    troubles = [
        ("blotter_" + "0" * 64, "error", ["not a key of this store"]),
        (revoked, "error", ["was revoked"]),
        (expired, "error", ["expired at"]),
        (other, "error", ["is for g2, not for g1"]),
        (soon, "warning", ["expires at"]),
    ]
    server = Server(used).start() if running else None
    try:
        for key, status, mentions in troubles:
            listen = f"127.0.0.1:{server.port}" if server else None
            report = doctor("--store", used.url, "--key-file", key_file(key), "--guild", "g1", listen=listen)
            report.only_trouble("key", status, *mentions)
            assert key not in report.text
    finally:
        if server:
            server.stop()


def test_a_server_on_another_store_is_noticed_by_the_key(used, new_store, key_file):
    with new_store() as elsewhere, Server(elsewhere) as server:
        report = doctor("--store", used.url, "--key-file", key_file(used.key), listen=f"127.0.0.1:{server.port}")
        report.only_trouble("key", "error", "the running server refuses it", "--store")


def test_the_running_server_checks_a_key_if_the_store_cannot_be_read(used, key_file, tmp_path):
    absent = f"sqlite:{tmp_path}/absent.db"
    with Server(used) as server:
        listen = f"127.0.0.1:{server.port}"
        asked = lambda key, *more: doctor("--store", absent, "--key-file", key_file(key), *more, listen=listen)  # noqa: E731
        asked(used.key, "--guild", "g1").says("key", "ok", '"bot"', "scopes read,leo", "accepted")
        asked("blotter_" + "0" * 64, "--guild", "g1").says("key", "error", "refuses it")
        asked(used.key).says("key", "error", "--guild")
    doctor("--store", absent, "--key-file", key_file(used.key)).says("key", "error", "cannot be checked")


def test_a_key_is_not_sent_to_another_program(used, key_file):
    with answering() as other:
        doctor("--store", used.url, "--key-file", key_file(used.key), listen=other).says("key", "ok")
        assert other.seen and used.key not in json.dumps(other.seen)


@pytest.mark.parametrize("text", ["my-password", "blotter_" + "A" * 64, "Bearer blotter_" + "0" * 64, "blotter_" + "0" * 64 + "\r\nGuild: g2"])
def test_text_that_is_no_key_is_reported_and_not_sent(used, tmp_path, text):
    with answering(api_version='{"version": "0.0.1"}', readyz="{}", api_key="{}") as server:
        absent = f"sqlite:{tmp_path}/absent.db"
        report = doctor("--store", absent, "--guild", "g1", listen=server, env={"BLOTTER_KEY": text})
        report.says("key", "error", "must be blotter_ followed by 64 digits", "copy the whole key")
        assert [request["path"] for request in server.seen] == ["/api/version", "/readyz"]
        assert text not in json.dumps(server.seen) and text not in report.text


# The store, on all engines


def test_a_store_of_a_newer_program_is_an_error(used):
    used.execute("insert into schema_migration values (99, 0)")
    doctor("--store", used.url).only_trouble("schema", "error", "version 99", "newer")


def test_a_store_of_an_older_program_is_reported_and_left_unchanged(used):
    newest = used.rows("select max(version) as newest from schema_migration")[0]["newest"]
    used.execute(f"delete from schema_migration where version = {newest}")
    before = used.contents()
    doctor("--store", used.url).only_trouble("schema", "warning", f"version {newest - 1}", f"has {newest}", "backup")
    assert used.contents() == before


def test_a_database_of_another_program_is_an_error(blank):
    blank.execute("create table x (a integer)")
    if stores.kind() == "sqlite":
        blank.path.chmod(0o600)
    doctor("--store", blank.url).only_trouble("store", "error", "another program", "--store")


def test_an_unreachable_postgres_is_an_error():
    report = doctor("--store", "postgres://blotter:secret@127.0.0.1:1/x").only_trouble("store", "error", "127.0.0.1:1", "check that the database runs")
    assert "secret" not in report.text and "postgresql" not in report.checks


def test_an_empty_postgres_is_fine_and_stays_empty(tmp_path):
    with stores.plain(tmp_path) as database:
        doctor("--store", database.url).all_ok().says("store", "ok", "is empty", "blotter serve creates the tables")
        assert database.rows("select * from pg_tables where schemaname = 'public'") == []


def test_more_connections_than_postgres_takes_are_an_error(tmp_path):
    with stores.plain(tmp_path) as database:
        create_key(database, "g1")
        report = doctor("--store", database.url, "--pool-size", "1000").only_trouble("connections", "error", "up to 1000", "--pool-size")
        assert re.search(r"accepts \d+,", report["connections"]["found"])
        version = postgres_cluster.query(database.database, "show server_version")[0][0].split()[0]
        assert report["postgresql"]["found"].startswith(version)
