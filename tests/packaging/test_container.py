"""packaging/Containerfile, built by buildah on a Debian from debootstrap, because a registry may be unreachable, and started."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

import pytest
import yaml

from machine import bare, release_of_this_system
from markdown import ROOT, blocks, section

CONTAINERFILE = ROOT / "packaging/Containerfile"
OPERATIONS = ROOT / "docs/OPERATIONS.md"
# As in the slim image: no documentation.
SLIM = "path-exclude /usr/share/doc/*\npath-include /usr/share/doc/*/copyright\n"
BASE_CACHE = pathlib.Path("/var/cache/blotter-bare")
SUITES = {"12": "bookworm", "13": "trixie"}


class Buildah:
    """Runs buildah with its own storage, and without overlays and new networks, which need kernel support."""

    def __init__(self, folder: pathlib.Path):
        self._places = ["--root", str(folder / "root"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]
        self.environment = {**os.environ, "BUILDAH_ISOLATION": "chroot", "TMPDIR": str(folder)}

    def command(self, *words: str) -> list[str]:
        return ["buildah", *self._places, *map(str, words)]

    def __call__(self, *words: str, folder: pathlib.Path | None = None) -> str:
        done = subprocess.run(self.command(*words), cwd=folder, env=self.environment, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout.strip()


@pytest.fixture(scope="module")
def buildah(tmp_path_factory) -> Buildah:
    return Buildah(tmp_path_factory.mktemp("buildah"))


@pytest.fixture(scope="module")
def base(buildah, tmp_path_factory) -> str:
    """The base system of tools/bare.sh as an image, slim like the one from a registry, with the same package sources."""
    release = release_of_this_system()
    shared = tmp_path_factory.mktemp("shared")
    made = bare(release, shared, "true")
    assert made.returncode == 0, made.stderr
    (shared / "docker").write_text(SLIM)
    container = buildah("from", "scratch")
    buildah("add", container, BASE_CACHE / f"{SUITES[release]}.tar", "/")
    buildah("add", container, shared / "docker", "/etc/dpkg/dpkg.cfg.d/")
    buildah("commit", "--rm", container, "localhost/debian")
    return "localhost/debian"


def build_command() -> list[str]:
    """The build command of the manual, without Podman's part."""
    (shown,) = [block.text for block in blocks(OPERATIONS) if block.text in section(OPERATIONS, "Container")]
    command, *words = shlex.split(shown.splitlines()[0])
    assert (command, words[0], words[-1]) == ("podman", "build", ".")
    return words[1:-1]


@pytest.fixture(scope="module")
def image(buildah, base, package, tmp_path_factory) -> str:
    """Built as in the manual, but with another base image and the network of this machine."""
    context = tmp_path_factory.mktemp("context")
    shutil.copy(package, context)
    shutil.copy(CONTAINERFILE, context)
    buildah("build", *build_command(), "--network", "host", "--build-arg", f"BASE={base}", ".", folder=context)
    return "localhost/blotter"


@pytest.fixture(scope="module")
def settings(buildah, image) -> dict:
    return json.loads(buildah("inspect", "--type", "image", image))["Docker"]["config"]


def test_it_is_not_root_and_has_a_volume_a_port_and_labels(settings, version):
    assert settings["User"] == "8080:8080"
    assert list(settings["Volumes"]) == ["/var/lib/blotter"]
    assert list(settings["ExposedPorts"]) == ["8080/tcp"]
    assert (settings["Entrypoint"], settings["Cmd"]) == (["blotter"], ["serve"])
    assert settings["Labels"]["org.opencontainers.image.version"] == version
    assert {"title", "description", "licenses"} <= {name.rpartition(".")[2] for name in settings["Labels"]}


def test_the_program_itself_is_the_health_check(settings):
    assert settings["Healthcheck"]["Test"] == ["CMD", "blotter", "health"]


def test_the_image_contains_the_licences(buildah, image):
    notices = pathlib.Path(buildah("mount", buildah("from", image))) / "usr/share/doc/blotter/notices"
    assert {"libcli11-dev.txt", "preact.txt", "swagger-ui.txt"} <= {path.name for path in notices.iterdir()}


# The container gets its own network because the image has a port; all its processes end with it.
ALONE = ["unshare", "--net", "--pid", "--mount-proc", "--fork", "--kill-child", "bash", "-euc"]


def test_it_starts_responds_and_is_healthy(buildah, image, settings):
    """Uses the start command and health check of the image."""
    run = shlex.join(buildah.command("run", buildah("from", image), "--"))
    server = shlex.join([*settings["Entrypoint"], *settings["Cmd"]])
    health = shlex.join(settings["Healthcheck"]["Test"][1:])
    script = f"""
exec 2>&1
ip link set lo up
if {run} {health}; then exit 90; fi
{run} {server} &
until curl -sf -m 5 http://127.0.0.1:8080/readyz; do kill -0 $!; sleep 0.05; done
{run} {health}
{run} sh -c 'id -u; stat -c "%u %a" /var/lib/blotter/blotter.db'
kill "$(pgrep -x blotter)"
wait $!
echo stopped
"""
    done = subprocess.run([*ALONE, script], env=buildah.environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^8080\n8080 600$", done.stdout, re.MULTILINE), done.stdout
    assert "/#/setup/" in done.stdout and done.stdout.endswith("stopped\n")


def test_compose_asks_for_a_password_and_keeps_the_records_of_postgresql():
    services = yaml.safe_load((ROOT / "packaging/compose.yaml").read_text())
    blotter, postgres = services["services"]["blotter"], services["services"]["postgres"]
    assert blotter["environment"]["BLOTTER_STORE"].startswith("postgres://blotter:${POSTGRES_PASSWORD:?")
    assert all(port.startswith("127.0.0.1:") for port in blotter["ports"])
    assert blotter["healthcheck"]["test"] == ["CMD", "blotter", "health"]
    assert blotter["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert postgres["volumes"][0].partition(":")[0] in services["volumes"]
