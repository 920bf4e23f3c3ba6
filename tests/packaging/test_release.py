"""tools/make_release.sh with simulated builds and systems; and the release steps of CONTRIBUTING.md."""

import pathlib
import shutil
import subprocess

import pytest

from markdown import ROOT, blocks

SYSTEMS = ["12", "13"]
# The package contains its build folder if the test wants that.
DEV = """#!/bin/bash
set -eu
mkdir -p build/dist
case $1 in
  package)
    file=build/dist/blotter_1.0-1~deb$(. /etc/os-release && echo "$VERSION_ID")_arm64.deb
    if [ -n "${TELLS_WHERE:-}" ]; then pwd; else echo package; fi >"$file"
    echo "$file"
    ;;
  tarball) echo tarball | tee build/dist/blotter-1.0-linux-arm64.cdx.json >build/dist/blotter-1.0-linux-arm64.tar.gz ;;
esac
"""
SBOM = "import pathlib, sys\npathlib.Path(sys.argv[2]).write_text(sys.argv[3])\n"


def release(folder: pathlib.Path, system: str, **environment: str) -> subprocess.CompletedProcess:
    """Runs a release in a separate repository, with the /etc/os-release of the system."""
    checkout = folder / "checkout"
    (checkout / "tools").mkdir(parents=True)
    shutil.copy(ROOT / "tools/make_release.sh", checkout / "tools")
    (checkout / "tools/make_sbom.py").write_text(SBOM)
    (checkout / "dev").write_text(DEV)
    (checkout / "dev").chmod(0o755)
    (checkout / ".gitignore").write_text("/build/\n")
    (folder / "os-release").write_text(f'ID=debian\nVERSION_ID="{system}"\n')
    script = """
mount --bind ../os-release /etc/os-release
git init -q && git add . && git -c user.name=a -c user.email=a@b.example commit -qm first
tools/make_release.sh
"""
    command = ["unshare", "--mount", "env", *(f"{name}={value}" for name, value in environment.items()), "bash", "-euc", script]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=60)


@pytest.fixture
def made(tmp_path) -> dict[str, pathlib.Path]:
    """The releases of each system, in folders as in CONTRIBUTING.md."""
    folders = {}
    for system in SYSTEMS:
        done = release(tmp_path / system, system)
        assert done.returncode == 0, done.stderr
        assert ("without the tarball" in done.stderr) == (system != "12")
        folders[system] = tmp_path / "release" / system
        shutil.copytree(tmp_path / system / "checkout/build/dist", folders[system])
    return folders


def names(folder: pathlib.Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_only_debian_12_publishes_a_tarball(made):
    tarball = {"blotter-1.0-linux-arm64.tar.gz", "blotter-1.0-linux-arm64.cdx.json"}
    assert names(made["12"]) == {"blotter_1.0-1~deb12_arm64.deb", "blotter_1.0-1~deb12_arm64.cdx.json", "SHA256SUMS"} | tarball
    assert names(made["13"]) == {"blotter_1.0-1~deb13_arm64.deb", "blotter_1.0-1~deb13_arm64.cdx.json", "SHA256SUMS"}


def test_builds_that_differ_are_not_released(tmp_path):
    done = release(tmp_path, "13", TELLS_WHERE="1")
    assert done.returncode == 1
    assert "the two builds differ" in done.stderr
    assert not (tmp_path / "checkout/build/dist/SHA256SUMS").exists()


def test_the_checksums_of_several_systems_are_joined_as_documented(made):
    folder = made["12"].parents[1]
    (commands,) = [block.text for block in blocks(ROOT / "CONTRIBUTING.md") if "SHA256SUMS" in block.text]
    done = subprocess.run(["bash", "-euc", commands], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    published = set().union(*map(names, made.values())) - {"SHA256SUMS"}
    assert set(done.stdout.splitlines()) == {f"{name}: OK" for name in published}
