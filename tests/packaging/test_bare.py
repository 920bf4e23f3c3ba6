"""Minimal systems of tools/bare.sh are removed after their tests, also if the tests are stopped."""

import fcntl
import os
import pathlib
import shutil
import tempfile
import time

import pytest

from machine import Machine, bare, children, release_of_this_system

MACHINES = "/var/tmp/blotter-bare."


def folder_of(machine: Machine) -> pathlib.Path | None:
    """The folder of the machine that this tools/bare.sh has locked."""
    for pid in children(machine._process.pid):
        for file in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            # Within a minimal system all paths may start with the folder of that system, that of tools/bare.sh too.
            _, found, name = os.readlink(file).rpartition(MACHINES)
            if found and "/" not in name:
                return pathlib.Path(found + name)
    return None


def test_a_machine_that_is_stopped_during_creation_leaves_nothing(tmp_path):
    machine = Machine(release_of_this_system(), tmp_path)
    folder = machine.wait_until(lambda: folder_of(machine))
    machine.wait_until(lambda: (folder / "usr").exists())
    machine.__exit__()
    assert not folder.exists()


def test_a_machine_that_has_ended_by_itself_can_be_left(tmp_path):
    machine = Machine(release_of_this_system(), tmp_path)
    machine.wait_until(lambda: folder_of(machine))
    # As if systemd had been found and had then ended. This number is larger than every pid of Linux.
    machine._first_process = 2**22 + 1
    begin = time.monotonic()
    machine._process.kill()
    machine.__exit__()
    assert time.monotonic() - begin < 30


@pytest.fixture
def folders():
    made = [pathlib.Path(tempfile.mkdtemp(prefix=MACHINES)) for _ in range(2)]
    yield made
    for folder in made:
        shutil.rmtree(folder, ignore_errors=True)


def test_leftovers_of_a_killed_run_are_removed_by_the_next_one(folders, tmp_path):
    dead, alive = folders
    lock = os.open(alive, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert bare(release_of_this_system(), tmp_path, "true").returncode == 0
    finally:
        os.close(lock)
    assert not dead.exists()
    assert alive.exists()
