"""Servers, clients and stores come from the black-box suite."""

import pytest

pytest.register_assert_rewrite("harness", "stores", "hostile", "neighbours", "worst_requests")

import stores  # noqa: E402
from harness import PROGRAM  # noqa: E402


@pytest.fixture(scope="session")
def new_store(tmp_path_factory):
    """Creates an empty store of the engine in BLOTTER_TEST_STORE."""
    return lambda: stores.fresh(tmp_path_factory.mktemp("store"))


def pytest_report_header():
    return f"program: {PROGRAM}, store: {stores.kind()}"
