"""leo/void and leo/history: entries that do not count, and the record of all entries."""

import json

import pytest

import builders
import shapes
from harness import create_key, wait_until
from receiver import Receiver
from shapes import assert_just_now, assert_shape, is_text, is_time

ENTRY_NOT_FOUND = "Entry not found (10023)"
ALREADY_VOID = "Entry is already void (20075)"
VOID = {"reason": is_text, "officerName": is_text, "officerID": is_text, "timestamp": is_time}

# kind, how to make one, its list in civilian/info, its shape
KINDS = {
    "citation": ("citation", "citations", shapes.CITATION),
    "fine": ("fine", "fines", shapes.FINE),
    "arrest": ("arrest", "arrests", shapes.ARREST),
    "admission": ("admission", "hospitalRecords", shapes.ADMISSION),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


def make(guild, kind: str, **changes):
    return getattr(guild, KINDS[kind][0])(**changes)


def voiding(kind: str, count=1, **changes):
    return {
        "name": "John Doe", "kind": kind, "count": count, "reason": "Wrong\nperson", "officerName": "Lt. Vance", "officerID": "42",
    } | changes  # fmt: skip


def void(guild, kind: str, count=1, **changes):
    return guild.post("leo/void", voiding(kind, count, **changes)).created()


def history(guild, name: str = "John Doe", **query):
    return guild.get("leo/history", query={"name": name} | query).ok()


def shown(guild, **query) -> list[tuple[str, int]]:
    return [(entry["kind"], entry["count"]) for entry in history(guild, **query)["entries"]]


def all_pages(guild, limit: int) -> list[tuple[str, int]]:
    entries, after = [], {}
    while True:
        page = history(guild, limit=str(limit), **after)
        assert len(page["entries"]) <= limit
        entries += [(entry["kind"], entry["count"]) for entry in page["entries"]]
        if "next" not in page:
            return entries
        after = {"after": page["next"]}


def amounts(guild) -> dict[str, int]:
    leo, medical = guild.get("leo/records", {"name": "John Doe"}).ok(), guild.get("medical/records", {"name": "John Doe"}).ok()
    return {
        "citation": leo["citationAmount"], "fine": leo["fineAmount"], "arrest": leo["arrestAmount"], "admission": medical["amount"],
    }  # fmt: skip


# Voiding.


@each_kind
def test_voiding_returns_the_entry_with_its_mark(john, kind):
    entry = make(john, kind)
    body = john.post("leo/void", voiding(kind, name="john  DOE")).created()
    assert list(body) == ["guildID", "civilianName", "civilianID", "success", "entry"]
    assert (body["guildID"], body["civilianName"], body["success"]) == (john.guild, "John Doe", f"Voided {kind}")
    assert body["civilianID"] == john.info()["civilian"][0]["id"]
    (found,) = body["entry"]
    assert list(found) == ["kind", *KINDS[kind][2], "void"]
    mark = found.pop("void")
    assert_shape(mark, VOID)
    assert_just_now(mark.pop("timestamp"))
    assert mark == {"reason": "Wrong\nperson", "officerName": "Lt. Vance", "officerID": "42"}
    assert found == {"kind": kind} | entry


@each_kind
def test_a_void_entry_is_left_out_of_lists_and_amounts(john, kind):
    for each in KINDS:
        for number in range(3):
            make(john, each, **({"injures": str(number)} if each == "admission" else {"charges": str(number)}))
    void(john, kind, 2)
    text = "injures" if kind == "admission" else "charges"
    assert [entry[text] for entry in john.info()[KINDS[kind][1]]] == ["0", "2"]
    path, list_name = ("medical/records", "admissions") if kind == "admission" else ("leo/records", KINDS[kind][1])
    records = john.get(path, {"name": "John Doe"}).ok()
    assert [entry["count"] for entry in records[list_name]] == [1, 3]
    assert amounts(john) == {each: 2 if each == kind else 3 for each in KINDS}


@each_kind
def test_the_count_of_a_void_entry_is_not_given_again(john, kind):
    make(john, kind), make(john, kind)
    void(john, kind, 2)
    assert make(john, kind)["count"] == 3
    void(john, kind, 3)
    assert make(john, kind)["count"] == 4


def test_a_long_record_leaves_out_void_entries_and_counts_the_others(john):
    for number in range(50):
        john.citation(charges=str(number))
    john.arrest()
    gone = [1, 20, 32, 33, 34, 50]
    for count in gone:
        void(john, "citation", count)
    kept = [count for count in range(1, 51) if count not in gone]
    records = john.get("leo/records", {"name": "John Doe"}).ok()
    assert [entry["count"] for entry in records["citations"]] == kept
    assert (records["citationAmount"], records["arrestAmount"]) == (44, 1)
    assert [entry["charges"] for entry in john.info()["citations"]] == [str(count - 1) for count in kept]


def test_a_cached_response_is_not_used_after_an_entry_was_voided(john):
    john.citation()
    for _ in range(3):
        assert len(john.info()["citations"]) == 1
        assert "void" not in history(john)["entries"][0]
    void(john, "citation")
    assert john.info()["citations"] == []
    assert "void" in history(john)["entries"][0]


def test_voiding_leaves_an_event_that_identifies_the_entry(john):
    john.fine(), john.fine()
    body = void(john, "fine", 2)
    event = john.events()[-1]
    assert (event["kind"], event["subject_id"], event["actor"]) == ("leo.voided", 2, "Lt. Vance")
    assert json.loads(event["before"]) == {"kind": "fine", "count": 2, "void": None}
    assert json.loads(event["after"]) == {"kind": "fine", "count": 2, "void": body["entry"][0]["void"]}
    logged = john.get("audit", {"kind": "leo.voided"}).ok()["events"]
    assert [(each["civilianName"], each["subjectID"]) for each in logged] == [("John Doe", "2")]


def test_the_count_may_be_a_string_of_digits(john):
    john.fine(), john.fine()
    void(john, "fine", "2")
    assert shown(john) == [("fine", 2), ("fine", 1)]
    assert "void" in history(john)["entries"][0]


# Refusals.


@each_kind
def test_voiding_twice_changes_nothing(john, kind):
    make(john, kind)
    void(john, kind)
    before, events = history(john), john.events()
    john.post("leo/void", voiding(kind, reason="Again", officerName="Other")).refused(409, ALREADY_VOID)
    assert (history(john), john.events()) == (before, events)


@each_kind
def test_an_entry_that_is_not_there_is_not_found(john, kind):
    make(john, kind)
    for count in (2, 100_000):
        john.post("leo/void", voiding(kind, count)).refused(404, ENTRY_NOT_FOUND)
    for other in KINDS.keys() - {kind}:
        john.post("leo/void", voiding(other)).refused(404, ENTRY_NOT_FOUND)
    assert "void" not in history(john)["entries"][0]


def test_an_unknown_civilian_is_not_found(guild):
    guild.post("leo/void", voiding("fine")).refused(404, "Character not found (10023)")
    guild.get("leo/history", {"name": "Nobody"}).refused(404, "Character not found (10023)")


def test_another_guild_sees_and_changes_nothing(john, other_guild):
    john.fine()
    other_guild.civilian("John Doe")
    other_guild.post("leo/void", voiding("fine")).refused(404, ENTRY_NOT_FOUND)
    assert history(other_guild)["entries"] == []
    other_guild.fine()
    void(other_guild, "fine")
    assert "void" not in history(john)["entries"][0]


def test_entries_of_a_deceased_civilian_stay_as_they_are(john):
    john.fine(), john.arrest()
    void(john, "arrest")
    john.mark_deceased()
    john.post("leo/void", voiding("fine")).refused(409, "Civilian is deceased (20065)")
    john.post("leo/void", voiding("arrest")).refused(409, "Civilian is deceased (20065)")
    # Lookups come before states.
    john.post("leo/void", voiding("fine", 2)).refused(404, ENTRY_NOT_FOUND)
    assert [("void" in entry) for entry in history(john)["entries"]] == [True, False]


@pytest.mark.parametrize("count", [0, -1, 1.5, "", "x", "1.0", True, [], {}, 1_000_000_001, 1e300])
def test_a_count_is_a_whole_number_from_1(john, count):
    john.fine()
    john.post("leo/void", voiding("fine", count)).invalid("count")


@pytest.mark.parametrize("kind", ["Fine", "fines", "warning", "", 1, ["fine"]])
def test_a_kind_is_spelled_exactly(john, kind):
    john.fine()
    hint = john.post("leo/void", voiding(kind)).invalid("kind").headers["X-Error-Hint"]
    assert hint.startswith("kind must be one of citation, fine, arrest, admission")


def test_a_retry_with_the_same_key_voids_once(john):
    john.fine()
    headers = {"Idempotency-Key": "void-1"}
    first = john.post("leo/void", voiding("fine"), headers=headers)
    again = john.post("leo/void", voiding("fine"), headers=headers)
    assert (first.status, again.status, again.text) == (201, 201, first.text)
    assert john.event_kinds().count("leo.voided") == 1


# Rights.


def with_scopes(john, scopes: str):
    client = john.with_key(create_key(john.server.store, john.guild, scopes=scopes))
    client.wait_until_honoured()
    return client


def test_officers_void_what_officers_made_and_medics_what_medics_made(john):
    for kind in KINDS:
        make(john, kind)
    officer, medic = with_scopes(john, "leo"), with_scopes(john, "medical")
    refused = officer.post("leo/void", voiding("admission")).refused(403, "Missing permission medical (20059)")
    assert refused.headers["X-Error-Hint"] == "the key does not have the scope medical; leo is enough for any kind but admission"
    for kind in ("citation", "fine", "arrest"):
        refused = medic.post("leo/void", voiding(kind)).refused(403, "Missing permission leo (20059)")
        assert refused.headers["X-Error-Hint"] == "the key does not have the scope leo; medical is enough for the kind admission"
    assert amounts(john) == {kind: 1 for kind in KINDS}
    void(medic, "admission")
    for kind in ("citation", "fine", "arrest"):
        void(officer, kind)
    assert amounts(john) == {kind: 0 for kind in KINDS}


def test_a_key_without_either_scope_is_refused_before_its_body_is_read(john):
    other = with_scopes(john, "read,civilian,vehicle,firearm,admin")
    other.post("leo/void", raw=b"nonsense").refused(403, "Missing permission leo (20059)")
    other.post("leo/void", voiding("admission")).refused(403, "Missing permission leo (20059)")


def test_a_kind_that_is_missing_or_wrong_is_no_admission(john):
    officer, medic = with_scopes(john, "leo"), with_scopes(john, "medical")
    for body in (builders.without(voiding("fine"), "kind"), voiding("nonsense"), voiding(7)):
        officer.post("leo/void", body).invalid("kind")
        medic.post("leo/void", body).refused(403, "Missing permission leo (20059)")


def test_the_history_needs_only_the_scope_read(john):
    john.fine()
    assert shown(with_scopes(john, "read")) == [("fine", 1)]
    with_scopes(john, "leo,medical").get("leo/history", {"name": "John Doe"}).refused(403, "Missing permission read (20059)")


# The history.


def test_the_history_of_a_civilian_without_entries_is_empty(john):
    assert list(history(john).items()) == [
        ("guildID", john.guild),
        ("civilianName", "John Doe"),
        ("civilianID", john.info()["civilian"][0]["id"]),
        ("entries", []),
    ]


def test_the_history_shows_all_kinds_newest_first(john):
    made = [(kind, make(john, kind)) for kind in ("arrest", "citation", "admission", "citation", "fine")]
    void(john, "citation", 1)
    entries = history(john, "JOHN doe")["entries"]
    assert [{name: value for name, value in entry.items() if name != "void"} for entry in entries] == [
        {"kind": kind} | entry for kind, entry in reversed(made)
    ]
    assert [entry.get("void", {}).get("reason") for entry in entries] == [None, None, None, "Wrong\nperson", None]
    for entry in entries:
        assert list(entry) == ["kind", *KINDS[entry["kind"]][2]] + ["void"] * ("void" in entry)


def test_the_history_of_a_deceased_civilian_can_be_read(john):
    john.fine()
    john.mark_deceased()
    assert shown(john) == [("fine", 1)]


def test_pages_of_every_size_show_each_entry_once(john):
    # Made as fast as possible, so that several have the same time.
    for kind in ["citation", "fine", "arrest", "admission", "fine", "fine", "citation", "admission", "arrest", "fine"] * 2:
        make(john, kind)
    void(john, "fine", 4), void(john, "admission", 1)
    everything = shown(john)
    assert len(set(everything)) == 20
    for limit in (1, 2, 3, 7, 19, 20, 21, 1000):
        assert all_pages(john, limit) == everything, limit


def test_entries_of_the_same_time_are_neither_lost_nor_repeated(john):
    john.server.store.execute(
        "with recursive n (i) as (select 0 union all select i + 1 from n where i < 39) "
        "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at) "
        f"select guild_id, id, i % 4, i / 4 + 1, 'a', 'b', 1, '1', 'x', 77 from n cross join civilian where guild_id = '{john.guild}'"
    )
    everything = wait_until(lambda: shown(john, limit="1000"), 5, "the server sees what was stored without it")
    assert len(set(everything)) == 40
    for limit in (1, 6, 39):
        assert all_pages(john, limit) == everything


def test_entries_made_while_pages_are_read_are_not_on_later_pages(john):
    for _ in range(4):
        john.fine()
    first = history(john, limit="2")
    john.fine(), john.arrest()
    second = history(john, limit="2", after=first["next"])
    assert [entry["count"] for page in (first, second) for entry in page["entries"]] == [4, 3, 2, 1]
    assert "next" not in second
    assert shown(john, limit="2") == [("arrest", 1), ("fine", 5)]


def test_an_entry_that_is_voided_while_pages_are_read_stays_in_its_place(john):
    for _ in range(4):
        john.fine()
    first = history(john, limit="2")
    void(john, "fine", 1), void(john, "fine", 4)
    second = history(john, limit="2", after=first["next"])
    assert [(entry["count"], "void" in entry) for entry in second["entries"]] == [(2, False), (1, True)]


def test_a_page_has_100_entries_unless_another_limit_is_sent(john):
    for _ in range(101):
        john.fine()
    page = history(john)
    assert len(page["entries"]) == 100
    assert shown(john, after=page["next"]) == [("fine", 1)]
    assert len(history(john, limit="1000")["entries"]) == 101


def test_a_page_with_long_texts_ends_early(john):
    for _ in range(100):
        john.citation(charges="\U0001f693" * 4000)
    page = history(john, limit="1000")
    assert 256 * 1024 <= sum(len(entry["charges"].encode()) for entry in page["entries"]) < 256 * 1024 + 20_000
    assert "next" in page
    assert len(all_pages(john, 1000)) == 100


@pytest.mark.parametrize("after", ["", "x", "1.x", "-1", "1..2", "1.2.3.4.5", "9223372036854775808", " 1"])
def test_only_the_next_of_a_page_is_accepted_as_after(john, after):
    john.get("leo/history", query={"name": "John Doe", "after": after}).invalid("after")


@pytest.mark.parametrize("limit", ["0", "1001", "x", "1.5", ""])
def test_a_limit_is_1_to_1000(john, limit):
    john.get("leo/history", query={"name": "John Doe", "limit": limit}).invalid("limit")


def test_a_body_works_like_the_query_string(john):
    john.fine(), john.fine()
    page = john.get("leo/history", {"name": "John Doe", "limit": 1}).ok()
    assert page == history(john, limit="1")
    assert john.get("leo/history", {"name": "John Doe", "after": page["next"]}).ok()["entries"][0]["count"] == 1


# What else depends on entries.


def test_void_entries_are_deleted_with_their_civilian(john):
    john.fine()
    void(john, "fine")
    john.delete("civilian/delete", {"name": "John Doe"}).ok()
    john.civilian("John Doe")
    assert history(john)["entries"] == []
    assert john.fine()["count"] == 1
    john.wait_until_cleaned_up()


def test_void_entries_count_towards_the_limit(john):
    john.server.store.execute(
        "insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at) "
        f"select guild_id, id, 1, 100000, 'a', 'b', 1, '', 'x', 1 from civilian where guild_id = '{john.guild}'"
    )
    void(john, "fine", 100_000)
    john.post("leo/fine", builders.fine()).refused(409, "Civilian has too many records (20077)")


def test_discord_gets_the_reason(john):
    john.arrest()
    with Receiver() as receiver:
        john.post("webhook/create", {"url": receiver.url, "kinds": ["leo.voided"], "format": "discord"}).created()
        void(john, "arrest", reason="Mistaken identity")
        embed = receiver.wait_for(1)[0].json["embeds"][0]
    assert embed["title"] == "Entry voided"
    fields = {field["name"]: field["value"] for field in embed["fields"]}
    assert fields == {"By": "Lt. Vance", "Kind": "arrest", "Reason": "Mistaken identity"}
