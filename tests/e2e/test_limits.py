"""Requests that are too large, too slow, too many or not HTTP, on real sockets."""

import json
import os
import random
import socket
import time

import pytest
import requests

from harness import REASONS, Client, Server, wait_until
from raw_http import RawConnection, request

HEAD_BYTES_MAX = 16 * 1024
BODY_BYTES_MAX = 64 * 1024
VERSION = request("GET", "/api/version")
INVALID_BODY = [("error", "400 Bad request"), ("details", "Invalid body provided (11000)")]


def details(answer) -> list[tuple[str, str]]:
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    return list(json.loads(answer.body).items())


def assert_limit_error(answer, status: int, code: int) -> None:
    assert answer.status == status, answer
    (_, error), (_, sentence) = details(answer)
    assert error == REASONS[status]
    assert sentence.endswith(f" ({code})"), sentence
    if status < 500:
        assert answer.headers["x-error-hint"]


def assert_next_request_works(server) -> None:
    assert Client(server).get("version").status == 200


def exchange(server, data: bytes, body_expected: bool = True):
    with RawConnection(server) as connection:
        connection.send(data)
        return connection.receive(body_expected)


# Sizes.


def head_of(size: int) -> bytes:
    bare = request("GET", "/api/version", b"", "X-Padding: ")
    return request("GET", "/api/version", b"", "X-Padding: " + "x" * (size - len(bare)))


def test_a_head_of_16_kib_is_accepted_and_one_byte_more_is_refused(server):
    assert len(head_of(HEAD_BYTES_MAX)) == HEAD_BYTES_MAX
    assert exchange(server, head_of(HEAD_BYTES_MAX)).status == 200
    with RawConnection(server) as connection:
        connection.send(head_of(HEAD_BYTES_MAX + 1))
        assert_limit_error(connection.receive(), 431, 10431)
        assert connection.is_closed()
    assert_next_request_works(server)


@pytest.mark.parametrize("start", [b"GET /api/version HTTP/1.1\r\nX: ", b"GET /", b"X" * 20, b"GET /api/version HTTP/1.1\r\n" + b"A: b\r\n" * 10])
def test_a_head_without_end_is_refused_when_it_is_too_large(server, start):
    with RawConnection(server) as connection:
        connection.send(start + b"y" * (HEAD_BYTES_MAX * 4))
        assert connection.receive().status in (400, 431)
        assert connection.is_closed()
    assert_next_request_works(server)


def body_of(size: int, name: str) -> bytes:
    bare = json.dumps({"name": name, "x": ""}).encode()
    return json.dumps({"name": name, "x": "y" * (size - len(bare))}).encode()


def test_a_body_of_64_kib_is_accepted_and_one_byte_more_is_refused(john):
    keys = (f"Authorization: {john.key}", f"Guild: {john.guild}")
    largest = body_of(BODY_BYTES_MAX, "John Doe")
    assert len(largest) == BODY_BYTES_MAX
    assert exchange(john.server, request("GET", "/api/civilian/info", largest, *keys)).status == 200
    with RawConnection(john.server) as connection:
        connection.send(request("GET", "/api/civilian/info", body_of(BODY_BYTES_MAX + 1, "John Doe"), *keys))
        assert_limit_error(connection.receive(), 413, 10413)
        assert connection.is_closed()


@pytest.mark.parametrize("length", [BODY_BYTES_MAX + 1, 10**9, 2**63 - 1])
def test_a_too_large_content_length_is_refused_before_the_body(server, length):
    with RawConnection(server) as connection:
        connection.send(request("POST", "/api/civilian/create", b"", f"Content-Length: {length}"))
        assert_limit_error(connection.receive(), 413, 10413)
        assert connection.is_closed()
    assert_next_request_works(server)


def chunked(*chunks: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"


def test_a_chunked_body_is_joined(john):
    head = request(
        "GET", "/api/civilian/info", b"", f"Authorization: {john.key}", f"Guild: {john.guild}", "Transfer-Encoding: chunked"
    )
    answer = exchange(john.server, head + chunked(b'{"na', b'me": "Joh', b"n", b' Doe"}'))
    assert json.loads(answer.body)["civilian"][0]["civilianName"] == "John Doe"


def test_a_chunked_body_may_carry_extensions_and_trailers(john):
    head = request(
        "GET", "/api/civilian/info", b"", f"Authorization: {john.key}", f"Guild: {john.guild}", "Transfer-Encoding: chunked"
    )
    with RawConnection(john.server) as connection:
        connection.send(head + b'14;ext=1\r\n{"name": "John Doe"}\r\n0\r\nX-Trailer: y\r\n\r\n' + VERSION)
        assert connection.receive().status == 200
        assert "version" in json.loads(connection.receive().body)


def test_a_chunked_body_that_grows_too_large_is_refused(server):
    head = request("POST", "/api/civilian/create", b"", "Transfer-Encoding: chunked")
    with RawConnection(server) as connection:
        connection.send(head + chunked(*[b"x" * 1024] * 65))
        assert_limit_error(connection.receive(), 413, 10413)
        assert connection.is_closed()
    assert_next_request_works(server)


# Time.


@pytest.fixture(scope="module")
def hasty(new_store):
    """A server with a request timeout of one second and an idle timeout of one minute."""
    with new_store() as store, Server(store, "--read-timeout", 1) as running:
        yield running


SLOW = {
    "head": request("GET", "/api/version", b"", "X: y")[:-6],
    "body": request("POST", "/api/civilian/create", b"", "Content-Length: 50") + b'{"name": ',
    "chunk": request("POST", "/api/civilian/create", b"", "Transfer-Encoding: chunked") + b"20\r\nabc",
}


@pytest.mark.parametrize("part", list(SLOW))
def test_a_request_that_stops_half_way_times_out(hasty, part):
    began = time.monotonic()
    with RawConnection(hasty) as connection:
        connection.send(SLOW[part])
        assert_limit_error(connection.receive(), 408, 10408)
        assert 0.8 < time.monotonic() - began < 6
        assert connection.is_closed()


@pytest.mark.parametrize("start", [b"GET /api/version HTTP/1.1\r\nX: ", request("POST", "/api/civilian/create", b"", "Content-Length: 5000")])
def test_a_slow_drip_does_not_extend_the_deadline(hasty, start):
    with RawConnection(hasty) as connection:
        connection.send(start)
        assert connection.drip(b"x" * 1000, seconds_between=0.2, limit=8) < 6
        assert_limit_error(connection.receive(), 408, 10408)


def test_a_connection_that_never_sends_is_closed(store):
    with Server(store, "--read-timeout", 1, "--idle-timeout", 1) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as silent:
            received = b""
            while chunk := silent.recv(4096):
                received += chunk
            assert received == b"" or received.startswith(b"HTTP/1.1 408 ")


def test_an_idle_connection_is_closed_without_a_response_and_not_too_early(store):
    with Server(store, "--idle-timeout", 1) as server:
        with RawConnection(server) as connection:
            for _ in range(4):
                connection.send(VERSION)
                assert connection.receive().status == 200
                time.sleep(0.4)
            connection.send(VERSION)
            assert connection.receive().status == 200
            began = time.monotonic()
            assert connection.is_closed(8)
            assert time.monotonic() - began > 0.7


def test_a_connection_stays_open_between_requests(hasty):
    with RawConnection(hasty) as connection:
        for _ in range(2):
            connection.send(VERSION)
            assert connection.receive().status == 200
            time.sleep(2.2)
        connection.send(VERSION)
        assert connection.receive().status == 200


# Numbers.


def test_one_connection_too_many_is_refused_until_another_closes(store):
    with Server(store, "--max-connections", 4) as server:
        held = [RawConnection(server) for _ in range(4)]
        for connection in held:
            connection.send(VERSION)
            assert connection.receive().status == 200
        with RawConnection(server) as surplus:
            surplus.send(VERSION)
            answer = surplus.receive()
            assert_limit_error(answer, 503, 10503)
            assert details(answer)[1] == ("details", "Service is overloaded (10503)")
            assert int(answer.headers["retry-after"]) >= 1
            assert surplus.is_closed()
        for connection in held:
            connection.send(VERSION)
            assert connection.receive().status == 200, "those who are in stay in"
        held.pop().close()

        def admitted():
            with RawConnection(server) as another:
                another.send(VERSION)
                return another.receive().status == 200

        wait_until(admitted, 5, "a connection that ended makes room")
        for connection in held:
            connection.close()


def test_hundreds_of_connections_are_served_at_once(server):
    connections = [RawConnection(server) for _ in range(300)]
    for connection in connections:
        connection.send(VERSION)
    assert {connection.receive().status for connection in connections} == {200}
    for connection in connections:
        connection.close()


# Many requests on one connection.


def test_pipelined_requests_get_responses_in_order(john):
    keys = (f"Authorization: {john.key}", f"Guild: {john.guild}")
    citation = b'{"name": "John Doe", "officerName": "a", "officerID": "1", "charges": "%d", "amount": 5}'
    pipeline = b""
    for number in range(10):
        pipeline += request("POST", "/api/leo/cite", citation % number, *keys) + request(
            "GET", "/api/leo/records?name=John%20Doe", b"", *keys
        )
    with RawConnection(john.server) as connection:
        connection.send(pipeline + VERSION)
        for number in range(10):
            written = connection.receive()
            assert (written.status, json.loads(written.body)["citation"][0]["charges"]) == (201, str(number))
            read = json.loads(connection.receive().body)
            assert read["citationAmount"] == number + 1, "a request sees what the one before it did"
        assert "version" in json.loads(connection.receive().body)


def test_a_request_sent_byte_by_byte_works(server):
    with RawConnection(server) as connection:
        for value in VERSION:
            connection.send(bytes([value]))
        assert connection.receive().status == 200


def test_a_client_that_stops_sending_still_gets_its_responses(john):
    keys = (f"Authorization: {john.key}", f"Guild: {john.guild}")
    with RawConnection(john.server) as connection:
        connection.send(VERSION + request("GET", "/api/civilian/info?name=John+Doe", b"", *keys))
        connection.end_sending()
        assert connection.receive().status == 200
        assert json.loads(connection.receive().body)["civilian"][0]["civilianName"] == "John Doe"
        assert connection.is_closed()


def test_connection_close_is_honoured(server):
    with RawConnection(server) as connection:
        connection.send(request("GET", "/api/version", b"", "Connection: close"))
        assert connection.receive().status == 200
        assert connection.is_closed()


def test_http_1_0_is_served_and_closed(server):
    with RawConnection(server) as connection:
        connection.send(request("GET", "/api/version", version="HTTP/1.0", host=False))
        assert connection.receive().status == 200
        assert connection.is_closed()


def test_a_refused_request_leaves_the_connection_usable(guild):
    with RawConnection(guild.server) as connection:
        for path in ("/api/nope", "/api/civilian/list"):
            connection.send(request("GET", path, b'{"x": 1}'))
            assert connection.receive().status in (403, 404)
        connection.send(VERSION)
        assert connection.receive().status == 200


def test_a_head_request_has_no_body_and_keeps_the_connection_in_step(server):
    with RawConnection(server) as connection:
        connection.send(request("HEAD", "/api/version") + VERSION)
        assert connection.receive(body_expected=False).status == 200
        assert "version" in json.loads(connection.receive().body)


@pytest.mark.parametrize("path", ["/api/civilian/info?name=John%20Doe", "/api/civilian/list", "/healthz", "/metrics"])
def test_head_gets_the_response_of_get_without_the_body(john, path):
    headers = {"Authorization": john.key, "Guild": john.guild}
    head = requests.head(john.server.url + path, headers=headers, timeout=10)
    get = requests.get(john.server.url + path, headers=headers, timeout=10)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Type"] == get.headers["Content-Type"]
    if path != "/metrics":  # which counts the two
        assert head.headers["Content-Length"] == str(len(get.content))


@pytest.mark.parametrize("path", ["/api/civilian/create", "/api/vehicle/delete"])
def test_head_is_refused_where_there_is_no_get(john, path):
    answer = requests.head(john.server.url + path, timeout=10)
    assert answer.status_code == 405
    assert "HEAD" not in answer.headers["Allow"]


def test_expect_100_continue_is_honoured(john):
    body = b'{"name": "John Doe"}'
    head = request(
        "GET", "/api/civilian/info", b"", f"Authorization: {john.key}", f"Guild: {john.guild}", f"Content-Length: {len(body)}",
        "Expect: 100-continue",
    )  # fmt: skip
    with RawConnection(john.server) as connection:
        connection.send(head)
        assert connection.receive().status == 100
        connection.send(body)
        assert connection.receive().status == 200


def test_expect_100_continue_with_a_too_large_body_is_refused(server):
    with RawConnection(server) as connection:
        connection.send(request("POST", "/api/civilian/create", b"", "Content-Length: 70000", "Expect: 100-continue"))
        assert_limit_error(connection.receive(), 413, 10413)


# Not HTTP. SECURITY.md, "Requests", lists what must be refused; the rest is what scanners and broken clients send.

HOST = b"Host: blotter.test\r\n"
START = b"POST /api/civilian/create HTTP/1.1\r\n" + HOST
MALFORMED = {
    "Content-Length twice": START + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length twice and different": START + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "Content-Length as a list": START + b"Content-Length: 2, 2\r\n\r\n{}",
    "Content-Length negative": START + b"Content-Length: -2\r\n\r\n{}",
    "Content-Length with a sign": START + b"Content-Length: +2\r\n\r\n{}",
    "Content-Length in hex": START + b"Content-Length: 0x2\r\n\r\n{}",
    "Content-Length no number": START + b"Content-Length: two\r\n\r\n{}",
    "Content-Length empty": START + b"Content-Length: \r\n\r\n{}",
    "Content-Length and Transfer-Encoding": START + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding and Content-Length": START + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding gzip": START + b"Transfer-Encoding: gzip\r\n\r\n",
    "Transfer-Encoding gzip, chunked": START + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding chunked twice": START + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding in two lines": START + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding identity": START + b"Transfer-Encoding: identity\r\n\r\n",
    "Transfer-Encoding xchunked": START + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding on HTTP/1.0": b"POST /api/civilian/create HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "no Host on HTTP/1.1": b"GET /api/version HTTP/1.1\r\n\r\n",
    "obs-fold": b"GET /api/version HTTP/1.1\r\n" + HOST + b"X-Folded: a\r\n b\r\n\r\n",
    "space before the colon": b"GET /api/version HTTP/1.1\r\n" + HOST + b"X-Bad : a\r\n\r\n",
    "space in a header name": b"GET /api/version HTTP/1.1\r\n" + HOST + b"X Bad: a\r\n\r\n",
    "header without a colon": b"GET /api/version HTTP/1.1\r\n" + HOST + b"nonsense\r\n\r\n",
    "header without a name": b"GET /api/version HTTP/1.1\r\n" + HOST + b": a\r\n\r\n",
    "NUL in a header": b"GET /api/version HTTP/1.1\r\n" + HOST + b"X: a\x00b\r\n\r\n",
    "NUL in the target": b"GET /api/\x00version HTTP/1.1\r\n" + HOST + b"\r\n",
    "no target": b"GET HTTP/1.1\r\n" + HOST + b"\r\n",
    "no version": b"GET /api/version\r\n" + HOST + b"\r\n",
    "another protocol": b"GET /api/version SMTP/1.1\r\n" + HOST + b"\r\n",
    "lines of nothing": b"\x00\x01\x02\x03\r\n\r\n",
    "text": b"hello, is anybody there?\r\n\r\n",
    "chunk size no number": START + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "chunk size negative": START + b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
    "chunk longer than its size": START + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}{}{}\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("data", list(MALFORMED.values()), ids=list(MALFORMED))
def test_malformed_http_is_a_bad_request_and_closes_the_connection(server, data):
    with RawConnection(server) as connection:
        connection.send(data)
        answer = connection.receive()
        assert (answer.status, details(answer)) == (400, INVALID_BODY)
        assert answer.headers["x-error-hint"]
        assert connection.is_closed()
    assert_next_request_works(server)


def test_nothing_that_follows_a_malformed_request_is_served(john):
    keys = f"Authorization: {john.key}\r\nGuild: {john.guild}\r\n".encode()
    smuggled = b"DELETE /api/civilian/delete?name=John+Doe HTTP/1.1\r\n" + HOST + keys + b"\r\n"
    for data in (
        MALFORMED["Content-Length twice"],
        MALFORMED["Content-Length and Transfer-Encoding"],
        MALFORMED["Transfer-Encoding and Content-Length"],
        MALFORMED["Transfer-Encoding xchunked"],
    ):
        with RawConnection(john.server) as connection:
            connection.send(data + smuggled)
            assert connection.receive().status == 400
            assert connection.is_closed()
    assert john.info()["civilian"][0]["civilianName"] == "John Doe"


def test_an_empty_line_before_a_request_is_tolerated(server):
    assert exchange(server, b"\r\n" + VERSION).status == 200


def test_random_bytes_never_harm_the_server(server):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce with BLOTTER_TEST_SEED={seed}")
    chance = random.Random(seed)
    valid = request("POST", "/api/civilian/create", b'{"name": "x"}', "Authorization: x", "Guild: y")
    for _ in range(150):
        data = bytearray(valid) if chance.random() < 0.7 else bytearray(chance.randbytes(chance.randrange(1, 3000)))
        for _ in range(chance.randrange(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(data)
            if chance.random() < 0.5:
                connection.shutdown(socket.SHUT_WR)
    assert server.running()
    assert_next_request_works(server)
