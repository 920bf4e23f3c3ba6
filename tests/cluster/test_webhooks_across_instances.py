"""Of several instances one sends the webhooks, and another one takes over when it ends, with or without a word."""

import re

import pytest

from harness import Server, create_key, wait_until
from instances import instances
from receiver import Receiver

OPTIONS = ("--webhook-allow", "127.0.0.1")
# The lease is lost within 10 s; the rest is for a busy machine.
TAKEN_OVER_SECONDS = 30


def is_sender(server: Server) -> bool:
    return re.search(r"^blotter_webhook_sender 1$", server.client().get("/metrics").text, re.MULTILINE) is not None


def senders(servers: list[Server]) -> list[Server]:
    return [server for server in servers if server.running() and is_sender(server)]


def sender_of(servers: list[Server]) -> Server:
    return wait_until(lambda: senders(servers), TAKEN_OVER_SECONDS, "one instance sends")[0]


@pytest.fixture
def three(store):
    with Receiver() as receiver, instances(store, 3, *OPTIONS) as servers:
        key = create_key(store, "g1", scopes="read,civilian,leo,admin")
        clients = [server.client(key, "g1") for server in servers]
        for client in clients:
            client.wait_until_honoured()
        clients[0].civilian("John Doe")
        webhook = {"url": receiver.url, "kinds": ["leo.*"], "format": "standard"}
        clients[0].post("webhook/create", webhook).created()
        yield servers, clients, receiver


def test_one_instance_sends_the_changes_of_all_in_order(three):
    servers, clients, receiver = three
    for turn in range(30):
        clients[turn % 3].citation()
    receiver.wait_for(30)
    assert len(senders(servers)) == 1
    assert receiver.numbers() == [event["seq"] for event in clients[0].events() if event["kind"] == "leo.cited"]


@pytest.mark.parametrize("how", ["kill", "stop", "pause"])
def test_another_instance_takes_over_and_nothing_is_forgotten(three, how):
    servers, clients, receiver = three
    clients[0].citation()
    receiver.wait_for(1)
    first = sender_of(servers)
    others = [server for server in servers if server is not first]
    remaining = [client for client in clients if client.server is not first]
    getattr(first, how)()
    for turn in range(10):
        remaining[turn % 2].citation()
    wait_until(lambda: len(set(receiver.numbers())) == 11, TAKEN_OVER_SECONDS, "all events arrive")
    assert len(senders(others)) == 1
    if how == "pause":
        first.resume()
        wait_until(lambda: not is_sender(first), 10, "the first one notices that it is not the sender any more")
    for turn in range(5):
        remaining[turn % 2].citation()
    wait_until(lambda: len(set(receiver.numbers())) == 16, TAKEN_OVER_SECONDS, "later events arrive too")
    expected = [event["seq"] for event in remaining[0].events() if event["kind"] == "leo.cited"]
    assert sorted(set(receiver.numbers())) == expected
