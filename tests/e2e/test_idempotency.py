"""Idempotency-Key: a change that is sent again is not made again."""

import threading

import pytest

import builders
from harness import admin, create_key

REUSED = "Idempotency key was used for another request (20070)"
CITE = builders.citation()


def send(client, key, body=CITE, path="leo/cite", method="POST"):
    return client.call(method, path, body, headers={"Idempotency-Key": key})


def assert_replayed(answer, first) -> None:
    assert (answer.status, answer.text) == (first.status, first.text)
    assert answer.headers["Idempotent-Replayed"] == "true"
    assert "X-Event-Seq" not in answer.headers


def test_a_repeated_change_gets_the_same_response_and_changes_nothing(john):
    first = send(john, "a-1")
    assert first.status == 201 and "Idempotent-Replayed" not in first.headers
    for _ in range(3):
        assert_replayed(send(john, "a-1"), first)
    assert len(john.info()["citations"]) == 1
    assert john.event_kinds() == ["civilian.created", "leo.cited"]


def test_another_key_makes_another_change(john):
    send(john, "a-1").created(), send(john, "a-2").created()
    assert len(john.info()["citations"]) == 2


def test_without_a_key_every_request_is_a_change(john):
    john.citation(), john.citation()
    assert len(john.info()["citations"]) == 2


@pytest.mark.parametrize("quoted, bare", [('"a-1"', "a-1"), ('"a\\"b\\\\c"', 'a"b\\c')])
def test_a_key_may_be_quoted_or_bare(john, quoted, bare):
    first = send(john, quoted)
    first.created()
    assert_replayed(send(john, bare), first)


@pytest.mark.parametrize("other", [
    {"body": builders.citation(amount=999)}, {"path": "leo/fine"}, {"body": None, "path": "civilian/delete", "method": "DELETE"},
])  # fmt: skip
def test_the_same_key_with_something_else_is_refused(john, other):
    send(john, "a-1").created()
    if other.get("path") == "civilian/delete":
        other = other | {"body": {"name": "John Doe"}}
    send(john, "a-1", **other).refused(422, REUSED)
    assert john.event_kinds() == ["civilian.created", "leo.cited"]


@pytest.mark.parametrize("key", ["", '"', '""', '"a', '"a"b"', '"a\\b"', "x" * 256, "é", "a\tb"])
def test_a_malformed_key_is_refused(john, key):
    answer = john.call("POST", "leo/cite", CITE, headers={"Idempotency-Key": key.encode()})
    assert answer.status == 400
    assert answer.headers["X-Error-Hint"].startswith("Idempotency-Key must be 1 to 255 printable ASCII characters")
    assert john.event_kinds() == ["civilian.created"]


def test_the_longest_key_is_accepted(john):
    first = send(john, "x" * 255)
    assert_replayed(send(john, "x" * 255), first)


def test_a_refusal_is_not_stored(guild):
    send(guild, "a-1").refused(404, "Character not found (10023)")
    guild.civilian()
    send(guild, "a-1").created()


def test_a_wrong_request_is_refused_whatever_its_key(john):
    send(john, "a-1").created()
    send(john, "a-1", builders.citation(amount="x")).invalid("amount")


def test_keys_of_guilds_and_of_api_keys_are_separate(server, john, other_guild):
    first, second = john, other_guild  # with one API key
    second.civilian()
    third = first.with_key(create_key(server.store, first.guild))
    third.wait_until_honoured()
    for client in (first, second, third):
        assert "Idempotent-Replayed" not in send(client, "a-1").headers
    assert len(first.info()["citations"]) == 2
    assert len(second.info()["citations"]) == 1


@pytest.mark.parametrize("method, path, body", [
    ("POST", "civilian/create", builders.civilian("Jane Roe")),
    ("PATCH", "civilian/bolo", {"name": "John Doe", "bolo": True, "reason": "Armed robbery"}),
    ("DELETE", "civilian/delete", {"name": "John Doe"}),
    ("PUT", "penal-code", {"entries": [{"code": "TR-04", "title": "Speeding"}]}),
])  # fmt: skip
def test_all_kinds_of_changes_can_be_repeated(john, method, path, body):
    first = send(john, "a-1", body, path, method)
    assert first.status in (200, 201)
    assert_replayed(send(john, "a-1", body, path, method), first)


def test_a_read_ignores_the_key(john):
    for name in ("John Doe", "John Doe"):
        assert "Idempotent-Replayed" not in john.get("civilian/info", {"name": name}, headers={"Idempotency-Key": "a-1"}).headers


def test_of_two_at_the_same_time_one_changes_and_the_other_replays(john):
    for turn in range(20):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(send(john.with_key(john.key), f"turn-{turn}"))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {answer.status for answer in answers} == {201}
        assert len({answer.text for answer in answers}) == 1
        assert sum(answer.headers.get("Idempotent-Replayed") == "true" for answer in answers) == 3
    assert len(john.info()["citations"]) == 20


def test_the_responses_of_a_deleted_guild_are_deleted(server):
    guild = server.guild("deleted-with-responses")
    guild.civilian()
    send(guild, "a-1").created()
    admin(server.store, "guild", "delete", guild.guild, "--yes")
    assert server.store.rows("select name from idempotency where guild_id = ?", guild.guild) == []


def test_a_response_is_forgotten_after_a_day(server, john):
    send(john, "a-1").created()
    server.store.execute(f"update idempotency set at = at - 86400000, day = day - 1 where guild_id = '{john.guild}'")
    send(john, "a-1").created()
    assert len(john.info()["citations"]) == 2
    assert_replayed(send(john, "a-1"), send(john, "a-1"))


def test_a_response_of_yesterday_is_not_forgotten_at_midnight(server, john):
    first = send(john, "a-1")
    earlier = "at - 82800000"  # 23 hours
    server.store.execute(f"update idempotency set at = {earlier}, day = ({earlier}) / 86400000 where guild_id = '{john.guild}'")
    assert_replayed(send(john, "a-1"), first)
    assert len(john.info()["citations"]) == 1
