"""Compares docs/OPERATIONS.md with the program: options, files, metrics, limits, messages, and real backups."""

import json
import re
import sqlite3
import stat
import subprocess
from contextlib import closing

import pytest
import requests

import builders
from harness import Client, Server, create_key, environment, program, run
from markdown import ROOT, blocks, section
from operations import OPERATIONS, examples, plain, shell, table
from raw_http import RawConnection, request
from stores import SqliteStore, plain as plain_database

# Options


def offered() -> dict[str, tuple[str, str]]:
    """The options of `serve --help`: environment variable and default."""
    entries = re.findall(r"^  (--[\w-]+)(.*(?:\n {9,}.*)*)", run("serve", "--help").stdout, re.MULTILINE)
    return {name: (noted("env", text), noted("default", text)) for name, text in entries}


def noted(what: str, text: str) -> str:
    found = re.search(rf"\[{what}: (\S+)\]", text)
    return found[1] if found else ""


def documented() -> dict[str, list[str]]:
    return {plain(name): [plain(cell) for cell in cells] for name, *cells in table("Options", "Option")}


def test_exactly_the_existing_options_are_documented():
    assert len(offered()) >= 16
    assert set(documented()) == set(offered())
    assert all(variable for variable, _ in offered().values())


@pytest.mark.parametrize("name", documented())
def test_environment_and_default_are_those_of_the_program(name):
    variable, _, default, _ = documented()[name]
    offered_variable, offered_default = offered()[name]
    assert variable == offered_variable
    assert default == (offered_default or ("off" if name == "--demo" else "none"))


def test_the_lines_of_the_file_are_valid(tmp_path):
    """All in one file; only address, store and TLS are changed for the test."""
    lines = {name: cells[1] for name, cells in documented().items() if name != "--config"}
    for name, line in lines.items():
        assert line.startswith(name.removeprefix("--") + " = ")
    lines["--listen"], lines["--metrics-listen"] = 'listen = "127.0.0.1:0"', 'metrics-listen = "127.0.0.1:0"'
    del lines["--tls-cert"], lines["--tls-key"]
    (tmp_path / "blotter.toml").write_text("\n".join(lines.values()) + "\n")
    with subprocess.Popen(
        [program(), "serve", "--config", "blotter.toml"], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True
    ) as server:
        assert "listening on" in server.stdout.readline()
        server.terminate()
        assert server.wait(30) == 0


def test_every_command_is_in_the_table():
    listed = run().stdout.partition("\nCommands:\n")[2].partition("\n\n")[0]
    assert [plain(name) for name, _ in table("Commands", "Command")] == [f"blotter {name}" for name in re.findall(r"^  (\w+)", listed, re.MULTILINE)]


def test_the_lists_in_json_are_json(tmp_path):
    (lists,) = examples("Commands")
    done = shell(lists, tmp_path)
    assert done.returncode == 0, done.stderr
    guilds, keys = map(json.loads, done.stdout.splitlines()[1:])
    assert ([guild["guildID"] for guild in guilds], keys) == (["mercury-roleplay"], [])


def test_the_shown_usage_error_matches_the_output():
    shown = re.search(r"`(blotter: serve has no option --lisen;[^`]*)`", section(OPERATIONS, "Commands"))[1]
    assert run("serve", "--lisen", "x").stderr == shown + "\n"


# Files, guilds and keys


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(SqliteStore(tmp_path_factory.mktemp("operations") / "blotter.db")) as running:
        yield running


@pytest.fixture(scope="module")
def guild(server) -> Client:
    client = server.guild("documented")
    client.civilian("John Doe")
    return client


def test_the_files_are_those_of_the_table_with_their_modes(tmp_path):
    told = {plain(name): int(mode, 8) for name, mode, _ in table("Files on disk", "File")}
    with Server(SqliteStore(tmp_path / "blotter.db"), "--demo") as server:
        server.guild().civilian("John Doe")
        found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("blotter.db*")}
    assert found == told


def test_wal_and_index_are_removed_by_a_clean_stop(tmp_path):
    with Server(SqliteStore(tmp_path / "blotter.db")) as stopped:
        stopped.guild().civilian("John Doe")
    assert sorted(path.name for path in tmp_path.glob("blotter.db*") if "stderr" not in path.name) == ["blotter.db", "blotter.db.lock"]


def test_the_commands_for_guilds_and_keys_work_beside_a_running_server(server, guild):
    guilds, keys, roles = examples("Guilds and keys")
    done = shell(guilds, server.store.folder)
    assert done.returncode == 0, done.stderr
    listed = shell("blotter key list", server.store.folder).stdout
    real = keys.replace("1305482769401118720", "$(blotter key list | grep 'dispatch bot' | cut -d ' ' -f 1)")
    done = shell(real, server.store.folder)
    assert done.returncode == 0, done.stderr
    assert "dispatch bot" in done.stdout and "dispatch bot" not in listed
    assert re.search(r"^Revoked key \d+$", done.stdout, re.MULTILINE)
    assert shell(roles, server.store.folder).stdout.rstrip("\n") in examples("Guilds and keys", "text")


def test_all_options_of_key_create_are_documented():
    told = {plain(name).split()[0] for name, _ in table("Guilds and keys", "Option of `key create`")}
    assert told | {"--store", "--config"} == set(re.findall(r"^  (--[\w-]+)", run("key", "create", "--help").stdout, re.MULTILINE))


# Backup


def citations(store) -> int:
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        return connection.execute("select count(*) from entry").fetchone()[0]


def test_a_backup_of_a_running_server_has_all_acknowledged_changes(server, guild):
    folder = server.store.folder
    backup, check, _ = examples("Backup and restore")
    for _ in range(50):
        guild.citation()
    before = citations(server.store.path)
    done = shell(backup, folder)
    assert done.returncode == 0, done.stderr
    guild.citation()
    assert citations(folder / "copy.db") == citations(folder / "compact.db") == before
    assert shell(check, folder).stdout == "ok\n"
    for name in ("copy.db", "compact.db"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_a_restored_copy_has_the_same_data(tmp_path):
    backup, _, restore = examples("Backup and restore")
    with Server(SqliteStore(tmp_path / "blotter.db")) as server:
        client = server.guild()
        client.civilian("John Doe")
        assert shell(backup, tmp_path).returncode == 0
        client.civilian("Too Late")
        server.kill()  # leaves a WAL that must not be used with the copy
    assert (tmp_path / "blotter.db-wal").exists()
    done = shell(restore, tmp_path)
    assert done.returncode == 0, done.stderr
    with Server(SqliteStore(tmp_path / "blotter.db")) as server:
        again = server.client(client.key, client.guild)
        assert [record["civilianName"] for record in again.get("civilian/list").ok()["civilians"]] == ["John Doe"]


def test_the_schema_version_matches_the_document(server):
    told = re.search(r"this version knows schema version (\d+)", section(OPERATIONS, "Upgrade").replace("\n", " "))
    assert server.store.rows("select max(version) as newest from schema_migration")[0]["newest"] == int(told[1])


# Metrics and health


def test_the_metrics_are_those_of_the_table(server, guild):
    guild.info()
    page = guild.get("/metrics").text
    found = dict(re.findall(r"^# TYPE (\S+) (\w+)$", page, re.MULTILINE))
    assert found == {plain(name): kind for name, kind, _ in table("Metrics", "Name")}


def test_the_health_pages_of_the_table_respond(guild):
    for page, *_ in table("Health checks", "Page"):
        assert guild.get(plain(page)).status == 200


# Limits


def limits() -> dict[str, tuple[int, str]]:
    """The value in bytes, levels, seconds or a count, and the option."""
    units = {"KiB": 1024}
    told = {}
    for name, value, option, _ in table("Limits", "Limit"):
        number, _, unit = value.partition(" ")
        told[name] = (int(number.replace(",", "")) * units.get(unit, 1), plain(option))
    return told


def test_limits_that_are_options_have_the_default_of_the_option():
    checked = 0
    for value, option in limits().values():
        if option != "–":
            assert offered()[option][1] == str(value)
            checked += 1
    assert checked == 7


def test_limits_that_are_slow_to_test_match_the_sources():
    told = limits()
    sources = {
        "Time without progress while sending a response": ("http/limits.hpp", "write_timeout = std::chrono::seconds{{{}}};"),
        "Header lines": ("http/limits.hpp", "header_lines_max = {};"),
        "TLS handshakes in progress": ("http/limits.hpp", "handshakes_max = {};"),
        "Lists being sent at a time, in total": ("storage/sqlite/reader_pool.cpp", "listings_max = {};"),
        "Waiting long lookups, on SQLite": ("storage/sqlite/long_reads.cpp", "waiting_max = {};"),
        "Responses longer than 64 KiB in progress, per key": ("api/long_responses.hpp", "of_key_max = {};"),
        "The same, per guild": ("api/long_responses.hpp", "of_guild_max = {};"),
        "Match key of a name, plate or serial number": ("base/text.hpp", "key_points_max = {};"),
        "Vehicles of a civilian, and firearms of a civilian": ("domain/civilian.hpp", "vehicles_max = {:'};"),
        "Entries of a civilian, void ones included": ("domain/civilian.hpp", "entries_max = {:'};"),
        "Arrests of a civilian that run at the same time": ("domain/civilian.hpp", "running_arrests_max = {:'};"),
        "Time after which a BOLO or an impound ends by itself": ("domain/term.hpp", "term_seconds_max = {:'};"),
        "Comparisons of one search": ("domain/search.hpp", "{:'}"),
        "Keys of a guild, together with its invitations": ("domain/guild_key.hpp", " keys_max = {:'};"),
        "Invitations of a guild that nobody has accepted yet": ("domain/guild_key.hpp", "invitations_max = {};"),
        "Tokens of invitations that are checked in a second": ("api/invitations.hpp", "checks_per_second_max = {};"),
    }
    for name, (path, text) in sources.items():
        value = f"{told[name][0]:,}".replace(",", "'")
        stands = text.replace("{:'}", value).format(told[name][0])
        assert stands in (ROOT / "src" / path).read_text(), name


def exchange(server: Server, data: bytes) -> int:
    with RawConnection(server) as connection:
        connection.send(data)
        return connection.receive().status


def head_of(size: int) -> bytes:
    empty = request("GET", "/healthz", b"", "Filler: ")
    return request("GET", "/healthz", b"", "Filler: " + "x" * (size - len(empty)))


def test_the_limit_of_the_head_is_exact(server):
    bytes_max, _ = limits()["Request line and headers"]
    assert exchange(server, head_of(bytes_max)) == 200
    assert exchange(server, head_of(bytes_max + 1)) == 431


def test_the_limit_of_the_body_is_exact(server, guild):
    bytes_max, _ = limits()["Body"]
    body = json.dumps(builders.citation()).encode()
    assert guild.post("leo/cite", raw=body.ljust(bytes_max)).status == 201
    assert guild.post("leo/cite", raw=body.ljust(bytes_max + 1)).status == 413


def test_the_limit_of_the_depth_is_exact(guild):
    depth_max, _ = limits()["Depth of JSON"]
    nested = lambda depth: json.dumps(builders.citation())[:-1] + ', "x": ' + "[" * (depth - 1) + "1" + "]" * (depth - 1) + "}"  # noqa: E731
    assert guild.post("leo/cite", raw=nested(depth_max).encode()).status == 201
    guild.post("leo/cite", raw=nested(depth_max + 1).encode()).invalid("body")


# Log and messages


def messages(heading: str, first: str = "Message") -> list[str]:
    return [plain(row[0]) for row in table(heading, first)]


def pattern_of(message: str) -> re.Pattern:
    """Words in capitals and … stand for anything."""
    parts = re.split(r"…|\b(?:TEXT|OPTION|ADDRESS|FILE|NAME|PATH|STORE|[NM])\b(?! above)", message.removesuffix(" …"))
    return re.compile(".+".join(re.escape(part) for part in parts) + (".+" if message.endswith(" …") else ""))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with all kinds of invalid files."""
    folder = tmp_path_factory.mktemp("wrong")
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=x", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=folder, capture_output=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    (folder / "unknown.toml").write_text("storr = 1\n")
    (folder / "section.toml").write_text("[serve]\nthreads = 1\n")
    (folder / "value.toml").write_text('rate-limit = "fast"\n')
    (folder / "values.toml").write_text("threads = [1, 2]\n")
    (folder / "text.db").write_text("no database\n" * 100)
    with closing(sqlite3.connect(folder / "foreign.db")) as connection:
        connection.execute("create table x (a)")
    create_key(SqliteStore(folder / "newer.db"), "g1")
    with closing(sqlite3.connect(folder / "newer.db")) as connection, connection:
        connection.execute("insert into schema_migration values (99, 0)")
    return folder


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    """URLs of two databases, with and without tables."""
    folder = tmp_path_factory.mktemp("databases")
    with plain_database(folder) as empty, plain_database(folder) as ready:
        assert run("db", "init", "--store", ready.url).returncode == 0
        yield {"EMPTY": empty.url, "READY": ready.url}


STARTS = [
    "fly", "key", "key fly", "--fly", "serve --fly", "--store x serve", "serve --listen", "serve --demo=1", "serve --log text --log json",
    "serve surplus", "guild create a b", "guild create", "key create", "serve --threads many", "serve --rate-limit -1", "serve --read-timeout 0", "serve --log xml",
    "serve --listen nonsense", "serve --metrics-listen 127.0.0.1:99999", "serve --listen 127.0.0.1:BUSY", "serve --listen 192.0.2.1:8080",
    "serve --listen no-such-host.invalid:80", "serve --penalty-limit sometimes", "serve --tls-cert cert.pem",
    "serve --tls-cert missing.pem --tls-key key.pem", "serve --tls-cert cert.pem --tls-key missing.pem", "serve --tls-cert key.pem --tls-key key.pem",
    "serve --config missing.toml", "serve --config unknown.toml", "serve --config section.toml", "serve --config value.toml", "serve --config values.toml",
    "serve --store nonsense", "serve --store postgres://[",
    "serve --store sqlite:missing/x.db", "serve --store sqlite:USED", "serve --store sqlite:.", "serve --store sqlite:text.db",
    "serve --store sqlite:foreign.db", "serve --store sqlite:newer.db", "guild list --store sqlite:missing.db", "key revoke 1 --store sqlite:missing.db",
    "serve --store postgres://127.0.0.1:1/x", "guild list --store EMPTY", "db init --store READY", "db init --store sqlite:new.db",
    "db init --store EMPTY --partitions 2000",
]  # fmt: skip


def failed_start(command: str, folder, server: Server, databases: dict[str, str]) -> str:
    for word, meaning in {"BUSY": str(server.port), "USED": str(server.store.path), **databases}.items():
        command = command.replace(word, meaning)
    words = command.split()
    if words[:1] == ["serve"] and "--listen" not in words:
        words += ["--listen", "127.0.0.1:0"]
    done = run(*words, cwd=folder)
    assert done.returncode in (1, 2), f"exit {done.returncode}: {done.stdout} {done.stderr}"
    return done.stderr.strip().removeprefix("blotter: ")


@pytest.mark.parametrize("command", STARTS)
def test_the_message_of_a_failed_start_is_documented(command, folder, server, databases):
    said = failed_start(command, folder, server, databases)
    assert [told for told in messages("Troubleshooting") if pattern_of(told).fullmatch(said)], f"not explained: {said}"


def test_the_documented_messages_occur(folder, server, databases):
    said = [failed_start(command, folder, server, databases) for command in STARTS]
    silent = [told for told in messages("Troubleshooting") if not any(pattern_of(told).fullmatch(line) for line in said)]
    # Root may listen on all ports, and may run the tests.
    assert silent == ["cannot listen on ADDRESS: permission denied"]


def test_the_documented_log_messages_match_the_sources():
    sources = "\n".join(path.read_text() for path in (ROOT / "src").rglob("*.[ch]pp") if path.parent.name != "base")
    logged = set(re.findall(r'log::(?:info|warning|error)\(\s*"([^"]+)"', sources))
    told = set(messages("Log"))
    assert logged <= told
    assert [message for message in told - logged if message.startswith("at most N connections")] == list(told - logged)


def test_the_log_has_the_documented_format(tmp_path):
    text, as_json = [block.text for block in blocks(OPERATIONS) if "stopping" in block.text]
    for form, shown in (("text", text.splitlines()[0]), ("json", as_json)):
        with Server(SqliteStore(tmp_path / f"{form}.db"), "--log", form) as server:
            pass
        assert re.sub(r"\d", "0", server.log()) == re.sub(r"\d", "0", shown)


# Examples of other programs


def test_the_unit_is_that_of_the_package_and_names_options_that_exist():
    unit = next(block.text for block in blocks(OPERATIONS) if block.language == "ini")
    packaged = (ROOT / "packaging/systemd/blotter.service.in").read_text()
    assert unit == packaged.replace("@bindir@", "/usr/bin").replace("@configuration@", "/etc/blotter/blotter.toml").rstrip("\n")
    named = set(re.findall(r"--[\w-]+", unit))
    assert named and named <= set(offered())
    for line in ("ProtectSystem=strict", "StateDirectory=blotter", "NoNewPrivileges=yes"):
        assert line in unit.splitlines()
    descriptors = int(re.search(r"LimitNOFILE=(\d+)", unit)[1])
    assert descriptors >= int(offered()["--max-connections"][1]) + 384


def test_the_proxy_closes_before_the_server_does():
    proxy = next(block.text for block in blocks(OPERATIONS) if block.language == "nginx")
    seconds = int(re.search(r"keepalive_timeout (\d+)s", proxy)[1])
    assert seconds < int(offered()["--idle-timeout"][1])
    assert int(re.search(r"client_max_body_size (\d+)k", proxy)[1]) * 1024 == limits()["Body"][0]


def test_the_health_pages_can_be_moved_as_documented(tmp_path):
    with Server(SqliteStore(tmp_path / "moved.db"), "--metrics-listen", "127.0.0.1:0") as server:
        moved = server.wait_for_line(r"^Metrics on (http://\S+)$")[1]
        assert requests.get(moved + "/readyz", timeout=10).status_code == 200
        assert Client(server).get("/readyz").status == 404
