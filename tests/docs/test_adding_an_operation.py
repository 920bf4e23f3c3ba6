"""CONTRIBUTING's example of a new operation, applied to a copy of the tree: it builds, and its tests pass."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from markdown import ROOT

PATCH = ROOT / "tests/docs/adding-an-operation.patch"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
SECTION = CONTRIBUTING.split("## Adding an operation\n")[1].split("\n## ")[0]
# What the build and the tests take from outside of the checkout's own files.
INSTALLED = ("console/node_modules",)


def named_files() -> set[str]:
    """The files of the numbered steps."""
    steps = re.findall(r"^\d+\. (.*?):", SECTION, re.MULTILINE | re.DOTALL)
    return {path for step in steps for path in re.findall(r"`([^`]+)`", step)}


def run(folder: pathlib.Path, *command: str, **environment: str) -> str:
    done = subprocess.run(command, cwd=folder, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout[-3000:]} {done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def changed(tmp_path_factory) -> pathlib.Path:
    """A copy of the tree with the example, built without optimisation, which is quicker."""
    copy = tmp_path_factory.mktemp("adding") / "blotter"
    for name in run(ROOT, "git", "ls-files").splitlines():
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    for name in INSTALLED:
        (copy / name).symlink_to(ROOT / name)
    # Also in a folder of another checkout.
    run(copy, "git", "apply", str(PATCH), GIT_CEILING_DIRECTORIES=str(copy.parent))
    run(copy, "cmake", "--preset", "release", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DBLOTTER_PRECOMPILE=ON", "-DBLOTTER_TOGETHER=ON")
    run(copy, "cmake", "--build", "--preset", "release", "--target", "blotter")
    return copy


def test_the_example_changes_the_files_that_are_named():
    assert set(re.findall(r"^\+\+\+ b/(\S+)", PATCH.read_text(), re.MULTILINE)) == named_files()


def test_the_example_works(changed):
    program = str(changed / "build/release/blotter")
    chosen = ["tests/e2e/test_leo.py", "tests/e2e/test_generated.py", "-k", "warn"]
    said = run(changed, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, BLOTTER_PROGRAM=program, BLOTTER_TEST_STORE="sqlite")
    # The scenario has three tests; the others are generated.
    assert int(re.search(r"(\d+) passed", said)[1]) > 10, said


def test_the_example_is_documented_by_the_tool(changed):
    program = str(changed / "build/release/blotter")
    run(changed, sys.executable, "tools/make_api_docs.py", BLOTTER_PROGRAM=program)
    assert "POST /api/leo/warn" in (changed / "docs/API.md").read_text()
