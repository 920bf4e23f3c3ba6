"""blotter copy: copies guilds from store to store, also after interruptions."""

import os
import pty
import re
import signal
import subprocess
from contextlib import contextmanager

import pytest

import stores
from harness import Server, assert_no_sanitizer_report, assert_one_clear_line, create_key, environment, program, run, wait_until
from stores import SqliteStore
from test_demo import demo_client

ROWS = 12  # of a guild, with its events and their counts
# Enough citations to take a while on a fast machine.
MANY = 99_000 if stores.kind() == "sqlite" else 30_000
LARGE_ROWS = ROWS + MANY - 1
ADD_ENTRIES = """
with recursive n (i) as (select 1 union all select i + 1 from n where i < {number})
insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at)
select guild_id, id, 0, i, 'Sgt. Pepper', '771', i, '', 'Speeding', 1800000000000 from n cross join civilian
"""


def copy(source, target, *options: str):
    done = run("copy", "--from", source.url, "--to", target.url, *options, timeout=300)
    assert_no_sanitizer_report(done.stderr)
    return done


def copied(source, target, *options: str) -> dict[str, str]:
    """Runs a copy that must succeed; returns the printed rows per table."""
    done = copy(source, target, *options)
    assert done.returncode == 0, done.stderr
    heading, *lines = [line.split() for line in done.stdout.splitlines()]
    assert heading == ["TABLE", "ROWS", "STATE"]
    assert {state for _, _, state in lines[:-1]} == {"verified"} and lines[-1][2] == "bound"
    return {table: rows for table, rows, _ in lines}


def everything(client) -> list[str]:
    """All responses about the guild, byte for byte."""
    paths = ["civilian/list", "vehicle/list", "firearm/list", "penal-code"]
    answers = [client.get(path) for path in paths]
    for record in answers[0].json.get("civilians", []):
        name = {"name": record["civilianName"]}
        answers += [client.get(path, name) for path in ("civilian/info", "leo/records", "medical/records")]
    for record in answers[1].json.get("vehicles", []):
        plate = {"plate": record["plate"]}
        answers += [client.get("vehicle/plate", plate), client.get("leo/impound", plate)]
    for record in answers[2].json.get("firearms", []):
        answers.append(client.get("firearm/info", {"serialNumber": record["serialNumber"]}))
    return [f"{answer.status} {answer.text}" for answer in answers]


@pytest.fixture
def source(tmp_path) -> SqliteStore:
    return SqliteStore(tmp_path / "source.db")


@pytest.fixture
def keys(source) -> dict[str, str]:
    """Two guilds in the source, each with a civilian, and their keys."""
    with Server(source) as server:
        clients = [server.guild(name) for name in ("first", "second")]
        for client in clients:
            client.civilian("John Doe"), client.vehicle(), client.firearm(), client.citation()
    return {client.guild: client.key for client in clients}


@pytest.fixture
def large(source, keys) -> SqliteStore:
    """The same, and copying one of the guilds takes a while."""
    source.execute(ADD_ENTRIES.format(number=MANY) + " where guild_id = 'second' and i > 1")
    return source


def entries(store) -> int:
    """How many rows of the large guild have arrived; the store may not exist yet."""
    try:
        return store.rows("select count(*) as number from entry where guild_id = ?", "second")[0]["number"]
    except Exception as missing:
        assert "no such table" in str(missing) or "unable to open" in str(missing) or "does not exist" in str(missing), missing
        return 0


@contextmanager
def under_way(source, target, *options: str, stderr=subprocess.PIPE):
    """A running copy that has sent some thousand rows and has many more to send."""
    process = subprocess.Popen(
        [program(), "copy", "--from", source.url, "--to", target.url, *options],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, env=environment(), text=True,
    )  # fmt: skip
    with process:
        wait_until(lambda: entries(target) > 0 or process.poll() is not None, 60, "rows arrive")
        assert process.poll() is None and entries(target) < MANY, "the copy was too fast for this test"
        yield process


def test_a_demo_is_copied_there_and_back_and_every_response_stays_the_same(source, store, tmp_path):
    with Server(source, "--demo") as server:
        client = demo_client(server)
        before = everything(client)
    assert len(before) > 500
    back = SqliteStore(tmp_path / "back.db")
    rows = copied(source, store)
    assert rows["civilian"] == "200" and rows["vehicle"] == "300" and rows["api_key"] == "1"
    assert copied(store, back) == rows
    for place in (store, back):
        with Server(place) as server:
            assert everything(server.client(client.key, client.guild)) == before
        place.assert_intact()


def test_the_copy_can_be_used_and_changed(source, store, keys):
    copied(source, store)
    with Server(store) as server:
        guild = server.client(keys["first"], "first")
        assert guild.citation()["count"] == 2
        assert [event["seq"] for event in guild.events()] == [1, 2, 3, 4, 5]
        guild.get("civilian/list", headers={"Guild": "second"}).forbidden()


def test_a_running_server_accepts_the_keys_of_a_copied_guild_within_a_second(source, store, keys):
    with Server(store) as server:
        here = server.guild("here")
        here.civilian("John Doe")
        copied(source, store)
        server.client(keys["first"], "first").wait_until_honoured()
        assert here.info()["civilian"][0]["civilianName"] == "John Doe"


def test_only_the_named_guilds_are_copied(source, store, keys):
    assert copied(source, store, "--guild", "second")["guild"] == "1"
    assert [row["id"] for row in store.rows("select id from guild")] == ["second"]
    assert copied(source, store, "--guild", "first")["guild"] == "1"
    with Server(store) as server:
        for guild, key in keys.items():
            server.client(key, guild).info()


@pytest.mark.parametrize("guild, mention", [("nowhere", "there is no guild nowhere in the source"), ("a b", "--guild must be")])
def test_a_missing_guild_is_refused_and_no_target_is_created(source, keys, tmp_path, guild, mention):
    target = SqliteStore(tmp_path / "target.db")
    assert_one_clear_line(copy(source, target, "--guild", guild), mention)
    assert not target.path.exists()


def test_an_existing_guild_is_not_overwritten(source, store, keys):
    copied(source, store, "--guild", "second")
    with Server(store) as server:
        server.client(keys["second"], "second").civilian("Newcomer")
    assert_one_clear_line(copy(source, store), "the guild second already exists in the target", "--replace")
    assert [row["id"] for row in store.rows("select id from guild")] == ["second"]
    with Server(store) as server:
        server.client(keys["second"], "second").info("Newcomer")


def test_replace_copies_again_and_leaves_other_guilds_alone(source, store, keys):
    copied(source, store)
    with Server(store) as server:
        first, second = (server.client(keys[name], name) for name in ("first", "second"))
        first.civilian("Newcomer"), second.civilian("Newcomer")
        copied(source, store, "--guild", "first", "--replace")

        def sees_the_copy():
            # Until it has noticed the end of the copy, the server may show the guild half deleted.
            replaced, copied_again = (first.get("civilian/info", {"name": name}) for name in ("Newcomer", "John Doe"))
            return replaced.status == 404 and copied_again.status == 200 and len(copied_again.json["citations"]) == 1

        wait_until(sees_the_copy, 2, "the server sees the copy")
        second.info("Newcomer")


def test_a_store_cannot_be_copied_into_itself(store, tmp_path):
    create_key(store, "g1")
    assert_one_clear_line(copy(store, store, "--replace"), "the same store")
    assert [row["id"] for row in store.rows("select id from guild")] == ["g1"]


@pytest.mark.sqlite_only
def test_a_link_to_a_store_is_the_store_itself(store, tmp_path):
    create_key(store, "g1")
    (tmp_path / "link.db").symlink_to(store.path)
    assert_one_clear_line(copy(store, SqliteStore(tmp_path / "link.db"), "--replace"), "the same store")


def test_a_missing_source_is_refused_and_no_target_is_created(tmp_path):
    source, target = SqliteStore(tmp_path / "missing.db"), SqliteStore(tmp_path / "target.db")
    assert_one_clear_line(copy(source, target), "there is no store at", "missing.db")
    assert not source.path.exists() and not target.path.exists()


@pytest.mark.parametrize("arguments, mention", [
    ([], "copy needs --from STORE"),
    (["--from", "sqlite:x.db"], "copy needs --to STORE"),
    (["--to", "sqlite:x.db"], "copy needs --from STORE"),
    (["--from", "postgres://user:hush@127.0.0.1:1/db", "--to", "sqlite:x.db"], "cannot open the store"),
    (["--from", "mysql://user:hush@h/db", "--to", "sqlite:x.db"], "--from must be sqlite:PATH"),
    (["--from", "sqlite:x.db", "--to", "sqlite:y.db", "--fly"], "--fly"),
])  # fmt: skip
def test_a_wrong_command_is_refused_with_one_line_and_no_password(tmp_path, arguments, mention):
    done = run("copy", *arguments, cwd=tmp_path)
    assert_one_clear_line(done, mention)
    assert "hush" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_help_explains_what_is_copied_and_how_to_continue():
    text = " ".join(run("copy", "--help").stdout.split())
    for word in ("--from", "--to", "--guild", "--replace", "continues an interrupted copy", "keys"):
        assert word in text


@pytest.mark.parametrize("options", [[], ["--replace"]], ids=["copy", "replace"])
def test_the_same_command_continues_a_killed_copy(large, store, keys, options):
    if options:
        copied(large, store)
        create_key(store, "second", name="old")
        store.execute("delete from entry where guild_id = 'second'")
    with under_way(large, store, *options) as process:
        process.kill()
    sent = entries(store)
    assert 0 < sent < MANY
    with Server(store) as server:
        for guild, key in keys.items():
            server.client(key, guild).get("civilian/list").forbidden()
        done = copy(large, store, *options)
        assert (done.returncode, f"guild second: {LARGE_ROWS} rows" in done.stderr) == (0, True), done.stderr
        second = server.client(keys["second"], "second")
        second.wait_until_honoured()
        assert len(second.info()["citations"]) == MANY
    store.assert_intact()


def test_a_killed_copy_does_not_count_as_an_existing_guild(large, store, keys):
    with under_way(large, store) as process:
        process.kill()
    with Server(large) as server:
        server.client(keys["second"], "second").citation()
    assert_one_clear_line(copy(large, store), "second", "no longer matches the source", "--replace")
    copied(large, store, "--replace")
    with Server(store) as server:
        assert len(server.client(keys["second"], "second").info()["citations"]) == MANY + 1


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_an_interrupted_copy_says_how_to_continue(large, store, sent):
    with under_way(large, store) as process:
        process.send_signal(sent)
        stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (1, "")
    assert stderr.splitlines()[-1] == "blotter: stopped; run the same command again to continue"
    assert entries(store) < MANY
    assert copied(large, store)["entry"] == str(MANY + 1)


def test_changes_of_the_source_are_reported_and_not_mixed_into_the_copy(large, store, keys):
    with Server(large) as server:
        client = server.client(keys["second"], "second")
        with under_way(large, store) as process:
            client.citation(charges="Too late"), client.civilian("Too Late")
            stdout, stderr = process.communicate(timeout=300)
    assert process.returncode == 0, stderr
    assert "blotter: the guild second was changed in the source while it was copied; 2 changes are not in the copy" in stderr
    with Server(store) as server:
        client = server.client(keys["second"], "second")
        assert len(client.info()["citations"]) == MANY
        client.get("civilian/info", {"name": "Too Late"}).refused(404, "Character not found (10023)")


def test_a_half_copied_guild_is_invisible(large, store, keys):
    with Server(store) as server:
        hasty = create_key(store, "here", "second")
        server.client(hasty, "here").wait_until_honoured()
        run("guild", "delete", "second", "--yes", "--store", store.url)
        with under_way(large, store) as process:
            process.kill()
        key = create_key(store, "second")
        server.client(key, "second").get("civilian/list").forbidden()
        server.client(keys["second"], "second").get("civilian/list").forbidden()
        assert server.client(hasty, "here").get("civilian/list").status == 404
        copied(large, store)
        for honoured in (key, keys["second"]):
            server.client(honoured, "second").wait_until_honoured()


def on_a_terminal(source, target) -> tuple[str, str]:
    """Returns standard output, and standard error as shown on the terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [program(), "copy", "--from", source.url, "--to", target.url],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, env=environment(), text=True,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    with process:
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # EIO: the other end of the terminal is closed
                break
            if not piece:
                break
            seen += piece
        stdout = process.stdout.read()
    os.close(ours)
    assert process.returncode == 0, seen
    return stdout, seen.decode()


def test_a_terminal_shows_a_progress_line(large, store):
    stdout, seen = on_a_terminal(large, store)
    assert stdout.splitlines()[0].split() == ["TABLE", "ROWS", "STATE"]
    assert seen.count("\n") == 1 and seen.endswith("\r\n"), "one line, ended once"
    shown = [line.removesuffix("\x1b[K").strip() for line in seen.split("\r") if line.strip()]
    pattern = re.compile(rf"guild ([12]) of 2  \[(#*)(\.*)\]  (\d+) of {LARGE_ROWS + ROWS} rows  \d+/s(  [\d:]+ left)?")
    matches = [pattern.fullmatch(line) for line in shown]
    assert len(matches) >= 2 and all(matches), shown
    done = [int(match[4]) for match in matches]
    assert done == sorted(done) and done[-1] == LARGE_ROWS + ROWS
    assert {len(match[2] + match[3]) for match in matches} == {20} and matches[-1][3] == ""
    # A very short copy shows no remaining time.
    assert matches[-1][5] in (None, "  0:00 left")


def test_without_a_terminal_there_is_a_line_for_each_guild(source, store, keys):
    done = copy(source, store)
    assert done.stderr.splitlines() == [f"guild {name}: {ROWS} rows copied and verified" for name in ("first", "second")]
