"""Stores on PostgreSQL, and instances of the program on them. Server, Client and the rest come from the black-box suite."""

import pytest

pytest.register_assert_rewrite("harness", "stores", "load", "test_races", "cut_stream", "retry_storm", "receiver")

import postgres_cluster  # noqa: E402
import stores  # noqa: E402
from harness import PROGRAM  # noqa: E402


@pytest.fixture(scope="session")
def new_store(tmp_path_factory):
    """Creates an empty database on the server that all tests share. Tests must not damage this server."""
    return lambda: stores.plain(tmp_path_factory.mktemp("store"))


@pytest.fixture
def store(new_store):
    with new_store() as fresh:
        yield fresh


@pytest.fixture
def cluster():
    """A separate server that the test may kill or pause."""
    with postgres_cluster.Cluster() as own:
        yield own


@pytest.fixture
def harmed(cluster, tmp_path):
    """A store on that server."""
    return stores.PostgresStore(cluster.create_database(), tmp_path)


def pytest_report_header():
    return f"program: {PROGRAM}"
