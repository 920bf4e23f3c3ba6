"""BOLOs, impounds and custody that end by themselves."""

import time
from datetime import datetime

import pytest

import builders
from harness import Server, wait_until

# Exact to a second; the rest is for a busy machine.
END_SECONDS = 5


def ms(text: str) -> float:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


def bolo(guild, name="John Doe", **more):
    return guild.patch("civilian/bolo", {"name": name, "bolo": True, "reason": "Robbery"} | more)


def impound(guild, plate="ABC 123", **more):
    return guild.patch("leo/impound", {"plate": plate, "impound": True} | more)


def arrest(guild, name="John Doe", **more):
    return guild.post("leo/arrest", builders.arrest(name, **more)).created()["arrest"][0]


def release(guild, name="John Doe", **more):
    return guild.post("leo/release", {"name": name, "officerName": "Sgt. Pepper", "officerID": "771"} | more)


def clock_events(guild, kind):
    return [e for e in guild.get("audit", query={"kind": kind, "limit": "1000"}).ok()["events"] if e["actor"] == "clock"]


def custody(guild):
    return guild.get("leo/custody").ok()


# BOLOs.


def test_a_bolo_ends_by_itself_with_one_event_of_the_clock(john):
    answer = bolo(john, expiresIn=1).created()
    assert john.info()["civilian"][0]["bolo"] is True
    wait_until(lambda: not john.info()["civilian"][0]["bolo"], END_SECONDS, "the BOLO ends")
    (event,) = clock_events(john, "civilian.bolo")
    assert (event["keyID"], event["keyName"], event["civilianName"]) == ("", "", "John Doe")
    assert event["before"] == {"bolo": True, "boloReason": "Robbery", "boloExpires": answer["expiresTimestamp"]}
    assert event["after"] == {"bolo": False, "boloReason": "", "boloExpires": None}
    late = ms(event["timestamp"]) - ms(answer["expiresTimestamp"])
    assert 0 <= late < 1000 * END_SECONDS


def test_a_bolo_without_expiry_stays(john):
    assert "expiresTimestamp" not in bolo(john).created()
    (shown,) = john.get("civilian/bolos").ok()["bolos"]
    assert (shown["expiresTimestamp"], shown["remaining"]) == ("", None)
    time.sleep(1.5)
    assert john.info()["civilian"][0]["bolo"] is True


def test_a_bolo_that_was_ended_by_hand_is_not_ended_again(john):
    bolo(john, expiresIn=1).created()
    john.patch("civilian/bolo", {"name": "John Doe", "bolo": False}).created()
    bolo(john).created()
    time.sleep(2)
    assert clock_events(john, "civilian.bolo") == []
    assert john.info()["civilian"][0]["bolo"] is True


@pytest.mark.parametrize("seconds", [0, -1, 31_536_001, 1.5, 1e300])
def test_a_time_beyond_its_bounds_is_invalid(john, seconds):
    john.vehicle(plate="ABC 123")
    bolo(john, expiresIn=seconds).invalid("expiresIn")
    impound(john, releaseIn=seconds).invalid("releaseIn")


def test_the_longest_time_is_a_year(john):
    john.vehicle(plate="ABC 123")
    bolo(john, expiresIn=31_536_000).created()
    impound(john, releaseIn=31_536_000).created()


def test_an_end_for_what_is_switched_off_is_invalid(john):
    john.vehicle(plate="ABC 123")
    bolo(john).created(), impound(john).created()
    john.patch("civilian/bolo", {"name": "John Doe", "bolo": False, "expiresIn": 5}).invalid("expiresIn")
    john.patch("leo/impound", {"plate": "ABC 123", "impound": False, "releaseIn": 5}).invalid("releaseIn")


def test_active_bolos_are_listed_newest_first_page_by_page(guild):
    names = [f"Wanted {number}" for number in range(5)]
    for name in names:
        guild.civilian(name)
        bolo(guild, name, reason=f"Reason {name}", expiresIn=600).created()
    guild.civilian("Harmless")
    guild.patch("civilian/deceased", {"name": "Wanted 2", "deceased": True}).created()
    expected = ["Wanted 4", "Wanted 3", "Wanted 1", "Wanted 0"]
    whole = guild.get("civilian/bolos").ok()
    assert list(whole) == ["amount", "guildID", "bolos"]
    assert (whole["amount"], [each["civilianName"] for each in whole["bolos"]]) == (4, expected)
    first = whole["bolos"][0]
    assert list(first) == [
        "civilianID", "civilianName", "userID", "userName", "reason", "timestamp", "expiresTimestamp", "remaining"
    ]  # fmt: skip
    assert first["reason"] == "Reason Wanted 4" and 590 <= first["remaining"] <= 600
    assert ms(first["expiresTimestamp"]) - ms(first["timestamp"]) == 600_000
    listed, after = [], {}
    while True:
        page = guild.get("civilian/bolos", query={"limit": "1"} | after).ok()
        listed += [each["civilianName"] for each in page["bolos"]]
        if "next" not in page:
            break
        after = {"after": page["next"]}
    assert listed == expected


@pytest.mark.parametrize("path", ["civilian/bolos", "leo/impounds", "leo/custody"])
def test_nothing_active_is_an_empty_list(guild, path):
    answer = guild.get(path).ok()
    assert answer == {"amount": 0, "guildID": guild.guild, path.split("/")[1]: []}
    for after in ("1", "-", "x-1", "1-", "1-2-3", "9" * 20 + "-1"):
        guild.get(path, query={"after": after}).invalid("after")


# Impounds.


def test_an_impound_ends_by_itself(john):
    john.vehicle(plate="ABC 123")
    answer = impound(john, fee=75, releaseIn=1).created()
    (shown,) = john.get("leo/impounds").ok()["impounds"]
    assert list(shown) == [
        "id", "plate", "model", "civilianID", "civilianName", "fee", "timestamp", "releaseTimestamp", "remaining"
    ]  # fmt: skip
    assert (shown["plate"], shown["fee"], shown["civilianName"]) == ("ABC 123", 75, "John Doe")
    assert shown["releaseTimestamp"] == answer["releaseTimestamp"] and shown["remaining"] in (0, 1)
    wait_until(lambda: john.get("leo/impounds").ok()["amount"] == 0, END_SECONDS, "the release")
    state = john.get("leo/impound", {"plate": "ABC 123"}).ok()
    assert (state["impounded"], state["impoundedFee"]) == (False, 0)
    (event,) = clock_events(john, "vehicle.impounded")
    assert event["subjectID"] == shown["id"] and event["after"]["impounded"] is False


def test_impounds_are_listed_newest_first(john):
    for plate in ("ONE", "TWO", "THREE"):
        john.vehicle(plate=plate)
        impound(john, plate).created()
    listed = john.get("leo/impounds").ok()
    assert [each["plate"] for each in listed["impounds"]] == ["THREE", "TWO", "ONE"]
    assert [each["remaining"] for each in listed["impounds"]] == [None] * 3


# Custody.


def test_an_arrest_begins_custody_and_the_clock_ends_it(john):
    made = arrest(john, time=1.5, charges="Theft")
    (shown,) = custody(john)["custody"]
    assert list(shown) == ["civilianID", "civilianName", "userID", "userName", "releaseTimestamp", "remaining", "arrests"]
    (running,) = shown["arrests"]
    assert running == {
        "count": 1, "officerName": "Sgt. Pepper", "officerID": "771", "charges": "Theft", "time": 1.5,
        "timestamp": made["timestamp"], "releaseTimestamp": shown["releaseTimestamp"], "remaining": shown["remaining"],
    }  # fmt: skip
    assert ms(shown["releaseTimestamp"]) - ms(made["timestamp"]) == 1500
    wait_until(lambda: custody(john)["amount"] == 0, END_SECONDS, "the release")
    (event,) = clock_events(john, "leo.released")
    assert event["before"] == {"releaseTimestamp": shown["releaseTimestamp"]}
    assert event["after"] == {"releaseTimestamp": ""}
    # The record itself stays.
    assert john.get("leo/records", {"name": "John Doe"}).ok()["arrestAmount"] == 1


def test_arrests_run_side_by_side_and_the_last_to_end_ends_custody(john):
    arrest(john, time=1), arrest(john, time=3), arrest(john, time=2)
    (shown,) = custody(john)["custody"]
    assert [each["count"] for each in shown["arrests"]] == [2, 3, 1]
    assert shown["releaseTimestamp"] == shown["arrests"][0]["releaseTimestamp"]
    wait_until(lambda: len(custody(john)["custody"][0]["arrests"]) == 1, END_SECONDS, "two arrests end")
    assert clock_events(john, "leo.released") == []
    wait_until(lambda: custody(john)["amount"] == 0, END_SECONDS, "the last one ends")
    assert len(clock_events(john, "leo.released")) == 1


def test_those_who_are_released_next_come_first(guild):
    for name, seconds in (("Late", 3000), ("Soon", 1000), ("Between", 2000)):
        guild.civilian(name)
        arrest(guild, name, time=seconds)
    assert [each["civilianName"] for each in custody(guild)["custody"]] == ["Soon", "Between", "Late"]


def test_the_longest_sentence_lasts_32_years(john):
    arrest(john, time=1_000_000_000)
    (shown,) = custody(john)["custody"]
    assert ms(shown["releaseTimestamp"]) - ms(shown["arrests"][0]["timestamp"]) == 1e12


def test_release_ends_custody_early(john):
    arrest(john, time=600), arrest(john, time=900)
    answer = release(john, reason="Bail was paid").created()
    assert list(answer) == ["guildID", "civilianName", "civilianID", "success", "civilian"]
    assert custody(john)["amount"] == 0
    event = john.get("audit", query={"kind": "leo.released"}).ok()["events"][0]
    assert (event["actor"], event["civilianName"]) == ("Sgt. Pepper", "John Doe")
    assert [each["count"] for each in event["before"]["arrests"]] == [2, 1]
    assert event["after"] == {"releaseTimestamp": "", "officerName": "Sgt. Pepper", "officerID": "771", "reason": "Bail was paid"}
    release(john).refused(409, "Civilian is not in custody (20072)")


def test_release_of_one_who_is_free_unknown_or_deceased_is_refused(john):
    release(john).refused(409, "Civilian is not in custody (20072)")
    release(john, "Nobody").refused(404, "Character not found (10023)")
    arrest(john)
    john.patch("civilian/deceased", {"name": "John Doe", "deceased": True}).created()
    release(john).refused(409, "Civilian is deceased (20065)")
    assert custody(john)["amount"] == 0


def sentence(guild, count, seconds, name="John Doe"):
    return guild.patch("leo/sentence", {"name": name, "count": count, "time": seconds})


def test_a_sentence_is_lengthened_and_shortened(john):
    made = arrest(john, time=600)
    answer = sentence(john, 1, 1200).created()
    assert list(answer) == ["guildID", "civilianName", "civilianID", "success", "releaseTimestamp", "remaining", "arrest"]
    assert ms(answer["releaseTimestamp"]) - ms(made["timestamp"]) == 1_200_000
    assert answer["arrest"][0]["time"] == 1200
    assert sentence(john, 1, 300).created()["remaining"] <= 300
    assert john.get("leo/records", {"name": "John Doe"}).ok()["arrests"][0]["time"] == 300
    events = john.get("audit", query={"kind": "leo.released"}).ok()["events"]
    assert [(e["before"]["time"], e["after"]["time"]) for e in events] == [(1200, 300), (600, 1200)]


def test_a_sentence_that_is_over_by_the_change_ends_now(john):
    arrest(john, time=600), arrest(john, time=900)
    time.sleep(1.1)
    assert sentence(john, 2, 1).created()["remaining"] > 590
    assert sentence(john, 1, 1).created()["releaseTimestamp"] == ""
    assert custody(john)["amount"] == 0
    assert clock_events(john, "leo.released") == []


def test_only_an_arrest_that_runs_has_a_sentence_to_change(john):
    sentence(john, 1, 60).refused(404, "Entry not found (10023)")
    john.citation()
    sentence(john, 1, 60).refused(404, "Entry not found (10023)")
    arrest(john, time=0.1)
    wait_until(lambda: custody(john)["amount"] == 0, END_SECONDS, "the release")
    sentence(john, 1, 60).refused(409, "Civilian is not in custody (20072)")
    arrest(john, time=600)
    sentence(john, 1, 60).refused(409, "Civilian is not in custody (20072)")
    release(john).created()
    sentence(john, 2, 60).refused(409, "Civilian is not in custody (20072)")
    sentence(john, 2, 60, "Nobody").refused(404, "Character not found (10023)")


def test_a_deleted_civilian_leaves_nothing_to_end(john):
    john.vehicle(plate="ABC 123")
    arrest(john, time=1), bolo(john, expiresIn=1).created(), impound(john, releaseIn=1).created()
    john.delete("civilian/delete", {"name": "John Doe"}).ok()
    time.sleep(2)
    assert john.events()[-1]["kind"] == "civilian.deleted"


# The clock.


def test_what_fell_due_while_no_server_ran_happens_once_at_the_start(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("John Doe"), guild.vehicle(plate="ABC 123")
        arrest(guild, time=1), bolo(guild, expiresIn=1).created(), impound(guild, releaseIn=1).created()
        key, name = guild.key, guild.guild
    time.sleep(1.5)
    for _ in range(2):
        with Server(store) as server:
            guild = server.client(key, name)
            wait_until(lambda: custody(guild)["amount"] == 0, END_SECONDS, "the release")
            wait_until(lambda: not guild.info()["civilian"][0]["bolo"], END_SECONDS, "the BOLO ends")
            wait_until(lambda: guild.get("leo/impounds").ok()["amount"] == 0, END_SECONDS, "the vehicle is released")
            for kind in ("civilian.bolo", "vehicle.impounded", "leo.released"):
                assert len(clock_events(guild, kind)) == 1


def test_a_day_without_a_server_is_caught_up(store):
    with Server(store) as server:
        guild = server.guild()
        for number in range(50):
            guild.civilian(f"Wanted {number}")
            bolo(guild, f"Wanted {number}", expiresIn=3600 + number).created()
        key, name = guild.key, guild.guild
    day = 24 * 3_600_000
    store.execute(f"update civilian set bolo_until = bolo_until - {day}")
    store.execute(f"update guild_due set due_at = due_at - {day}")
    with Server(store) as server:
        guild = server.client(key, name)
        wait_until(lambda: guild.get("civilian/bolos").ok()["amount"] == 0, 2 * END_SECONDS, "all BOLOs end")
        assert len(clock_events(guild, "civilian.bolo")) == 50
        time.sleep(1)
        assert len(clock_events(guild, "civilian.bolo")) == 50


def test_many_that_fall_due_at_once_each_end_once(guild):
    for number in range(60):
        guild.civilian(f"Wanted {number}")
        bolo(guild, f"Wanted {number}", expiresIn=2).created()
    wait_until(lambda: guild.get("civilian/bolos").ok()["amount"] == 0, 3 * END_SECONDS, "all BOLOs end")
    events = clock_events(guild, "civilian.bolo")
    assert len(events) == 60 == len({event["civilianID"] for event in events})


def test_an_end_reaches_streams_and_pages_of_events_like_any_change(john):
    latest = john.get("events", query={"after": "latest"}).ok()["next"]
    bolo(john, expiresIn=1).created()
    kinds = []
    while len(kinds) < 2:
        page = john.get("events", query={"after": latest, "wait": "5"}).ok()
        assert page["events"], kinds
        kinds += [(event["kind"], event["actor"]) for event in page["events"]]
        latest = page["next"]
    assert kinds == [("civilian.bolo", ""), ("civilian.bolo", "clock")]


def test_a_read_after_the_end_is_not_an_old_one(john):
    john.vehicle(plate="ABC 123")
    impound(john, releaseIn=1).created()
    for _ in range(3):
        assert john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"][0]["impounded"] is True
    wait_until(lambda: not john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"][0]["impounded"], END_SECONDS, "release")
