"""The embedded pages: the console at /, the API reference at /docs."""

import gzip
import re

import pytest
import requests

from harness import ANSWER_SECONDS
from raw_http import RawConnection, request

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def fetch(server, path: str, method: str = "GET", **headers: str) -> requests.Response:
    """Sends a request like a browser, unless headers are given."""
    sent = {"Accept": BROWSER} | {name.replace("_", "-"): value for name, value in headers.items()}
    return requests.request(method, server.url + path, headers=sent, timeout=ANSWER_SECONDS)


def assets(page: requests.Response) -> list[str]:
    return re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)


def assert_unknown(answer: requests.Response) -> None:
    assert answer.status_code == 404
    assert answer.json() == {"error": "404 Not found", "details": "Unknown endpoint (10404)"}


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_a_page_and_all_its_assets_are_served(server, path):
    page = fetch(server, path)
    assert page.status_code == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-cache"
    assert assets(page)
    for name in assets(page):
        asset = fetch(server, name, Accept="*/*")
        assert asset.status_code == 200, name
        assert asset.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_a_page_has_no_external_and_no_inline_scripts(server, path):
    page = fetch(server, path)
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "//" not in re.sub(r"<!--.*?-->", "", page.text)
    assert not re.search(r"<script[^>]*>[^<]|<style|\bstyle=|\bon\w+=", page.text)


def test_pages_are_compressed_for_clients_that_accept_it(server):
    with RawConnection(server) as connection:
        connection.send(b"GET / HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\n\r\n")
        packed = connection.receive()
        connection.send(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        plain = connection.receive()
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["etag"] != plain.headers["etag"]


def test_a_cached_page_is_not_sent_again(server):
    first = fetch(server, "/")
    with RawConnection(server) as connection:
        for _ in range(2):
            ask = f"GET / HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\nIf-None-Match: {first.headers['ETag']}\r\n\r\n"
            connection.send(ask.encode())
            again = connection.receive()
            assert (again.status, again.body) == (304, b"")
            assert again.headers["etag"] == first.headers["ETag"]


def test_a_page_supports_head(server):
    head = fetch(server, "/", "HEAD")
    assert head.status_code == 200
    assert head.content == b""
    for encoding in ("gzip", "identity"):
        with RawConnection(server) as connection:
            lengths = []
            for method in ("HEAD", "GET"):
                connection.send(request(method, "/", b"", f"Accept-Encoding: {encoding}"))
                lengths.append(connection.receive(body_expected=method == "GET").headers["content-length"])
        assert lengths[0] == lengths[1] != "0", encoding


@pytest.mark.parametrize("path", ["/civilians", "/civilians/John%20Doe", "/vehicles/48ABC123?from=list"])
def test_a_page_that_the_console_draws_can_be_reloaded(server, path):
    assert fetch(server, path).text == fetch(server, "/").text
    assert_unknown(fetch(server, path, Accept="*/*"))


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/civilian/fly", "/assets/gone-12345678.js", "/robots.txt"])
def test_other_paths_are_unknown(server, path):
    assert_unknown(fetch(server, path))


def test_pages_accept_only_get_and_head(server):
    assert_unknown(fetch(server, "/", "POST"))


def test_pages_count_as_requests_of_no_operation(server):
    def counted() -> int:
        return sum(map(int, re.findall(r"blotter_requests_total\{.*\} (\d+)", fetch(server, "/metrics").text)))

    before = counted()
    fetch(server, "/docs")
    assert counted() == before + 2, "the page, and the look at the metrics before it"
