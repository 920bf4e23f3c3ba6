"""GET and PUT /api/penal-code: what is stored, what is refused, and the event."""

import json

import pytest

from harness import admin, create_key

SPEEDING = {"code": "TR-04", "title": "Speeding, 20 over the limit", "fine": 250, "time": 0}
THEFT = {"code": "TH-01", "title": "Petty theft", "fine": 400, "time": 300}
ARSON = {"code": "Ar 1 ä", "title": 'Arson "on purpose" \\ 🔥', "fine": 0, "time": 1_000_000_000}


def entries(client) -> list[dict]:
    shown = client.get("penal-code").ok()
    assert list(shown) == ["guildID", "amount", "entries"]
    assert (shown["guildID"], shown["amount"]) == (client.guild, len(shown["entries"]))
    return shown["entries"]


def put(client, *new) -> dict:
    return client.put("penal-code", {"entries": list(new)}).ok()


def many(amount: int, title: str = "T") -> list[dict]:
    return [{"code": f"C-{number}", "title": title} for number in range(amount)]


def hint(client, *new) -> str:
    return client.put("penal-code", {"entries": list(new)}).invalid("entries").headers["X-Error-Hint"]


def test_a_guild_has_no_penal_code_at_first(guild):
    assert entries(guild) == []


def test_entries_are_shown_as_they_were_sent_and_in_their_order(guild):
    answer = put(guild, SPEEDING, THEFT, ARSON)
    assert list(answer) == ["guildID", "amount", "success", "entries"]
    assert (answer["guildID"], answer["amount"], answer["success"]) == (guild.guild, 3, "Updated penal code")
    assert answer["entries"] == entries(guild) == [SPEEDING, THEFT, ARSON]
    assert [list(entry) for entry in answer["entries"]] == [["code", "title", "fine", "time"]] * 3


def test_a_new_penal_code_replaces_the_old_one(guild):
    put(guild, SPEEDING, THEFT)
    put(guild, ARSON, SPEEDING | {"fine": 0.5})
    assert entries(guild) == [ARSON, SPEEDING | {"fine": 0.5}]
    put(guild)
    assert entries(guild) == []


def test_fine_and_time_are_optional_and_texts_are_trimmed(guild):
    put(guild, {"code": " A ", "title": "\tArt\n", "fine": None, "unknown": {"a": [1]}}, {"code": "B", "title": "Bets", "time": 60.0})
    assert entries(guild) == [
        {"code": "A", "title": "Art", "fine": 0, "time": 0},
        {"code": "B", "title": "Bets", "fine": 0, "time": 60},
    ]
    assert '"time":60}' in guild.get("penal-code").text


@pytest.mark.parametrize("wrong, says", [
    ({"title": "T"}, "code is required"),
    ({"code": "B"}, "title is required"),
    ({"code": None, "title": "T"}, "code is required"),
    ({"code": 7, "title": "T"}, "code must be a string"),
    ({"code": "", "title": "T"}, "code must not be empty"),
    ({"code": "x" * 65, "title": "T"}, "code must be at most 64 characters"),
    ({"code": "\ufdfa" * 12, "title": "T"}, "code must be shorter: its match key has more than 200 characters"),
    ({"code": "a\nb", "title": "T"}, "code must not contain line breaks or tabs"),
    ({"code": "B", "title": ["T"]}, "title must be a string"),
    ({"code": "B", "title": "x" * 501}, "title must be at most 500 characters"),
    ({"code": "B", "title": "T", "fine": "5"}, "fine must be a number"),
    ({"code": "B", "title": "T", "fine": True}, "fine must be a number"),
    ({"code": "B", "title": "T", "fine": -1}, "fine must be 0 or more and at most 1000000000"),
    ({"code": "B", "title": "T", "fine": 1_000_000_001}, "fine must be 0 or more and at most 1000000000"),
    ({"code": "B", "title": "T", "time": {}}, "time must be a number"),
    ({"code": "B", "title": "T", "time": -0.5}, "time must be 0 or more and at most 1000000000"),
])  # fmt: skip
def test_a_wrong_entry_is_named_and_nothing_changes(guild, wrong, says):
    put(guild, THEFT)
    assert hint(guild, SPEEDING, wrong, ARSON) == f"entries must be valid: in entry 2, {says}"
    assert entries(guild) == [THEFT]
    assert guild.event_kinds() == ["penalcode.changed"]


def test_codes_are_unique_ignoring_case(guild):
    twice = "entries must have different codes: entry 3 has the code of entry 1"
    assert hint(guild, SPEEDING, THEFT, SPEEDING | {"code": "tr-04"}) == twice
    assert hint(guild, SPEEDING | {"code": "Straße 1"}, THEFT, SPEEDING | {"code": "STRASSE  1"}) == twice
    put(guild, SPEEDING, SPEEDING | {"code": "TR 04"}, SPEEDING | {"code": "TR04"})


def test_there_are_at_most_500_entries(guild):
    assert len(put(guild, *many(500))["entries"]) == 500
    assert hint(guild, *many(501)) == "entries must have at most 500 entries"
    assert len(entries(guild)) == 500


def test_the_longest_penal_code_fits_into_a_body(guild):
    """Texts of four bytes per character, as many as the body has room for."""
    longest = [{"code": f"{number}", "title": "😀" * 24} for number in range(500)]
    put(guild, *longest)
    assert [entry["title"] for entry in entries(guild)] == ["😀" * 24] * 500
    assert len(json.loads(guild.events()[-1]["after"])["entries"]) == 500


def test_the_event_shows_the_penal_code_before_and_after(guild):
    put(guild, SPEEDING)
    put(guild, THEFT, SPEEDING)
    newest, first = guild.get("audit").ok()["events"]
    assert (first["before"], first["after"]) == ({"entries": []}, {"entries": [SPEEDING]})
    assert (newest["before"], newest["after"]) == ({"entries": [SPEEDING]}, {"entries": [THEFT, SPEEDING]})
    assert newest["kind"] == "penalcode.changed"
    assert (newest["civilianID"], newest["civilianName"], newest["subjectID"], newest["actor"]) == ("", "", "0", "")
    page = guild.get("events", query={"kind": "penalcode.*"}).ok()
    assert [event["seq"] for event in page["events"]] == [1, 2]


def test_the_same_penal_code_again_succeeds(guild):
    put(guild, SPEEDING)
    put(guild, SPEEDING)
    event = guild.get("audit").ok()["events"][0]
    assert (event["before"], event["after"]) == ({}, {})


def test_reading_needs_read_and_changing_needs_admin(server, guild):
    put(guild, SPEEDING)
    reader = guild.with_key(create_key(server.store, guild.guild, scopes="read"))
    reader.wait_until_honoured()
    assert entries(reader) == [SPEEDING]
    body = {"entries": []}
    reader.put("penal-code", body).refused(403, "Missing permission admin (20059)")
    others = guild.with_key(create_key(server.store, guild.guild, scopes="civilian,vehicle,firearm,leo,medical"))
    others.wait_until_honoured()
    others.put("penal-code", body).refused(403, "Missing permission admin (20059)")
    others.get("penal-code").refused(403, "Missing permission read (20059)")
    assert entries(guild) == [SPEEDING]


def test_each_guild_has_its_own(guild, other_guild):
    put(guild, SPEEDING)
    put(other_guild, THEFT)
    assert entries(guild) == [SPEEDING]
    assert entries(other_guild) == [THEFT]


def test_it_restricts_nothing(john):
    put(john, SPEEDING)
    john.citation(charges="Something else", amount=9_999)


def test_a_body_is_needed_and_the_query_string_is_not_used(guild):
    put(guild, SPEEDING)
    guild.put("penal-code", query={"entries": "[]"}).invalid("body")
    guild.put("penal-code", {}).invalid("entries")
    assert entries(guild) == [SPEEDING]


def test_head_shows_no_body(guild):
    put(guild, SPEEDING)
    answer = guild.call("HEAD", "penal-code")
    assert (answer.status, answer.text) == (200, "")


def test_it_is_deleted_with_its_guild(server):
    guild = server.guild("deleted-with-penal-code", scopes="read,admin")
    put(guild, SPEEDING, THEFT)
    admin(server.store, "guild", "delete", guild.guild, "--yes")
    assert server.store.rows("select code from penal_code where guild_id = ?", guild.guild) == []
    again = server.guild("deleted-with-penal-code", scopes="read,admin")
    again.wait_until_honoured()
    assert entries(again) == []
