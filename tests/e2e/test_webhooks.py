"""Webhooks: events that are sent to receivers, signed, in order, again if need be, and only where they may go."""

import json
import os
import threading
import time

import pytest

from discord import Discord
from harness import Server, admin, assert_one_clear_line, create_key, run, wait_until
from receiver import Receiver, Reply

ADMIN = "read,civilian,leo,admin"


def create(client, receiver, **changes):
    body = {"url": receiver.url, "kinds": ["leo.*"], "format": "standard"} | changes
    return client.post("webhook/create", body).created()


def state_of(client, webhook) -> dict:
    listed = client.get("webhook/list").ok()["webhooks"]
    return next(each for each in listed if each["webhookID"] == webhook["webhookID"])


def wait_for_state(client, webhook, state: str) -> dict:
    return wait_until(
        lambda: (shown := state_of(client, webhook))["state"] == state and shown, 20, f"the webhook is {state}"
    )


def deliveries(client, webhook, **query) -> dict:
    return client.get("webhook/deliveries", query={"webhookID": webhook["webhookID"], **query}).ok()


def make_due(store, webhook) -> None:
    """Moves the retries of a webhook into the past."""
    store.execute(f"update webhook_retry set due = 1 where webhook_id = {webhook['webhookID']}")


def names_from(hosts) -> dict[str, str]:
    """The environment in which a program finds the addresses of names in this file."""
    return {
        "LD_PRELOAD": "libnss_wrapper.so",
        "NSS_WRAPPER_HOSTS": str(hosts),
        # A sanitizer would have to be loaded first.
        "ASAN_OPTIONS": "verify_asan_link_order=0",
    }


# The operations


def test_a_new_webhook_is_shown_with_its_secret_once(john):
    made = john.post(
        "webhook/create", {"url": "https://bot.example/x", "kinds": ["leo.*", "civilian.bolo"], "format": "standard", "name": "Dispatch"}
    ).created()
    assert list(made) == ["guildID", "webhookID", "secret", "success", "webhook"]
    assert made["secret"].startswith("whsec_")
    (shown,) = made["webhook"]
    assert list(shown) == [
        "webhookID", "name", "url", "kinds", "format", "state", "timestamp", "lastSuccess", "lastFailure", "lastError", "eventsWaiting",
    ]  # fmt: skip
    assert shown["kinds"] == ["leo.*", "civilian.bolo"] and shown["state"] == "active"
    listed = john.get("webhook/list").ok()
    assert (listed["amount"], len(listed["webhooks"])) == (1, 1)
    assert made["secret"] not in json.dumps(listed)


def test_a_webhook_for_discord_has_no_secret(john):
    body = {"url": "https://discord.example/api/webhooks/1/token", "kinds": ["*"], "format": "discord"}
    assert "secret" not in john.post("webhook/create", body).created()


def test_events_show_neither_the_secret_nor_the_path_of_a_webhook(john):
    made = john.post("webhook/create", {"url": "https://bot.example/token", "kinds": ["*"], "format": "standard"}).created()
    john.patch("webhook/edit", {"webhookID": made["webhookID"], "field": "url", "value": "https://bot.example/other"}).created()
    john.delete("webhook/delete", {"webhookID": made["webhookID"]}).ok()
    shown = john.get("audit").text
    assert "https://bot.example" in shown
    assert "token" not in shown and "other" not in shown and "whsec" not in shown


def test_the_fields_of_a_webhook_can_be_edited(john):
    made = john.post("webhook/create", {"url": "https://bot.example/x", "kinds": ["*"], "format": "standard"}).created()
    for field, value in (("url", "https://bot.example/y"), ("kinds", ["leo.cited"]), ("name", "Other")):
        answer = john.patch("webhook/edit", {"webhookID": made["webhookID"], "field": field, "value": value}).created()
        assert list(answer) == ["guildID", "webhookID", "success", "webhook"]
        assert answer["webhook"][0][field] == value
    paused = john.patch("webhook/edit", {"webhookID": made["webhookID"], "field": "active", "value": False}).created()
    assert paused["webhook"][0]["state"] == "disabled"


def test_an_unknown_webhook_is_not_found(john, other_guild):
    made = john.post("webhook/create", {"url": "https://bot.example/x", "kinds": ["*"], "format": "standard"}).created()
    unknown = {"webhookID": "1"}
    for client, body in ((john, unknown), (other_guild, {"webhookID": made["webhookID"]})):
        for method, path, more in (
            ("PATCH", "webhook/edit", {"field": "active", "value": True}),
            ("DELETE", "webhook/delete", {}),
            ("POST", "webhook/test", {}),
            ("GET", "webhook/deliveries", {}),
            ("POST", "webhook/redeliver", {"seq": "1"}),
        ):
            client.call(method, path, body | more).refused(404, "Webhook not found (10023)")


def test_a_guild_has_at_most_50_webhooks(john):
    body = {"url": "https://bot.example/x", "kinds": ["medical.admitted"], "format": "discord"}
    for _ in range(50):
        john.post("webhook/create", body).created()
    john.post("webhook/create", body).refused(409, "Guild has too many webhooks (20081)")


# Delivery


def test_an_event_is_delivered_as_standard_webhooks_says(john):
    with Receiver() as receiver:
        made = create(john, receiver)
        john.citation()
        (received,) = receiver.wait_for(1)
        (event,) = john.get("audit", query={"limit": 1}).ok()["events"]
        assert received.json == {"type": "leo.cited", "timestamp": event["timestamp"], "data": event}
        assert received.headers["webhook-id"] == event["id"]
        assert received.headers["content-type"] == "application/json"
        assert abs(int(received.headers["webhook-timestamp"]) - time.time()) < 60
        assert received.is_signed_with(made["secret"])
        shown = wait_until(lambda: state_of(john, made)["lastSuccess"] and state_of(john, made), 20, "the success is noted")
        assert (shown["state"], shown["eventsWaiting"]) == ("active", 0)


def test_events_arrive_in_order_and_only_those_of_the_kinds(john):
    with Receiver() as receiver:
        create(john, receiver)
        for _ in range(40):
            john.citation(), john.bolo(), john.patch("civilian/bolo", {"name": "John Doe", "bolo": False}).created()
        receiver.wait_for(40)
        assert all(each.event["kind"] == "leo.cited" for each in receiver.all())
        assert receiver.numbers() == sorted(receiver.numbers()) and len(receiver.numbers()) == 40


def test_each_webhook_gets_its_events(john):
    with Receiver() as first, Receiver() as second:
        create(john, first)
        create(john, second, kinds=["civilian.bolo"])
        john.citation(), john.bolo()
        assert first.wait_for(1)[0].event["kind"] == "leo.cited"
        assert second.wait_for(1)[0].event["kind"] == "civilian.bolo"


def test_a_failed_event_is_sent_again_with_the_same_id(john):
    replies = iter([Reply(500, b"broken")])
    with Receiver(lambda _: next(replies, Reply())) as receiver:
        made = create(john, receiver)
        john.citation()
        failing = wait_for_state(john, made, "failing")
        assert (failing["lastError"], failing["eventsWaiting"]) == ("status 500", 1)
        first, second = receiver.wait_for(2)
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        assert second.is_signed_with(made["secret"])
        wait_for_state(john, made, "active")
        newest, oldest = deliveries(john, made)["deliveries"]
        assert [(each["attempt"], each["delivered"], each["status"]) for each in (oldest, newest)] == [(1, False, 500), (2, True, 200)]
        assert oldest["reply"] == "broken" and oldest["error"] == "status 500"


@pytest.mark.parametrize(
    "reply, error",
    [
        (Reply(302, headers=(("Location", "/other"),)), "status 302"),
        (Reply(404), "status 404"),
        (None, "reply"),
        (Reply(503, headers=(("Retry-After", "3600"),)), "status 503"),
    ],
    ids=["redirect", "not found", "closes", "retry after"],
)
def test_anything_but_2xx_is_a_failure(john, reply, error):
    with Receiver(lambda _: reply) as receiver:
        made = create(john, receiver)
        john.citation()
        failing = wait_for_state(john, made, "failing")
        assert error in failing["lastError"], failing
        assert all(each.path == "/hook" for each in receiver.all())
        (retry,) = john.server.store.rows("select * from webhook_retry where webhook_id = ?", int(made["webhookID"]))
        wait = (retry["due"] - time.time() * 1000) / 1000
        assert wait > 3500 if reply and reply.status == 503 else wait < 10


def test_gone_disables_the_webhook_and_an_event_says_so(john):
    with Receiver(Reply(410)) as receiver:
        made = create(john, receiver)
        john.citation()
        wait_for_state(john, made, "disabled")
        (event,) = john.get("audit", query={"kind": "webhook.disabled"}).ok()["events"]
        assert event["keyID"] == "" and event["actor"] == "webhooks"
        assert "410" in event["after"]["reason"]
        john.citation()
        john.post("webhook/redeliver", {"webhookID": made["webhookID"], "seq": "2"}).refused(409, "Webhook is disabled (20080)")
        receiver.reply = Reply()
        john.patch("webhook/edit", {"webhookID": made["webhookID"], "field": "active", "value": True}).created()
        john.citation()
        last = receiver.wait_for(2)[-1]
        assert last.event["seq"] == john.events()[-1]["seq"]


def test_a_receiver_that_sends_without_end_is_no_problem(john):
    def endless(received):
        return Reply(200, b"x" * 5_000_000)

    with Receiver(endless) as receiver:
        made = create(john, receiver)
        john.citation()
        receiver.wait_for(1)
        wait_until(lambda: state_of(john, made)["lastSuccess"], 20, "it counts as a success")
        (attempt,) = deliveries(john, made)["deliveries"]
        assert attempt["reply"] == "x" * 1024


def test_a_receiver_that_hangs_delays_no_other(john):
    released = threading.Event()
    with Receiver(lambda _: released.wait(60) and Reply()) as slow, Receiver() as quick:
        create(john, slow)
        create(john, quick)
        for _ in range(10):
            john.citation()
        quick.wait_for(10, seconds=10)
        assert len(slow.all()) == 1
        released.set()
        slow.wait_for(10)


def test_what_was_not_delivered_is_delivered_after_a_crash(store):
    with Receiver(Reply(500)) as receiver:
        with Server(store, "--webhook-allow", "127.0.0.1") as server:
            guild = server.guild("g1", scopes=ADMIN)
            guild.civilian("John Doe")
            made = create(guild, receiver)
            guild.citation()
            wait_for_state(guild, made, "failing")
            for _ in range(3):
                guild.citation()
            server.kill()
        make_due(store, made)
        receiver.reply = Reply()
        with Server(store, "--webhook-allow", "127.0.0.1") as server:
            wait_until(lambda: len({each.headers["webhook-id"] for each in receiver.all()}) == 4, 30, "all four arrive")
            guild = server.client(guild.key, "g1")
            wait_until(lambda: state_of(guild, made)["eventsWaiting"] == 0, 20, "nothing waits")
            numbers = [number for number in receiver.numbers() if number]
            assert sorted(set(numbers)) == [event["seq"] for event in guild.events() if event["kind"] == "leo.cited"]


def test_a_stop_does_not_wait_for_receivers(store):
    released = threading.Event()
    with Receiver(lambda _: released.wait(60) and Reply()) as receiver, Server(store, "--webhook-allow", "127.0.0.1") as server:
        guild = server.guild("g1", scopes=ADMIN)
        guild.civilian("John Doe")
        create(guild, receiver)
        guild.citation()
        receiver.wait_for(1)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 10
        released.set()


def test_a_paused_webhook_sends_nothing_and_an_activated_one_begins_with_the_next_event(john):
    with Receiver() as receiver:
        made = create(john, receiver)

        def activate(value: bool) -> None:
            john.patch("webhook/edit", {"webhookID": made["webhookID"], "field": "active", "value": value}).created()

        for _ in range(5):
            john.citation()
            expected = len(receiver.all())
            wait_until(lambda: len(receiver.all()) > expected or state_of(john, made)["eventsWaiting"] == 0, 20, "it arrives")
            activate(False)
            john.citation()
            activate(True)
        john.citation()
        last = john.events()[-1]["seq"]
        wait_until(lambda: last in receiver.numbers(), 20, "the last one arrives")
        sent = [event["seq"] for event in john.events() if event["kind"] == "leo.cited"]
        assert receiver.numbers() == [*sent[0:10:2], last]


# Looking and repeating


def test_a_test_shows_the_reply_of_the_receiver(john):
    with Receiver(Reply(202, b"y" * 3000)) as receiver:
        made = create(john, receiver)
        answer = john.post("webhook/test", {"webhookID": made["webhookID"]}).created()
        assert list(answer) == ["guildID", "webhookID", "delivered", "status", "took", "error", "reply"]
        assert (answer["delivered"], answer["status"], answer["reply"]) == (True, 202, "y" * 1024)
        (received,) = receiver.all()
        assert received.json["type"] == "test" and received.event["kind"] == "test"
        assert received.is_signed_with(made["secret"])
        receiver.reply = Reply(401, b"who are you")
        answer = john.post("webhook/test", {"webhookID": made["webhookID"]}).created()
        assert (answer["delivered"], answer["status"], answer["reply"], answer["error"]) == (False, 401, "who are you", "status 401")
    nobody = john.post("webhook/create", {"url": "http://127.0.0.1:9/", "kinds": ["leo.*"], "format": "standard"}).created()
    answer = john.post("webhook/test", {"webhookID": nobody["webhookID"]}).created()
    assert (answer["delivered"], answer["status"]) == (False, 0) and "connect" in answer["error"]


def test_deliveries_are_paged_newest_first(john):
    with Receiver() as receiver:
        made = create(john, receiver)
        for _ in range(7):
            john.citation()
        receiver.wait_for(7)
        wait_until(lambda: len(deliveries(john, made)["deliveries"]) == 7, 20, "all are logged")
        page = deliveries(john, made, limit=3)
        seen = [each["seq"] for each in page["deliveries"]]
        while "next" in page:
            page = deliveries(john, made, limit=3, after=page["next"])
            seen += [each["seq"] for each in page["deliveries"]]
        assert seen == sorted(receiver.numbers(), reverse=True)


def test_one_event_can_be_sent_again(john):
    with Receiver() as receiver:
        made = create(john, receiver)
        john.citation(), john.citation()
        first = receiver.wait_for(2)[0]
        john.post("webhook/redeliver", {"webhookID": made["webhookID"], "seq": first.event["seq"]}).created()
        again = receiver.wait_for(3)[2]
        assert (again.headers["webhook-id"], again.body) == (first.headers["webhook-id"], first.body)


@pytest.mark.parametrize("how", ["number", "time"])
def test_all_events_since_one_can_be_sent_again_in_order(john, how):
    with Receiver() as receiver:
        made = create(john, receiver)
        for _ in range(4):
            john.citation()
        numbers = [each.event["seq"] for each in receiver.wait_for(4)]
        wait_until(lambda: state_of(john, made)["eventsWaiting"] == 0, 20, "nothing waits")
        first = str(numbers[1]) if how == "number" else "2020-01-01"
        answer = john.post("webhook/redeliver", {"webhookID": made["webhookID"], "from": first}).created()
        expected = numbers[1:] if how == "number" else numbers
        assert answer["webhook"][0]["eventsWaiting"] == len(expected)
        receiver.wait_for(4 + len(expected))
        assert receiver.numbers()[4:] == expected


def test_only_known_events_can_be_sent_again(john):
    made = john.post("webhook/create", {"url": "https://bot.example/x", "kinds": ["leo.*"], "format": "standard"}).created()
    named = {"webhookID": made["webhookID"]}
    for body in ({"seq": "99"}, {"seq": "0"}, {"from": "99"}):
        answer = john.post("webhook/redeliver", named | body).refused(409, "Event number is unknown (20071)")
        assert answer.headers["X-Error-Hint"] == "the oldest event is 1 and the latest is 2"
    john.post("webhook/redeliver", named).invalid("seq")
    john.post("webhook/redeliver", named | {"seq": "1", "from": "1"}).invalid("from")


# Discord


def test_discord_gets_embeds_within_its_limits(john):
    with Discord() as discord:
        made = create(john, discord, format="discord", kinds=["leo.*", "civilian.*"])
        john.citation(charges="@everyone **speeding**")
        john.arrest(charges="x" * 4000)
        john.bolo(reason="😀" * 2000)
        wait_until(lambda: len(discord.embeds()) >= 3, 20, "the messages arrive")
        assert discord.problems == []
        by_title = {embed["title"]: embed for embed in discord.embeds()}
        assert list(by_title) == ["Citation", "Arrest", "BOLO raised"]
        citation = by_title["Citation"]
        assert "<t:" in citation["description"] and "**John Doe**" in citation["description"]
        assert {field["name"] for field in citation["fields"]} >= {"By", "Charges", "Amount"}
        assert len({embed["color"] for embed in by_title.values()}) >= 2
        assert state_of(john, made)["lastError"] == ""


def test_many_events_share_messages_and_rate_limits_are_waited_for(john):
    with Discord(per_window=2, window_seconds=1) as discord:
        create(john, discord, format="discord")
        for _ in range(60):
            john.citation()
        wait_until(lambda: len(discord.embeds()) >= 60, 60, "all events arrive")
        footers = [embed["footer"]["text"] for embed in discord.embeds()]
        assert len(set(footers)) == 60 and discord.problems == []
        assert len(discord.messages) < 60


def test_a_webhook_that_discord_does_not_know_is_disabled(john):
    with Discord() as discord:
        discord.is_deleted = True
        made = create(john, discord, format="discord")
        john.citation()
        wait_for_state(john, made, "disabled")


# Where a webhook may go

REFUSED = [
    "http://127.0.0.2/x", "http://0.0.0.0/x", "http://10.1.2.3/x", "http://172.16.0.1/x", "http://192.168.0.1/x",
    "http://169.254.169.254/x", "http://100.64.0.1/x", "http://224.0.0.1/x", "http://255.255.255.255/x",
    "http://[::1]/x", "http://[fd00::1]/x", "http://[fe80::1]/x", "http://[ff02::1]/x", "http://[64:ff9b::7f00:2]/x",
    "http://[2002:7f00:2::]/x", "http://[2001::1]/x", "http://[::ffff:127.0.0.2]/x", "http://[::127.0.0.2]/x",
    "http://2130706434/x", "http://0x7f000002/x", "http://0177.0.0.2/x", "http://127.2/x",
]  # fmt: skip


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_is_not_public_is_refused(john, url):
    body = {"url": url, "kinds": ["*"], "format": "standard"}
    answer = john.post("webhook/create", body).invalid("url")
    assert "--webhook-allow" in answer.headers["X-Error-Hint"]
    made = john.post("webhook/create", body | {"url": "https://bot.example/x", "kinds": ["medical.*"]}).created()
    edit = {"webhookID": made["webhookID"], "field": "url", "value": url}
    assert "--webhook-allow" in john.patch("webhook/edit", edit).invalid("value").headers["X-Error-Hint"]


@pytest.mark.parametrize("url", ["ftp://bot.example", "file:///etc/passwd", "gopher://bot.example", "bot.example", "http://", "javascript:1"])
def test_only_http_and_https_are_urls(john, url):
    john.post("webhook/create", {"url": url, "kinds": ["*"], "format": "standard"}).invalid("url")


def test_an_address_is_checked_again_when_an_event_is_sent(store):
    """As after an edit of the store by hand, or with fewer addresses allowed than before."""
    with Receiver() as receiver:
        with Server(store, "--webhook-allow", "127.0.0.1") as server:
            guild = server.guild("g1", scopes=ADMIN)
            guild.civilian("John Doe")
            made = create(guild, receiver)
        with Server(store) as server:
            guild = server.client(guild.key, "g1")
            guild.citation()
            failing = wait_for_state(guild, made, "failing")
            assert "127.0.0.1" in failing["lastError"] and "--webhook-allow" in failing["lastError"]
            answer = guild.post("webhook/test", {"webhookID": made["webhookID"]}).created()
            assert not answer["delivered"] and "--webhook-allow" in answer["error"]
        assert receiver.all() == []


def test_a_name_that_changes_from_a_public_to_a_private_address_is_not_reached(store, tmp_path):
    """The address is judged when a connection is opened, not when the webhook is created."""
    hosts = tmp_path / "hosts"
    hosts.write_text("8.8.8.8 rebinding.example\n127.0.0.1 private.example\n")
    with Receiver() as receiver, Server(store, env=names_from(hosts)) as server:
        guild = server.guild("g1", scopes=ADMIN)
        guild.civilian("John Doe")
        named = {"kinds": ["leo.*"], "format": "standard"}
        refused = guild.post("webhook/create", named | {"url": f"http://private.example:{receiver.port}/"}).invalid("url")
        assert "127.0.0.1" in refused.headers["X-Error-Hint"]
        made = guild.post("webhook/create", named | {"url": f"http://rebinding.example:{receiver.port}/"}).created()
        hosts.write_text("127.0.0.1 rebinding.example\n")
        os.utime(hosts, (time.time() + 10, time.time() + 10))  # it is read again only if its second is another one
        guild.citation()
        failing = wait_for_state(guild, made, "failing")
        assert "127.0.0.1" in failing["lastError"] and "--webhook-allow" in failing["lastError"]
        assert receiver.all() == []


# The command line


def test_webhooks_can_be_managed_on_the_command_line(store):
    with Receiver(Reply(200, b"hello")) as receiver, Server(store, "--webhook-allow", "127.0.0.1") as server:
        guild = server.guild("g1", scopes=ADMIN)
        guild.civilian("John Doe")
        allow = ("--webhook-allow", "127.0.0.1")
        printed = admin(store, "webhook", "create", "--guild", "g1", "--url", receiver.url, "--kinds", "leo.*", "--name", "Bot", *allow)
        first, secret = printed.splitlines()
        number = first.removeprefix("Created webhook ")
        guild.citation()
        (received,) = receiver.wait_for(1)
        assert received.is_signed_with(secret)
        assert admin(store, "webhook", "test", "--guild", "g1", number, *allow).splitlines()[1:] == ["hello"]
        listed = json.loads(admin(store, "webhook", "list", "--guild", "g1", "--json"))
        assert listed == guild.get("webhook/list").ok()["webhooks"]
        table = admin(store, "webhook", "list", "--guild", "g1")
        assert number in table and "Bot" in table and "active" in table
        assert admin(store, "webhook", "delete", "--guild", "g1", number) == f"Deleted webhook {number}\n"
        wait_until(lambda: guild.get("webhook/list").ok()["amount"] == 0, 5, "the server sees the change of the other process")
        assert guild.event_kinds()[-1] == "webhook.deleted"


def test_the_command_line_refuses_what_the_server_refuses(store):
    create_key(store, "g1")
    command = ("webhook", "create", "--store", store.url, "--guild", "g1", "--url")
    assert_one_clear_line(run(*command, "http://127.0.0.1/x"), "--url", "--webhook-allow")
    assert_one_clear_line(run(*command, "http://localhost/x"), "--url", "--webhook-allow")
    assert_one_clear_line(run(*command, "nonsense"), "--url")
    assert_one_clear_line(run(*command, "https://bot.example", "--kinds", "nonsense"), "--kinds")
    assert_one_clear_line(run(*command, "https://bot.example", "--webhook-allow", "nonsense"), "--webhook-allow")
    assert_one_clear_line(run("webhook", "delete", "--store", store.url, "--guild", "g1", "1"), "Webhook not found")
    assert_one_clear_line(run("webhook", "test", "--store", store.url, "--guild", "g1", "1"), "there is no webhook")
    other = ("webhook", "create", "--store", store.url, "--guild", "g2", "--url", "https://bot.example")
    assert_one_clear_line(run(*other), "there is no guild with the id g2")
