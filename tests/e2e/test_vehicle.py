"""vehicle/plate, list, create, edit and delete."""

import pytest

import builders
import shapes
from shapes import assert_just_now, assert_shape

NOT_FOUND = "Vehicle not found (10023)"


def edit(field, value, **more):
    return {"name": "John Doe", "field": field, "value": value, **more}


def test_creating_a_vehicle_returns_the_members_of_the_contract_in_order(john):
    body = john.post("vehicle/create", builders.vehicle("john doe", "ABC 123")).created()
    assert list(body) == ["guildID", "plate", "civilianName", "civilianID", "success", "vehicle"]
    (record,) = body["vehicle"]
    assert_shape(record, shapes.VEHICLE)
    assert (body["guildID"], body["plate"], body["civilianName"]) == (john.guild, "ABC 123", "John Doe")
    assert body["success"] == "Created vehicle"
    assert body["civilianID"] == record["civilianID"] == john.info()["civilian"][0]["id"]


def test_a_new_vehicle_shows_what_was_sent_and_belongs_to_its_civilian(john):
    record = john.vehicle(plate="xyz 9", colorType="Pearlescent", registration="Expired", insurance="None")
    owner = john.info()["civilian"][0]
    assert_just_now(record.pop("timestamp"))
    assert record.pop("id") != owner["id"]
    assert record == {
        "userID": owner["userID"],
        "userName": owner["userName"],
        "civilianID": owner["id"],
        "civilianName": "John Doe",
        "impounded": False,
        "stolen": False,
        "plate": "xyz 9",
        "model": "Bravado Buffalo",
        "registration": "Expired",
        "insurance": "None",
        "color": "Midnight Blue",
        "colorType": "Pearlescent",
    }


@pytest.mark.parametrize("color_type", ["Classic", "Metallic", "Matte", "Metal", "Pearlescent"])
def test_every_color_type_of_the_seed_is_accepted(john, color_type):
    assert john.vehicle(colorType=color_type)["colorType"] == color_type


def test_a_vehicle_for_an_unknown_civilian_is_not_found(guild):
    guild.post("vehicle/create", builders.vehicle("Nobody")).refused(404, "Character not found (10023)")


def test_a_taken_plate_is_refused_for_every_owner(john):
    john.civilian("Jane Roe")
    john.vehicle(plate="ABC 123")
    for owner in ("John Doe", "Jane Roe"):
        john.post("vehicle/create", builders.vehicle(owner, "abc123")).refused(409, "Vehicle already exists (20061)")
    assert john.get("vehicle/list").ok()["amount"] == 1


def test_a_plate_search_returns_the_vehicle(john):
    record = john.vehicle()
    body = john.get("vehicle/plate", {"plate": "ABC 123"}).ok()
    assert list(body.items()) == [("found", True), ("guildID", john.guild), ("vehicle", [record])]
    assert list(body["vehicle"][0]) == list(shapes.VEHICLE)


def test_a_plate_search_that_finds_nothing_says_found_false_first(guild):
    guild.get("vehicle/plate", {"plate": "NONE 1"}).refused(404, NOT_FOUND, found=True)


def test_the_list_holds_every_vehicle_and_their_number(john):
    john.civilian("Jane Roe")
    made = [john.vehicle(plate="A 1"), john.vehicle("Jane Roe", plate="B 2"), john.vehicle(plate="C 3")]
    body = john.get("vehicle/list").ok()
    assert list(body) == ["amount", "guildID", "vehicles"]
    assert (body["amount"], body["guildID"]) == (3, john.guild)
    for record in body["vehicles"]:
        assert_shape(record, shapes.VEHICLE)
    assert sorted(body["vehicles"], key=lambda record: record["plate"]) == made


def test_the_list_of_a_guild_without_vehicles_is_not_found(john):
    john.get("vehicle/list").refused(404, "Unable to find any vehicles (20060)")


EDITS = [
    ("color", "Racing Green", "color", "Midnight Blue"),
    ("insurance", "Expired", "insurance", "Valid"),
    ("insurance", "None", "insurance", "Valid"),
    ("registration", "Expired", "registration", "Valid"),
    ("stole", True, "stolen", False),
]


@pytest.mark.parametrize("field, value, member, old", EDITS)
def test_an_edit_changes_that_field_of_the_only_vehicle_and_nothing_else(john, field, value, member, old):
    before = john.vehicle()
    body = john.patch("vehicle/edit", edit(field, value)).created()
    assert list(body) == [
        "guildID", "civilianName", "civilianID", "userID", "userName", "plate", "field", "value", "oldValue", "success", "vehicle",
    ]  # fmt: skip
    assert (body["guildID"], body["civilianName"], body["civilianID"]) == (john.guild, "John Doe", before["civilianID"])
    assert (body["userID"], body["userName"], body["plate"]) == (before["userID"], before["userName"], "ABC 123")
    assert (body["field"], body["value"], body["oldValue"]) == (field, value, old)
    assert body["oldValue"] is old or type(body["oldValue"]) is str
    assert body["success"] == f"Updated vehicle {field}"
    assert body["vehicle"] == [before | {member: value}]
    assert john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"] == [before | {member: value}]
    assert john.event_kinds()[-1] == "vehicle.edited"


@pytest.mark.parametrize("field, value, member, old", EDITS)
def test_an_edit_to_the_current_value_succeeds(john, field, value, member, old):
    before = john.vehicle()
    body = john.patch("vehicle/edit", edit(field, old)).created()
    assert (body["value"], body["oldValue"], body["vehicle"]) == (old, old, [before])


def test_the_stolen_flag_can_be_cleared(john):
    john.vehicle()
    john.patch("vehicle/edit", edit("stole", True)).created()
    assert john.patch("vehicle/edit", edit("stole", False)).created()["vehicle"][0]["stolen"] is False


@pytest.mark.parametrize(
    "field, value",
    [("color", 5), ("color", " "), ("insurance", "valid"), ("insurance", True), ("registration", "None"), ("stole", "true"), ("stole", 1)],
)
def test_a_value_that_does_not_fit_the_field_is_invalid(john, field, value):
    before = john.vehicle()
    john.patch("vehicle/edit", edit(field, value)).invalid("value")
    assert john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"] == [before]


@pytest.mark.parametrize("field", ["plate", "model", "stolen", "Color", "colorType", "impounded", ""])
def test_a_field_that_cannot_be_edited_is_invalid(john, field):
    john.vehicle()
    john.patch("vehicle/edit", edit(field, "Red")).invalid("field")


def test_an_edit_is_never_a_guess_between_several_vehicles(john):
    before = [john.vehicle(plate="AAA 111"), john.vehicle(plate="BBB 222")]
    answer = john.patch("vehicle/edit", edit("color", "Red")).refused(409, "Several vehicles match (20066)")
    hint = answer.headers["X-Error-Hint"]
    assert "AAA 111" in hint and "BBB 222" in hint, hint
    assert sorted(john.get("vehicle/list").ok()["vehicles"], key=lambda record: record["plate"]) == before
    assert john.event_kinds() == ["civilian.created", "vehicle.created", "vehicle.created"]


def test_the_hint_about_several_vehicles_survives_plates_that_no_header_may_carry(john):
    john.vehicle(plate="ПЛТ 1")
    john.vehicle(plate="車 2")
    answer = john.patch("vehicle/edit", edit("color", "Red")).refused(409, "Several vehicles match (20066)")
    assert not any(ord(character) < 32 or ord(character) == 127 for character in answer.headers["X-Error-Hint"])


def test_a_plate_selects_one_of_several_vehicles(john):
    first, second = john.vehicle(plate="AAA 111"), john.vehicle(plate="BBB 222")
    body = john.patch("vehicle/edit", edit("color", "Red", plate="bbb222")).created()
    assert body["vehicle"] == [second | {"color": "Red"}]
    assert john.get("vehicle/plate", {"plate": "AAA 111"}).ok()["vehicle"] == [first]


def test_a_vehicle_id_selects_one_of_several_vehicles(john):
    first, second = john.vehicle(plate="AAA 111"), john.vehicle(plate="BBB 222")
    body = john.patch("vehicle/edit", edit("stole", True, vehicleID=first["id"])).created()
    assert body["vehicle"] == [first | {"stolen": True}]
    assert john.get("vehicle/plate", {"plate": "BBB 222"}).ok()["vehicle"] == [second]


def test_a_selected_vehicle_must_belong_to_the_named_civilian(john):
    john.civilian("Jane Roe")
    john.vehicle(plate="AAA 111")
    hers = john.vehicle("Jane Roe", plate="HERS 1")
    john.patch("vehicle/edit", edit("color", "Red", plate="HERS 1")).refused(404, NOT_FOUND)
    john.patch("vehicle/edit", edit("color", "Red", vehicleID=hers["id"])).refused(404, NOT_FOUND)
    assert john.get("vehicle/plate", {"plate": "HERS 1"}).ok()["vehicle"] == [hers]


@pytest.mark.parametrize("selector", [{"plate": "GONE"}, {"vehicleID": "1"}, {"vehicleID": "no number"}])
def test_a_selector_that_finds_nothing_is_not_replaced_by_a_guess(john, selector):
    before = john.vehicle()
    john.patch("vehicle/edit", edit("color", "Red", **selector)).refused(404, NOT_FOUND)
    assert john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"] == [before]


@pytest.mark.parametrize("selector", ["plate", "vehicleID"])
@pytest.mark.parametrize("value", [5, True, "", [], "x" * 65])
def test_a_malformed_selector_is_invalid_and_not_ignored(john, selector, value):
    john.vehicle()
    john.patch("vehicle/edit", edit("color", "Red", **{selector: value})).invalid(selector)


@pytest.mark.parametrize("selector", ["plate", "vehicleID"])
def test_a_selector_of_null_is_no_selector(john, selector):
    john.vehicle()
    john.patch("vehicle/edit", edit("color", "Red", **{selector: None})).created()


def test_an_edit_for_an_unknown_civilian_or_one_without_vehicles_is_not_found(guild):
    guild.patch("vehicle/edit", edit("color", "Red")).refused(404, "Character not found (10023)")
    guild.civilian("John Doe")
    guild.patch("vehicle/edit", edit("color", "Red")).refused(404, NOT_FOUND)


def test_deleting_a_vehicle_removes_it_and_frees_its_plate(john):
    record = john.vehicle()
    body = john.delete("vehicle/delete", {"vehicleID": record["id"]}).ok()
    assert list(body.items()) == [("guildID", john.guild), ("id", record["id"]), ("success", "Deleted vehicle")]
    john.get("vehicle/plate", {"plate": "ABC 123"}).refused(404, NOT_FOUND, found=True)
    john.delete("vehicle/delete", {"vehicleID": record["id"]}).refused(404, NOT_FOUND)
    assert john.vehicle()["id"] != record["id"]
    assert john.event_kinds() == ["civilian.created", "vehicle.created", "vehicle.deleted", "vehicle.created"]


@pytest.mark.parametrize(
    "vehicle_id", ["1", "0", "-1", "ABC 123", "1.5", "1e3", "9223372036854775807", "9" * 30, "9" * 64, "0x10"]
)
def test_an_id_that_names_no_vehicle_is_not_found(john, vehicle_id):
    john.vehicle()
    john.delete("vehicle/delete", {"vehicleID": vehicle_id}).refused(404, NOT_FOUND)


def test_the_id_of_a_civilian_or_a_firearm_deletes_no_vehicle(john):
    john.vehicle()
    for record in (john.info()["civilian"][0], john.firearm()):
        john.delete("vehicle/delete", {"vehicleID": record["id"]}).refused(404, NOT_FOUND)
    assert john.get("vehicle/list").ok()["amount"] == 1
