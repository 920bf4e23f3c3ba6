"""./dev on other systems: a simulated package manager offers the packages that a test names."""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from markdown import ROOT

# The programs that ./dev needs to find missing packages.
TOOLS = ("bash", "cat", "dirname", "env", "grep", "nproc")
# Packages that are not named python3-MODULE.
PYTHON_PACKAGES = {"clang": "python3-clang-19"}


class System:
    """A checkout on a machine with an almost empty PATH."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder / "bin"
        self.checkout = folder / "checkout"
        self.folder.mkdir()
        shutil.copytree(ROOT / "tools", self.checkout / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "dev", self.checkout)
        for tool in TOOLS:
            (self.folder / tool).symlink_to(shutil.which(tool))
        self.have()
        self.add("id", "echo 0")

    def add(self, name: str, script: str) -> None:
        (self.folder / name).write_text(f"#!/bin/bash\n{script}\n")
        (self.folder / name).chmod(0o755)

    def have(self, *packages: str) -> None:
        """Marks packages as installed."""
        self.add("dpkg-query", f'case "$4" in {" | ".join(packages) or "-"}) echo "install ok installed" ;; *) exit 1 ;; esac')

    def offer(self, *packages: str) -> None:
        """Simulates apt-get and apt-cache of a distribution with only these packages."""
        self.add("apt-get", f'[ "$1" = update ] || echo "$@" >>"{self.folder}/asked"')
        self.add("apt-cache", f'case "$2" in {" | ".join(packages)}) echo "  Candidate: 1.0" ;; *) echo "  Candidate: (none)" ;; esac')

    @property
    def installed(self) -> list[str]:
        asked = self.folder / "asked"
        calls = asked.read_text().splitlines() if asked.exists() else []
        return [word for call in calls for word in call.split("--no-install-recommends ")[1].split()]

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        environment = {"PATH": str(self.folder), "HOME": os.environ.get("HOME", "/")}
        return subprocess.run([self.checkout / "dev", *arguments], env=environment, capture_output=True, text=True, timeout=60)


@pytest.fixture
def system(tmp_path) -> System:
    return System(tmp_path)


def wanted(group: str) -> list[str]:
    return [line for line in (ROOT / f"tools/packages-{group}.txt").read_text().splitlines() if not line.startswith("#")]


def in_release(release: int, *groups: str) -> list[str]:
    """Of alternatives, the first is for Debian 12 and the last for Debian 13."""
    return [line.split(" | ")[0 if release == 12 else -1] for group in groups for line in wanted(group)]


def test_the_releases_differ_in_something():
    assert in_release(12, "build") != in_release(13, "build")


@pytest.mark.parametrize("release", [12, 13])
def test_the_alternative_of_the_release_is_installed(system, release):
    packages = in_release(release, "build", "node")
    system.offer(*packages)
    system.run("build")  # fails after the installation: there is no cmake
    assert system.installed == packages


@pytest.mark.parametrize("release", [12, 13])
def test_installed_packages_are_not_installed_again(system, release):
    packages = in_release(release, "build", "node")
    system.offer(*packages)
    system.have(*packages)
    system.run("build")
    assert system.installed == []


def test_without_root_sudo_is_used(system):
    packages = in_release(13, "build", "node")
    system.offer(*packages)
    system.add("id", "echo 1000")
    assert "install sudo" in system.run("build").stderr and system.installed == []
    system.add("sudo", f'echo "$1" >>"{system.folder}/by-sudo"; exec "$@"')
    system.run("build")
    assert system.installed == packages
    assert (system.folder / "by-sudo").read_text().split() == ["apt-get", "env"] * 2


def test_a_missing_package_is_named_with_its_alternatives(system):
    packages = in_release(13, "build")
    packages.remove("libsimdjson-dev")
    system.offer(*packages)
    done = system.run("build")
    assert done.returncode == 1
    assert "it has no package libsimdjson-dev" in done.stderr
    assert "Debian 12 and 13" in done.stderr and "simdjson 3.0" in done.stderr
    assert system.installed == [], "all or nothing"


def test_a_system_without_apt_gets_an_error(system):
    done = system.run("build")
    assert done.returncode == 1
    assert "there is no apt-get" in done.stderr and "libsqlite3-dev" in done.stderr and "SQLite 3.40" in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"], ["test", "--help"], ["test", "-h"], []], ids=" ".join)
def test_help_is_shown_and_nothing_else_done(arguments):
    told = subprocess.run(["./dev", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("Usage: ./dev COMMAND\n")


def test_the_named_versions_are_those_that_the_build_requires(system):
    named = dict(re.findall(r"([\w+-]+) (\d+\.\d+|14)(?=[, ]|$)", system.run("build").stderr.partition("It needs")[2]))
    build = "".join((ROOT / file).read_text() for file in ("CMakeLists.txt", "cmake/dependencies.cmake", "cmake/console.cmake"))
    demanded = dict(re.findall(r"(?:find_package\(|IMPORTED_TARGET |set\(|if\()([\w-]+?)(?:3|_headers|_oldest|_VERSION VERSION_LESS)?(?: |>=)(\d[\d.]*)", build))
    demanded["CMake"] = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)\)", build)[1]
    names = {"Boost": "boost", "Node": "node", "utf8proc": "libutf8proc", "SQLite": "SQLite"}
    assert len(named) == 12
    assert {name: demanded[names.get(name, name)] for name in named} == named


def third_party_imports(path: pathlib.Path) -> set[str]:
    """Imported modules that are neither of Python nor of the project."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module.partition(".")[0])
    ours = {file.stem for folder in ("tests", "tools", "bench") for file in (ROOT / folder).rglob("*.py")} | {"bench"}
    return found - set(sys.stdlib_module_names) - ours


@pytest.mark.parametrize("folder, groups", [("tests", ["test"]), ("tools", ["test"]), ("bench", ["bench"])])
def test_every_module_that_is_imported_is_in_the_lists(folder, groups):
    imported = set().union(*(third_party_imports(path) for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts))
    packages = {PYTHON_PACKAGES.get(module, f"python3-{module}") for module in imported}
    assert packages <= set(in_release(13, *groups))


ONE_FAILED = '<testsuite><testcase name="a"/><testcase name="b"><failure/></testcase><testcase name="c" status="notrun"/></testsuite>'


ALL_PASSED = '<testsuite><testcase name="a"/></testsuite>'


@pytest.mark.parametrize("failed_suites, reports, line, code", [
    (0, [ONE_FAILED], "1 passed, 1 failed", 1),
    (1, [ONE_FAILED], "1 passed, 1 failed", 1),
    (3, [ONE_FAILED], "1 passed, 3 failed", 1),
    (1, [ALL_PASSED, ONE_FAILED[:40]], "1 passed, 1 failed", 1),
    (1, [], "0 passed, 1 failed", 1),
    (0, [], "0 passed, 0 failed", 1),
    (0, [ALL_PASSED, ALL_PASSED], "2 passed, 0 failed", 0),
])  # fmt: skip
def test_the_last_line_counts_tests_and_suites_that_crashed(tmp_path, failed_suites, reports, line, code):
    """Such a suite leaves no report, or a part of one. What failed in a report is not counted twice."""
    for number, report in enumerate(reports):
        (tmp_path / f"{number}.xml").write_text(report)
    done = subprocess.run([sys.executable, ROOT / "tools/count_tests.py", str(failed_suites), tmp_path], capture_output=True, text=True)
    assert (done.stdout.strip(), done.returncode) == (line, code)
