"""--rate-limit: requests per key and second, in fixed windows, with headers for the client."""

import time

import pytest

import builders
from harness import Client, Server, create_key

LIMIT = 8
HEADERS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")


@pytest.fixture(scope="module")
def limited(new_store):
    with new_store() as store, Server(store, "--rate-limit", LIMIT) as server:
        yield server


@pytest.fixture
def guild(limited, request):
    name = f"g{abs(hash(request.node.name))}"
    client = Client(limited, create_key(limited.store, name), name)
    return client


def wait_for_next_window(client) -> None:
    reset = int(client.get("civilian/list").headers["X-RateLimit-Reset"]) / 1000
    time.sleep(max(0.0, reset - time.time()) + 0.01)


def burst(client, number, send=lambda client: client.get("civilian/list")):
    """That many responses from one window; a slow machine may need another try."""
    for _ in range(10):
        wait_for_next_window(client)
        answers = [send(client) for _ in range(number)]
        if len({answer.headers["X-RateLimit-Reset"] for answer in answers}) == 1:
            return answers
    raise AssertionError(f"{number} requests never fitted into one second")


def test_a_key_gets_its_requests_per_second_and_no_more(guild):
    answers = burst(guild, LIMIT + 3)
    assert [answer.status for answer in answers] == [404] * LIMIT + [429] * 3
    assert [int(answer.headers["X-RateLimit-Remaining"]) for answer in answers] == [*range(LIMIT - 1, -1, -1), 0, 0, 0]
    for answer in answers[LIMIT:]:
        answer.refused(429, "Rate limit exceeded (20069)")
        assert answer.headers["Retry-After"] == "1"


def test_the_next_window_begins_when_the_headers_say_so(guild):
    refused = burst(guild, LIMIT + 1)[-1]
    assert refused.status == 429
    time.sleep(max(0.0, int(refused.headers["X-RateLimit-Reset"]) / 1000 - time.time()) + 0.01)
    answer = guild.get("civilian/list")
    assert (answer.status, answer.headers["X-RateLimit-Remaining"]) == (404, str(LIMIT - 1))


def test_the_reset_is_within_the_coming_second(guild):
    answer = guild.get("civilian/list")
    assert answer.headers["X-RateLimit-Limit"] == str(LIMIT)
    left = int(answer.headers["X-RateLimit-Reset"]) - time.time() * 1000
    assert -1000 < left <= 1000, left


def test_a_refused_request_changes_nothing(guild):
    answers = burst(guild, LIMIT + 4, lambda client: client.post("civilian/create", builders.civilian(str(time.time_ns()))))
    made = sum(answer.status == 201 for answer in answers)
    assert [answer.status for answer in answers[-4:]] == [429] * 4
    assert guild.event_kinds().count("civilian.created") >= made >= LIMIT - 1
    names = {answer.json["civilianName"] for answer in answers if answer.status == 201}
    wait_for_next_window(guild)
    assert names <= {record["civilianName"] for record in guild.get("civilian/list").ok()["civilians"]}
    assert guild.get("civilian/list").ok()["amount"] == len(guild.events())


def test_one_key_does_not_slow_another(guild, limited):
    second = Client(limited, create_key(limited.store, guild.guild), guild.guild)
    for _ in range(10):
        refused = burst(guild, LIMIT + 1)[-1]
        answer = second.get("civilian/list")
        if answer.headers["X-RateLimit-Reset"] == refused.headers["X-RateLimit-Reset"]:
            break
    assert (refused.status, answer.status) == (429, 404)


def test_the_key_is_limited_and_not_the_guild(limited):
    key = create_key(limited.store, "shared-a", "shared-b")
    first, second = Client(limited, key, "shared-a"), Client(limited, key, "shared-b")
    for _ in range(10):
        burst(first, LIMIT)
        answer = second.get("civilian/list")
        if answer.status == 429:
            break
    answer.refused(429, "Rate limit exceeded (20069)")


@pytest.mark.parametrize("send, status", [
    (lambda guild: guild.post("civilian/create", builders.civilian()), 201),
    (lambda guild: guild.get("civilian/info", {}), 400),
    (lambda guild: guild.get("civilian/info", {"name": "x"}), 404),
    (lambda guild: guild.get("civilian/list", headers={"Authorization": None}), 403),
    (lambda guild: guild.get("nope"), 404),
    (lambda guild: guild.get("version"), 200),
], ids=["create", "invalid member", "not found", "no key", "unknown endpoint", "version"])  # fmt: skip
def test_every_response_has_the_three_headers(guild, send, status):
    wait_for_next_window(guild)
    answer = send(guild)
    assert answer.status == status
    for header in HEADERS:
        assert answer.headers[header].isdigit(), header


def test_health_is_never_limited(guild):
    assert {guild.get("/healthz").status for _ in range(LIMIT * 3)} == {200}


def test_without_the_option_there_is_no_limit_and_no_header(guild_pool):
    free = guild_pool.take()
    answers = [free.get("civilian/list") for _ in range(LIMIT * 5)]
    assert {answer.status for answer in answers} == {404}
    assert not any(header in answer.headers for answer in answers for header in HEADERS)
