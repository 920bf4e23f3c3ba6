"""The guild in numbers: counts, and the last thirty days."""

from datetime import date, datetime, timedelta, timezone

import builders
from shapes import is_number

COUNTS = [
    "civilians", "deceased", "bolos", "vehicles", "stolenVehicles", "impoundedVehicles", "firearms", "stolenFirearms", "changes",
]  # fmt: skip
DAY = ["day", "changes", "civilians", "vehicles", "firearms", "arrests", "citations", "fines", "admissions", "bolos"]


def stats(guild) -> dict:
    """The response, checked for what all have in common."""
    earliest = datetime.now(timezone.utc).date()
    answer = guild.get("stats").ok()
    latest = datetime.now(timezone.utc).date()
    assert list(answer) == ["guildID", "counts", "days"]
    assert answer["guildID"] == guild.guild
    assert list(answer["counts"]) == COUNTS
    days = [date.fromisoformat(day["day"]) for day in answer["days"]]
    assert len(days) == 30 and days[-1] in (earliest, latest)
    assert days == [days[0] + timedelta(days=number) for number in range(30)]
    for day in answer["days"]:
        assert list(day) == DAY
        assert all(is_number(day[name]) for name in DAY[1:])
    return answer


def sums(answer) -> dict[str, int]:
    """The sums over all days, so that midnight makes no difference."""
    return {name: sum(day[name] for day in answer["days"]) for name in DAY[1:]}


def test_a_new_guild_has_nothing(guild):
    answer = stats(guild)
    assert set(answer["counts"].values()) == {0}
    assert set(sums(answer).values()) == {0}


def test_everything_is_counted_where_it_belongs(guild, other_guild):
    for number in range(5):
        guild.civilian(f"Person {number}")
    for number in range(4):
        guild.vehicle("Person 0", f"CAR {number}")
    for number in range(3):
        guild.firearm(f"Person {number}")
    guild.bolo("Person 1"), guild.bolo("Person 2")
    guild.patch("civilian/bolo", {"name": "Person 2", "bolo": False}).created()
    guild.patch("vehicle/edit", {"name": "Person 0", "plate": "CAR 1", "field": "stole", "value": True}).created()
    guild.patch("firearm/edit", {"name": "Person 1", "field": "stole", "value": True}).created()
    guild.impound("CAR 1"), guild.impound("CAR 2")
    guild.citation("Person 0"), guild.fine("Person 0"), guild.fine("Person 0")
    for _ in range(3):
        guild.arrest("Person 0")
    for _ in range(4):
        guild.admission("Person 0")
    guild.mark_deceased("Person 4")
    other_guild.civilian("Somebody Else")
    answer = stats(guild)
    assert answer["counts"] == {
        "civilians": 4, "deceased": 1, "bolos": 1, "vehicles": 4, "stolenVehicles": 1, "impoundedVehicles": 2, "firearms": 3,
        "stolenFirearms": 1, "changes": len(guild.events()),
    }  # fmt: skip
    assert sums(answer) == {
        "changes": len(guild.events()), "civilians": 5, "vehicles": 4, "firearms": 3, "arrests": 3, "citations": 1, "fines": 2,
        "admissions": 4, "bolos": 3,
    }  # fmt: skip


def test_changes_of_deleted_records_still_count(john):
    john.vehicle()
    john.delete("civilian/delete", {"name": "John Doe"}).ok()
    answer = stats(john)
    assert (answer["counts"]["civilians"], answer["counts"]["vehicles"], answer["counts"]["changes"]) == (0, 0, 3)
    assert (sums(answer)["civilians"], sums(answer)["vehicles"], sums(answer)["changes"]) == (1, 1, 3)


def test_deceased_civilians_do_not_count_as_wanted(john):
    john.bolo()
    john.mark_deceased()
    assert stats(john)["counts"]["bolos"] == 0


def test_refused_requests_do_not_count_as_changes(john):
    john.post("civilian/create", builders.civilian("John Doe")).refused(409, "Civilian already exists (20061)")
    john.post("leo/cite", builders.citation("Nobody")).refused(404, "Character not found (10023)")
    assert sums(stats(john))["changes"] == 1


def test_a_change_shows_at_once(john):
    for number in range(1, 20):
        john.citation()
        assert stats(john)["counts"]["changes"] == number + 1
        assert sums(stats(john))["citations"] == number


def test_members_and_bodies_are_ignored(john):
    for raw in (b"[]", b"no json", b'{"name": 5}'):
        assert john.get("stats", raw=raw, query={"limit": "x"}).ok()["counts"]["civilians"] == 1
