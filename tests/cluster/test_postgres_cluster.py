"""The private test clusters: they start quickly and leave nothing behind, also if their parent is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import postgres_cluster
from harness import wait_until

SCRIPT = postgres_cluster.__file__


def run_with_a_cluster(*command: str) -> subprocess.Popen:
    # In its own session, so that the command and its parent can be ended together.
    return subprocess.Popen([sys.executable, SCRIPT, "run", "--", *command], stdout=subprocess.PIPE, text=True, start_new_session=True)


def test_a_command_gets_the_address_and_its_exit_code_is_kept():
    question = f'psql -At "${postgres_cluster.VARIABLE}" -c "show data_directory"; exit 7'
    with run_with_a_cluster("bash", "-c", question) as process:
        data = process.communicate(timeout=60)[0].strip()
    assert process.returncode == 7
    assert data.endswith("/data") and not Path(data).parent.exists()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_of_a_cluster_whose_parent_ends(number):
    # It prints after psql has ended, because psql handles Ctrl-C itself.
    command = f'echo "$(psql -At "${postgres_cluster.VARIABLE}" -c "show data_directory")"; exec sleep 600'
    process = run_with_a_cluster("bash", "-c", command)
    folder = Path(process.stdout.readline().strip()).parent
    assert postgres_cluster.processes_in(folder)
    os.killpg(process.pid, number)
    process.wait(60)
    process.stdout.close()
    wait_until(lambda: not folder.exists() and not postgres_cluster.processes_in(folder), 20, "the guard clears up")


def test_a_kill_loses_nothing_that_was_committed(cluster):
    cluster.sql("create table kept (number int)")
    cluster.sql("insert into kept values (1)")
    cluster.kill()
    assert not cluster.running()
    cluster.start()
    assert cluster.sql("select number from kept") == [[1]]


def test_a_paused_cluster_does_not_respond_until_it_is_resumed(cluster):
    cluster.pause()
    with pytest.raises(postgres_cluster.psycopg2.OperationalError, match="timeout"):
        postgres_cluster.query(cluster.url() + "?connect_timeout=2", "select 1")
    cluster.resume()
    assert cluster.sql("select 1") == [[1]]


def test_a_commit_is_on_the_standby_before_it_is_acknowledged(cluster):
    with cluster.standby() as standby:
        cluster.sql("create table kept (number int)")
        cluster.kill()
        standby.promote()
        assert standby.sql("select count(*) from kept") == [[0]]
