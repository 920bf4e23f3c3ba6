"""Many clients at once: exactly one wins where only one can, and nothing is lost or counted twice."""

import threading
from collections import Counter

import pytest

import builders

RUNNERS = 20


def at_once(guild, *calls):
    """Runs each call on its own connection, all started together; returns the responses in order."""
    answers = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def runner(number, call):
        client = guild.clone()
        client.get("version")
        barrier.wait(30)
        answers[number] = call(client)

    threads = [threading.Thread(target=runner, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert None not in answers, "a runner did not finish"
    return answers


def assert_one_winner(answers, success: int, loser_details: str):
    assert Counter(answer.status for answer in answers)[success] == 1, Counter(answer.text for answer in answers)
    for answer in answers:
        if answer.status != success:
            assert answer.details == loser_details, answer.text
    return next(answer for answer in answers if answer.status == success)


def assert_events_without_gaps(guild):
    assert [event["seq"] for event in guild.events()] == list(range(1, len(guild.events()) + 1))


def test_one_of_many_gets_a_name(guild):
    spellings = ["John Doe", "JOHN DOE", "john  doe", "Ｊohn Doe"]
    answers = at_once(guild, *[
        lambda client, number=number: client.post(
            "civilian/create", builders.civilian(spellings[number % 4], occupation=f"Runner {number}")
        )
        for number in range(RUNNERS)
    ])  # fmt: skip
    winner = assert_one_winner(answers, 201, "Civilian already exists (20061)")
    assert guild.info()["civilian"] == winner.json["civilian"]
    assert guild.event_kinds() == ["civilian.created"]


def test_one_of_many_gets_a_plate(guild):
    for number in range(4):
        guild.civilian(f"Person {number}")
    answers = at_once(guild, *[
        lambda client, number=number: client.post("vehicle/create", builders.vehicle(f"Person {number % 4}", "RACE 1"))
        for number in range(RUNNERS)
    ])  # fmt: skip
    winner = assert_one_winner(answers, 201, "Vehicle already exists (20061)")
    assert guild.get("vehicle/list").ok()["vehicles"] == winner.json["vehicle"]


def test_one_of_many_activates_a_bolo(john):
    answers = at_once(john, *[
        lambda client, number=number: client.patch(
            "civilian/bolo", {"name": "John Doe", "bolo": True, "reason": f"Reason {number}"}
        )
        for number in range(RUNNERS)
    ])  # fmt: skip
    winner = assert_one_winner(answers, 201, "Civilian already has an active BOLO (20063)")
    assert john.info()["civilian"] == winner.json["civilian"]
    assert john.event_kinds().count("civilian.bolo") == 1


@pytest.mark.parametrize("impound, loser", [(True, "Vehicle is already impounded (20067)"), (False, "Vehicle is not impounded (20068)")])
def test_one_of_many_impounds_or_releases_a_vehicle(john, impound, loser):
    john.vehicle()
    if not impound:
        john.impound()
    before = john.event_kinds().count("vehicle.impounded")
    body = {"plate": "ABC 123", "impound": impound}
    answers = at_once(john, *[lambda client: client.patch("leo/impound", body)] * RUNNERS)
    assert_one_winner(answers, 201, loser)
    assert john.event_kinds().count("vehicle.impounded") == before + 1


def test_a_civilian_dies_once(john):
    body = {"name": "John Doe", "deceased": True}
    answers = at_once(john, *[lambda client: client.patch("civilian/deceased", body)] * RUNNERS)
    assert_one_winner(answers, 201, "Civilian is deceased (20065)")
    assert john.event_kinds().count("civilian.deceased") == 1


def test_one_of_many_takes_a_name_by_renaming(guild):
    for number in range(RUNNERS):
        guild.civilian(f"Person {number}")
    answers = at_once(guild, *[
        lambda client, number=number: client.patch(
            "civilian/edit", {"name": f"Person {number}", "field": "name", "value": "The One"}
        )
        for number in range(RUNNERS)
    ])  # fmt: skip
    winner = assert_one_winner(answers, 201, "Civilian already exists (20061)")
    assert guild.info("the one")["civilian"] == winner.json["civilian"]
    assert guild.get("civilian/list").ok()["amount"] == RUNNERS


def test_one_of_many_deletes(john):
    vehicle = john.vehicle()
    serial = john.firearm()["serialNumber"]
    for path, body, loser in (
        ("vehicle/delete", {"vehicleID": vehicle["id"]}, "Vehicle not found (10023)"),
        ("firearm/delete", {"serialNumber": serial}, "Firearm not found (10023)"),
        ("civilian/delete", {"name": "John Doe"}, "Character not found (10023)"),
    ):
        answers = at_once(john, *[lambda client, path=path, body=body: client.delete(path, body)] * RUNNERS)
        assert_one_winner(answers, 200, loser)
    kinds = Counter(john.event_kinds())
    assert (kinds["vehicle.deleted"], kinds["firearm.deleted"], kinds["civilian.deleted"]) == (1, 1, 1)


@pytest.mark.parametrize("path, build, kind, listed", [
    ("leo/cite", builders.citation, "citation", "citations"),
    ("leo/arrest", builders.arrest, "arrest", "arrests"),
])  # fmt: skip
def test_concurrent_entries_count_without_gaps(john, path, build, kind, listed):
    def write_five(client, number):
        return [client.post(path, build(charges=f"{number}-{turn}")).created()[kind][0] for turn in range(5)]

    answers = at_once(john, *[lambda client, number=number: write_five(client, number) for number in range(RUNNERS)])
    written = sorted((entry for entries in answers for entry in entries), key=lambda entry: entry["count"])
    assert [entry["count"] for entry in written] == list(range(1, RUNNERS * 5 + 1))
    assert john.get("leo/records", {"name": "John Doe"}).ok()[listed] == written
    assert_events_without_gaps(john)


def test_nothing_is_edited_after_death(john):
    def edit(client, number):
        return client.patch("civilian/edit", {"name": "John Doe", "field": "occupation", "value": f"Job {number}"})

    def die(client, _):
        return client.patch("civilian/deceased", {"name": "John Doe", "deceased": True})

    calls = [edit] * (RUNNERS // 2) + [die] + [edit] * (RUNNERS // 2)
    answers = at_once(john, *[lambda client, call=call, number=number: call(client, number) for number, call in enumerate(calls)])
    assert answers[RUNNERS // 2].status == 201
    edited = [answer for answer in answers if answer.status == 201 and "field" in answer.json]
    for answer in answers:
        assert answer.status == 201 or answer.details == "Civilian is deceased (20065)", answer.text
    assert john.event_kinds() == ["civilian.created"] + ["civilian.edited"] * len(edited) + ["civilian.deceased"]
    after = john.info()["civilian"][0]
    assert after["deceased"] is True
    values = [answer.json["value"] for answer in edited]
    assert after["civilianOccupation"] in (values or ["Mechanic"])


def test_every_edit_sees_the_one_before_it(john):
    answers = at_once(john, *[
        lambda client, number=number: client.patch(
            "civilian/edit", {"name": "John Doe", "field": "occupation", "value": f"Job {number}"}
        ).created()
        for number in range(RUNNERS)
    ])  # fmt: skip
    follows = {answer["oldValue"]: answer["value"] for answer in answers}
    assert len(follows) == RUNNERS, "two edits replaced the same value"
    job = "Mechanic"
    for _ in range(RUNNERS):
        job = follows[job]
    assert john.info()["civilian"][0]["civilianOccupation"] == job


def test_nothing_remains_of_a_civilian_deleted_during_use(guild):
    for turn in range(5):
        guild.civilian("John Doe")
        calls = [
            *[lambda client, n=n: client.post("vehicle/create", builders.vehicle(plate=f"{turn}-{n}")) for n in range(5)],
            *[lambda client: client.post("firearm/create", builders.firearm())] * 3,
            *[lambda client: client.post("leo/cite", builders.citation())] * 3,
            lambda client: client.delete("civilian/delete", {"name": "John Doe"}),
            *[lambda client: client.post("medical/admit", builders.admission())] * 4,
        ]
        for answer in at_once(guild, *calls):
            assert answer.status in (200, 201) or answer.details == "Character not found (10023)", answer.text
        guild.wait_until_cleaned_up()
        rows = guild.server.store.rows
        assert rows("select * from civilian where guild_id = ?", guild.guild) == []
        for table in ("vehicle", "firearm"):
            assert rows(f"select * from {table} where guild_id = ? and hidden = 0", guild.guild) == []
        for table in ("entry", "vehicle", "firearm"):
            kept = f"(select id from kept_civilian where guild_id = {table}.guild_id)"
            assert rows(f"select * from {table} where guild_id = ? and civilian_id not in {kept}", guild.guild) == []
    assert_events_without_gaps(guild)


def test_guilds_do_not_disturb_each_other(guild_pool):
    guilds = [guild_pool.take() for _ in range(8)]
    for guild in guilds:
        guild.civilian("John Doe")

    def write(guild):
        own = guild.clone()
        return [own.citation()["count"] for _ in range(10)]

    results = at_once(guilds[0], *[lambda _, guild=guild: write(guild) for guild in guilds])
    assert results == [list(range(1, 11))] * 8
    for guild in guilds:
        assert_events_without_gaps(guild)


def test_a_client_reads_its_own_write_on_any_connection(john):
    readers = [john.clone() for _ in range(8)]
    for number in range(60):
        john.citation()
        assert readers[number % 8].get("leo/records", {"name": "John Doe"}).ok()["citationAmount"] == number + 1
