"""Accept: application/problem+json: the hint of an error in its body, for clients that cannot read the headers of errors."""

import json

import pytest

import builders
from harness import Server
from raw_http import RawConnection, request

PROBLEM = {"Accept": "application/problem+json"}
REFUSED = [
    ("POST", "civilian/create", {"name": "x"}, 400),
    ("GET", "civilian/info", {"name": "Nobody"}, 404),
    ("GET", "vehicle/plate", {"plate": "NONE"}, 404),
    ("GET", "nothing", builders.NOTHING, 404),
    ("DELETE", "civilian/create", builders.NOTHING, 405),
    ("POST", "civilian/create", builders.civilian("John Doe"), 409),
]


@pytest.mark.parametrize("method, path, body, status", REFUSED, ids=[f"{status} {path}" for _, path, _, status in REFUSED])
def test_the_hint_follows_the_members_of_the_error(john, method, path, body, status):
    plain = john.call(method, path, body)
    asked = john.call(method, path, body, headers=PROBLEM)
    assert (plain.status, asked.status) == (status, status)
    assert "hint" not in plain.json
    assert list(asked.json.items()) == [*plain.json.items(), ("hint", asked.headers["X-Error-Hint"])]


def test_a_refused_key_gets_its_hint_too(john):
    answer = john.with_key("wrong").get("civilian/list", headers=PROBLEM)
    assert answer.status == 403 and answer.json["hint"] == answer.headers["X-Error-Hint"]


@pytest.mark.parametrize("accept", ["text/html, application/problem+json;q=0.9", "APPLICATION/PROBLEM+JSON"])
def test_other_spellings_of_the_header_count(john, accept):
    assert "hint" in john.get("civilian/info", {"name": "Nobody"}, headers={"Accept": accept}).json


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/problem+json;q=0", ""])
def test_without_it_the_body_has_no_hint(john, accept):
    answer = john.get("civilian/info", {"name": "Nobody"}, headers={"Accept": accept})
    assert list(answer.json) == ["error", "details"]


def test_a_success_stays_as_it_is(john):
    assert john.get("civilian/list", headers=PROBLEM).text == john.get("civilian/list").text


def test_the_seconds_of_retry_after_are_in_the_body(store):
    with Server(store, "--rate-limit", "1") as server:
        client = server.guild()
        answer = client.get("civilian/list", headers=PROBLEM)
        while answer.status != 429:
            answer = client.get("civilian/list", headers=PROBLEM)
        assert list(answer.json) == ["error", "details", "hint", "retryAfter"]
        assert answer.json["retryAfter"] == int(answer.headers["Retry-After"])


def test_a_request_that_the_server_cannot_parse_gets_its_hint(server):
    with RawConnection(server) as raw:
        raw.send(request("POST", "/api/leo/cite", b"", "Accept: application/problem+json", "Content-Length: 65537"))
        refused = raw.receive()
    assert json.loads(refused.body)["hint"]
