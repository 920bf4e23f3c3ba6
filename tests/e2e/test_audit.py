"""GET /api/audit: the audit log in pages, with filters."""

import pytest

from harness import wait_until
from shapes import assert_just_now, assert_shape, is_id, is_number, is_text, is_time

EVENT = {
    "seq": is_number, "id": is_id, "timestamp": is_time, "kind": is_text, "keyID": is_text, "keyName": is_text, "actor": is_text,
    "civilianID": is_text, "civilianName": is_text, "subjectID": is_text, "before": lambda value: value is None or type(value) is dict,
    "after": lambda value: value is None or type(value) is dict,
}  # fmt: skip


def page(guild, **query) -> dict:
    answer = guild.get("audit", query=query).ok()
    assert list(answer) in (["guildID", "events"], ["guildID", "events", "next"])
    assert answer["guildID"] == guild.guild
    for event in answer["events"]:
        assert_shape(event, EVENT)
    return answer


def events(guild, **query) -> list[dict]:
    return page(guild, **query)["events"]


def kinds(guild, **query) -> list[str]:
    return [event["kind"] for event in events(guild, **query)]


@pytest.fixture
def town(guild):
    """1: John, 2: Ann, 3: John's car, 4: a citation of John, 5: Ann's BOLO."""
    guild.civilian("John Doe"), guild.civilian("Ann Lee")
    guild.vehicle("John Doe", "ABC")
    guild.citation("John Doe")
    guild.bolo("Ann Lee")
    return guild


def test_the_latest_comes_first(town):
    answer = page(town)
    assert [event["seq"] for event in answer["events"]] == [5, 4, 3, 2, 1]
    assert kinds(town) == ["civilian.bolo", "leo.cited", "vehicle.created", "civilian.created", "civilian.created"]
    assert "next" not in answer


def test_a_guild_without_changes_has_an_empty_log(guild):
    assert page(guild) == {"guildID": guild.guild, "events": []}


def test_an_event_shows_who_changed_what(town):
    key = town.get("key").ok()
    john = town.get("civilian/info", query={"name": "John Doe"}).ok()["civilian"][0]
    first = events(town)[-1]
    assert_just_now(first["timestamp"])
    assert (first["keyID"], first["keyName"]) == (key["keyID"], key["keyName"])
    assert first["actor"] == john["userName"]
    assert first["civilianID"] == first["subjectID"] == john["id"]
    assert first["civilianName"] == "John Doe"
    assert first["before"] is None
    assert first["after"] == john
    bolo = events(town)[0]
    assert bolo["before"]["bolo"] is False and bolo["after"]["bolo"] is True
    assert bolo["actor"] == ""


def test_names_are_current(town):
    town.patch("civilian/edit", {"name": "John Doe", "field": "name", "value": "Renamed"}).created()
    assert events(town)[-1]["civilianName"] == "Renamed"
    town.delete("civilian/delete", {"name": "Renamed"}).ok()
    latest, *_, oldest = events(town)
    assert latest["kind"] == "civilian.deleted" and latest["after"] is None
    assert (oldest["civilianName"], oldest["civilianID"]) == ("", latest["civilianID"])


def test_pages_follow_each_other(town):
    first = page(town, limit="2")
    assert [event["seq"] for event in first["events"]] == [5, 4]
    assert first["next"] == "4"
    town.fine("John Doe")
    second = page(town, limit="2", after=first["next"])
    assert [event["seq"] for event in second["events"]] == [3, 2]
    last = page(town, limit="2", after=second["next"])
    assert [event["seq"] for event in last["events"]] == [1]
    assert "next" not in last
    assert page(town, after="1") == {"guildID": town.guild, "events": []}


def test_filters_choose_what_is_shown(town, server):
    john = events(town)[-1]["civilianID"]
    assert [event["seq"] for event in events(town, civilianID=john)] == [4, 3, 1]
    assert [event["seq"] for event in events(town, kind="civilian.created")] == [2, 1]
    assert [event["seq"] for event in events(town, civilianID=john, kind="leo.cited")] == [4]
    assert kinds(town, civilianID="7") == []
    key = town.get("key").ok()["keyID"]
    assert len(events(town, keyID=key)) == 5
    assert events(town, keyID="7") == []
    stamps = sorted(event["timestamp"] for event in events(town))
    assert len(events(town, **{"from": stamps[0]})) == 5
    assert events(town, to=stamps[0]) == []
    assert [event["timestamp"] for event in events(town, to=stamps[-1])] == [s for s in reversed(stamps) if s < stamps[-1]]
    assert len(events(town, **{"from": "2020-01-01", "to": "2100-01-01T00:00:00.5+02:00"})) == 5
    assert events(town, **{"from": "2100-01-01"}) == []


@pytest.mark.parametrize(
    "member, wrongs",
    {
        "civilianID": ["x", "-1", "", "1.5", "9" * 20],
        "keyID": ["x", "-1", "", "1.5", "9" * 20],
        "kind": ["", "civilian", "Civilian.created", "civilian.create"],
        "from": ["", "yesterday", "2026-13-01", "2026-11-14T09:30:00", "1794648600000", "2026-11-14T09:30:00 02:00"],
        "to": ["", "tomorrow", "2026-02-30", "2026-11-14T25:00:00Z", "0"],
        "limit": ["0", "1001", "-1", "1.5", "", "x"],
        "after": ["", "x", "-1", "1.5"],
    }.items(),
)
def test_a_wrong_value_is_refused(guild, member, wrongs):
    for wrong in wrongs:
        guild.get("audit", query={member: wrong}).invalid(member)


def test_the_hint_lists_the_kinds_and_shows_a_time(guild):
    assert "leo.cited" in guild.get("audit", query={"kind": "x"}).headers["X-Error-Hint"]
    assert "2026-11-14T09:30:00Z" in guild.get("audit", query={"from": "x"}).headers["X-Error-Hint"]


def test_the_first_wrong_member_is_named(guild):
    wrong = {"after": "x", "limit": "x", "to": "x", "from": "x", "keyID": "x", "kind": "x", "civilianID": "x"}
    for member in ("civilianID", "kind", "keyID", "from", "to", "limit", "after"):
        guild.get("audit", query=wrong).invalid(member)
        del wrong[member]


def test_a_page_has_50_events_by_default(guild):
    for number in range(60):
        guild.civilian(f"Twin {number}")
    answer = page(guild)
    assert len(answer["events"]) == 50
    assert answer["next"] == "11"
    assert len(events(guild, limit="1000")) == 60
    assert len(guild.get("audit", {"limit": 55}).ok()["events"]) == 55


def test_one_request_scans_at_most_ten_thousand_changes(guild):
    guild.civilian("John Doe")
    store = guild.server.store
    store.execute(
        "insert into event (guild_id, seq, id, at, kind, subject_id) with recursive n (i) as (select 2 union all select i + 1 from n "
        f"where i < 12000) select '{guild.guild}', i, i, 1800000000000 + i, 'leo.cited', 1 from n"
    )
    store.execute(f"update guild set last_seq = 12000 where id = '{guild.guild}'")
    # A server sees the changes of other processes a moment later.
    wait_until(lambda: page(guild, limit=1)["events"][0]["seq"] == 12000, 5, "the server sees the changes")
    answer = page(guild, kind="civilian.created")
    assert answer["events"] == []
    assert answer["next"] == "2001"
    answer = page(guild, kind="civilian.created", after=answer["next"])
    assert [event["seq"] for event in answer["events"]] == [1]
    assert "next" not in answer


def test_nothing_of_another_guild_is_shown(server, town):
    assert page(server.guild("audit-elsewhere"))["events"] == []
