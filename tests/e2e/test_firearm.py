"""firearm/info, list, create, edit and delete."""

import pytest

import builders
import shapes
from shapes import assert_just_now, assert_shape

NOT_FOUND = "Firearm not found (10023)"


def edit(field, value, **more):
    return {"name": "John Doe", "field": field, "value": value, **more}


def test_creating_a_firearm_returns_the_members_of_the_contract_in_order(john):
    body = john.post("firearm/create", builders.firearm("JOHN DOE")).created()
    assert list(body) == ["guildID", "civilianID", "civilianName", "userName", "userID", "success", "firearm"]
    (record,) = body["firearm"]
    assert_shape(record, shapes.FIREARM)
    owner = john.info()["civilian"][0]
    assert (body["guildID"], body["civilianID"], body["civilianName"]) == (john.guild, owner["id"], "John Doe")
    assert (body["userName"], body["userID"]) == (owner["userName"], owner["userID"])
    assert body["success"] == "Created firearm"


def test_a_new_firearm_belongs_to_its_civilian_and_shows_no_color(john):
    record = john.firearm(model="Musket", color="Walnut")
    owner = john.info()["civilian"][0]
    assert_just_now(record.pop("timestamp"))
    assert record.pop("id") != owner["id"]
    assert shapes.is_serial_number(record.pop("serialNumber"))
    assert record == {
        "userID": owner["userID"],
        "userName": owner["userName"],
        "civilianID": owner["id"],
        "civilianName": "John Doe",
        "stolen": False,
        "model": "Musket",
    }


def test_serial_numbers_are_random_and_unique(john):
    serials = [john.firearm()["serialNumber"] for _ in range(60)]
    assert len(set(serials)) == 60
    assert all(shapes.is_serial_number(serial) for serial in serials), serials
    # 600 random characters of an alphabet of 32 miss a given one about once in 10^8; a counter would use a few only.
    assert len(set("".join(serials))) >= 28
    assert all(len({serial[place] for serial in serials}) > 5 for place in range(10)), "a place hardly varies"


def test_a_serial_number_in_the_request_is_ignored(john):
    assert john.firearm(serialNumber="AAAAAAAAAA")["serialNumber"] != "AAAAAAAAAA"


def test_a_firearm_for_an_unknown_civilian_is_not_found(guild):
    guild.post("firearm/create", builders.firearm("Nobody")).refused(404, "Character not found (10023)")


def test_a_search_by_serial_number_returns_the_firearm(john):
    record = john.firearm()
    body = john.get("firearm/info", {"serialNumber": record["serialNumber"]}).ok()
    assert list(body.items()) == [("found", True), ("guildID", john.guild), ("firearm", [record])]
    assert list(body["firearm"][0]) == list(shapes.FIREARM)


def test_a_search_that_finds_nothing_says_found_false_first(guild):
    guild.get("firearm/info", {"serialNumber": "0000000000"}).refused(404, NOT_FOUND, found=True)


def test_the_list_holds_every_firearm_and_their_number(john):
    john.civilian("Jane Roe")
    made = [john.firearm(model="A"), john.firearm("Jane Roe", model="B"), john.firearm(model="C")]
    body = john.get("firearm/list").ok()
    assert list(body) == ["amount", "guildID", "firearms"]
    assert (body["amount"], body["guildID"]) == (3, john.guild)
    for record in body["firearms"]:
        assert_shape(record, shapes.FIREARM)
    assert sorted(body["firearms"], key=lambda record: record["model"]) == made


def test_the_list_of_a_guild_without_firearms_is_not_found(john):
    john.get("firearm/list").refused(404, "Unable to find any firearms (20060)")


@pytest.mark.parametrize("field, value, changed", [("color", "Crimson", {}), ("stole", True, {"stolen": True})])
def test_an_edit_changes_the_only_firearm(john, field, value, changed):
    before = john.firearm()
    body = john.patch("firearm/edit", edit(field, value)).created()
    assert list(body) == [
        "guildID", "serialNumber", "civilianName", "civilianID", "userID", "userName", "plate", "success", "firearm",
    ]  # fmt: skip
    assert (body["guildID"], body["serialNumber"]) == (john.guild, before["serialNumber"])
    assert (body["civilianName"], body["civilianID"]) == ("John Doe", before["civilianID"])
    assert (body["userID"], body["userName"]) == (before["userID"], before["userName"])
    assert body["plate"] == ""
    assert body["success"] == f"Updated firearm {field}"
    assert body["firearm"] == [before | changed]
    assert list(body["firearm"][0]) == list(shapes.FIREARM)
    found = john.get("firearm/info", {"serialNumber": before["serialNumber"]}).ok()
    assert found["firearm"] == [before | changed]


def test_an_edited_color_is_stored_although_no_record_shows_it(john):
    john.firearm(color="Walnut")
    john.patch("firearm/edit", edit("color", "Crimson")).created()
    event = john.events()[-1]
    assert event["kind"] == "firearm.edited"
    assert "Walnut" in event["before"] and "Crimson" in event["after"]


def test_an_edit_to_the_current_value_succeeds(john):
    before = john.firearm(color="Walnut")
    assert john.patch("firearm/edit", edit("color", "Walnut")).created()["firearm"] == [before]
    assert john.patch("firearm/edit", edit("stole", False)).created()["firearm"] == [before]


@pytest.mark.parametrize("field, value", [("color", 5), ("color", ""), ("color", True), ("stole", "true"), ("stole", 0)])
def test_a_value_that_does_not_fit_the_field_is_invalid(john, field, value):
    before = john.firearm()
    john.patch("firearm/edit", edit(field, value)).invalid("value")
    assert john.get("firearm/list").ok()["firearms"] == [before]


@pytest.mark.parametrize("field", ["model", "serialNumber", "stolen", "COLOR", ""])
def test_a_field_that_cannot_be_edited_is_invalid(john, field):
    john.firearm()
    john.patch("firearm/edit", edit(field, "Red")).invalid("field")


def test_an_edit_is_never_a_guess_between_several_firearms(john):
    made = [john.firearm(), john.firearm()]
    answer = john.patch("firearm/edit", edit("stole", True)).refused(409, "Several firearms match (20066)")
    for record in made:
        assert record["serialNumber"] in answer.headers["X-Error-Hint"]
    assert [record["stolen"] for record in john.get("firearm/list").ok()["firearms"]] == [False, False]


def test_a_serial_number_selects_one_of_several_firearms(john):
    first, second = john.firearm(), john.firearm()
    body = john.patch("firearm/edit", edit("stole", True, serialNumber=second["serialNumber"].lower())).created()
    assert body["firearm"] == [second | {"stolen": True}]
    assert john.get("firearm/info", {"serialNumber": first["serialNumber"]}).ok()["firearm"] == [first]


def test_a_selected_firearm_must_belong_to_the_named_civilian(john):
    john.civilian("Jane Roe")
    john.firearm()
    hers = john.firearm("Jane Roe")
    john.patch("firearm/edit", edit("stole", True, serialNumber=hers["serialNumber"])).refused(404, NOT_FOUND)
    assert john.get("firearm/info", {"serialNumber": hers["serialNumber"]}).ok()["firearm"] == [hers]


@pytest.mark.parametrize("value", [5, True, "", [], "x" * 65])
def test_a_malformed_selector_is_invalid_and_not_ignored(john, value):
    john.firearm()
    john.patch("firearm/edit", edit("color", "Red", serialNumber=value)).invalid("serialNumber")


def test_an_edit_for_an_unknown_civilian_or_one_without_firearms_is_not_found(guild):
    guild.patch("firearm/edit", edit("stole", True)).refused(404, "Character not found (10023)")
    guild.civilian("John Doe")
    guild.patch("firearm/edit", edit("stole", True)).refused(404, NOT_FOUND)


def test_deleting_a_firearm_removes_it(john):
    record, kept = john.firearm(), john.firearm()
    body = john.delete("firearm/delete", {"serialNumber": record["serialNumber"]}).ok()
    assert list(body.items()) == [("guildID", john.guild), ("id", record["id"]), ("success", "Deleted firearm")]
    john.get("firearm/info", {"serialNumber": record["serialNumber"]}).refused(404, NOT_FOUND, found=True)
    john.delete("firearm/delete", {"serialNumber": record["serialNumber"]}).refused(404, NOT_FOUND)
    assert john.get("firearm/list").ok()["firearms"] == [kept]
    assert john.event_kinds()[-1] == "firearm.deleted"


def test_a_plate_is_not_a_serial_number(john):
    john.vehicle(plate="ABC 123")
    john.get("firearm/info", {"serialNumber": "ABC 123"}).refused(404, NOT_FOUND, found=True)
