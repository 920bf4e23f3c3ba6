"""medical/records and admit."""

import pytest

import builders
import shapes
from shapes import assert_just_now, assert_shape


def test_an_admission_returns_its_entry(john):
    body = john.post("medical/admit", builders.admission("john doe", injures="Broken arm\nBroken leg")).created()
    assert list(body) == ["guildID", "civilianID", "civilianName", "success", "admission"]
    assert (body["guildID"], body["civilianName"], body["success"]) == (john.guild, "John Doe", "Created admission")
    assert body["civilianID"] == john.info()["civilian"][0]["id"]
    (entry,) = body["admission"]
    assert_shape(entry, shapes.ADMISSION)
    assert_just_now(entry.pop("timestamp"))
    assert entry == {
        "count": 1,
        "unitsName": "Medic 4",
        "unitsID": "90210",
        "time": "5400",
        "injures": "Broken arm\nBroken leg",
    }
    assert john.event_kinds() == ["civilian.created", "medical.admitted"]


@pytest.mark.parametrize("seconds", ["1", "60", "5400", "1000000000"])
def test_the_recovery_time_is_shown_as_the_string_that_was_sent(john, seconds):
    assert john.admission(time=seconds)["time"] == seconds
    assert john.get("medical/records", {"name": "John Doe"}).ok()["admissions"][0]["time"] == seconds


@pytest.mark.parametrize(
    "seconds",
    [5400, 5400.0, True, "", " ", "0", "-5", "1000000001", "soon", "60 seconds", "1,000", "0x10", "NaN", "Infinity", "1e400", "--1"],
)
def test_a_recovery_time_that_is_not_a_string_of_seconds_is_invalid(john, seconds):
    john.post("medical/admit", builders.admission(time=seconds)).invalid("time")
    assert john.event_kinds() == ["civilian.created"]


def test_records_without_admissions_are_an_empty_list(john):
    body = john.get("medical/records", {"name": "John Doe"}).ok()
    assert list(body.items()) == [
        ("guildID", john.guild),
        ("civilianName", "John Doe"),
        ("civilianID", john.info()["civilian"][0]["id"]),
        ("amount", 0),
        ("admissions", []),
    ]


def test_records_hold_every_admission_in_order(john):
    made = [john.admission(injures=f"Injury {number}", time=str(100 + number)) for number in range(11)]
    john.citation()
    body = john.get("medical/records", {"name": "JOHN DOE"}).ok()
    assert (body["amount"], body["admissions"]) == (11, made)
    assert_shape(body["admissions"][0], shapes.ADMISSION)
    assert [entry["count"] for entry in body["admissions"]] == list(range(1, 12))


def test_admissions_count_per_civilian(john):
    john.civilian("Jane Roe")
    john.admission("Jane Roe")
    john.citation()
    assert john.admission()["count"] == 1
    assert john.admission("Jane Roe")["count"] == 2


def test_an_unknown_civilian_cannot_be_admitted_and_has_no_records(guild):
    guild.get("medical/records", {"name": "Nobody"}).refused(404, "Character not found (10023)")
    guild.post("medical/admit", builders.admission("Nobody")).refused(404, "Character not found (10023)")
    assert guild.events() == []
