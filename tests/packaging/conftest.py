"""Tests of packages on minimal systems. Needs root, like ./dev bare."""

import os
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/docs"), str(ROOT / "tools")]

pytest.register_assert_rewrite("machine")

from machine import Machine, only, release_of_this_system  # noqa: E402


@pytest.fixture(scope="session")
def version() -> str:
    return re.search(r"project\(blotter VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


@pytest.fixture(scope="session")
def package(version) -> pathlib.Path:
    """The package built by ./dev package."""
    return only(ROOT / "build/dist", f"blotter_{version}-1~*.deb")


@pytest.fixture(scope="module")
def machine(package, tmp_path_factory):
    """A booted Debian of the same release as this system, with its own network; the package is in /root/shared."""
    with Machine(release_of_this_system(), tmp_path_factory.mktemp("shared"), package) as booted:
        yield booted


FIGURES: list[str] = []


@pytest.fixture
def figure():
    """Records a measured figure that is always shown at the end."""
    return FIGURES.append


def pytest_terminal_summary(terminalreporter):
    for text in FIGURES:
        terminalreporter.write_line(f"figure: {text}")


def pytest_configure():
    if os.geteuid() != 0:
        pytest.exit("only root can make machines: run ./dev test packaging as root", returncode=1)
