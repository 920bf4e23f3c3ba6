"""leo/records, arrest, cite, fine and impound."""

import re

import pytest

import builders
import shapes
from shapes import assert_just_now, assert_shape

NOT_FOUND = "Character not found (10023)"
VEHICLE_NOT_FOUND = "Vehicle not found (10023)"

# path, builder, member of the response, success, shape, the penalty's member
PENALTIES = [
    ("leo/arrest", builders.arrest, "arrest", "Created arrest", shapes.ARREST, "time"),
    ("leo/cite", builders.citation, "citation", "Created citation", shapes.CITATION, "amount"),
    ("leo/fine", builders.fine, "fine", "Created fine", shapes.FINE, "amount"),
]
EVENTS = {"leo/arrest": "leo.arrested", "leo/cite": "leo.cited", "leo/fine": "leo.fined"}


@pytest.mark.parametrize("path, build, member, success, shape, penalty", PENALTIES)
def test_a_penalty_returns_its_entry(john, path, build, member, success, shape, penalty):
    sent = build("john doe", charges="Line one\nline two\tand a tab", **{penalty: 1234.5})
    body = john.post(path, sent).created()
    assert list(body) == ["guildID", "civilianName", "civilianID", "success", member]
    assert (body["guildID"], body["civilianName"], body["success"]) == (john.guild, "John Doe", success)
    assert body["civilianID"] == john.info()["civilian"][0]["id"]
    (entry,) = body[member]
    assert_shape(entry, shape)
    assert_just_now(entry.pop("timestamp"))
    assert entry == {
        "count": 1,
        "officersName": "Sgt. Pepper",
        "officersID": "771",
        penalty: 1234.5,
        "charges": "Line one\nline two\tand a tab",
    }
    assert john.event_kinds() == ["civilian.created", EVENTS[path]]


@pytest.mark.parametrize("path, build, member, success, shape, penalty", PENALTIES)
def test_penalties_count_from_one_per_civilian_and_kind(john, path, build, member, success, shape, penalty):
    john.civilian("Jane Roe")
    for other_path, other_build, *_ in PENALTIES:
        john.post(other_path, other_build("Jane Roe")).created()
    counts = [john.post(path, build()).created()[member][0]["count"] for _ in range(3)]
    assert counts == [1, 2, 3]


@pytest.mark.parametrize("path, build, member, success, shape, penalty", PENALTIES)
def test_a_whole_penalty_is_written_without_fraction_or_exponent(john, path, build, member, success, shape, penalty):
    for sent, shown in ((1_000_000_000, "1000000000"), (100.0, "100"), (0.5, "0.5"), (123456789.25, "123456789.25")):
        answer = john.post(path, build(**{penalty: sent}))
        answer.created()
        assert re.search(rf'"{penalty}": ?{re.escape(shown)}[,}}]', answer.text), answer.text


@pytest.mark.parametrize("path, build, member, success, shape, penalty", PENALTIES)
def test_a_penalty_for_an_unknown_civilian_is_not_found(guild, path, build, member, success, shape, penalty):
    guild.post(path, build("Nobody")).refused(404, NOT_FOUND)
    assert guild.events() == []


def test_records_of_a_civilian_without_history_are_empty(john):
    body = john.get("leo/records", {"name": "John Doe"}).ok()
    assert list(body.items()) == [
        ("guildID", john.guild),
        ("civilianName", "John Doe"),
        ("civilianID", john.info()["civilian"][0]["id"]),
        ("citationAmount", 0),
        ("fineAmount", 0),
        ("arrestAmount", 0),
        ("citations", []),
        ("fines", []),
        ("arrests", []),
    ]


def test_records_contain_every_entry_in_order_and_the_count(john):
    citations = [john.citation(charges=f"Citation {number}") for number in range(3)]
    arrests = [john.arrest(charges=f"Arrest {number}") for number in range(2)]
    fines = [john.fine(charges="Fine 0")]
    john.admission()
    body = john.get("leo/records", {"name": "JOHN  DOE"}).ok()
    assert (body["citationAmount"], body["fineAmount"], body["arrestAmount"]) == (3, 1, 2)
    assert (body["citations"], body["fines"], body["arrests"]) == (citations, fines, arrests)
    assert_shape(body["citations"][0], shapes.CITATION)
    assert_shape(body["fines"][0], shapes.FINE)
    assert_shape(body["arrests"][0], shapes.ARREST)
    assert [entry["count"] for entry in body["citations"]] == [1, 2, 3]


def test_records_keep_their_order_beyond_nine_entries(john):
    for number in range(12):
        john.citation(charges=f"Citation {number}")
    body = john.get("leo/records", {"name": "John Doe"}).ok()
    assert [entry["count"] for entry in body["citations"]] == list(range(1, 13))
    assert [entry["charges"] for entry in john.info()["citations"]] == [f"Citation {number}" for number in range(12)]


def test_records_of_an_unknown_civilian_are_not_found(guild):
    guild.get("leo/records", {"name": "Nobody"}).refused(404, NOT_FOUND)


def test_an_impound_is_shown_everywhere(john):
    before = john.vehicle()
    body = john.patch("leo/impound", {"plate": "abc123", "impound": True, "fee": 750.5}).created()
    assert list(body) == [
        "guildID", "plate", "userID", "userName", "civilianName", "civilianID", "impounded", "success", "vehicle",
    ]  # fmt: skip
    assert (body["guildID"], body["plate"], body["impounded"]) == (john.guild, "ABC 123", True)
    assert (body["userID"], body["userName"]) == (before["userID"], before["userName"])
    assert (body["civilianName"], body["civilianID"]) == ("John Doe", before["civilianID"])
    assert body["success"] == "Impounded vehicle"
    assert body["vehicle"] == [before | {"impounded": True}]
    assert_shape(body["vehicle"][0], shapes.VEHICLE)
    assert john.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"] == [before | {"impounded": True}]
    assert list(john.get("leo/impound", {"plate": "ABC123"}).ok().items()) == [
        ("guildID", john.guild),
        ("plate", "ABC 123"),
        ("id", before["id"]),
        ("impounded", True),
        ("impoundedFee", 750.5),
    ]
    assert john.event_kinds()[-1] == "vehicle.impounded"


@pytest.mark.parametrize("fee", [{}, {"fee": None}, {"fee": 0}])
def test_an_impound_without_a_fee_costs_nothing(john, fee):
    john.vehicle()
    john.impound(**fee)
    answer = john.get("leo/impound", {"plate": "ABC 123"})
    assert (answer.ok()["impounded"], answer.ok()["impoundedFee"]) == (True, 0)
    assert re.search(r'"impoundedFee": ?0\}', answer.text), answer.text


def test_lifting_an_impound_clears_the_fee(john):
    before = john.vehicle()
    john.impound(fee=500)
    body = john.patch("leo/impound", {"plate": "ABC 123", "impound": False}).created()
    assert (body["impounded"], body["success"], body["vehicle"]) == (False, "Released vehicle", [before])
    state = john.get("leo/impound", {"plate": "ABC 123"}).ok()
    assert (state["impounded"], state["impoundedFee"]) == (False, 0)
    john.impound()
    assert john.get("leo/impound", {"plate": "ABC 123"}).ok()["impoundedFee"] == 0


def test_impounding_twice_changes_nothing(john):
    john.vehicle()
    john.impound(fee=100)
    again = {"plate": "ABC 123", "impound": True, "fee": 999}
    john.patch("leo/impound", again).refused(409, "Vehicle is already impounded (20067)")
    assert john.get("leo/impound", {"plate": "ABC 123"}).ok()["impoundedFee"] == 100


def test_releasing_a_vehicle_that_is_not_impounded_is_a_conflict(john):
    john.vehicle()
    john.patch("leo/impound", {"plate": "ABC 123", "impound": False}).refused(409, "Vehicle is not impounded (20068)")


@pytest.mark.parametrize("fee", [0, 100, "x"])
def test_a_fee_for_lifting_an_impound_is_invalid(john, fee):
    john.vehicle()
    john.impound()
    john.patch("leo/impound", {"plate": "ABC 123", "impound": False, "fee": fee}).invalid("fee")
    assert john.get("leo/impound", {"plate": "ABC 123"}).ok()["impounded"] is True


def test_a_fee_of_null_is_no_fee_when_lifting(john):
    john.vehicle()
    john.impound()
    john.patch("leo/impound", {"plate": "ABC 123", "impound": False, "fee": None}).created()


def test_an_impound_of_an_unknown_vehicle_is_not_found(guild):
    guild.get("leo/impound", {"plate": "GONE"}).refused(404, VEHICLE_NOT_FOUND)
    guild.patch("leo/impound", {"plate": "GONE", "impound": True}).refused(404, VEHICLE_NOT_FOUND)
    guild.patch("leo/impound", {"plate": "GONE", "impound": False}).refused(404, VEHICLE_NOT_FOUND)


def test_a_vehicle_that_is_not_impounded_is_shown_so(john):
    record = john.vehicle()
    body = john.get("leo/impound", {"plate": "ABC 123"}).ok()
    assert list(body) == ["guildID", "plate", "id", "impounded", "impoundedFee"]
    assert (body["id"], body["impounded"], body["impoundedFee"]) == (record["id"], False, 0)
