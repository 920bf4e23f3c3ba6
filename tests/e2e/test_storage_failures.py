"""A failing disk, a damaged store or a foreign one: clear errors, and no partial changes."""

import itertools
import os
import sqlite3
import threading
import time
from contextlib import closing

import pytest

import builders
from harness import ALL_SCOPES, Client, Server, assert_one_clear_line, create_key, run, wait_until
from stores import SqliteStore

CREATE_FAILED, CHANGE_FAILED, READ_FAILED = (f"Unable to execute request ({code})" for code in (10022, 10021, 10020))


@pytest.fixture(scope="module")
def failing(new_store):
    """A populated guild on a server whose disk is full during all tests of this module."""
    with new_store() as store, Server(store) as server:
        guild = server.guild(scopes=",".join((*ALL_SCOPES, "admin")))
        guild.civilian("John Doe"), guild.civilian("Jane Roe")
        guild.bolo("Jane Roe")
        guild.vehicle(), guild.firearm(), guild.citation(), guild.admission()
        guild.put("penal-code", {"entries": [{"code": "A", "title": "Arson"}]}).ok()
        with store.refusing_changes(server):
            yield guild


CHANGES = [
    ("POST", "civilian/create", builders.civilian("New Person")),
    ("PATCH", "civilian/edit", {"name": "John Doe", "field": "age", "value": 77}),
    ("PATCH", "civilian/edit", {"name": "John Doe", "field": "name", "value": "Johnny"}),
    ("PATCH", "civilian/bolo", {"name": "John Doe", "bolo": True, "reason": "x"}),
    ("PATCH", "civilian/bolo", {"name": "Jane Roe", "bolo": False}),
    ("PATCH", "civilian/deceased", {"name": "John Doe", "deceased": True}),
    ("DELETE", "civilian/delete", {"name": "John Doe"}),
    ("POST", "vehicle/create", builders.vehicle(plate="NEW 1")),
    ("PATCH", "vehicle/edit", {"name": "John Doe", "field": "stole", "value": True}),
    ("DELETE", "vehicle/delete", None),
    ("POST", "firearm/create", builders.firearm()),
    ("PATCH", "firearm/edit", {"name": "John Doe", "field": "stole", "value": True}),
    ("DELETE", "firearm/delete", None),
    ("POST", "leo/arrest", builders.arrest()),
    ("POST", "leo/cite", builders.citation()),
    ("POST", "leo/fine", builders.fine()),
    ("PATCH", "leo/impound", {"plate": "ABC 123", "impound": True}),
    ("POST", "medical/admit", builders.admission()),
    ("PUT", "penal-code", {"entries": [{"code": "B", "title": "Burglary"}]}),
]


def everything(guild):
    lists = [guild.get(f"{kind}/list").ok() for kind in ("civilian", "vehicle", "firearm")]
    others = guild.get("leo/impound", {"plate": "ABC 123"}).ok(), guild.get("penal-code").ok()
    return lists, guild.info("John Doe"), guild.info("Jane Roe"), others


@pytest.mark.parametrize("method, path, body", CHANGES, ids=[f"{row[0]} {row[1]} {number}" for number, row in enumerate(CHANGES)])
def test_a_change_that_cannot_be_stored_fails_and_leaves_no_trace(failing, method, path, body):
    before, events = everything(failing), len(failing.events())
    if path == "vehicle/delete":
        body = {"vehicleID": before[0][1]["vehicles"][0]["id"]}
    if path == "firearm/delete":
        body = {"serialNumber": before[0][2]["firearms"][0]["serialNumber"]}
    answer = failing.call(method, path, body).refused(500, CREATE_FAILED if method == "POST" else CHANGE_FAILED)
    for word in ("sqlite", "postgres", "disk", "device"):
        assert word not in str(answer.headers).lower()
    assert everything(failing) == before
    assert len(failing.events()) == events


def test_refusals_need_no_storage(failing):
    failing.get("civilian/info", {"name": "Nobody"}).refused(404, "Character not found (10023)")
    failing.post("civilian/create", {}).invalid("userID")
    failing.post("civilian/create", builders.civilian("John Doe"), headers={"Authorization": "x"}).forbidden()
    assert failing.get("/healthz").status == 200


def test_the_service_recovers_when_the_disk_does(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("John Doe")
        failed = []
        for turn in range(3):
            with store.refusing_changes(server):
                for number in range(5):
                    name = f"Failed {turn} {number}"
                    guild.post("civilian/create", builders.civilian(name)).refused(500, CREATE_FAILED)
                    guild.post("leo/cite", builders.citation(charges=name)).refused(500, CREATE_FAILED)
                    failed.append(name)
            name = f"Worked {turn}"
            wait_until(lambda: guild.post("civilian/create", builders.civilian(name)).status == 201, 5, "writes work again")
            assert guild.citation(charges=name)["count"] == turn + 1
        for name in failed:
            guild.get("civilian/info", {"name": name}).refused(404, "Character not found (10023)")
        before = everything_of(guild)
        assert len(guild.events()) == 1 + 3 * 2
        assert [event["seq"] for event in guild.events()] == list(range(1, 8))
    with Server(store) as server:
        assert everything_of(server.client(guild.key, guild.guild)) == before
        store.assert_intact()


def everything_of(guild):
    return guild.get("civilian/list").ok(), guild.info("John Doe")


def test_a_disk_that_fails_in_the_middle_of_a_load_keeps_all_that_was_acknowledged(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("John Doe")
        acknowledged, other, done, lock = [], set(), threading.Event(), threading.Lock()

        def write(writer):
            client, number = guild.clone(), 0
            while not done.is_set():
                number += 1
                answer = client.post("leo/cite", builders.citation(charges=f"{writer}-{number}"))
                with lock:
                    if answer.status == 201:
                        acknowledged.append(f"{writer}-{number}")
                    else:
                        other.add((answer.status, answer.details))

        writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
        for writer in writers:
            writer.start()
        for _ in range(4):
            time.sleep(0.25)
            with store.refusing_changes(server):
                time.sleep(0.25)
        time.sleep(0.25)
        done.set()
        for writer in writers:
            writer.join(30)
        assert other == {(500, CREATE_FAILED)}
        citations = guild.info()["citations"]
        assert sorted(entry["charges"] for entry in citations) == sorted(acknowledged)
        assert len(guild.events()) == 1 + len(acknowledged)


def test_a_full_queue_refuses_at_once_and_loses_no_acknowledged_change(store):
    with Server(store, "--queue-size", "2") as server:
        guild = server.guild()
        guild.civilian("John Doe")
        answers, lock = [], threading.Lock()

        def write(number):
            answer = guild.clone().post("leo/cite", builders.citation(charges=str(number)))
            with lock:
                answers.append((number, answer))

        # Writers have to wait, and the queue fills.
        with store.held():
            writers = [threading.Thread(target=write, args=(number,)) for number in range(24)]
            for writer in writers:
                writer.start()
            wait_until(lambda: any(answer.status == 503 for _, answer in list(answers)), 3, "a refusal at once")
            assert guild.info()["citations"] == [], "reads go on"
        for writer in writers:
            writer.join(30)
        for _, answer in answers:
            if answer.status == 503:
                answer.refused(503, "Service is overloaded (10503)")
                assert int(answer.headers["Retry-After"]) >= 1
            else:
                assert answer.status == 201, answer.text
        written = sorted(str(number) for number, answer in answers if answer.status == 201)
        assert sorted(entry["charges"] for entry in guild.info()["citations"]) == written
        guild.citation(charges="afterwards")


def crowded(store):
    """A guild of 300 civilians, on many database pages; its server has stopped."""
    with Server(store) as server:
        guild = server.guild()
        for number in range(300):
            guild.civilian(f"Person {number}", address=f"{number} Grove Street " + "x" * 400)
    return guild


def test_a_failing_read_is_reported_and_the_server_keeps_running(store):
    guild = crowded(store)
    with Server(store) as server:
        store.break_reading()
        client = server.client(guild.key, guild.guild)
        answers = [client.get("civilian/info", {"name": f"Person {number}"}) for number in range(0, 300, 10)]
        for answer in answers:
            answer.refused(500, READ_FAILED)
        assert client.get("version").status == client.get("/healthz").status == 200
        server.kill()


def look_up(client, number):
    client.get("civilian/info", {"name": f"Person {number}"}).refused(500, READ_FAILED)


def cite(client, number):
    client.post("leo/cite", builders.citation(f"Person {number}")).refused(500, CREATE_FAILED)


@pytest.mark.sqlite_only
@pytest.mark.parametrize("request_in_vain", (look_up, cite))
def test_truncating_the_file_of_a_running_server_fails_requests_and_not_the_process(store, request_in_vain):
    guild = crowded(store)
    with Server(store) as server:
        client = server.client(guild.key, guild.guild)
        client.info("Person 299")  # the server knows the length of the file by now
        os.truncate(store.path, 4096)
        for number in range(0, 290, 10):
            request_in_vain(client, number)
        assert client.get("version").status == client.get("/healthz").status == 200
        server.kill()


def damage(path, how):
    {
        "unlinked": path.unlink,
        "cut": lambda: os.truncate(path, 0),
        "halved": lambda: os.truncate(path, path.stat().st_size // 2),
        "replaced": lambda: replace(path),
    }[how]()


def replace(path):
    """Replaces the file, as when a backup is restored over a live file."""
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)


@pytest.mark.sqlite_only
@pytest.mark.parametrize("suffix, how", [*itertools.product(["", "-wal", "-shm"], ["unlinked", "cut", "replaced"]), ("", "halved"), ("-wal", "halved")])
def test_a_store_whose_files_are_removed_reports_it_and_refuses_changes(store, suffix, how):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("John Doe")
        damage(store.path.with_name(store.name + suffix), how)
        wait_until(lambda: guild.get("/readyz").status == 503, 5, "the damage is noticed")
        for _ in range(3):
            guild.post("leo/cite", builders.citation()).refused(500, CREATE_FAILED)
        assert guild.get("/healthz").status == 200
        server.kill()
        assert server.log().count("the store is damaged") == 1
        assert str(store.path) + suffix in server.log()


@pytest.mark.sqlite_only
def test_no_change_to_a_removed_file_is_acknowledged(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("John Doe")
        store.path.unlink()
        guild.post("leo/cite", builders.citation()).refused(500, CREATE_FAILED)
        server.kill()


@pytest.mark.sqlite_only
def test_allowed_actions_of_other_tools_are_not_reported_as_damage(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("John Doe")
        with closing(sqlite3.connect(store.path, isolation_level=None)) as tool:
            tool.execute("delete from activity")
            tool.execute("pragma wal_checkpoint(truncate)")
            guild.citation()
            tool.execute("vacuum")
            tool.execute("pragma wal_checkpoint(truncate)")
        time.sleep(1)
        guild.citation()
        assert guild.get("/readyz").status == 200
    store.assert_intact()


# Problems with a store are reported at the start, and the store is left unchanged.


def start(store):
    return run("serve", "--listen", "127.0.0.1:0", "--store", store.url)


def assert_refused_and_untouched(store):
    before = store.contents()
    assert_one_clear_line(start(store), store.name)
    assert_one_clear_line(run("key", "create", "--guild", "g1", "--store", store.url), store.name)
    assert store.contents() == before


def test_a_store_of_a_newer_version_is_refused(store):
    create_key(store, "g1")
    store.execute("update schema_migration set version = 9999 where version = (select max(version) from schema_migration)")
    assert_refused_and_untouched(store)


@pytest.mark.sqlite_only
@pytest.mark.parametrize("content", [b"This is my shopping list.\n" * 100, b"\x00" * 5000, b"SQLite format 3\x00" + b"\xff" * 8176])
def test_a_file_that_is_no_database_is_refused(store, content):
    store.path.write_bytes(content)
    assert_refused_and_untouched(store)


def test_the_database_of_another_program_is_refused(blank):
    blank.execute("create table recipe (id integer primary key, name text)")
    blank.execute("insert into recipe (id, name) values (1, 'Goulash')")
    assert_refused_and_untouched(blank)


def test_the_database_of_another_program_with_a_table_of_our_name_is_refused(blank):
    blank.execute("create table civilian (id integer primary key, name text)")
    assert_refused_and_untouched(blank)


@pytest.mark.sqlite_only
def test_a_folder_is_not_a_store(tmp_path):
    folder = tmp_path / "folder.db"
    folder.mkdir()
    assert_one_clear_line(start(SqliteStore(folder)), folder)
    assert list(folder.iterdir()) == []


@pytest.mark.sqlite_only
def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("in the way")
    impossible = tmp_path / "file" / "own.db"
    assert_one_clear_line(start(SqliteStore(impossible)), impossible)
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.sqlite_only
def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    missing = tmp_path / "missing" / "own.db"
    assert_one_clear_line(start(SqliteStore(missing)), missing)
    assert not (tmp_path / "missing").exists()


@pytest.mark.sqlite_only
def test_the_store_is_for_its_owner_only_whatever_the_umask(store):
    before = os.umask(0)
    try:
        with Server(store) as server:
            guild = server.guild()
            guild.civilian("John Doe")
            files = [path for path in store.folder.iterdir() if path.name.startswith(store.name) and path.stat().st_size]
            modes = {path.name: oct(path.stat().st_mode & 0o777) for path in files}
    finally:
        os.umask(before)
    assert modes[store.name] == "0o600"
    assert {mode for name, mode in modes.items() if name.endswith(("-wal", "-shm"))} <= {"0o600"}


def test_a_healthy_server_is_ready(server):
    assert Client(server).get("/readyz").status == 200
