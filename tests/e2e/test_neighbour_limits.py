"""The limits that protect other guilds: names, belongings, entries and header lines."""

import pytest

import builders
from raw_http import RawConnection, request

TOO_MANY = "Civilian has too many records (20077)"
GROWING = "\ufdfa"  # becomes 18 code points in the match key of a name, 15 without blanks in that of a plate
ZERO_WIDTH_SPACE = "\u200b"
INVISIBLE = [ZERO_WIDTH_SPACE, "\u2060\ufeff", "\u00ad\u034f", "\u180e \u200d"]
BIDI_CONTROLS = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f", "\u061c"]


def name_in(guild, name: str):
    return guild.post("civilian/create", builders.civilian(name))


def plate_in(guild, plate: str):
    return guild.post("vehicle/create", builders.vehicle("Owner", plate))


CODED = pytest.mark.parametrize("create, member", [(name_in, "name"), (plate_in, "plate")], ids=["name", "plate"])


@pytest.fixture
def town(guild):
    guild.civilian("Owner")
    return guild


@CODED
def test_a_match_key_has_at_most_200_code_points(town, create, member):
    count, rest = divmod(200, 18 if member == "name" else 15)
    create(town, GROWING * count + "x" * rest).created()
    hint = create(town, GROWING * count + "y" * (rest + 1)).invalid(member).headers["X-Error-Hint"]
    assert "200" in hint
    create(town, GROWING * (count + 1)).invalid(member)


@pytest.mark.parametrize(
    "method, path, member",
    [("GET", "civilian/info", "name"), ("GET", "vehicle/plate", "plate"), ("GET", "firearm/info", "serialNumber"), ("GET", "civilian/list", "name")],
)
def test_what_is_looked_up_has_the_same_bound(town, method, path, member):
    town.call(method, path, query={member: GROWING * 14}).invalid(member)


@CODED
@pytest.mark.parametrize("invisible", INVISIBLE)
def test_a_text_of_invisible_characters_is_empty(town, create, member, invisible):
    create(town, invisible).invalid(member)


@CODED
def test_invisible_characters_do_not_make_a_name_different(town, create, member):
    create(town, "AB12").created()
    create(town, f"AB{ZERO_WIDTH_SPACE}12").refused(409, f"{'Civilian' if member == 'name' else 'Vehicle'} already exists (20061)")


def test_invisible_characters_do_not_hide_a_record(town):
    town.vehicle("Owner", f"A{ZERO_WIDTH_SPACE}B12")
    assert town.get("vehicle/plate", {"plate": "ab12"}).ok()["vehicle"][0]["plate"] == f"A{ZERO_WIDTH_SPACE}B12"
    assert [found["plate"] for found in town.get("search", {"q": "b12"}).ok()["results"]] == [f"A{ZERO_WIDTH_SPACE}B12"]


@CODED
@pytest.mark.parametrize("control", BIDI_CONTROLS, ids=lambda control: f"U+{ord(control):04X}")
def test_bidirectional_controls_are_invalid_in_names_and_plates(town, create, member, control):
    create(town, f"ab{control}cd").invalid(member)


def test_a_rename_keeps_the_same_rules(town):
    for wrong in (GROWING * 12, ZERO_WIDTH_SPACE, "ab\u202ecd"):
        town.patch("civilian/edit", {"name": "Owner", "field": "name", "value": wrong}).invalid("value")


def test_letters_of_other_scripts_that_look_alike_stay_allowed(town):
    town.civilian("Anna"), town.civilian("\u0410nna")


# Limits per civilian.


@pytest.mark.parametrize(
    "path, body, table, columns",
    [
        (
            "vehicle/create",
            builders.vehicle("Owner", "LAST"),
            "vehicle (guild_id, id, civilian_id, plate, plate_key, model, color, color_type, registration, insurance, stolen, impounded, fee, registered_at)",
            "select guild_id, {first} + i, id, 'P' || i, 'p' || i, 'm', 'c', 'Matte', 'Valid', 'Valid', 0, 0, 0, 1",
        ),
        (
            "firearm/create",
            builders.firearm("Owner"),
            "firearm (guild_id, id, civilian_id, serial_number, serial_key, model, color, stolen, registered_at)",
            "select guild_id, {first} + i, id, 'S' || i, 's' || i, 'm', 'c', 0, 1",
        ),
    ],
    ids=["vehicles", "firearms"],
)
def test_a_civilian_has_at_most_a_thousand_of_each(town, path, body, table, columns):
    numbers = "with recursive n (i) as (select 1 union all select i + 1 from n where i < 999)"
    stored = columns.format(first=town.get("civilian/list").ok()["civilians"][0]["id"])
    town.server.store.execute(f"{numbers} insert into {table} {stored} from n cross join civilian where guild_id = '{town.guild}'")
    town.post(path, body).created()
    refused = town.post(path, body | ({"plate": "ONE MORE"} if "plate" in body else {})).refused(409, TOO_MANY)
    assert "1000" in refused.headers["X-Error-Hint"]
    town.civilian("Other")
    town.post(path, body | {"name": "Other"} | ({"plate": "ONE MORE"} if "plate" in body else {})).created()


ENTRIES = [
    ("leo/cite", builders.citation("Owner")),
    ("leo/fine", builders.fine("Owner")),
    ("leo/arrest", builders.arrest("Owner")),
    ("medical/admit", builders.admission("Owner")),
]


@pytest.mark.parametrize("path, body", ENTRIES, ids=[path for path, _ in ENTRIES])
def test_a_civilian_has_at_most_a_hundred_thousand_entries_of_all_kinds(town, path, body):
    for kind in range(4):
        town.server.store.execute(
            "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at) "
            f"select guild_id, id, {kind}, {25_000 - (kind == 0)}, 'a', 'b', 1, '', 'x', 1 from civilian where guild_id = '{town.guild}'"
        )
    town.post(path, body).created()
    for other, another_body in ENTRIES:
        town.post(other, another_body).refused(409, TOO_MANY)


# Header lines.


def test_64_header_lines_are_accepted_and_one_more_is_refused(server):
    def answer(lines: int):
        with RawConnection(server) as connection:
            connection.send(request("GET", "/api/version", b"", *[f"X-{number}: y" for number in range(lines - 1)]))
            return connection.receive()

    assert answer(64).status == 200
    refused = answer(65)
    assert refused.status == 431
    assert b"(10431)" in refused.body
