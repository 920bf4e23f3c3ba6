"""blotter doctor: the files of a SQLite store. It looks at them, and leaves them as they are."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from doctor import doctor
from harness import Server, create_key
from stores import SqliteStore

pytestmark = pytest.mark.sqlite_only


@pytest.fixture
def used(store):
    store.key = create_key(store, "g1")
    return store


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file with its mode, its owner and what is in it."""
    return {path.name: (path.stat().st_mode, path.stat().st_uid, path.read_bytes()) for path in folder.iterdir()}


def test_looking_changes_no_file_and_makes_none(used):
    before = snapshot(used.folder)
    doctor("--store", used.url).all_ok().says("integrity", "ok", "quick_check")
    assert snapshot(used.folder) == before


def test_a_store_that_is_not_there_is_told_and_not_made(tmp_path):
    report = doctor("--store", f"sqlite:{tmp_path}/new.db")
    report.only_trouble("store", "warning", "there is no file", tmp_path / "new.db", "blotter serve makes it")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    doctor("--store", f"sqlite:{tmp_path}/no/new.db").only_trouble("store", "error", "there is no folder", tmp_path / "no")


@pytest.mark.parametrize("name", ["100% ?sure#.db", ":memory:", "file:x?mode=memory"])
def test_any_name_of_a_file_is_a_name_of_a_file(tmp_path, name):
    store = SqliteStore(tmp_path / name)
    create_key(store, "g1")
    doctor("--store", f"sqlite:{tmp_path}/{name}").all_ok().says("store", "ok", name, "1 guild, 1 key")


@contextmanager
def killed(store):
    """The files that a server leaves which was killed: its last changes are in the log alone."""
    server = Server(store).start()
    try:
        server.guild("g2").civilian("John Doe")
    finally:
        server.kill()
    assert (store.folder / f"{store.name}-wal").stat().st_size > 0
    yield


def test_what_is_in_the_log_alone_is_seen(used):
    with killed(used):
        before = snapshot(used.folder)
        doctor("--store", used.url).all_ok().says("store", "ok", "2 guilds, 2 keys")
        after = snapshot(used.folder)
        assert set(after) == set(before)
        # The index is shared memory in a file: whoever reads the log marks in it how far.
        assert {name: after[name] for name in after if not name.endswith("-shm")} == {
            name: before[name] for name in before if not name.endswith("-shm")
        }


def test_a_log_without_its_index_is_seen_and_gets_none(used):
    with killed(used):
        (used.folder / f"{used.name}-shm").unlink()
        before = snapshot(used.folder)
        doctor("--store", used.url).all_ok().says("store", "ok", "2 guilds, 2 keys")
        assert snapshot(used.folder) == before


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_an_empty_log_or_index_alone_gets_no_company(used, suffix):
    (used.folder / (used.name + suffix)).touch(mode=0o600)
    before = snapshot(used.folder)
    doctor("--store", used.url).all_ok().says("store", "ok", "1 guild")
    assert snapshot(used.folder) == before


# Damage


def test_a_file_that_was_cut_is_an_error(used):
    os.truncate(used.path, used.path.stat().st_size // 2)
    doctor("--store", used.url).says("store", "error", used.path, "malformed", "restore a backup")


def test_a_damaged_page_is_an_error_although_the_rest_can_be_read(used):
    # The other checks do not read this table.
    root = used.rows("select rootpage from sqlite_master where name = 'search_gram'")[0]["rootpage"]
    with open(used.path, "r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xa5" * 4096)
    report = doctor("--store", used.url)
    report.only_trouble("integrity", "error", "damaged", "restore a backup").says("store", "ok", "1 guild")


def test_a_file_that_is_no_database_is_an_error(tmp_path):
    (tmp_path / "text.db").write_text("no database\n" * 100)
    (tmp_path / "text.db").chmod(0o600)
    doctor("--store", f"sqlite:{tmp_path}/text.db").only_trouble("store", "error", "text.db", "not a database")


# Owner and mode. Root may do everything, so the modes themselves are looked at.


def test_a_store_that_others_may_read_is_told(used):
    used.path.chmod(0o644)
    doctor("--store", used.url).only_trouble("files", "warning", "mode 0644", f"chmod 600 {used.path}")


def test_a_store_that_its_owner_may_not_write_is_an_error(used):
    used.path.chmod(0o400)
    doctor("--store", used.url).only_trouble("files", "error", "mode 0400", "cannot write", f"chmod 600 {used.path}")


@pytest.mark.parametrize("suffix", ["-wal", "-shm", ".lock"])
def test_a_file_beside_it_that_the_owner_may_not_write_is_an_error(used, suffix):
    with killed(used):
        beside = used.folder / (used.name + suffix)
        if os.geteuid() == 0:
            os.chown(beside, 65534, 65534)  # as when root has run a command on the store of another user
        else:
            beside.chmod(0o400)
        doctor("--store", used.url).says("files", "error", beside, "cannot write to it", "chown")


def test_a_folder_in_which_the_owner_may_make_no_file_is_an_error(used):
    if os.geteuid() == 0:
        os.chown(used.path, 65534, 65534)
    else:
        used.folder.chmod(0o500)
    try:
        doctor("--store", used.url).only_trouble("files", "error", "may not make files", used.folder)
    finally:
        used.folder.chmod(0o700)


# Where it lies


def test_the_free_space_is_told(used):
    report = doctor("--store", used.url)
    number, unit, _ = report["disk"]["found"].split()
    told = float(number) * {"MiB": 2**20, "GiB": 2**30}[unit]
    assert told == pytest.approx(shutil.disk_usage(used.folder).free, rel=0.2)


def test_a_store_in_memory_is_told():
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        store = SqliteStore(Path(folder) / "own.db")
        create_key(store, "g1")
        doctor("--store", store.url).only_trouble("file system", "warning", "tmpfs", "restarts", "local disk")
