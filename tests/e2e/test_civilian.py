"""civilian/create, info, list, edit and delete: their responses and their effects."""

import re
import time

import pytest

import builders
import shapes
from harness import Server
from shapes import assert_just_now, assert_shape


def test_creating_a_civilian_returns_the_members_of_the_contract_in_order(guild):
    body = guild.post("civilian/create", builders.civilian()).created()
    assert list(body) == ["guildID", "civilianID", "civilianName", "userName", "userID", "success", "civilian"]
    assert body["guildID"] == guild.guild
    assert body["success"] == "Created civilian"
    assert (body["userName"], body["userID"]) == ("player.one", "184405311681986560")
    (record,) = body["civilian"]
    assert_shape(record, shapes.CIVILIAN)
    assert body["civilianID"] == record["civilianID"] == record["id"]
    assert body["civilianName"] == record["civilianName"] == "John Doe"


def test_a_new_civilian_shows_what_was_sent_and_is_alive_and_not_wanted(guild):
    record = guild.civilian("John Doe", age=25.5, gender="Other")
    assert_just_now(record.pop("registrationTimestamp"))
    identity = record.pop("id")
    assert record == {
        "userID": "184405311681986560",
        "userName": "player.one",
        "civilianID": identity,
        "civilianName": "John Doe",
        "deceased": False,
        "bolo": False,
        "boloReason": "",
        "civilianAge": 25.5,
        "civilianDOB": "04/07/2001",
        "civilianGender": "Other",
        "civilianHairColor": "Brown",
        "civilianHeight": 180,
        "civilianWeight": 80,
        "civilianAddress": "12 Grove Street, Los Santos",
        "civilianOccupation": "Mechanic",
    }


@pytest.mark.parametrize(
    "sent, shown",
    [("180", "180"), ("180.0", "180"), ("1.8e2", "180"), ("180.5", "180.5"), ("0.25", "0.25"), ("499", "499")],
)
def test_a_number_is_written_without_a_needless_fraction(guild, sent, shown):
    body = f'{{"height": {sent}, ' + str(builders.without(builders.civilian(), "height")).replace("'", '"')[1:]
    answer = guild.post("civilian/create", raw=body.encode())
    answer.created()
    assert re.search(rf'"civilianHeight": ?{re.escape(shown)}[,}}]', answer.text), answer.text


def test_ids_are_ordered_by_creation(guild):
    ids = []
    for number in range(8):
        ids.append(int(guild.civilian(f"Person {number}")["id"]))
        time.sleep(0.004)
    assert ids == sorted(set(ids))


def test_a_taken_name_is_refused_and_the_first_civilian_stays_unchanged(john):
    before = john.info()
    john.post("civilian/create", builders.civilian("John Doe", age=99)).refused(409, "Civilian already exists (20061)")
    assert john.info() == before
    assert john.event_kinds() == ["civilian.created"]


def test_two_guilds_can_have_the_same_name_and_do_not_see_each_other(john, other_guild):
    other_guild.get("civilian/info", {"name": "John Doe"}).refused(404, "Character not found (10023)")
    other_guild.civilian("John Doe", occupation="Pilot")
    other_guild.bolo()
    assert john.info()["civilian"][0]["civilianOccupation"] == "Mechanic"
    assert john.info()["civilian"][0]["bolo"] is False
    other_guild.delete("civilian/delete", {"name": "John Doe"}).ok()
    assert john.info()["civilian"][0]["civilianOccupation"] == "Mechanic"


def test_info_of_a_civilian_without_history_has_empty_lists(john):
    body = john.info()
    assert list(body) == ["guildID", "userID", "userName", "civilian", "citations", "fines", "arrests", "hospitalRecords"]
    assert body["guildID"] == john.guild
    assert (body["userID"], body["userName"]) == ("184405311681986560", "player.one")
    (record,) = body["civilian"]
    assert_shape(record, shapes.CIVILIAN)
    assert [body[history] for history in ("citations", "fines", "arrests", "hospitalRecords")] == [[], [], [], []]


def test_info_shows_each_entry_in_the_order_it_was_made(john):
    john.citation(charges="Speeding", amount=100)
    john.citation(charges="Parking", amount=50.5)
    john.fine(charges="Littering", amount=7)
    john.arrest(charges="Arson", time=900)
    john.admission(injures="Burns", time="3600")
    john.admission(injures="Smoke", time="60")
    body = john.info()
    for citation in body["citations"]:
        assert_shape(citation, shapes.INFO_CITATION)
        assert_just_now(citation["timestamp"])
    assert [(c["charges"], c["amount"]) for c in body["citations"]] == [("Speeding", 100), ("Parking", 50.5)]
    (fine,), (arrest,) = body["fines"], body["arrests"]
    assert_shape(fine, shapes.INFO_FINE)
    assert_shape(arrest, shapes.INFO_ARREST)
    assert (fine["charges"], fine["amount"]) == ("Littering", 7)
    assert (arrest["charges"], arrest["time"]) == ("Arson", 900)
    assert (arrest["officerName"], arrest["officerID"]) == ("Sgt. Pepper", "771")
    for admission in body["hospitalRecords"]:
        assert_shape(admission, shapes.INFO_ADMISSION)
    assert [(a["injures"], a["time"]) for a in body["hospitalRecords"]] == [("Burns", "3600"), ("Smoke", "60")]
    assert (body["hospitalRecords"][0]["medicName"], body["hospitalRecords"][0]["medicID"]) == ("Medic 4", "90210")


def test_info_of_an_unknown_civilian_is_not_found(guild):
    guild.get("civilian/info", {"name": "Nobody"}).refused(404, "Character not found (10023)")


def test_the_list_of_an_empty_guild_is_not_found(guild):
    guild.get("civilian/list").refused(404, "Unable to find any civilians (20060)")


def test_the_list_holds_every_living_civilian_and_their_number(guild):
    made = {name: guild.civilian(name) for name in ("Anna", "Bert", "Cleo")}
    guild.mark_deceased("Bert")
    body = guild.get("civilian/list").ok()
    assert list(body) == ["amount", "guildID", "civilians"]
    assert (body["amount"], body["guildID"]) == (2, guild.guild)
    for record in body["civilians"]:
        assert_shape(record, shapes.CIVILIAN)
    assert sorted(body["civilians"], key=lambda record: record["civilianName"]) == [made["Anna"], made["Cleo"]]


def test_the_list_of_a_guild_with_only_deceased_civilians_is_not_found(john):
    john.mark_deceased()
    john.get("civilian/list").refused(404, "Unable to find any civilians (20060)")


EDITS = [
    ("hair color", "Jet black", "civilianHairColor", "Brown"),
    ("name", "Johnny Doe", "civilianName", "John Doe"),
    ("age", 31, "civilianAge", 25),
    ("dob", "01/01/1990", "civilianDOB", "04/07/2001"),
    ("height", 175.5, "civilianHeight", 180),
    ("weight", 90, "civilianWeight", 80),
    ("occupation", "Pilot", "civilianOccupation", "Mechanic"),
    ("address", "1 Vinewood\nLos Santos", "civilianAddress", "12 Grove Street, Los Santos"),
]


@pytest.mark.parametrize("field, value, member, old", EDITS)
def test_an_edit_changes_that_field_and_nothing_else(john, field, value, member, old):
    before = john.info()["civilian"][0]
    body = john.patch("civilian/edit", {"name": "john doe", "field": field, "value": value}).created()
    assert list(body) == [
        "guildID", "civilianName", "civilianID", "userName", "userID", "field", "value", "oldValue", "success", "civilian",
    ]  # fmt: skip
    assert (body["guildID"], body["civilianID"]) == (john.guild, before["id"])
    assert (body["userName"], body["userID"]) == (before["userName"], before["userID"])
    assert (body["field"], body["value"], body["oldValue"]) == (field, value, old)
    assert type(body["oldValue"]) is type(old)
    assert body["success"] == f"Updated civilian {field}"
    expected = before | {member: value}
    assert body["civilianName"] == expected["civilianName"]
    assert body["civilian"] == [expected]
    assert john.info(expected["civilianName"])["civilian"] == [expected]
    assert john.event_kinds() == ["civilian.created", "civilian.edited"]


@pytest.mark.parametrize("field, value, member, old", EDITS)
def test_an_edit_to_the_current_value_is_a_conflict(john, field, value, member, old):
    john.patch("civilian/edit", {"name": "John Doe", "field": field, "value": old}).refused(409, "Value is unchanged (20062)")
    assert john.event_kinds() == ["civilian.created"]


def test_a_number_edited_to_itself_in_another_spelling_is_unchanged(john):
    raw = b'{"name": "John Doe", "field": "height", "value": 1.80e2}'
    john.patch("civilian/edit", raw=raw).refused(409, "Value is unchanged (20062)")


def test_surrounding_white_space_does_not_make_a_value_new(john):
    body = {"name": "John Doe", "field": "occupation", "value": "  Mechanic "}
    john.patch("civilian/edit", body).refused(409, "Value is unchanged (20062)")


def test_an_edited_whole_number_is_written_without_a_fraction(john):
    answer = john.patch("civilian/edit", raw=b'{"name": "John Doe", "field": "weight", "value": 95.0}')
    answer.created()
    assert re.search(r'"value": ?95,"oldValue": ?80,', answer.text.replace(", ", ",")), answer.text


def test_a_rename_to_a_taken_name_is_a_conflict(john):
    john.civilian("Jane Roe")
    body = {"name": "John Doe", "field": "name", "value": "JANE  ROE"}
    john.patch("civilian/edit", body).refused(409, "Civilian already exists (20061)")
    assert john.info("John Doe")["civilian"][0]["civilianName"] == "John Doe"


@pytest.mark.parametrize("again", ["JOHN DOE", "John  Doe", "Ｊohn Doe"])
def test_a_rename_that_only_respells_the_name_is_an_ordinary_edit(john, again):
    body = john.patch("civilian/edit", {"name": "John Doe", "field": "name", "value": again}).created()
    assert (body["value"], body["oldValue"]) == (again, "John Doe")
    assert john.info("john doe")["civilian"][0]["civilianName"] == again


def test_a_rename_shows_at_once_in_every_record(john):
    john.vehicle()
    serial = john.firearm()["serialNumber"]
    john.citation()
    john.patch("civilian/edit", {"name": "John Doe", "field": "name", "value": "Johnny Cash"}).created()
    assert john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"][0]["civilianName"] == "Johnny Cash"
    assert john.get("vehicle/list").ok()["vehicles"][0]["civilianName"] == "Johnny Cash"
    assert john.get("firearm/info", {"serialNumber": serial}).ok()["firearm"][0]["civilianName"] == "Johnny Cash"
    assert john.get("firearm/list").ok()["firearms"][0]["civilianName"] == "Johnny Cash"
    assert john.get("civilian/list").ok()["civilians"][0]["civilianName"] == "Johnny Cash"
    assert john.get("leo/records", {"name": "Johnny Cash"}).ok()["civilianName"] == "Johnny Cash"
    assert john.get("medical/records", {"name": "Johnny Cash"}).ok()["civilianName"] == "Johnny Cash"


def test_a_rename_frees_the_old_name_and_takes_the_new_one(john):
    john.patch("civilian/edit", {"name": "John Doe", "field": "name", "value": "Johnny Cash"}).created()
    john.get("civilian/info", {"name": "John Doe"}).refused(404, "Character not found (10023)")
    john.post("civilian/create", builders.civilian("johnny cash")).refused(409, "Civilian already exists (20061)")
    john.civilian("John Doe")


def test_an_edit_of_an_unknown_civilian_is_not_found(guild):
    body = {"name": "Nobody", "field": "age", "value": 3}
    guild.patch("civilian/edit", body).refused(404, "Character not found (10023)")


def test_deleting_a_civilian_returns_the_last_state_and_frees_the_name(john):
    john.bolo(reason="Arson")
    record = john.info()["civilian"][0]
    body = john.delete("civilian/delete", {"name": "JOHN DOE"}).ok()
    assert list(body) == ["guildID", "civilianID", "civilianName", "userName", "userID", "success", "civilian"]
    assert (body["guildID"], body["civilianID"], body["civilianName"]) == (john.guild, record["id"], "John Doe")
    assert (body["userName"], body["userID"]) == (record["userName"], record["userID"])
    assert body["success"] == "Deleted civilian"
    assert body["civilian"] == [record]
    john.get("civilian/info", {"name": "John Doe"}).refused(404, "Character not found (10023)")
    john.delete("civilian/delete", {"name": "John Doe"}).refused(404, "Character not found (10023)")
    assert john.civilian("John Doe")["id"] != record["id"]


def test_a_civilian_that_is_not_kept_leaves_no_row(store):
    with Server(store, "--keep-deleted", "0") as server:
        guild = server.guild()
        for name in ("John Doe", "Jane Roe"):
            guild.civilian(name)
            guild.vehicle(name, plate=name), guild.firearm(name), guild.citation(name), guild.admission(name)
        guild.delete("civilian/delete", {"name": "John Doe"}).ok()
        guild.wait_until_cleaned_up()
        tables = ("civilian", "vehicle", "firearm", "entry", "kept_civilian", "kept_vehicle", "kept_firearm")
        assert [len(store.rows(f"select * from {table}")) for table in tables] == [1, 1, 1, 2, 0, 0, 0]


def test_deleting_a_civilian_deletes_all_belongings_and_nothing_else(john):
    john.civilian("Jane Roe")
    john.vehicle(plate="HIS 1")
    john.vehicle(plate="HIS 2")
    john.vehicle("Jane Roe", plate="HERS 1")
    his = john.firearm()["serialNumber"]
    hers = john.firearm("Jane Roe")["serialNumber"]
    for name in ("John Doe", "Jane Roe"):
        john.citation(name), john.fine(name), john.arrest(name), john.admission(name)
    events = len(john.events())
    john.delete("civilian/delete", {"name": "John Doe"}).ok()

    for plate in ("HIS 1", "HIS 2"):
        john.get("vehicle/plate", {"plate": plate}).refused(404, "Vehicle not found (10023)", found=True)
    john.get("firearm/info", {"serialNumber": his}).refused(404, "Firearm not found (10023)", found=True)
    assert john.get("vehicle/list").ok()["amount"] == 1
    assert john.get("firearm/list").ok()["firearms"][0]["serialNumber"] == hers
    assert len(john.info("Jane Roe")["citations"]) == 1
    assert john.event_kinds()[events:] == ["civilian.deleted"]

    john.civilian("John Doe")
    fresh = john.info()
    assert [fresh[history] for history in ("citations", "fines", "arrests", "hospitalRecords")] == [[], [], [], []]
    assert john.citation()["count"] == 1
    john.vehicle(plate="HIS 1")
