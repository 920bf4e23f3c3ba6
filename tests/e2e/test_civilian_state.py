"""BOLO and deceased: the two states of a civilian, and what a deceased civilian can no longer do."""

import pytest

import builders
import shapes
from shapes import assert_shape

NOT_FOUND = "Character not found (10023)"
DECEASED = "Civilian is deceased (20065)"


def bolo(name="John Doe", active=True, **more):
    return {"name": name, "bolo": active, **more}


def test_a_bolo_shows_its_reason_wherever_the_civilian_is_shown(john):
    record = john.info()["civilian"][0]
    body = john.patch("civilian/bolo", bolo(name="john doe", reason="Armed robbery\nof a bank")).created()
    assert list(body) == ["guildID", "userName", "userID", "civilianName", "civilianID", "success", "civilian"]
    assert (body["guildID"], body["civilianName"], body["civilianID"]) == (john.guild, "John Doe", record["id"])
    assert (body["userName"], body["userID"]) == (record["userName"], record["userID"])
    assert body["success"] == "Activated BOLO"
    expected = record | {"bolo": True, "boloReason": "Armed robbery\nof a bank"}
    assert body["civilian"] == [expected]
    assert_shape(body["civilian"][0], shapes.CIVILIAN)
    assert john.info()["civilian"] == [expected]
    assert john.get("civilian/list").ok()["civilians"] == [expected]


def test_turning_a_bolo_off_clears_the_reason(john):
    record = john.info()["civilian"][0]
    john.bolo()
    body = john.patch("civilian/bolo", bolo(active=False)).created()
    assert list(body) == ["guildID", "userName", "userID", "civilianName", "civilianID", "success", "civilian"]
    assert body["success"] == "Deactivated BOLO"
    assert body["civilian"] == [record] == john.info()["civilian"]
    assert john.event_kinds() == ["civilian.created", "civilian.bolo", "civilian.bolo"]


def test_a_second_bolo_is_a_conflict_and_keeps_the_first_reason(john):
    john.bolo(reason="First")
    john.patch("civilian/bolo", bolo(reason="Second")).refused(409, "Civilian already has an active BOLO (20063)")
    assert john.info()["civilian"][0]["boloReason"] == "First"


def test_turning_off_a_bolo_that_is_off_is_a_conflict(john):
    john.patch("civilian/bolo", bolo(active=False)).refused(409, "Civilian does not have an active BOLO (20064)")
    assert john.event_kinds() == ["civilian.created"]


@pytest.mark.parametrize("reason", [{}, {"reason": None}, {"reason": "  "}, {"reason": 7}])
def test_a_bolo_needs_a_reason(john, reason):
    john.patch("civilian/bolo", bolo(**reason)).invalid("reason")
    assert john.info()["civilian"][0]["bolo"] is False


@pytest.mark.parametrize("reason", ["still typed", 7, "", None, "x" * 4001])
def test_a_reason_that_comes_with_turning_off_is_ignored(john, reason):
    john.bolo()
    john.patch("civilian/bolo", bolo(active=False, reason=reason)).created()
    assert john.info()["civilian"][0]["boloReason"] == ""


def test_a_bolo_on_an_unknown_civilian_is_not_found(guild):
    guild.patch("civilian/bolo", bolo(reason="x")).refused(404, NOT_FOUND)
    guild.patch("civilian/bolo", bolo(active=False)).refused(404, NOT_FOUND)


def test_marking_as_deceased_shows_in_info_and_removes_from_the_list(john):
    john.civilian("Jane Roe")
    record = john.info()["civilian"][0]
    body = john.patch("civilian/deceased", {"name": "john doe", "deceased": True}).created()
    assert list(body) == ["guildID", "civilianName", "civilianID", "userName", "userID", "success", "civilian"]
    assert (body["guildID"], body["civilianName"], body["civilianID"]) == (john.guild, "John Doe", record["id"])
    assert (body["userName"], body["userID"]) == (record["userName"], record["userID"])
    assert body["success"] == "Marked civilian as deceased"
    assert body["civilian"] == [record | {"deceased": True}]
    assert john.info()["civilian"] == [record | {"deceased": True}]
    listed = john.get("civilian/list").ok()
    assert (listed["amount"], [c["civilianName"] for c in listed["civilians"]]) == (1, ["Jane Roe"])
    assert john.event_kinds()[-1] == "civilian.deceased"


def test_deceased_can_only_be_true(john):
    john.patch("civilian/deceased", {"name": "John Doe", "deceased": False}).invalid("deceased")
    john.patch("civilian/deceased", {"name": "Nobody", "deceased": False}).invalid("deceased")
    assert john.info()["civilian"][0]["deceased"] is False


def test_marking_an_unknown_civilian_as_deceased_is_not_found(guild):
    guild.patch("civilian/deceased", {"name": "Nobody", "deceased": True}).refused(404, NOT_FOUND)


@pytest.fixture
def dead(john):
    """John Doe is deceased and had a BOLO, one vehicle, one firearm and one entry of each kind."""
    john.bolo(reason="Arson")
    john.vehicle(plate="HEARSE")
    john.firearm()
    john.citation(), john.fine(), john.arrest(), john.admission()
    john.mark_deceased()
    return john


FORBIDDEN_TO_THE_DEAD = [
    ("PATCH", "civilian/edit", {"name": "John Doe", "field": "age", "value": 80}),
    ("PATCH", "civilian/edit", {"name": "John Doe", "field": "name", "value": "Lazarus"}),
    ("PATCH", "civilian/bolo", {"name": "John Doe", "bolo": True, "reason": "Undead"}),
    ("PATCH", "civilian/bolo", {"name": "John Doe", "bolo": False}),
    ("PATCH", "civilian/deceased", {"name": "John Doe", "deceased": True}),
    ("POST", "vehicle/create", builders.vehicle("John Doe", "NEW 1")),
    ("PATCH", "vehicle/edit", {"name": "John Doe", "field": "stole", "value": True}),
    ("PATCH", "vehicle/edit", {"name": "John Doe", "field": "color", "value": "Red", "plate": "HEARSE"}),
    ("POST", "firearm/create", builders.firearm("John Doe")),
    ("PATCH", "firearm/edit", {"name": "John Doe", "field": "stole", "value": True}),
    ("POST", "leo/arrest", builders.arrest("John Doe")),
    ("POST", "leo/cite", builders.citation("John Doe")),
    ("POST", "leo/fine", builders.fine("John Doe")),
    ("POST", "medical/admit", builders.admission("John Doe")),
]


@pytest.mark.parametrize("method, path, body", FORBIDDEN_TO_THE_DEAD)
def test_a_deceased_civilian_can_no_longer_be_used(dead, method, path, body):
    before, events = dead.info(), dead.event_kinds()
    vehicles, firearms = dead.get("vehicle/list").ok(), dead.get("firearm/list").ok()
    dead.call(method, path, body).refused(409, DECEASED)
    assert dead.info() == before
    assert (dead.get("vehicle/list").ok(), dead.get("firearm/list").ok()) == (vehicles, firearms)
    assert dead.event_kinds() == events


def test_everything_about_a_deceased_civilian_can_be_read(dead):
    serial = dead.get("firearm/list").ok()["firearms"][0]["serialNumber"]
    assert dead.info()["civilian"][0]["boloReason"] == "Arson"
    assert dead.get("vehicle/plate", {"plate": "HEARSE"}).ok()["vehicle"][0]["civilianName"] == "John Doe"
    assert dead.get("firearm/info", {"serialNumber": serial}).ok()["found"] is True
    assert dead.get("leo/records", {"name": "John Doe"}).ok()["arrestAmount"] == 1
    assert dead.get("leo/impound", {"plate": "HEARSE"}).ok()["impounded"] is False
    assert dead.get("medical/records", {"name": "John Doe"}).ok()["amount"] == 1


def test_the_property_of_a_deceased_civilian_can_be_impounded_and_deleted(dead):
    serial = dead.get("firearm/list").ok()["firearms"][0]["serialNumber"]
    vehicle = dead.impound("HEARSE", fee=10)
    dead.patch("leo/impound", {"plate": "HEARSE", "impound": False}).created()
    dead.delete("vehicle/delete", {"vehicleID": vehicle["id"]}).ok()
    dead.delete("firearm/delete", {"serialNumber": serial}).ok()
    dead.get("vehicle/list").refused(404, "Unable to find any vehicles (20060)")
    dead.get("firearm/list").refused(404, "Unable to find any firearms (20060)")


def test_the_name_of_a_deceased_civilian_stays_taken_until_deletion(dead):
    dead.post("civilian/create", builders.civilian("JOHN DOE")).refused(409, "Civilian already exists (20061)")
    dead.civilian("Jane Roe")
    rename = {"name": "Jane Roe", "field": "name", "value": "John Doe"}
    dead.patch("civilian/edit", rename).refused(409, "Civilian already exists (20061)")
    assert dead.delete("civilian/delete", {"name": "John Doe"}).ok()["civilian"][0]["deceased"] is True
    dead.civilian("John Doe")


def test_a_selector_that_finds_nothing_is_reported_before_the_death_of_the_owner(dead):
    edit = {"name": "John Doe", "field": "stole", "value": True}
    dead.patch("vehicle/edit", edit | {"plate": "GONE"}).refused(404, "Vehicle not found (10023)")
    dead.patch("firearm/edit", edit | {"serialNumber": "0000000000"}).refused(404, "Firearm not found (10023)")
