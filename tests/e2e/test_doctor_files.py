"""blotter doctor: the files of a SQLite store. It reads them and changes nothing."""

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from doctor import Report, doctor
from harness import Server, create_key, environment, program
from postgres_cluster import free_port
from stores import SqliteStore

pytestmark = pytest.mark.sqlite_only

NOBODY = 65534


@pytest.fixture
def used(store):
    store.key = create_key(store, "g1")
    return store


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file with its mode, owner and contents."""
    return {path.name: (path.stat().st_mode, path.stat().st_uid, path.read_bytes()) for path in folder.iterdir()}


def test_the_doctor_changes_and_creates_no_file(used):
    before = snapshot(used.folder)
    doctor("--store", used.url).all_ok().says("integrity", "ok", "quick_check")
    assert snapshot(used.folder) == before


def test_a_missing_store_is_reported_and_not_created(tmp_path):
    report = doctor("--store", f"sqlite:{tmp_path}/new.db")
    report.only_trouble("store", "warning", "there is no file", tmp_path / "new.db", "blotter serve creates it")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_an_error(tmp_path):
    doctor("--store", f"sqlite:{tmp_path}/no/new.db").only_trouble("store", "error", "there is no folder", tmp_path / "no")


@pytest.mark.parametrize("name", ["100% ?sure#.db", ":memory:", "file:x?mode=memory"])
def test_any_file_name_works(tmp_path, name):
    store = SqliteStore(tmp_path / name)
    create_key(store, "g1")
    doctor("--store", f"sqlite:{tmp_path}/{name}").all_ok().says("store", "ok", name, "1 guild, 1 key")


@contextmanager
def killed(store):
    """The files of a killed server: its last changes are only in the WAL."""
    server = Server(store).start()
    try:
        server.guild("g2").civilian("John Doe")
    finally:
        server.kill()
    assert (store.folder / f"{store.name}-wal").stat().st_size > 0
    yield


def test_changes_that_are_only_in_the_wal_are_seen(used):
    with killed(used):
        before = snapshot(used.folder)
        doctor("--store", used.url).all_ok().says("store", "ok", "2 guilds, 2 keys")
        after = snapshot(used.folder)
        assert set(after) == set(before)
        # The index is shared memory in a file: readers of the WAL write their position into it.
        assert {name: after[name] for name in after if not name.endswith("-shm")} == {
            name: before[name] for name in before if not name.endswith("-shm")
        }


def test_a_wal_without_index_is_read_and_no_index_is_created(used):
    with killed(used):
        (used.folder / f"{used.name}-shm").unlink()
        before = snapshot(used.folder)
        doctor("--store", used.url).all_ok().says("store", "ok", "2 guilds, 2 keys")
        assert snapshot(used.folder) == before


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_for_an_empty_wal_or_index_no_other_file_is_created(used, suffix):
    (used.folder / (used.name + suffix)).touch(mode=0o600)
    before = snapshot(used.folder)
    doctor("--store", used.url).all_ok().says("store", "ok", "1 guild")
    assert snapshot(used.folder) == before


# Damage


def test_a_truncated_file_is_an_error(used):
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


# Owner and mode. Root may do everything, so the mode bits themselves are checked.


def test_a_store_that_others_may_read_is_reported(used):
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
            os.chown(beside, NOBODY, NOBODY)  # as when root has run a command on the store of another user
        else:
            beside.chmod(0o400)
        doctor("--store", used.url).says("files", "error", beside, "cannot write to it", "chown")


def test_a_folder_in_which_the_owner_may_make_no_file_is_an_error(used):
    if os.geteuid() == 0:
        os.chown(used.path, NOBODY, NOBODY)
    else:
        used.folder.chmod(0o500)
    try:
        doctor("--store", used.url).only_trouble("files", "error", "cannot create files", used.folder)
    finally:
        used.folder.chmod(0o700)


@pytest.mark.parametrize("mode, status", [(0o730, "ok"), (0o710, "error")])
def test_creating_files_in_a_folder_needs_no_permission_to_list_it(used, mode, status):
    if os.geteuid() == 0:
        os.chown(used.path, NOBODY, -1)
        os.chown(used.folder, 0, pwd.getpwuid(NOBODY).pw_gid)
    else:
        mode = mode << 3 & 0o700  # the owner gets the bits of the group above
    used.folder.chmod(mode)
    try:
        doctor("--store", used.url).says("files", status, *(["cannot create files"] if status == "error" else []))
    finally:
        used.folder.chmod(0o700)


# An ordinary user who may not open the store. Root switches to one; other users are one already.


@pytest.fixture
def ordinary():
    """Runs the doctor as a user other than root, in a folder that this user can read."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        copied = folder / "blotter"
        shutil.copy(program(), copied)  # this user may have no access to the folders of the tests
        copied.chmod(0o755)
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}

        def ask(*options) -> Report:
            command = [copied, "doctor", "--json", "--listen", f"127.0.0.1:{free_port()}", *options]
            return Report(subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment(), cwd=folder, **user))

        ask.folder = folder
        yield ask
        subprocess.run(["chmod", "-R", "u+rwX", folder], check=True)


def closed_store(folder: Path, inner: str = "") -> SqliteStore:
    """A store in a folder that only root may enter."""
    state = folder / "state"
    (state / inner).mkdir(parents=True)
    store = SqliteStore(state / inner / "own.db")
    create_key(store, "g1")
    state.chmod(0)
    return store


def owner_of(path: Path) -> str:
    return pwd.getpwuid(path.stat().st_uid).pw_name


@pytest.mark.parametrize("inner", ["", "deep/deeper"])
def test_a_folder_that_the_user_may_not_enter_is_no_damage(ordinary, inner):
    store = closed_store(ordinary.folder, inner)
    state = ordinary.folder / "state"
    report = ordinary("--store", store.url)
    advice = f"run this as the owner of {state}: runuser -u {owner_of(state)} -- blotter doctor"
    report.says("store", "error", "cannot open", store.path).only_trouble("store", "error")
    assert report["store"]["advice"] == advice
    assert "backup" not in report.text


def test_the_advice_names_the_configuration_file_that_was_given(ordinary):
    store = closed_store(ordinary.folder)
    config = ordinary.folder / "blotter.toml"
    config.write_text(f'store = "{store.url}"\n')
    config.chmod(0o644)
    report = ordinary("--config", config)
    assert report["store"]["advice"].endswith(f"-- blotter doctor --config {config}")


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_file_that_the_user_may_not_open_is_no_damage(ordinary, suffix):
    store = SqliteStore(ordinary.folder / "own.db")
    create_key(store, "g1")
    with killed(store):
        for path in ordinary.folder.glob("own.db*"):
            path.chmod(0o666)
        closed = Path(f"{store.path}{suffix}")
        closed.chmod(0)
        report = ordinary("--store", store.url)
        report.says("store", "error", "cannot open", closed, f"runuser -u {owner_of(closed)} -- blotter doctor")
        assert "integrity" not in report.checks and "backup" not in report.text


# Location


def test_the_free_space_is_reported(used):
    report = doctor("--store", used.url)
    number, unit, _ = report["disk"]["found"].split()
    told = float(number) * {"MiB": 2**20, "GiB": 2**30}[unit]
    assert told == pytest.approx(shutil.disk_usage(used.folder).free, rel=0.2)


def test_a_store_in_memory_is_reported():
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        store = SqliteStore(Path(folder) / "own.db")
        create_key(store, "g1")
        doctor("--store", store.url).only_trouble("file system", "warning", "tmpfs", "restarts", "local disk")
