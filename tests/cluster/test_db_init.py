"""blotter db init: partitions the tables by guild, only in an empty database."""

import pytest

from harness import Server, assert_one_clear_line, create_key, run

SPLIT = ("civilian", "vehicle", "firearm", "entry", "event", "activity")
PARTS = """
select parent.relname as name, count(*) as parts from pg_inherits join pg_class parent on parent.oid = inhparent
where parent.relkind = 'p' group by parent.relname
"""


def init(store, *arguments):
    return run("db", "init", "--store", store.url, *arguments)


def parts(store) -> dict[str, int]:
    return {row["name"]: row["parts"] for row in store.rows(PARTS)}


def test_guild_tables_are_split_into_the_given_number_of_partitions(store):
    assert init(store, "--partitions", "5").returncode == 0
    assert {name: parts(store).get(name) for name in SPLIT} == dict.fromkeys(SPLIT, 5)
    with Server(store) as server:
        guilds = [server.guild(f"guild-{number}") for number in range(12)]
        for guild in guilds:
            guild.civilian("John Doe"), guild.vehicle(), guild.firearm(), guild.citation()
        for guild in guilds:
            assert guild.info()["citations"][0]["charges"] == "Speeding"
            assert guild.event_kinds() == ["civilian.created", "vehicle.created", "firearm.created", "leo.cited"]
    assert len(store.rows("select distinct tableoid from civilian")) > 1, "twelve guilds do not all fall into one part"


def test_without_a_number_the_tables_are_not_split(store):
    assert init(store).returncode == 0
    assert parts(store) == {}
    with Server(store) as server:
        server.guild().civilian("John Doe")


@pytest.mark.parametrize("first", [["--partitions", "3"], []], ids=["split", "whole"])
def test_a_database_in_use_is_left_unchanged(store, first):
    assert init(store, *first).returncode == 0
    create_key(store, "g1")
    before = store.contents()
    assert_one_clear_line(init(store, "--partitions", "4"), store.name)
    assert store.contents() == before


def test_the_database_of_another_program_is_left_alone(store):
    store.execute("create table recipe (id integer primary key)")
    before = store.contents()
    assert_one_clear_line(init(store, "--partitions", "4"), store.name)
    assert store.contents() == before


@pytest.mark.parametrize("number", ["-1", "1025", "many"])
def test_an_invalid_number_is_refused(store, number):
    before = store.contents()
    assert_one_clear_line(init(store, "--partitions", number), "--partitions")
    assert store.contents() == before


def test_a_file_cannot_be_split(tmp_path):
    assert_one_clear_line(run("db", "init", "--store", f"sqlite:{tmp_path / 'own.db'}", "--partitions", "4"), "postgres://")
    assert not (tmp_path / "own.db").exists()
