"""GET /api/events: the stream and the pages."""

import resource
import threading
import time
from contextlib import ExitStack

import pytest

from event_stream import EventStream
from harness import Server, admin, create_key, wait_until
from raw_http import RawConnection, request

UNKNOWN = "Event number is unknown (20071)"


def numbers(events) -> list[int]:
    return [event["seq"] for event in events]


# The stream


def test_a_stream_says_at_once_that_it_is_connected(john):
    with EventStream(john) as stream:
        assert stream.status == 200
        assert stream.response.headers["Content-Type"] == "text/event-stream"
        assert stream.response.headers["Cache-Control"] == "no-store"
        assert stream.response.headers["X-Accel-Buffering"] == "no"
        wait_until(lambda: stream.comments == 1 and stream.retry == "2000", 1, "the comment arrives")
        assert stream.is_silent()


def test_the_event_of_every_kind_of_change_is_the_one_of_the_audit_log(guild):
    changes = [
        lambda: guild.civilian(),
        lambda: guild.vehicle(),
        lambda: guild.firearm(),
        lambda: guild.citation(),
        lambda: guild.impound(),
        lambda: guild.patch("vehicle/edit", {"name": "John Doe", "plate": "ABC 123", "field": "color", "value": "Red"}).created(),
        lambda: guild.delete("vehicle/delete", {"vehicleID": guild.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"][0]["id"]}).ok(),
        lambda: guild.bolo(),
        lambda: guild.patch("civilian/edit", {"name": "John Doe", "field": "name", "value": "Johnny Doe"}).created(),
        lambda: guild.delete("civilian/delete", {"name": "Johnny Doe"}).ok(),
    ]
    with EventStream(guild) as stream:
        for change in changes:
            change()
            event = stream.next()
            (logged,) = guild.get("audit", query={"limit": 1}).ok()["events"]
            assert event.data == logged
            assert (event.id, event.kind) == (str(logged["seq"]), logged["kind"])


@pytest.mark.parametrize("resume", ["header", "query"])
def test_a_stream_resumes_after_a_number(john, resume):
    for _ in range(5):
        john.citation()
    start = {"headers": {"Last-Event-ID": "2"}} if resume == "header" else {"after": "2"}
    with EventStream(john, **start) as stream:
        assert [event.id for event in stream.take(4)] == ["3", "4", "5", "6"]
        john.citation()
        assert stream.next().id == "7"


def test_the_header_is_stronger_than_the_query(john):
    john.citation()
    with EventStream(john, headers={"Last-Event-ID": "1"}, after="0") as stream:
        assert stream.next().id == "2"


def test_a_stream_from_the_beginning_gets_a_long_history_in_order(john):
    for _ in range(600):
        john.citation()
    with EventStream(john, after="0") as stream:
        assert [event.id for event in stream.take(601)] == [str(seq) for seq in range(1, 602)]
        john.citation()
        assert stream.next().id == "602"


@pytest.mark.parametrize("unknown", ["3", "9223372036854775807", "-1", "x", "1.0", "99999999999999999999"])
def test_an_unknown_number_resets_the_stream(john, unknown):
    john.citation()
    with EventStream(john, headers={"Last-Event-ID": unknown}) as stream:
        reset = stream.next()
        assert (reset.id, reset.kind, reset.data) == ("2", "reset", {"oldest": 1, "latest": 2})
        john.citation()
        assert stream.next().id == "3"


def test_an_unknown_number_in_an_empty_guild_resets_the_stream(guild):
    with EventStream(guild, after="1") as stream:
        assert stream.next().data == {"oldest": 1, "latest": 0}


@pytest.mark.parametrize("kinds, wanted", [
    ("leo.cited", ["leo.cited"]),
    ("leo.*", ["leo.cited", "leo.fined"]),
    ("civilian.bolo, leo.fined", ["leo.fined", "civilian.bolo"]),
    ("*", ["civilian.created", "leo.cited", "leo.fined", "civilian.bolo"]),
])  # fmt: skip
def test_kinds_filter_both_ways_of_reading(john, kinds, wanted):
    john.citation(), john.fine(), john.bolo()
    with EventStream(john, after="0", kind=kinds) as stream:
        assert [event.kind for event in stream.take(len(wanted))] == wanted
        assert stream.is_silent()
    page = john.get("events", query={"kind": kinds}).ok()
    assert [event["kind"] for event in page["events"]] == wanted
    assert page["next"] == "4"


def test_a_civilian_filters_both_ways_of_reading(john):
    other = john.civilian("Jane Roe")
    john.citation(), john.citation("Jane Roe")
    with EventStream(john, after="0", civilianID=other["civilianID"]) as stream:
        assert [event.id for event in stream.take(2)] == ["2", "4"]
        assert stream.is_silent()
    assert numbers(john.get("events", query={"civilianID": other["civilianID"]}).ok()["events"]) == [2, 4]


@pytest.mark.parametrize("query, member", [
    ({"kind": "leo.nothing"}, "kind"), ({"kind": "leo"}, "kind"), ({"kind": "leo.cited,"}, None), ({"kind": ""}, "kind"),
    ({"kind": "leo.cited,,leo.fined"}, "kind"), ({"civilianID": "x"}, "civilianID"), ({"after": "x"}, "after"),
    ({"after": "-1"}, "after"), ({"limit": "0"}, "limit"), ({"limit": "1001"}, "limit"), ({"wait": "-1"}, "wait"),
    ({"wait": "26"}, "wait"), ({"wait": "1.5"}, "wait"),
])  # fmt: skip
def test_a_wrong_query_is_refused_by_both(john, query, member):
    if member is None:
        john.get("events", query=query).ok()
        return
    john.get("events", query=query).invalid(member)
    with EventStream(john, **query) as stream:
        assert stream.status == 400


def test_a_stream_needs_a_key_and_the_scope_read(server, guild):
    with EventStream(guild.with_key("blotter_" + "0" * 64)) as stream:
        assert stream.status == 403
    writer = guild.with_key(create_key(server.store, guild.guild, scopes="leo"))
    writer.wait_until_honoured()
    with EventStream(writer) as stream:
        assert stream.status == 403 and "Missing permission read" in stream.body


def test_guilds_do_not_see_each_other(guild, other_guild):
    with EventStream(guild) as mine, EventStream(other_guild) as other:
        guild.civilian()
        assert mine.next().id == "1"
        assert other.is_silent()


def test_many_streams_get_every_event_in_order(john):
    streams = [EventStream(john) for _ in range(20)]
    threads = [threading.Thread(target=lambda: [john.with_key(john.key).citation() for _ in range(20)]) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for stream in streams:
        assert [int(event.id) for event in stream.take(100)] == list(range(2, 102))
        stream.close()


def test_a_revoked_key_ends_its_streams_within_two_seconds(server, guild):
    key = create_key(server.store, guild.guild)
    other = guild.with_key(key)
    other.wait_until_honoured()
    with EventStream(other) as ended, EventStream(guild) as stays:
        key_id = other.get("key").ok()["keyID"]
        admin(server.store, "key", "revoke", key_id)
        ended.wait_for_end(2)
        other.get("events").forbidden()
        guild.civilian()
        assert stays.next().id == "1"


def test_an_expired_key_ends_its_streams_within_two_seconds(server, guild):
    key = create_key(server.store, guild.guild, expires="3s")
    other = guild.with_key(key)
    other.wait_until_honoured()
    with EventStream(other) as stream:
        stream.wait_for_end(5)


def test_a_deleted_guild_ends_its_streams_within_two_seconds(server):
    guild = server.guild()
    with EventStream(guild) as stream:
        admin(server.store, "guild", "delete", guild.guild, "--yes")
        stream.wait_for_end(2)


def test_a_stream_ends_when_the_server_stops(store):
    with Server(store) as server:
        guild = server.guild()
        stream = EventStream(guild)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 2
        stream.wait_for_end(1)


def test_a_thousand_streams_end_completely_when_the_server_stops(store):
    allow_descriptors(4096)
    keys = [create_key(store, "g1") for _ in range(16)]
    with Server(store) as server, ExitStack() as opened:
        streams = [opened.enter_context(RawConnection(server)) for _ in range(1000)]
        for number, stream in enumerate(streams):
            headers = (f"Authorization: {keys[number % len(keys)]}", "Guild: g1", "Accept: text/event-stream")
            stream.send(request("GET", "/api/events", b"", *headers))
        for stream in streams:
            stream.receive_until(b": connected\n\n\r\n")
        server.client(keys[0], "g1").civilian()
        server.stop()
        for stream in streams:
            assert stream.receive_all().endswith(b"0\r\n\r\n"), "a client can tell the end from a lost connection"


def allow_descriptors(count: int) -> None:
    """For this process and the servers that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


def test_a_key_has_at_most_64_streams(guild):
    with ExitStack() as opened:
        streams = [opened.enter_context(EventStream(guild)) for _ in range(64)]
        assert {stream.status for stream in streams} == {200}
        with EventStream(guild) as one_more:
            assert (one_more.status, one_more.response.headers["Retry-After"]) == (503, "1")
        streams.pop().close()
        wait_until(lambda: opened.enter_context(EventStream(guild)).status == 200, 2, "the place is free again")


def test_the_process_has_a_limit_of_streams(store):
    with Server(store, "--streams-max", 2) as server:
        first, second = server.guild("first"), server.guild("second")
        streams = [EventStream(first), EventStream(second)]
        assert [stream.status for stream in streams] == [200, 200]
        assert EventStream(server.guild("third")).status == 503


def test_streams_are_counted(john):
    def metric(name: str) -> float:
        return float(next(line.split()[-1] for line in john.get("/metrics").text.splitlines() if line.startswith(name + " ")))

    before = metric("blotter_stream_events_total")
    with EventStream(john) as stream:
        john.citation()
        stream.next()
        assert metric("blotter_open_streams") >= 1
    assert metric("blotter_stream_events_total") == before + 1
    assert metric("blotter_stream_lag_seconds_count") >= 1


# Pages


def test_pages_follow_each_other_without_gap_or_duplicate(john):
    for _ in range(6):
        john.citation()
    seen, after = [], None
    for _ in range(4):
        page = john.get("events", query={"limit": 2} | ({"after": after} if after else {})).ok()
        assert list(page) == ["guildID", "events", "next"]
        seen += numbers(page["events"])
        after = page["next"]
    assert seen == [1, 2, 3, 4, 5, 6, 7]
    page = john.get("events", query={"after": after}).ok()
    assert (page["events"], page["next"]) == ([], "7")


def test_without_events_the_page_is_empty(guild):
    assert guild.get("events").ok() == {"guildID": guild.guild, "events": [], "next": "0"}


def test_latest_begins_with_the_next_event(john):
    page = john.get("events", query={"after": "latest"}).ok()
    assert (page["events"], page["next"]) == ([], "1")
    john.citation()
    assert numbers(john.get("events", query={"after": page["next"]}).ok()["events"]) == [2]


@pytest.mark.parametrize("after", ["2", "9223372036854775807"])
def test_a_page_after_an_unknown_number_is_refused_with_the_known_ones(john, after):
    answer = john.get("events", query={"after": after})
    assert (answer.status, answer.details) == (409, UNKNOWN)
    assert answer.headers["X-Error-Hint"] == "the oldest event is 1 and the latest is 1"


def test_a_waiting_page_is_sent_with_the_first_event(john):
    pages = []
    waiting = threading.Thread(target=lambda: pages.append(john.with_key(john.key).get("events", query={"after": "latest", "wait": 20}).ok()))
    began = time.monotonic()
    waiting.start()
    time.sleep(0.3)
    assert not pages
    john.citation()
    waiting.join()
    assert time.monotonic() - began < 10
    assert numbers(pages[0]["events"]) == [2] and pages[0]["next"] == "2"


def test_a_waiting_page_ends_empty(john):
    began = time.monotonic()
    page = john.get("events", query={"after": "latest", "wait": 1}).ok()
    assert time.monotonic() - began >= 1
    assert (page["events"], page["next"]) == ([], "1")


def test_a_page_with_events_does_not_wait(john):
    began = time.monotonic()
    assert numbers(john.get("events", query={"wait": 20}).ok()["events"]) == [1]
    assert time.monotonic() - began < 5


def test_a_waiting_page_ignores_events_that_do_not_match(john):
    pages = []
    query = {"after": "latest", "wait": 20, "kind": "leo.fined"}
    waiting = threading.Thread(target=lambda: pages.append(john.with_key(john.key).get("events", query=query).ok()))
    waiting.start()
    time.sleep(0.2)
    john.citation()
    time.sleep(0.3)
    assert not pages
    john.fine()
    waiting.join()
    assert numbers(pages[0]["events"]) == [3]


def test_a_waiting_page_is_sent_empty_when_the_server_stops(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian()
        pages = []
        waiting = threading.Thread(target=lambda: pages.append(guild.get("events", query={"after": "latest", "wait": 25})))
        waiting.start()
        time.sleep(0.5)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 2
        waiting.join()
        assert pages[0].ok()["events"] == []
