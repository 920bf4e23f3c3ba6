"""GET /api/search: results, their order and their members."""

import pytest

from shapes import assert_shape, is_flag, is_id, is_text

RESULT = {
    "kind": is_text, "id": is_id, "civilianID": is_id, "civilianName": is_text, "plate": is_text, "serialNumber": is_text,
    "model": is_text, "deceased": is_flag, "bolo": is_flag, "stolen": is_flag, "impounded": is_flag, "userName": is_text,
}  # fmt: skip


def search(guild, q: str, **more) -> list[dict]:
    answer = guild.get("search", query={"q": q, **more}).ok()
    assert list(answer) == ["guildID", "amount", "results"]
    assert answer["guildID"] == guild.guild
    assert answer["amount"] == len(answer["results"])
    for result in answer["results"]:
        assert_shape(result, RESULT)
    return answer["results"]


def shown(results: list[dict]) -> list[str]:
    """The name, plate or serial number of each."""
    return [result["plate"] or result["serialNumber"] or result["civilianName"] for result in results]


@pytest.fixture
def town(guild):
    for name in ("John Doe", "Jane Johnson", "John", "Zoë Straße", "Ann Lee"):
        guild.civilian(name)
    guild.vehicle("Ann Lee", "XJOHN7", model="Heron Sedan")
    guild.vehicle("John Doe", "48 ABC 123")
    return guild


def test_the_best_comes_first(town):
    assert shown(search(town, "john")) == ["John", "John Doe", "Jane Johnson", "XJOHN7"]
    assert shown(search(town, "JOHN  d", limit="1")) == ["John Doe"]
    assert shown(search(town, "jo", limit="2")) == ["John", "John Doe"]


def test_case_unicode_form_and_spaces_make_no_difference(town):
    assert shown(search(town, "STRASSE")) == ["Zoë Straße"]
    assert shown(search(town, "zoe\u0308")) == ["Zoë Straße"]
    assert shown(search(town, "48abc123")) == shown(search(town, "4 8a Bc1")) == ["48 ABC 123"]


def test_typing_errors_are_forgiven(town):
    firearm = town.firearm("Ann Lee")
    serial = firearm["serialNumber"]
    assert shown(search(town, "jonh doe")) == ["John Doe"]
    assert shown(search(town, "jane jonson")) == ["Jane Johnson"]
    assert shown(search(town, "48BAC123")) == ["48 ABC 123"]
    assert shown(search(town, serial[:4] + "!" + serial[5:])) == [serial]


def test_several_words_may_be_incomplete(town):
    town.civilian("Fennel Cobblepot")
    assert shown(search(town, "fenel cob")) == ["Fennel Cobblepot"]
    assert shown(search(town, "FEN  cobbl")) == ["Fennel Cobblepot"]
    assert search(town, "cob fen") == []


def test_civilians_are_found_by_the_beginning_of_their_players_name(town):
    town.civilian("Mary Moor", userName="Night  Öwl")
    town.civilian("Max Moor", userName="night owl fan")
    town.civilian("Nightingale Roe", userName="somebody")
    assert shown(search(town, "night")) == ["Nightingale Roe", "Mary Moor", "Max Moor"]
    assert shown(search(town, "NIGHT ö")) == ["Mary Moor"]
    assert search(town, "night öwl")[0]["userName"] == "Night  Öwl"
    assert search(town, "öwl") == [], "only the beginning counts"
    assert shown(search(town, "player.")) == ["Ann Lee", "Jane Johnson", "John", "John Doe", "Zoë Straße"]
    town.delete("civilian/delete", {"name": "Mary Moor"}).ok()
    assert shown(search(town, "night")) == ["Nightingale Roe", "Max Moor"]


def test_no_match_gives_an_empty_list(town):
    assert search(town, "nobody like this") == []
    assert search(town, "zz") == []


def test_a_civilian_is_shown_as_it_is(town):
    town.bolo("John Doe")
    town.mark_deceased("Jane Johnson")
    [john] = search(town, "john doe", limit="1")
    assert john == {
        "kind": "civilian", "id": john["civilianID"], "civilianID": john["id"], "civilianName": "John Doe", "plate": "",
        "serialNumber": "", "model": "", "deceased": False, "bolo": True, "stolen": False, "impounded": False,
        "userName": "player.one",
    }  # fmt: skip
    [jane] = search(town, "johnson")
    assert jane["deceased"] is True and jane["bolo"] is False


def test_a_vehicle_and_a_firearm_are_shown_with_their_owner(town):
    town.impound("XJOHN7")
    town.patch("vehicle/edit", {"name": "Ann Lee", "field": "stole", "value": True}).created()
    firearm = town.firearm("John Doe", model="Pocket Sparrow 9")
    town.bolo("John Doe")
    [vehicle] = search(town, "xjohn7", limit="1")
    [owner] = search(town, "ann lee")
    assert vehicle == {
        "kind": "vehicle", "id": vehicle["id"], "civilianID": owner["id"], "civilianName": "Ann Lee", "plate": "XJOHN7",
        "serialNumber": "", "model": "Heron Sedan", "deceased": False, "bolo": False, "stolen": True, "impounded": True,
        "userName": "player.one",
    }  # fmt: skip
    [gun] = search(town, firearm["serialNumber"])
    assert gun == {
        "kind": "firearm", "id": firearm["id"], "civilianID": firearm["civilianID"], "civilianName": "John Doe", "plate": "",
        "serialNumber": firearm["serialNumber"], "model": "Pocket Sparrow 9", "deceased": False, "bolo": True, "stolen": False,
        "impounded": False, "userName": "player.one",
    }  # fmt: skip


def test_search_follows_every_change(town):
    town.patch("civilian/edit", {"name": "Ann Lee", "field": "name", "value": "Beatrix Moor"}).created()
    assert search(town, "ann lee") == []
    assert shown(search(town, "beatrix")) == ["Beatrix Moor"]
    assert search(town, "xjohn7")[0]["civilianName"] == "Beatrix Moor"
    town.delete("vehicle/delete", {"vehicleID": search(town, "xjohn7")[0]["id"]}).ok()
    assert search(town, "xj") == []
    firearm = town.firearm("John Doe")
    town.delete("civilian/delete", {"name": "John Doe"}).ok()
    assert search(town, "48abc123") == search(town, firearm["serialNumber"]) == []
    assert shown(search(town, "john doe")) == []


def test_the_limit_is_20_and_at_most_50(guild):
    for number in range(60):
        guild.civilian(f"Twin {number:02}")
    assert len(search(guild, "twin")) == 20
    assert len(search(guild, "twin", limit="50")) == 50
    assert shown(search(guild, "twin", limit="3")) == ["Twin 00", "Twin 01", "Twin 02"]
    assert guild.get("search", {"q": "twin", "limit": 1}).ok()["amount"] == 1
    for wrong in ("0", "51", "-1", "1.5", "", "ten", "1e1"):
        guild.get("search", query={"q": "twin", "limit": wrong}).invalid("limit")
    for wrong in (0, 51, 1.5, True):
        guild.get("search", {"q": "twin", "limit": wrong}).invalid("limit")


def test_the_text_has_2_to_100_characters(town):
    assert len(search(town, "jo")) == 4
    for wrong in ("", "j", " j ", "e\u0301", "x" * 101, "a\nb"):
        town.get("search", query={"q": wrong}).invalid("q")
    assert search(town, "x" * 100) == []
    assert "at least 2" in town.get("search", query={"q": "j"}).headers["X-Error-Hint"]


def test_nothing_of_another_guild_is_found(server, town):
    other = server.guild("search-elsewhere")
    assert search(other, "john") == []


def test_sql_syntax_is_plain_text(town):
    for text in ("%%", "__", "' or ''='", "??", "**", "\\\\"):
        assert search(town, text) == []
    assert shown(search(town, "jo%hn", limit="1")) == ["John"]  # a typing error
