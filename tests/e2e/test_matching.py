"""How names, plates and serial numbers are matched."""

import pytest

import builders

SAME_NAMES = [
    ("John Doe", "john doe"),
    ("John Doe", "JOHN DOE"),
    ("John Doe", "john  DOE"),
    ("John Doe", "  John   Doe  "),
    ("John  Doe", "John Doe"),
    ("John Doe", "John\u3000Doe"),
    ("John Doe", "John\u00a0Doe"),
    ("John Doe", "ＪＯＨＮ ＤＯＥ"),
    ("Straße", "STRASSE"),
    ("STRASSE", "straße"),
    ("José", "Jose\u0301"),
    ("Jose\u0301", "JOSÉ"),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
    ("Ｆｉｎｎ", "ﬁnn"),
    ("Иван", "иван"),
]


@pytest.mark.parametrize("typed, asked", SAME_NAMES)
def test_a_name_is_found_in_any_spelling_and_shown_as_typed(guild, typed, asked):
    guild.civilian(typed)
    assert guild.info(asked)["civilian"][0]["civilianName"] == typed
    assert guild.get("civilian/info", query={"name": asked}).ok()["civilian"][0]["civilianName"] == typed
    guild.post("civilian/create", builders.civilian(asked)).refused(409, "Civilian already exists (20061)")


@pytest.mark.parametrize("first, second", [("John Doe", "JohnDoe"), ("José", "Jose"), ("Ann Lee", "Anne Lee"), ("A B", "AB")])
def test_names_of_different_people_stay_different(guild, first, second):
    guild.civilian(first)
    guild.get("civilian/info", {"name": second}).refused(404, "Character not found (10023)")
    guild.civilian(second)
    assert guild.get("civilian/list").ok()["amount"] == 2


@pytest.mark.parametrize("path", ["leo/records", "medical/records"])
def test_records_are_found_by_any_spelling_of_the_name(john, path):
    assert john.get(path, {"name": "ｊohn  DOE"}).ok()["civilianName"] == "John Doe"


@pytest.mark.parametrize(
    "typed, asked",
    [("ABC 123", "abc123"), ("abc123", "A B C 1 2 3"), ("ABC 123", "  ABC 123 "), ("ÄB 1", "äb1"), ("ＡＢＣ", "abc")],
)
def test_a_plate_is_found_without_regard_to_case_and_white_space(john, typed, asked):
    john.vehicle(plate=typed)
    assert john.get("vehicle/plate", {"plate": asked}).ok()["vehicle"][0]["plate"] == typed
    assert john.get("leo/impound", {"plate": asked}).ok()["plate"] == typed
    john.post("vehicle/create", builders.vehicle(plate=asked)).refused(409, "Vehicle already exists (20061)")
    assert john.patch("leo/impound", {"plate": asked, "impound": True}).created()["plate"] == typed


def test_plates_that_differ_in_a_character_are_different_vehicles(john):
    john.vehicle(plate="ABC-123")
    john.vehicle(plate="ABC 123")
    assert john.get("vehicle/list").ok()["amount"] == 2


def test_a_serial_number_is_found_without_regard_to_case_and_white_space(john):
    serial = john.firearm()["serialNumber"]
    for asked in (serial.lower(), f" {serial} ", f"{serial[:3]} {serial[3:]}".lower()):
        assert john.get("firearm/info", {"serialNumber": asked}).ok()["firearm"][0]["serialNumber"] == serial
    assert john.delete("firearm/delete", {"serialNumber": f"{serial[:5]} {serial[5:]}".lower()}).ok()["guildID"] == john.guild


def test_the_same_plate_may_be_in_two_guilds(john, other_guild):
    other_guild.civilian("Jane Roe")
    john.vehicle(plate="ABC 123", color="Red")
    other_guild.vehicle("Jane Roe", plate="ABC 123", color="Green")
    assert john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"][0]["color"] == "Red"
    assert other_guild.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"][0]["color"] == "Green"


def test_a_firearm_of_another_guild_is_not_found(john, other_guild):
    serial = john.firearm()["serialNumber"]
    other_guild.get("firearm/info", {"serialNumber": serial}).refused(404, "Firearm not found (10023)", found=True)
    other_guild.delete("firearm/delete", {"serialNumber": serial}).refused(404, "Firearm not found (10023)")


def test_a_vehicle_of_another_guild_is_not_found_by_its_id(john, other_guild):
    vehicle = john.vehicle()
    other_guild.delete("vehicle/delete", {"vehicleID": vehicle["id"]}).refused(404, "Vehicle not found (10023)")
    assert john.get("vehicle/list").ok()["amount"] == 1
