"""Connection problems are reported at the start: one clear line without a password."""

import pytest

from harness import Server, assert_one_clear_line, create_key, run
from postgres_cluster import PASSWORD_ROLE, as_role, in_database

SECRET = "s3cret-word"


def assert_refused(url: str, *mentions: str) -> None:
    for command in (["serve", "--listen", "127.0.0.1:0"], ["key", "create", "--guild", "g1"]):
        done = run(*command, "--store", url, timeout=20)
        assert_one_clear_line(done, *mentions)
        assert SECRET not in done.stderr


def test_no_server():
    assert_refused(f"postgres://blotter:{SECRET}@127.0.0.1:1/blotter", "127.0.0.1", "refused")


def test_no_server_on_any_of_several_hosts():
    assert_refused(f"postgres://blotter:{SECRET}@127.0.0.1:1,127.0.0.1:2/blotter", "port 1 failed", "port 2 failed")


def test_an_unknown_host():
    assert_refused(f"postgres://blotter:{SECRET}@no-such-host.invalid/blotter", "no-such-host.invalid")


def test_a_server_that_accepts_and_does_not_respond(cluster, harmed):
    cluster.pause()
    assert_refused(harmed.url, harmed.name, "in time")
    cluster.resume()


def test_an_unknown_database(store):
    assert_refused(in_database(store.url, "no_such_database"), "no_such_database")


def test_an_unknown_role(store):
    assert_refused(as_role(store.url, f"stranger:{SECRET}"), 'role "stranger"')


@pytest.fixture
def locked(harmed):
    """A store whose owner needs a password."""
    harmed.execute(f"create role {PASSWORD_ROLE} login password '{SECRET}'")
    harmed.execute(f"alter database {harmed.name} owner to {PASSWORD_ROLE}")
    return harmed


def test_a_wrong_password_and_a_missing_one(locked):
    assert_refused(as_role(locked.url, f"{PASSWORD_ROLE}:not-{SECRET}"), PASSWORD_ROLE, "authentication failed")
    assert_refused(as_role(locked.url, PASSWORD_ROLE), "no password")


def test_the_right_password_in_the_address_or_in_the_environment_and_never_in_a_log(locked):
    locked.url = as_role(locked.url, f"{PASSWORD_ROLE}:{SECRET}")
    create_key(locked, "g1")
    with Server(locked) as server:
        server.guild("g1").civilian("John Doe")
    assert SECRET not in server.log() and SECRET not in "".join(server.printed())
    locked.url = as_role(locked.url, PASSWORD_ROLE)
    with Server(locked, env={"PGPASSWORD": SECRET}) as server:
        assert server.client().get("/readyz").status == 200
    assert SECRET not in server.log()


@pytest.mark.parametrize("url, mention", [
    ("postgres://[::1", "URL"),
    (f"postgres://blotter:{SECRET}@127.0.0.1:99999/blotter", "99999"),
    (f"postgres://blotter:{SECRET}@127.0.0.1:no-port/blotter", "no-port"),
    (f"postgres://blotter:{SECRET}@127.0.0.1:1/blotter?no_such_option=1", "URL"),
    (f"postgres://blotter:{SECRET}%@127.0.0.1:1/blotter", "URL"),
    (f"postgresql://blotter:{SECRET}@127.0.0.1:1/blotter?sslmode=nonsense", "sslmode"),
    (f"postgres://blotter:{SECRET}@127.0.0.1:1/blotter?target_session_attrs=nonsense", "target_session_attrs"),
    (f"postgres:blotter:{SECRET}@127.0.0.1:1/blotter", "postgres://"),
])  # fmt: skip
def test_an_invalid_url(url, mention):
    assert_refused(url, mention)


def test_a_read_only_server(cluster, harmed):
    with cluster.standby() as standby:
        assert_refused(as_role(standby.url(harmed.name)), "read-only")


def test_a_read_only_database(store):
    store.execute(f"alter database {store.name} set default_transaction_read_only = on")
    assert_refused(store.url, "read-only")


def test_a_role_that_may_not_create_tables(store):
    store.execute(f"alter database {store.name} owner to postgres")
    before = store.contents()
    assert_refused(store.url, "permission")
    assert store.contents() == before


def test_a_role_that_may_not_read_our_tables(store):
    create_key(store, "g1")
    store.execute("reassign owned by blotter to postgres")
    assert_refused(store.url, "permission")


def test_tls_that_is_required_and_missing(store):
    assert_refused(store.url + "?sslmode=require", "SSL")


def test_the_long_name_of_the_scheme_works_too(store):
    store.url = store.url.replace("postgres://", "postgresql://")
    with Server(store) as server:
        server.guild().civilian("John Doe")


def test_the_smallest_pool_is_enough(store):
    with Server(store, "--pool-size", "4") as server:
        guild = server.guild()
        guild.civilian("John Doe"), guild.citation()
        assert len(guild.info()["citations"]) == 1


@pytest.mark.parametrize("arguments", [["--pool-size", "3"], ["--pool-size", "many"], ["--store-timeout", "0"], ["--store-timeout", "soon"]])
def test_an_invalid_limit(store, arguments):
    assert_one_clear_line(run("serve", "--listen", "127.0.0.1:0", "--store", store.url, *arguments), arguments[0], "must be a number")
