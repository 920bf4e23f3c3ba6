"""The command line: options, configuration, start, stop, TLS."""

import json
import signal
import socket
import subprocess
import threading
import time
from contextlib import suppress

import pytest
import requests

import builders
from harness import STOP_SECONDS, Client, Server, assert_one_clear_line, create_key, environment, program, run, wait_until
from stores import SqliteStore


@pytest.mark.parametrize("arguments", [
    ["serve", "--listen", "nonsense"],
    ["serve", "--listen", "127.0.0.1:99999"],
    ["serve", "--listen", "256.1.1.1:80"],
    ["serve", "--threads", "-1"],
    ["serve", "--threads", "many"],
    ["serve", "--penalty-limit", "sometimes"],
    ["serve", "--penalty-limit", "max:"],
    ["serve", "--rate-limit", "-1"],
    ["serve", "--rate-limit", "fast"],
    ["serve", "--log", "xml"],
    ["serve", "--read-timeout", "-1"],
    ["serve", "--max-connections", "none"],
    ["serve", "--metrics-listen", "nonsense"],
    ["serve", "--tls-cert", "missing.pem", "--tls-key", "missing.pem"],
], ids=" ".join)  # fmt: skip
def test_a_wrong_command_fails_with_one_clear_line(store, tmp_path, arguments):
    more = []
    if arguments[:1] == ["serve"]:
        more = [] if "--store" in arguments else ["--store", store.url]
        more += [] if "--listen" in arguments else ["--listen", "127.0.0.1:0"]
    assert_one_clear_line(run(*arguments, *more, cwd=tmp_path))


def test_a_server_that_has_been_set_up_prints_one_line_on_stdout(store):
    create_key(store, "g1")
    with Server(store) as server:
        server.guild().civilian("John Doe")
        assert server.printed() == [f"Blotter {server.version} listening on {server.url}"]


def test_a_restart_keeps_everything(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("John Doe"), guild.vehicle(), guild.firearm(), guild.citation(), guild.admission()
        before = [guild.info(), guild.get("vehicle/list").ok(), guild.get("firearm/list").ok()]
    with Server(store) as server:
        again = server.client(guild.key, guild.guild)
        assert [again.info(), again.get("vehicle/list").ok(), again.get("firearm/list").ok()] == before
        assert again.citation()["count"] == 2


@pytest.mark.sqlite_only
def test_a_second_server_on_the_same_store_is_refused_and_the_first_keeps_running(store):
    with Server(store) as server:
        guild = server.guild()
        assert_one_clear_line(run("serve", "--listen", "127.0.0.1:0", "--store", store.url), store.name)
        guild.civilian("John Doe")


@pytest.mark.sqlite_only
def test_a_link_to_the_store_does_not_bypass_the_lock(store, tmp_path):
    with Server(store):
        link = tmp_path / "link.db"
        link.symlink_to(store.path)
        assert_one_clear_line(run("serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{link}"), "in use")


@pytest.mark.sqlite_only
@pytest.mark.parametrize("name", ["file:x.db?mode=memory", ":memory:", "a b?x=1#y.db"])
def test_any_file_name_works(tmp_path, name):
    key = run("key", "create", "--guild", "g", "--store", f"sqlite:{name}", cwd=tmp_path).stdout.strip()
    with Server(SqliteStore(tmp_path / name)) as server:
        server.client(key, "g").civilian("John Doe")
    assert (tmp_path / name).stat().st_size > 0


def test_a_second_server_on_the_same_port_is_refused_and_the_first_keeps_running(store, new_store):
    with Server(store) as server, new_store() as second:
        done = run("serve", "--listen", f"127.0.0.1:{server.port}", "--store", second.url)
        assert_one_clear_line(done, str(server.port))
        assert Client(server).get("version").status == 200


def test_a_store_can_be_served_again_right_after_a_kill(store):
    server = Server(store).start()
    guild = server.guild()
    guild.civilian("John Doe")
    server.kill()
    with Server(store) as again:
        assert again.client(guild.key, guild.guild).info()["civilian"][0]["civilianName"] == "John Doe"


def environment_of(name):
    return "BLOTTER_" + name.removeprefix("--").replace("-", "_").upper()


@pytest.mark.parametrize("way", ["command line", "environment", "file"])
def test_an_option_can_be_given_in_three_ways(store, tmp_path, way):
    options = {"--rate-limit": "7", "--penalty-limit": "max:5000"}
    if way == "command line":
        server = Server(store, *(part for pair in options.items() for part in pair))
    elif way == "environment":
        server = Server(store, env={environment_of(name): value for name, value in options.items()})
    else:
        (tmp_path / "blotter.toml").write_text('# made by a test\nrate-limit = 7\npenalty-limit = "max:5000"\n')
        server = Server(store, "--config", tmp_path / "blotter.toml")
    with server:
        guild = Client(server, create_key(store, "g1"), "g1")
        answer = guild.get("civilian/list")
        assert answer.headers["X-RateLimit-Limit"] == "7"
        assert guild.post("leo/cite", builders.citation(amount=5001)).details == "Invalid amount provided (11029)"


def start_bare(cwd, *arguments, **env):
    """Starts `serve` with only these options; returns its address."""
    process = subprocess.Popen(
        [program(), "serve", *arguments], cwd=cwd, env=environment(**env), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return process, process.stdout.readline().strip()


def stop_bare(process):
    process.send_signal(signal.SIGTERM)
    assert process.wait(STOP_SECONDS) == 0
    process.stdout.close()


def assert_serves(address: str, store) -> None:
    client = {"Authorization": create_key(store, "g1"), "Guild": "g1"}
    wait_until(lambda: requests.get(f"{address}/api/civilian/list", headers=client, timeout=10).status_code == 404, 2, "the key is known")


def test_store_and_address_can_come_from_the_environment(store, tmp_path):
    process, line = start_bare(tmp_path, BLOTTER_STORE=store.url, BLOTTER_LISTEN="127.0.0.1:0")
    assert_serves(line.split()[-1], store)
    stop_bare(process)


def test_store_and_address_can_come_from_a_file_and_the_command_line_wins(store, tmp_path):
    (tmp_path / "blotter.toml").write_text(f'store = "{store.url}"\nlisten = "127.0.0.1:1"\n')
    process, line = start_bare(tmp_path, "--config", "blotter.toml", "--listen", "127.0.0.1:0")
    assert_serves(line.split()[-1], store)
    stop_bare(process)


def test_the_command_line_wins_over_the_environment(store):
    with Server(store, "--rate-limit", "5", env={"BLOTTER_RATE_LIMIT": "9"}) as server:
        assert server.guild().get("civilian/list").headers["X-RateLimit-Limit"] == "5"


@pytest.mark.parametrize("command", [["serve"], ["key", "list"], ["guild", "create", "g"], ["db", "init"]], ids=" ".join)
@pytest.mark.parametrize("line, says", [
    ('storr = "sqlite:typo.db"', "there is no option storr; did you mean store?"),
    ("surplus = 1", "there is no option surplus"),
    ('config = "other.toml"', "there is no option config"),
    ("help = true", "there is no option help"),
    ("threads = many", "threads must be a number from 0 to 256, not many"),
    ("threads = [1, 2]", "threads must have one value"),
    ("demo = maybe", "demo must be true or false, not maybe"),
    ("[serve]", "sections such as [serve] are not supported"),
])  # fmt: skip
def test_a_wrong_line_in_the_file_is_an_error_for_every_command(tmp_path, command, line, says):
    text = line if "=" in line else f"{line}\nthreads = 1"
    (tmp_path / "blotter.toml").write_text(text + "\n")
    done = run(*command, "--config", "blotter.toml", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"blotter: blotter.toml: {says}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["blotter.toml"]


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_configuration_file_that_cannot_be_read_is_an_error(tmp_path, name):
    done = run("key", "list", "--config", name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"blotter: cannot read the configuration file {name}\n")


NO_STORE = "must be sqlite:PATH or postgres://…, not"
NO_POSTGRES_URL = "must be a valid PostgreSQL URL"


# The systemd unit does not restart the server after exit code 2.
@pytest.mark.parametrize("arguments, says", [
    (["serve", "--config", "missing.toml"], "cannot read the configuration file missing.toml"),
    (["serve", "--tls-cert", "only-one.pem"], "--tls-cert and --tls-key must be used together"),
    (["serve", "--tls-key", "only-one.pem"], "--tls-cert and --tls-key must be used together"),
    (["serve", "--store", "nonsense"], f"--store {NO_STORE} nonsense…"),
    (["serve", "--store", "mysql://root:secret@x/y"], f"--store {NO_STORE} mysql…"),
    (["serve", "--store", "postgres://blotter:secret@[x/y"], f"--store {NO_POSTGRES_URL}"),
    (["key", "list", "--store", "mysql://x"], f"--store {NO_STORE} mysql…"),
    (["copy", "--from", "mysql://x", "--to", "sqlite:x.db"], f"--from {NO_STORE} mysql…"),
    (["copy", "--from", "sqlite:x.db", "--to", "mysql://x"], f"--to {NO_STORE} mysql…"),
])  # fmt: skip
def test_a_wrong_setting_ends_with_exit_code_2_and_leaves_no_file(tmp_path, arguments, says):
    done = run(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"blotter: {says}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_store_in_the_file_or_the_environment_ends_with_exit_code_2(tmp_path):
    done = run("serve", env={"BLOTTER_STORE": "mysql://x"}, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"blotter: BLOTTER_STORE {NO_STORE} mysql…\n")
    (tmp_path / "blotter.toml").write_text('store = "mysql://x"\n')
    done = run("serve", "--config", "blotter.toml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"blotter: blotter.toml: store {NO_STORE} mysql…\n")


def test_a_wrong_value_in_the_environment_names_the_variable(store, tmp_path):
    done = run("serve", "--store", store.url, env={"BLOTTER_THREADS": "many"}, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "blotter: BLOTTER_THREADS must be a number from 0 to 256, not many\n")
    done = run("serve", "--store", store.url, env={"BLOTTER_DEMO": "maybe"}, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "blotter: BLOTTER_DEMO must be true or false, not maybe\n")


@pytest.mark.sqlite_only
@pytest.mark.parametrize("value, is_demo", [("true", True), ("on", True), ("yes", True), ("1", True), ("false", False), ("off", False), ("no", False), ("0", False)])
def test_a_flag_in_the_environment_is_true_or_false(store, value, is_demo):
    with Server(store, env={"BLOTTER_DEMO": value}):
        assert [row["id"] for row in store.rows("select id from guild")] == (["demo"] if is_demo else [])


def test_a_variable_of_another_command_does_not_matter(store):
    done = run("guild", "create", "g", "--store", store.url, env={"BLOTTER_THREADS": "many"})
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("log", ["json", "text"])
def test_logs_go_to_stderr_and_contain_no_secret(store, log):
    with Server(store, "--log", log) as server:
        guild = server.guild()
        guild.civilian("John Doe")
    assert guild.key not in server.log()


def test_a_termination_with_requests_in_flight_loses_no_acknowledged_change(store):
    server = Server(store).start()
    guild = server.guild()
    guild.civilian("John Doe")
    acknowledged, lock, begun = [], threading.Lock(), threading.Event()

    def write(writer):
        client = guild.clone()
        for number in range(100_000):
            charges = f"{writer}-{number}"
            try:
                answer = client.post("leo/cite", builders.citation(charges=charges))
            except requests.RequestException:
                return
            if answer.status == 201:
                with lock:
                    acknowledged.append(charges)
                if len(acknowledged) > 50:
                    begun.set()

    writers = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for writer in writers:
        writer.start()
    assert begun.wait(30)
    server.stop()
    for writer in writers:
        writer.join(30)
    with Server(store) as again:
        present = [entry["charges"] for entry in again.client(guild.key, guild.guild).info()["citations"]]
    assert len(set(present)) == len(present)
    assert set(acknowledged) <= set(present)


def test_an_idle_connection_does_not_delay_a_termination(store):
    server = Server(store).start()
    idle = socket.create_connection(("127.0.0.1", server.port))
    Client(server).get("version").ok()
    begin = time.monotonic()
    server.stop()
    assert time.monotonic() - begin < 4
    idle.close()


def test_a_locked_store_does_not_delay_a_termination(store):
    server = Server(store, "--commit-batch", "1").start()
    guild = server.guild()
    with store.held():

        def write(number):
            # Refused by the locked database, or earlier by the queue after too long a wait.
            with suppress(requests.RequestException):
                assert guild.clone().post("civilian/create", builders.civilian(f"Waiter {number}")).status in (500, 503)

        writers = [threading.Thread(target=write, args=(number,)) for number in range(8)]
        for writer in writers:
            writer.start()
        time.sleep(0.5)
        server.stop()  # fails after 10 seconds
    for writer in writers:
        writer.join(10)
    with Server(store) as again:
        again.client(guild.key, guild.guild).get("civilian/list").refused(404, "Unable to find any civilians (20060)")


@pytest.mark.parametrize("way", ["option", "environment"])
def test_every_command_finds_the_store_of_the_configuration_file(store, tmp_path, way):
    """Also from a complete server configuration; only the store matters here."""
    (tmp_path / "blotter.toml").write_text(f'listen = "127.0.0.1:0"\nthreads = 2\nstore = "{store.url}"\nlog = "json"\n')
    named, env = (["--config", "blotter.toml"], {}) if way == "option" else ([], {"BLOTTER_CONFIG": "blotter.toml"})

    def use(*arguments) -> str:
        done = run(*arguments, *named, env=env, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    use("guild", "create", "one")
    use("key", "create", "--guild", "two")
    assert [row["guildID"] for row in json.loads(use("guild", "list", "--json"))] == ["one", "two"]
    (key,) = json.loads(use("key", "list", "--json"))
    use("key", "revoke", key["keyID"])
    use("guild", "delete", "one", "--yes")
    assert [row["id"] for row in store.rows("select id from guild")] == ["two"]
    assert not (tmp_path / "blotter.db").exists()


def test_command_line_and_environment_win_over_the_file_for_every_command(store, new_store, tmp_path):
    (tmp_path / "blotter.toml").write_text('store = "sqlite:wrong.db"\n')
    file = ["--config", "blotter.toml"]
    assert run("guild", "create", "g", *file, "--store", store.url, cwd=tmp_path).returncode == 0
    with new_store() as other:
        assert run("guild", "create", "g", *file, env={"BLOTTER_STORE": other.url}, cwd=tmp_path).returncode == 0
        done = run("guild", "create", "g", *file, "--store", store.url, env={"BLOTTER_STORE": other.url}, cwd=tmp_path)
        assert_one_clear_line(done, "the guild g already exists")
    assert not (tmp_path / "wrong.db").exists()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        capture_output=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return folder / "cert.pem", folder / "key.pem"


def test_tls_serves_the_same_operations(store, certificate):
    cert, key = certificate
    with Server(store, "--tls-cert", cert, "--tls-key", key) as server:
        assert server.url.startswith("https://")
        guild = Client(server, create_key(store, "g1"), "g1", verify=str(cert))
        guild.civilian("John Doe")
        assert guild.info()["civilian"][0]["civilianName"] == "John Doe"
        guild.get("civilian/info", {"name": "Nobody"}).refused(404, "Character not found (10023)")


def test_plain_text_and_garbage_on_a_tls_port_do_no_harm(store, certificate):
    cert, key = certificate
    with Server(store, "--tls-cert", cert, "--tls-key", key) as server:
        for garbage in (b"GET /api/version HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\xff\xff", b"\x00" * 1000):
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
                connection.sendall(garbage)
        Client(server, verify=str(cert)).get("version").ok()


def test_a_tls_key_that_does_not_match_is_refused_at_the_start(store, certificate, tmp_path):
    cert, _ = certificate
    (tmp_path / "other.pem").write_text("no key\n")
    done = run("serve", "--listen", "127.0.0.1:0", "--store", store.url, "--tls-cert", cert, "--tls-key", tmp_path / "other.pem")
    assert_one_clear_line(done, "other.pem")
