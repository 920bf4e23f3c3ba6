"""The tarball from ./dev tarball, on machines with only the libraries that it needs."""

import json
import pathlib
import re
import subprocess
import tarfile

import pytest

from machine import bare, only
from markdown import ROOT, blocks, broken_links, documents, section

# Libraries of the system, which its updates fix: TLS, both databases, compression, and the C library.
LIBRARIES = {"libcurl.so.4", "libssl.so.3", "libcrypto.so.3", "libpq.so.5", "libsqlite3.so.0", "libz.so.1", "libc.so.6", "libm.so.6"}
LOADERS = {"ld-linux-aarch64.so.1", "ld-linux-x86-64.so.2"}
GLIBC_NEWEST = (2, 36)
PACKAGES = {"12": "libssl3 libcurl4 libpq5 libsqlite3-0 zlib1g", "13": "libssl3t64 libcurl4t64 libpq5 libsqlite3-0 zlib1g"}


OPERATIONS = ROOT / "docs/OPERATIONS.md"
SETTINGS = "etc/blotter/blotter.toml"


def unpack_commands() -> list[str]:
    """The first line of each block in the manual: installation and upgrade."""
    found = [block.text.splitlines()[0] for block in blocks(OPERATIONS) if block.text in section(OPERATIONS, "Tarball")]
    assert len(found) == 2
    return found


@pytest.fixture(scope="module")
def tarball(version) -> pathlib.Path:
    return only(ROOT / "build/dist", f"blotter-{version}-linux-*.tar.gz")


@pytest.fixture(scope="module")
def unpacked(tarball, tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("unpacked")
    subprocess.run(["tar", "-C", folder, "--strip-components=1", "-xzf", tarball], check=True)
    return folder


def readelf(unpacked: pathlib.Path, *options: str) -> str:
    return subprocess.run(["readelf", "-W", *options, unpacked / "bin/blotter"], check=True, capture_output=True, text=True).stdout


def test_it_needs_only_the_documented_libraries(unpacked):
    needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", readelf(unpacked, "-d")))
    assert needed - LOADERS <= LIBRARIES
    assert {"libssl.so.3", "libpq.so.5", "libsqlite3.so.0", "libz.so.1"} <= needed
    assert "RPATH" not in readelf(unpacked, "-d") and "RUNPATH" not in readelf(unpacked, "-d")


def test_it_needs_no_newer_c_library_than_documented(unpacked):
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", readelf(unpacked, "--version-info"))}
    assert versions and max(versions) <= GLIBC_NEWEST
    assert "GLIBCXX" not in readelf(unpacked, "--version-info")


def test_it_has_all_that_the_package_has(unpacked):
    for name in (
        "bin/blotter", "share/man/man1/blotter.1", "share/man/man1/blotter-serve.1", "share/bash-completion/completions/blotter",
        "share/doc/blotter/LICENSE", "share/doc/blotter/README.md", "lib/systemd/system/blotter.service", "lib/sysusers.d/blotter.conf",
        SETTINGS,
    ):  # fmt: skip
        assert (unpacked / name).stat().st_size > 0, name
    unit = (unpacked / "lib/systemd/system/blotter.service").read_text()
    assert "ExecStart=/usr/local/bin/blotter serve --config /usr/local/etc/blotter/blotter.toml\n" in unit


def test_the_links_of_its_documents_work(unpacked):
    folder = unpacked / "share/doc/blotter"
    assert len(documents(folder)) > 10
    assert [link for path in documents(folder) for link in broken_links(path, folder)] == []


def test_the_licences_of_included_parts_are_in_it(tarball, unpacked):
    parts = json.loads(tarball.with_name(tarball.name.replace(".tar.gz", ".cdx.json")).read_text())["components"]
    uses = {part["name"]: part["properties"][0]["value"] for part in parts}
    inside = {name for name, use in uses.items() if use == "linked in"}
    for library in ("boost", "libcli11", "libexpected", "libfmt", "libsimdjson", "libspdlog", "libstdc++", "libutf8proc", "prometheus-cpp"):
        assert any(library in name for name in inside), f"{library} is missing in {inside}"
    assert {name for name, use in uses.items() if use == "loaded"} >= {"libssl3", "libpq5", "libsqlite3-0", "zlib1g", "libc6"}
    assert {path.stem for path in (unpacked / "share/doc/blotter/notices").iterdir()} >= inside | {"preact", "swagger-ui"}


def test_it_does_not_reveal_who_built_it(tarball):
    with tarfile.open(tarball) as content:
        members = content.getmembers()
    assert {(member.uid, member.gid, member.uname, member.gname) for member in members} == {(0, 0, "", "")}
    assert len({member.mtime for member in members}) == 1
    assert {oct(member.mode) for member in members} == {"0o755", "0o644"}


def test_the_documented_upgrade_replaces_everything_but_the_settings(tarball, tmp_path):
    install, upgrade = (command.replace("/usr/local", str(tmp_path)) for command in unpack_commands())
    subprocess.run(["bash", "-euc", install], cwd=tarball.parent, check=True)
    (tmp_path / SETTINGS).write_text("threads = 3\n")
    (tmp_path / "bin/blotter").write_text("the version before")
    subprocess.run(["bash", "-euc", upgrade], cwd=tarball.parent, check=True)
    assert (tmp_path / SETTINGS).read_text() == "threads = 3\n"
    assert (tmp_path / "bin/blotter").stat().st_size > 1_000_000


# bash opens the connection, because there is no curl.
ASK = """
blotter serve --store "sqlite:$(mktemp -d)/blotter.db" --listen 127.0.0.1:0 >log &
until address=$(grep -om1 '127.0.0.1:[0-9]*' log); do kill -0 $!; sleep 0.05; done
exec 3<>"/dev/tcp/${address/://}"
printf 'GET /readyz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3
read -r line <&3
echo "$line"
kill $!
wait $!
"""


@pytest.mark.parametrize("release", ["12", "13"])
def test_it_runs_where_only_those_libraries_are_installed(tarball, version, tmp_path, release):
    (tmp_path / tarball.name).write_bytes(tarball.read_bytes())
    unpack = unpack_commands()[0]
    # C++ libraries of the base system are removed before the program starts, so that they cannot help.
    done = bare(release, tmp_path, f"""
apt-get update -qq >&2
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends {PACKAGES[release]} >&2
cd /root/shared
{unpack}
mkdir /root/away
find /usr/lib -name 'libstdc++.so*' -exec mv {{}} /root/away/ ';'
ldd /usr/local/bin/blotter >&2
cd "$(mktemp -d)"
blotter --version
{ASK}
""")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "not found" not in done.stderr
    assert version in done.stdout and "HTTP/1.1 200 OK" in done.stdout
