"""./dev on systems that are not at hand: the package manager is a stand-in that offers what a test says."""

import os
import pathlib
import shutil
import subprocess

import pytest
from markdown import ROOT

# All that ./dev needs to find out what is missing.
TOOLS = ("bash", "cat", "dirname", "env", "grep", "nproc")


class System:
    """A PATH with nothing on it but what is put there."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        for tool in TOOLS:
            (folder / tool).symlink_to(shutil.which(tool))
        self.add("dpkg-query", "exit 1")
        self.add("id", "echo 0")

    def add(self, name: str, script: str) -> None:
        (self.folder / name).write_text(f"#!/bin/bash\n{script}\n")
        (self.folder / name).chmod(0o755)

    def offer(self, *packages: str) -> None:
        """As apt-get and apt-cache of a distribution that has these packages alone."""
        self.add("apt-get", f'[ "$1" = update ] || echo "$@" >>"{self.folder}/asked"')
        known = " | ".join(packages)
        self.add("apt-cache", f'case "$2" in {known}) echo "  Candidate: 1.0" ;; *) echo "  Candidate: (none)" ;; esac')

    @property
    def installed(self) -> list[str]:
        calls = (self.folder / "asked").read_text().splitlines()
        return [word for call in calls for word in call.split("--no-install-recommends ")[1].split()]

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        environment = {"PATH": str(self.folder), "HOME": os.environ.get("HOME", "/")}
        return subprocess.run([ROOT / "dev", *arguments], env=environment, capture_output=True, text=True, timeout=60)


@pytest.fixture
def system(tmp_path) -> System:
    return System(tmp_path)


def wanted(group: str) -> list[str]:
    return [line for line in (ROOT / f"tools/packages-{group}.txt").read_text().splitlines() if not line.startswith("#")]


def in_release(release: int, *groups: str) -> list[str]:
    """Of alternatives the first is the one of Debian 12, the last the one of Debian 13."""
    return [line.split(" | ")[0 if release == 12 else -1] for group in groups for line in wanted(group)]


@pytest.mark.parametrize("release", [12, 13])
def test_of_alternatives_the_one_that_the_release_has_is_installed(system, release):
    packages = in_release(release, "build", "node")
    system.offer(*packages)
    system.run("build")  # ends after the installation: there is no cmake
    assert system.installed == packages


def test_the_releases_differ_in_something():
    assert in_release(12, "build") != in_release(13, "build")


def test_a_system_without_a_package_is_told_which_and_what_would_do(system):
    packages = in_release(13, "build")
    packages.remove("libsimdjson-dev")
    system.offer(*packages)
    done = system.run("build")
    assert done.returncode == 1
    assert "it has no package libsimdjson-dev" in done.stderr
    assert "Debian 12 and 13" in done.stderr and "simdjson 3.0" in done.stderr
    assert not (system.folder / "asked").exists(), "nothing is installed by halves"


def test_a_system_without_apt_is_told_so(system):
    done = system.run("build")
    assert done.returncode == 1
    assert "there is no apt-get" in done.stderr and "libsqlite3-dev" in done.stderr and "SQLite 3.40" in done.stderr
