"""One call for an officer: vehicle/check and civilian/check."""

import pytest

import builders

STOP = ["bolo", "stolen", "custody", "impounded"]


def plate(guild, value="ABC 123"):
    return guild.get("vehicle/check", {"plate": value}).ok()


def person(guild, name="John Doe"):
    return guild.get("civilian/check", {"name": name}).ok()


def codes(answer):
    return [reason["code"] for reason in answer["reasons"]]


@pytest.fixture
def driver(john):
    john.vehicle(plate="ABC 123")
    return john


def make_wanted(guild):
    guild.patch("civilian/bolo", {"name": "John Doe", "bolo": True, "reason": "Armed robbery"}).created()


def make_stolen(guild):
    guild.patch("vehicle/edit", {"name": "John Doe", "field": "stole", "value": True}).created()


def make_impounded(guild):
    guild.patch("leo/impound", {"plate": "ABC 123", "impound": True}).created()


def make_prisoner(guild):
    guild.post("leo/arrest", builders.arrest(time=600)).created()


def make_deceased(guild):
    guild.patch("civilian/deceased", {"name": "John Doe", "deceased": True}).created()


def make_armed(guild):
    guild.firearm()
    guild.patch("firearm/edit", {"name": "John Doe", "field": "stole", "value": True}).created()


def make_unregistered(guild):
    guild.patch("vehicle/edit", {"name": "John Doe", "field": "registration", "value": "Expired"}).created()


def make_uninsured(guild):
    guild.patch("vehicle/edit", {"name": "John Doe", "field": "insurance", "value": "None"}).created()


def test_a_vehicle_without_a_fault_is_clear(driver):
    answer = plate(driver)
    assert list(answer) == ["guildID", "registered", "verdict", "reasons", "vehicle", "owner"]
    assert (answer["registered"], answer["verdict"], answer["reasons"]) == (True, "clear", [])
    assert answer["vehicle"] == driver.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"]
    assert answer["owner"] == driver.info()["civilian"]


def test_a_plate_that_is_not_on_file_is_a_caution(john):
    assert plate(john, "NOT HERE") == {
        "guildID": john.guild, "registered": False, "verdict": "caution",
        "reasons": [{"code": "unregistered", "text": "the plate is not on file"}], "vehicle": [], "owner": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    "make, code, text, verdict",
    [
        (make_wanted, "bolo", "the owner is wanted: Armed robbery", "stop"),
        (make_stolen, "stolen", "the vehicle is stolen", "stop"),
        (make_prisoner, "custody", "the owner is in custody", "stop"),
        (make_impounded, "impounded", "the vehicle is impounded", "stop"),
        (make_deceased, "deceased", "the owner is deceased", "caution"),
        (make_armed, "stolenFirearm", "the owner has a stolen firearm on file", "caution"),
        (make_unregistered, "registration", "the registration has expired", "caution"),
        (make_uninsured, "insurance", "the vehicle has no insurance", "caution"),
    ],
)
def test_each_fault_of_a_vehicle_or_its_owner_is_a_reason(driver, make, code, text, verdict):
    assert plate(driver)["verdict"] == "clear"
    make(driver)
    answer = plate(driver)
    assert (answer["verdict"], answer["reasons"]) == (verdict, [{"code": code, "text": text}])


def test_the_worst_reason_comes_first(driver):
    for make in (make_uninsured, make_unregistered, make_armed, make_impounded, make_prisoner, make_stolen, make_wanted, make_deceased):
        make(driver)
    answer = plate(driver)
    assert answer["verdict"] == "stop"
    assert codes(answer) == [*STOP, "deceased", "stolenFirearm", "registration", "insurance"]


def test_a_person_without_a_fault_is_clear(driver):
    driver.firearm(), driver.citation(), driver.citation(), driver.admission()
    answer = person(driver, "  john   DOE ")
    assert list(answer) == [
        "guildID", "registered", "verdict", "reasons", "civilian", "vehicles", "firearms", "vehicleAmount", "firearmAmount",
        "citationAmount", "fineAmount", "arrestAmount", "admissionAmount",
    ]  # fmt: skip
    assert (answer["registered"], answer["verdict"], answer["reasons"]) == (True, "clear", [])
    assert answer["civilian"] == driver.info()["civilian"]
    assert [vehicle["plate"] for vehicle in answer["vehicles"]] == ["ABC 123"]
    assert (answer["vehicleAmount"], answer["firearmAmount"], len(answer["firearms"])) == (1, 1, 1)
    assert [answer[f"{kind}Amount"] for kind in ("citation", "fine", "arrest", "admission")] == [2, 0, 0, 1]


def test_a_name_that_is_not_on_file_is_a_caution(john):
    answer = person(john, "Nobody")
    assert (answer["registered"], answer["verdict"], codes(answer)) == (False, "caution", ["unregistered"])
    assert answer["civilian"] == answer["vehicles"] == answer["firearms"] == []
    assert answer["vehicleAmount"] == 0


@pytest.mark.parametrize(
    "make, code, verdict",
    [(make_wanted, "bolo", "stop"), (make_prisoner, "custody", "stop"), (make_deceased, "deceased", "caution"), (make_armed, "stolenFirearm", "caution")],
)
def test_each_fault_of_a_person_is_a_reason(driver, make, code, verdict):
    assert person(driver)["verdict"] == "clear"
    make(driver)
    assert (person(driver)["verdict"], codes(person(driver))) == (verdict, [code])


def test_a_stolen_or_impounded_vehicle_is_no_reason_to_stop_its_owner(driver):
    make_stolen(driver), make_impounded(driver)
    assert person(driver)["verdict"] == "clear"


def test_only_some_of_many_vehicles_are_shown_and_all_are_counted(john):
    for number in range(23):
        john.vehicle(plate=f"MANY {number}")
    answer = person(john)
    assert (len(answer["vehicles"]), answer["vehicleAmount"]) == (20, 23)


def test_a_check_sees_every_change_at_once(driver):
    for _ in range(20):
        make_wanted(driver)
        assert plate(driver)["verdict"] == person(driver)["verdict"] == "stop"
        driver.patch("civilian/bolo", {"name": "John Doe", "bolo": False}).created()
        assert plate(driver)["verdict"] == person(driver)["verdict"] == "clear"


def test_an_invalid_plate_or_name_is_an_error(john):
    john.get("vehicle/check", {"plate": " "}).invalid("plate")
    john.get("vehicle/check", {}).invalid("plate")
    john.get("civilian/check", {"name": ""}).invalid("name")
