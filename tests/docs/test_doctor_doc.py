"""The section "Doctor" and the text about `blotter health` match the output of the program."""

import json
import re
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

import postgres_cluster
from certificates import Authority
from harness import Server, create_key, environment, program, run
from markdown import ROOT
from operations import examples, plain, shell, table
from stores import SqliteStore, plain as plain_database


@pytest.fixture
def store(tmp_path):
    store = SqliteStore(tmp_path / "blotter.db")
    (tmp_path / "key.txt").write_text(create_key(store, "mercury-roleplay"))
    return store


@pytest.fixture
def web_server():
    """Another program that listens on the port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)
    server.RequestHandlerClass.log_message = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def told(line: str) -> str:
    """Removes what depends on the machine: paths, owners, numbers, and the version of SQLite with its remark."""
    line = re.sub(r"/\S*/blotter\.db", "blotter.db", re.sub(r"owner \S+,", "owner X,", line))
    line = re.sub(r"^(ok +sqlite +).*", r"\1", line)
    return re.sub(r"\d+", "0", line)


def test_the_shown_report_matches_the_output(store, web_server):
    shown = examples("Doctor", "text")[0]
    store.path.chmod(0o644)
    command = examples("Doctor")[0].replace("blotter", f"'{program()}'", 1)
    done = subprocess.run(
        ["bash", "-c", f"ulimit -n 4096; {command}"], cwd=store.folder, capture_output=True, text=True, timeout=60,
        env=environment(BLOTTER_LISTEN=f"127.0.0.1:{web_server}"),
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert [told(line) for line in done.stdout.splitlines()] == [told(line) for line in shown.splitlines()]


def names(*options, listen: str | None = None, env=None) -> set[str]:
    done = run("doctor", "--json", "--listen", listen or f"127.0.0.1:{postgres_cluster.free_port()}", *options, env=env)
    return {check["name"] for check in json.loads(done.stdout)["checks"]}


def test_the_checks_are_those_of_the_table(store, tmp_path):
    certificate, key = Authority(tmp_path, "Root").sign("x")
    with plain_database(tmp_path) as database:
        create_key(database, "g1")
        made = names("--store", database.url)
    made |= names("--store", store.url, "--metrics-listen", "127.0.0.1:0", "--key-file", tmp_path / "key.txt")
    made |= names("--store", store.url, "--tls-cert", certificate, "--tls-key", key)
    assert made == {plain(name) for name, _ in table("Doctor", "Check")}


def test_the_key_of_the_example_is_checked(store):
    done = shell(examples("Doctor")[1], store.folder, BLOTTER_LISTEN=f"127.0.0.1:{postgres_cluster.free_port()}")
    assert done.returncode == 0, done.stdout
    assert "mercury-roleplay" in done.stdout


def test_the_documented_bounds_match_the_sources():
    sources = {
        "checks_files.cpp": ["free_bytes_least = 256 * mebibyte", "free_bytes_low = 2048 * mebibyte"],
        "checks_tls.cpp": ["days_left_low = 30"],
        "checks_key.cpp": ["days_left_low = 7"],
    }
    for name, lines in sources.items():
        text = (ROOT / "src/app/doctor" / name).read_text()
        assert [line for line in lines if line not in text] == []


def test_health_answers_as_shown(tmp_path):
    with Server(SqliteStore(tmp_path / "own.db")) as server:
        ours = lambda text: text.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")  # noqa: E731
        done = shell(ours(examples("Health checks")[0]), tmp_path)
        assert (done.returncode, done.stdout.strip()) == (0, ours(examples("Health checks", "text")[0]))
