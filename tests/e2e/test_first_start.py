"""The first start: a setup link for an empty store, a sign-in link for a demo, and no files after a failed start."""

import re
import socket
import subprocess
import threading
from urllib.parse import urlsplit

import pytest

import stores
from harness import ALL_SCOPES, SETUP_LINK, Server, admin, assert_one_clear_line, create_key, environment, program, run
from postgres_cluster import free_port
from test_demo import demo_client

SIGN_IN_LINK = r"^  (https?://\S+)/#/sign-in/demo/(blotter_[0-9a-f]{64})$"


def greeting(*options: str, env=None) -> str:
    """The complete output of a server until it is stopped."""
    process = subprocess.Popen(
        [program(), "serve", *map(str, options)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(**(env or {})),
    )
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if line.startswith("  http"):
                break
    finally:
        process.terminate()
        lines += process.stdout.readlines()
        process.wait(30)
    return "".join(lines)


def test_an_empty_store_gives_a_set_up_link_that_creates_a_guild_and_its_owner_key(store):
    with Server(store) as server:
        assert server.wait_for_line(SETUP_LINK)[1] == server.url
        answer = server.set_up(server.setup_token())
        assert (answer.status_code, list(answer.json())) == (201, ["guild", "key"])
        owner = server.client(answer.json()["key"], "my-town")
        assert owner.get("key").ok()["scopes"] == [*ALL_SCOPES, "admin"]
        owner.civilian("John Doe")
        owner.get("audit").ok()


def test_the_owner_key_survives_a_restart_and_no_new_link_is_printed(store):
    with Server(store) as server:
        token = server.setup_token()
        key = server.set_up(token).json()["key"]
        assert server.set_up(token, "another").status_code == 403
    with Server(store) as server:
        server.client(key, "my-town").civilian("John Doe")
        assert not any("/setup/" in line for line in server.printed())
        assert server.set_up(token, "another").status_code == 403
    assert "another" not in admin(store, "guild", "list").split()


def test_each_start_prints_a_new_link(store):
    with Server(store) as server:
        first = server.setup_token()
    with Server(store) as server:
        assert server.setup_token() != first
        assert server.set_up(first).status_code == 403
        assert server.set_up(server.setup_token()).status_code == 201


def test_a_link_is_refused_after_a_guild_was_created_on_the_command_line(store):
    with Server(store) as server:
        token = server.setup_token()
        create_key(store, "by-hand")
        assert server.set_up(token).status_code == 403
        assert server.set_up(token, "by-hand").status_code == 403
    assert admin(store, "guild", "list").split()[2:3] == ["by-hand"]


def test_of_many_concurrent_uses_of_a_link_one_succeeds(store):
    with Server(store) as server:
        token = server.setup_token()
        statuses = []
        threads = [
            threading.Thread(target=lambda n=n: statuses.append(server.set_up(token, f"guild-{n}").status_code)) for n in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [201] + [403] * 7
        assert len(store.rows("select * from guild")) == 1


def test_the_token_is_neither_stored_nor_logged(store):
    with Server(store) as server:
        token = server.setup_token()
        assert server.set_up(token).status_code == 201
        assert token.encode() not in store.contents()
        assert token not in server.log()


def test_a_server_on_loopback_prints_no_warning(store):
    assert "Warning" not in greeting("--listen", "127.0.0.1:0", "--store", store.url)


def test_a_server_on_every_address_without_tls_warns_and_prints_a_link_that_works_here(store):
    printed = greeting("--listen", "0.0.0.0:0", "--store", store.url)
    assert re.search(r"^  http://localhost:\d+/#/setup/", printed, re.M), printed
    assert "Warning: without TLS" in printed and "this machine's name" in printed


def test_a_demo_prints_a_link_that_signs_in_and_no_set_up_link(store):
    with Server(store, "--demo") as server:
        link = server.wait_for_line(SIGN_IN_LINK)
        assert link[1] == server.url
        assert demo_client(server).key == link[2]
        server.wait_for_line("Ctrl-C")
        assert not any("/setup/" in line for line in server.printed())


def test_a_demo_that_starts_again_keeps_its_key(store, tmp_path):
    env = {"XDG_STATE_HOME": str(tmp_path / "state")}
    keys = []
    for _ in range(2):
        with Server(store, "--demo", env=env) as server:
            keys.append(demo_client(server).key)
            demo_client(server).get("civilian/list").ok()
    assert keys[0] == keys[1]
    kept = [path for folder in (store.folder, tmp_path / "state") for path in folder.rglob("*demo-key*")]
    assert [path.read_text() for path in kept] == [f"{keys[0]}\n"]
    assert kept[0].stat().st_mode & 0o777 == 0o600


@pytest.mark.sqlite_only
def test_the_key_of_a_demo_on_postgresql_has_a_private_folder_and_a_name_without_the_password(tmp_path):
    state = tmp_path / "state"
    with stores.plain(tmp_path) as database:
        url = urlsplit(database.url)
        for password in ("one", "two"):
            named = url._replace(netloc=f"{url.username}:{password}@{url.hostname}:{url.port}").geturl()
            env = {"XDG_STATE_HOME": str(state), "BLOTTER_STORE": named}
            assert "/#/sign-in/" in greeting("--demo", "--listen", "127.0.0.1:0", env=env)
    assert [path.name for path in state.iterdir()] == ["blotter"]
    assert (state / "blotter").stat().st_mode & 0o777 == 0o700
    [kept] = (state / "blotter").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("spoil", ["remove", "garbage", "revoke"])
def test_a_demo_whose_key_is_lost_creates_a_new_one_and_revokes_the_old_one(store, tmp_path, spoil):
    env = {"XDG_STATE_HOME": str(tmp_path / "state")}
    with Server(store, "--demo", env=env) as server:
        old = demo_client(server).key
    [kept] = [path for folder in (store.folder, tmp_path / "state") for path in folder.rglob("*demo-key*")]
    if spoil == "remove":
        kept.unlink()
    elif spoil == "garbage":
        kept.write_bytes(b"\xff" * 100)
    else:
        admin(store, "key", "revoke", admin(store, "key", "list").splitlines()[1].split()[0])
    for _ in range(2):
        with Server(store, "--demo", env=env) as server:
            fresh = demo_client(server)
            assert fresh.key != old
            fresh.get("civilian/list").ok()
            fresh.with_key(old).get("civilian/list").forbidden()


@pytest.mark.sqlite_only
def test_a_start_on_a_taken_port_leaves_no_file(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for options in (["--listen", f"127.0.0.1:{taken.getsockname()[1]}"],
                        ["--listen", "127.0.0.1:0", "--metrics-listen", f"127.0.0.1:{taken.getsockname()[1]}"]):
            done = run("serve", *options, "--store", f"sqlite:{tmp_path / 'records.db'}", cwd=tmp_path)
            assert (done.returncode, list(tmp_path.iterdir())) == (1, []), done.stderr
            assert "address already in use" in done.stderr


@pytest.mark.sqlite_only
@pytest.mark.parametrize("main", ["127.0.0.1", "0.0.0.0"])
def test_a_start_with_one_port_for_both_addresses_leaves_no_file(tmp_path, main):
    port = free_port()
    addresses = ["--listen", f"{main}:{port}", "--metrics-listen", f"127.0.0.1:{port}"]
    done = run("serve", *addresses, "--store", f"sqlite:{tmp_path / 'records.db'}", cwd=tmp_path)
    assert (done.returncode, list(tmp_path.iterdir())) == (1, []), done.stderr
    assert_one_clear_line(done, f"cannot listen on 127.0.0.1:{port}: address already in use")


@pytest.mark.sqlite_only
def test_a_start_with_wrong_tls_files_leaves_no_file(tmp_path):
    wrong = ["--tls-cert", "missing.pem", "--tls-key", "missing.pem"]
    done = run("serve", "--listen", "127.0.0.1:0", *wrong, "--store", f"sqlite:{tmp_path / 'records.db'}", cwd=tmp_path)
    assert (done.returncode, list(tmp_path.iterdir())) == (1, []), done.stderr
