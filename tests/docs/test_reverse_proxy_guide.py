"""The reverse proxy guide, with Debian's nginx and Caddy in front of the real program."""

import contextlib
import http.server
import json
import os
import re
import subprocess
import threading

import pytest
import requests

from harness import Server, wait_until
from markdown import ROOT, blocks
from postgres_cluster import free_port
from stores import SqliteStore
from test_operations_doc import limits
from test_scaling_out_doc import make_certificate

GUIDE = ROOT / "docs/guides/reverse-proxy.md"
NAME = "records.example.org"
PRIVATE = ["/healthz", "/readyz", "/metrics"]


def block(language: str) -> str:
    (found,) = [each.text for each in blocks(GUIDE) if each.language == language]
    return found


def commands() -> list[str]:
    return [each.text for each in blocks(GUIDE) if each.language == "sh"]


def text_blocks() -> list[str]:
    return [each.text for each in blocks(GUIDE) if each.language == "text"]


class Proxy:
    """A proxy with the guide's configuration, adapted to the ports, names and certificates of the test."""

    def __init__(self, url: str, certificate):
        self.url, self.certificate = url, certificate
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.verify = str(certificate)

    def request(self, method: str, path: str, **more) -> requests.Response:
        return self.session.request(method, self.url + path, timeout=30, allow_redirects=False, **more)

    def answers(self) -> bool:
        with contextlib.suppress(requests.RequestException):
            return self.request("GET", "/").status_code > 0
        return False


@contextlib.contextmanager
def running(command: list, proxy: Proxy, log, **variables: str):
    with open(log, "wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=os.environ | variables)
    try:
        wait_until(lambda: process.poll() is not None or proxy.answers(), 30, "the proxy answers")
        assert process.poll() is None, log.read_text()
        yield proxy
    finally:
        process.terminate()
        process.wait(20)


@contextlib.contextmanager
def nginx(folder, backend: int):
    port, plain_port = free_port(), free_port()
    make_certificate(folder, "localhost")
    site = block("nginx")
    for told, meant in {
        "127.0.0.1:8080": f"127.0.0.1:{backend}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "listen [::]:443": f"listen [::1]:{port}",
        "listen 80": f"listen 127.0.0.1:{plain_port}",
        "listen [::]:80": f"listen [::1]:{plain_port}",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{folder}/server.crt",
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{folder}/server.key",
        NAME: "localhost",
    }.items():
        assert told in site
        site = site.replace(told, meant)
    (folder / "blotter.conf").write_text(site)
    for name in ("body", "proxy", "fastcgi", "uwsgi", "scgi"):
        (folder / name).mkdir(exist_ok=True)
    paths = "".join(f"{module}_temp_path {folder}/{name};\n" for module, name in
                    [("client_body", "body"), *((each, each) for each in ("proxy", "fastcgi", "uwsgi", "scgi"))])  # fmt: skip
    # As in Debian's /etc/nginx/nginx.conf, but in the folder of the test and as the current user.
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        + ("user root;\n" if os.geteuid() == 0 else "")
        + f"events {{}}\nhttp {{\naccess_log {folder}/access.log;\n{paths}include {folder}/blotter.conf;\n}}\n"
    )
    command = ["/usr/sbin/nginx", "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=30)
    assert tried.returncode == 0 and "[warn]" not in tried.stderr, tried.stderr
    proxy = Proxy(f"https://localhost:{port}", folder / "server.crt")
    proxy.plain_url = f"http://localhost:{plain_port}"
    with running(command, proxy, folder / "nginx.log"):
        yield proxy


@contextlib.contextmanager
def caddy(folder, backend: int):
    port = free_port()
    site = block("caddyfile")
    assert site.startswith(f"{NAME} {{\n") and "127.0.0.1:8080" in site
    # Internal certificates, because a public authority cannot reach the test; only the site listens.
    site = site.replace(f"{NAME} {{\n", f"https://localhost:{port} {{\n\ttls internal\n\tbind 127.0.0.1\n", 1).replace("127.0.0.1:8080", f"127.0.0.1:{backend}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n" + site + "\n")
    own = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"), "HOME": str(folder)}
    command = ["caddy", "validate", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    tried = subprocess.run(command, capture_output=True, text=True, timeout=30, env=os.environ | own)
    assert tried.returncode == 0, tried.stderr
    proxy = Proxy(f"https://localhost:{port}", folder / "data/caddy/pki/authorities/local/root.crt")
    with running(["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"], proxy, folder / "caddy.log", **own):
        yield proxy


PROXIES = {"nginx": nginx, "caddy": caddy}


@pytest.fixture(scope="module", params=PROXIES)
def site(request, tmp_path_factory):
    """A server, a direct client, and a proxy in front of the server."""
    folder = tmp_path_factory.mktemp(request.param)
    with Server(SqliteStore(folder / "blotter.db")) as server:
        client = server.guild("g1")
        client.civilian("John Doe")
        with PROXIES[request.param](folder, server.port) as proxy:
            proxy.session.headers.update({"Authorization": client.key, "Guild": "g1"})
            yield server, client, proxy


def test_the_api_and_the_console_are_reached_through_the_proxy(site):
    server, _, proxy = site
    assert proxy.request("GET", "/api/version").json() == {"version": server.version}
    for page in ("/", "/docs"):
        answer = proxy.request("GET", page)
        assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")


def test_records_are_read_and_written_through_the_proxy_also_with_a_body_in_get(site):
    _, client, proxy = site
    cited = proxy.request("POST", "/api/leo/cite", json={"name": "John Doe", "officerName": "Sgt. Reyes", "officerID": "1", "charges": "Speeding", "amount": 1})
    assert cited.status_code == 201
    for asked in ({"json": {"name": "John Doe"}}, {"params": {"name": "john doe"}}):
        assert proxy.request("GET", "/api/civilian/info", **asked).json() == client.info()


def test_errors_keep_their_body_and_their_hint(site):
    _, _, proxy = site
    refused = proxy.request("GET", "/api/civilian/info", params={"name": "Nobody"})
    assert (refused.status_code, refused.json()["details"]) == (404, "Character not found (10023)")
    assert refused.headers["X-Error-Hint"]
    assert proxy.request("GET", "/api/key", headers={"Authorization": "wrong"}).status_code == 403


@pytest.mark.parametrize("page", PRIVATE)
def test_health_and_metrics_stay_inside(site, page):
    server, client, proxy = site
    assert client.get(page).status == 200
    answer = proxy.request("GET", page)
    assert answer.status_code == 404 and "blotter_" not in answer.text


def test_a_body_that_is_too_long_is_refused(site):
    _, _, proxy = site
    most, _ = limits()["Body"]
    longest = b'{"name": "John Doe"' + b" " * (most - 20) + b"}"
    assert len(longest) == most
    assert proxy.request("GET", "/api/civilian/info", data=longest).status_code == 200
    assert proxy.request("POST", "/api/leo/cite", data=b" " * (most + 1)).status_code == 413


def open_connections(client) -> int:
    """Connections of the main address, without that of this request."""
    return int(re.search(r"^blotter_open_connections (\d+)", client.get("/metrics").text, re.MULTILINE)[1]) - 1


def test_connections_to_the_server_are_reused(site):
    _, client, proxy = site
    for _ in range(40):
        assert proxy.request("GET", "/api/key").status_code == 200
    # At most one for each worker of the proxy, not one for each request.
    assert 1 <= open_connections(client) <= (os.cpu_count() or 1) + 1


def test_the_proxy_closes_before_the_server_does():
    idle, _ = limits()["Time between requests"]
    assert f"after {idle} seconds (`--idle-timeout`)" in GUIDE.read_text()
    for pattern, language in ((r"keepalive_timeout (\d+)s;", "nginx"), (r"keepalive (\d+)s$", "caddyfile")):
        kept = int(re.search(pattern, block(language), re.MULTILINE)[1])
        assert kept < idle and f"for {kept} seconds" in GUIDE.read_text()


def test_the_test_command_prints_the_shown_output(site):
    server, _, proxy = site
    command, shown = commands()[2], text_blocks()[0]
    command = command.replace(f"https://{NAME}", proxy.url)
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30, env=os.environ | {"CURL_CA_BUNDLE": str(proxy.certificate)})
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown and server.version in shown


class Echo(http.server.BaseHTTPRequestHandler):
    """A replacement for Blotter that returns the request headers."""

    def do_GET(self):
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("kind", PROXIES)
def test_the_address_of_the_client_is_passed_on(kind, tmp_path):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo) as echo:
        threading.Thread(target=echo.serve_forever, daemon=True).start()
        with PROXIES[kind](tmp_path, echo.server_address[1]) as proxy:
            headers = proxy.request("GET", "/api/key", headers={"Authorization": "key", "Guild": "g1"}).json()
        echo.shutdown()
    assert headers["X-Forwarded-For"] in ("127.0.0.1", "::1") and headers["X-Forwarded-Proto"] == "https"
    assert (headers["Authorization"], headers["Guild"]) == ("key", "g1")
    assert headers["Host"].startswith("localhost")


def test_nginx_redirects_http_to_https(tmp_path):
    with nginx(tmp_path, free_port()) as proxy:
        moved = requests.get(proxy.plain_url + "/docs?x=1", timeout=30, allow_redirects=False)
    assert (moved.status_code, moved.headers["Location"]) == (301, "https://localhost/docs?x=1")


def test_the_other_commands_are_valid():
    caddy_commands, nginx_commands, _, tunnel = commands()
    # `validate` and `-t` run at each start of a proxy in these tests; a reload needs systemd.
    assert caddy_commands.splitlines() == ["caddy validate --config /etc/caddy/Caddyfile", "systemctl reload caddy"]
    assert nginx_commands.splitlines() == ["nginx -t", "systemctl reload nginx"]
    # ssh without another machine: -G prints how it understands its arguments.
    understood = subprocess.run([*tunnel.replace("ssh ", "ssh -G ", 1).split()], capture_output=True, text=True, timeout=30)
    assert "localforward 8080 [127.0.0.1]:8080" in understood.stdout.splitlines()
