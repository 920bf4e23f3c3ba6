"""POST /api/audit/undo: every kind of change is taken back, and nothing else."""

import re
import threading
import time

import pytest

import builders
from harness import Client, Server, create_key, wait_until

OFFICER = {"officerName": "Sgt. Pepper", "officerID": "771"}
PENAL_CODE = [{"code": "TR-04", "title": "Speeding", "fine": 250, "time": 0}, {"code": "TH-01", "title": "Theft", "fine": 500, "time": 600}]


def undo(guild, seq: int):
    return guild.post("audit/undo", {"seq": seq})


def latest(guild) -> dict:
    return guild.get("audit", query={"limit": "1"}).ok()["events"][0]


def undo_latest(guild) -> dict:
    return undo(guild, latest(guild)["seq"]).created()


def files(guild) -> dict:
    """Everything that clients see, without what passes with time."""
    names = living(guild)
    lists = ("vehicle/list", "firearm/list", "webhook/list", "key/list", "penal-code", "civilian/bolos", "leo/impounds", "leo/custody")
    seen = {path: guild.get(path).json for path in lists}
    # They begin anew.
    for active in seen["civilian/bolos"]["bolos"] + seen["leo/impounds"]["impounds"]:
        del active["timestamp"]
    seen |= {name: [guild.get(path, {"name": name}).ok() for path in ("civilian/info", "leo/records", "medical/records")] for name in names}
    return without_times(seen)


def living(guild) -> list[str]:
    return [civilian["civilianName"] for civilian in guild.get("civilian/list").json.get("civilians", [])]


def without_times(value):
    if isinstance(value, dict):
        return {name: without_times(each) for name, each in value.items() if name not in ("remaining", "lastUsed", "eventsWaiting")}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def webhook(guild) -> str:
    body = {"url": "http://127.0.0.1:1/a/secret", "kinds": ["medical.*"], "format": "standard", "name": "Bot"}
    return guild.post("webhook/create", body).created()["webhookID"]


def key(guild) -> str:
    return guild.post("key/create", {"name": "Sgt. Reyes", "role": "officer"}).created()["keyID"]


def edit(path: str, field: str, value, **which):
    return lambda guild: guild.patch(path, which | {"field": field, "value": value}).created()


def prepare(guild) -> None:
    guild.vehicle(plate="ABC 123")
    guild.firearm()
    guild.citation()
    guild.arrest(time=10_000)
    guild.arrest(time=20_000)


def vehicle(guild) -> dict:
    return guild.get("vehicle/list").ok()["vehicles"][0]


def serial(guild) -> str:
    return guild.get("firearm/list").ok()["firearms"][0]["serialNumber"]


JOHN = {"name": "John Doe"}
# Kind of the event, and the change that makes it in a guild with John Doe, a vehicle, a firearm, a citation and two arrests.
CHANGES = {
    "civilian.created": lambda g: g.civilian("Ann Lee"),
    "civilian.edited": edit("civilian/edit", "name", "Johnny Doe", **JOHN),
    "civilian.bolo": lambda g: g.bolo(),
    "civilian.deceased": lambda g: g.mark_deceased(),
    "civilian.deleted": lambda g: g.delete("civilian/delete", JOHN).ok(),
    "vehicle.created": lambda g: g.vehicle(plate="NEW 1"),
    "vehicle.edited": edit("vehicle/edit", "stole", True, plate="ABC 123", **JOHN),
    "vehicle.impounded": lambda g: g.impound(fee=12.5, releaseIn=10_000),
    "vehicle.deleted": lambda g: g.delete("vehicle/delete", {"vehicleID": vehicle(g)["id"]}).ok(),
    "firearm.created": lambda g: g.firearm(model="Shotgun"),
    "firearm.edited": lambda g: edit("firearm/edit", "stole", True, serialNumber=serial(g), **JOHN)(g),
    "firearm.deleted": lambda g: g.delete("firearm/delete", {"serialNumber": serial(g)}).ok(),
    "leo.cited": lambda g: g.citation(),
    "leo.fined": lambda g: g.fine(),
    "leo.arrested": lambda g: g.arrest(time=30_000),
    "medical.admitted": lambda g: g.admission(),
    "leo.voided": lambda g: g.post("leo/void", JOHN | OFFICER | {"kind": "arrest", "count": 2, "reason": "Wrong man"}).created(),
    "leo.released": lambda g: g.post("leo/release", JOHN | OFFICER).created(),
    "leo.released, a sentence": lambda g: g.patch("leo/sentence", JOHN | {"count": 2, "time": 5000}).created(),
    "leo.released, a sentence that is over": lambda g: g.patch("leo/sentence", JOHN | {"count": 2, "time": 0.001}).created(),
    "webhook.created": webhook,
    "key.created": key,
    "penalcode.changed": lambda g: g.put("penal-code", {"entries": PENAL_CODE}).ok(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_taken_back_and_back_again(john, change):
    prepare(john)
    before = files(john)
    CHANGES[change](john)
    after, event = files(john), latest(john)
    assert before != after
    assert event["kind"] == change.split(",")[0] and "undoes" not in event

    answer = undo(john, event["seq"]).created()
    assert files(john) == before
    undone = latest(john)
    assert (undone["undoes"], undone["kind"]) == (event["seq"], answer["kind"])
    assert (answer["seq"], answer["guildID"], answer["success"]) == (event["seq"], john.guild, "Undone")

    undo(john, undone["seq"]).created()
    assert files(john) == after
    assert latest(john)["undoes"] == undone["seq"]


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_undone_cannot_be_undone_again(john, change):
    prepare(john)
    CHANGES[change](john)
    seq = latest(john)["seq"]
    undo(john, seq).created()
    refused = undo(john, seq)
    refused.refused(409, "Record was changed since (20073)")
    assert re.fullmatch(rf"event {seq + 1} \([a-z.]+\) changed it since; undo that one first", refused.headers["X-Error-Hint"])
    assert latest(john)["seq"] == seq + 1


# Webhooks and keys, of which events do not show everything.


def test_a_deleted_webhook_comes_back_with_its_url_and_secret(john):
    hook = webhook(john)
    (before,) = john.get("webhook/list").ok()["webhooks"]
    john.delete("webhook/delete", {"webhookID": hook}).ok()
    assert undo_latest(john)["kind"] == "webhook.created"
    assert without_times(john.get("webhook/list").ok()["webhooks"]) == [without_times(before)]
    assert undo_latest(john)["kind"] == "webhook.deleted"
    assert john.get("webhook/list").ok()["webhooks"] == []


@pytest.mark.parametrize(("field", "value"), [("url", "http://127.0.0.1:1/a/other"), ("name", "Other"), ("kinds", ["leo.*"]), ("active", False)])
def test_an_edit_of_a_webhook_is_taken_back(john, field, value):
    hook = webhook(john)
    before = without_times(john.get("webhook/list").ok())
    john.patch("webhook/edit", {"webhookID": hook, "field": field, "value": value}).created()
    after = without_times(john.get("webhook/list").ok())
    undo_latest(john)
    assert without_times(john.get("webhook/list").ok()) == before
    undo_latest(john)
    assert without_times(john.get("webhook/list").ok()) == after


@pytest.mark.parametrize(("field", "value"), [("url", "http://127.0.0.1:1/a/other"), ("kinds", ["leo.*"]), ("active", False)])
def test_undo_of_an_edit_of_a_webhook_keeps_what_was_edited_since(john, field, value):
    hook = webhook(john)
    edit_to = lambda field, value: john.patch("webhook/edit", {"webhookID": hook, "field": field, "value": value}).created()
    (before,) = john.get("webhook/list").ok()["webhooks"]
    edit_to("name", "Other")
    seq = latest(john)["seq"]
    edit_to(field, value)
    undo(john, seq).created()
    (shown,) = john.get("webhook/list").ok()["webhooks"]
    member, expected = ("state", "disabled") if field == "active" else (field, value)
    assert (shown["name"], shown[member]) == (before["name"], expected)


def test_another_path_of_the_url_is_a_change_since(john):
    hook = webhook(john)
    move = lambda path: john.patch("webhook/edit", {"webhookID": hook, "field": "url", "value": f"http://127.0.0.1:1/{path}"}).created()
    move("one")
    seq = latest(john)["seq"]
    move("two")
    undo(john, seq).refused(409, "Record was changed since (20073)")


def test_what_was_sent_again_cannot_be_taken_back(john):
    john.post("webhook/redeliver", {"webhookID": webhook(john), "seq": 1}).created()
    refused = undo(john, latest(john)["seq"])
    refused.refused(409, "Event cannot be undone (20082)")
    assert refused.headers["X-Error-Hint"] == "what was sent cannot be taken back"


def test_a_revoked_key_works_again_after_undo(server, john):
    made = john.post("key/create", {"name": "Sgt. Reyes", "role": "officer"}).created()
    officer = Client(server, made["key"], john.guild)
    officer.wait_until_honoured()
    john.delete("key/revoke", {"keyID": made["keyID"]}).ok()
    wait_until(lambda: officer.get("stats").status == 403, 5, "the key is refused")
    assert undo_latest(john)["kind"] == "key.created"
    wait_until(lambda: officer.get("stats").status == 200, 5, "the key is accepted again")


def test_an_invitation_is_taken_back_unless_it_was_accepted(server, john):
    invite = lambda: john.post("key/invite", {"name": "Cpl. Fox", "role": "officer"}).created()
    first, seq = invite(), latest(john)["seq"]
    assert undo(john, seq).created()["kind"] == "key.revoked"
    assert server.accept(first["token"], john.guild).status_code == 403
    refused = undo(john, seq + 1)
    refused.refused(409, "Deleted records cannot be restored (20074)")
    second, seq = invite(), latest(john)["seq"]
    assert server.accept(second["token"], john.guild).status_code == 201
    undo(john, seq).refused(409, "Record was changed since (20073)")
    assert [each["keyID"] for each in john.get("key/list").ok()["keys"]].count(second["keyID"]) == 1


# Rules.


def test_what_somebody_changed_since_is_not_overwritten(john):
    edit("civilian/edit", "address", "2 Hill Road", **JOHN)(john)
    seq = latest(john)["seq"]
    edit("civilian/edit", "address", "3 Hill Road", **JOHN)(john)
    later = latest(john)["seq"]
    refused = undo(john, seq)
    refused.refused(409, "Record was changed since (20073)")
    assert refused.headers["X-Error-Hint"] == f"event {later} (civilian.edited) changed it since; undo that one first"
    undo(john, later).created()
    undo(john, seq).created()
    assert john.info()["civilian"][0]["civilianAddress"] == builders.civilian("John Doe")["address"]


def test_a_change_of_another_member_does_not_prevent_undo(john):
    edit("civilian/edit", "address", "2 Hill Road", **JOHN)(john)
    seq = latest(john)["seq"]
    edit("civilian/edit", "hair color", "Green", **JOHN)(john)
    undo(john, seq).created()
    shown = john.info()["civilian"][0]
    assert (shown["civilianAddress"], shown["civilianHairColor"]) == (builders.civilian("John Doe")["address"], "Green")


@pytest.mark.parametrize("change", ["civilian.edited", "civilian.bolo", "vehicle.edited", "firearm.edited", "leo.cited", "leo.voided"])
def test_what_concerns_the_dead_is_not_changed(john, change):
    prepare(john)
    CHANGES[change](john)
    seq, name = latest(john)["seq"], living(john)[0]
    john.mark_deceased(name)
    undo(john, seq).refused(409, "Civilian is deceased (20065)")
    undo_latest(john)
    undo(john, seq).created()


@pytest.mark.parametrize("change", ["vehicle.impounded", "vehicle.deleted", "firearm.deleted"])
def test_what_may_be_done_with_vehicles_and_firearms_of_the_dead_may_be_undone(john, change):
    prepare(john)
    john.mark_deceased()
    CHANGES[change](john)
    undo_latest(john)


def test_undo_of_a_change_to_the_same_value_changes_nothing(john):
    prepare(john)
    john.put("penal-code", {"entries": PENAL_CODE}).ok()
    same = (
        lambda: john.put("penal-code", {"entries": PENAL_CODE}).ok(),
        lambda: edit("vehicle/edit", "color", vehicle(john)["color"], plate="ABC 123", **JOHN)(john),
    )
    for change in same:
        change()
        before = files(john)
        undo_latest(john)
        assert files(john) == before


def test_a_civilian_with_entries_is_not_uncreated(john):
    seq = latest(john)["seq"]
    john.citation()
    undo(john, seq).refused(409, "Record was changed since (20073)")
    assert len(john.get("leo/records", JOHN).ok()["citations"]) == 1


def test_an_undone_entry_stays_on_file_as_void(john):
    john.citation()
    undo_latest(john)
    (entry,) = john.get("leo/history", JOHN).ok()["entries"]
    assert entry["void"]["reason"] == "Undone"
    assert john.citation()["count"] == 2


def test_a_deleted_civilian_comes_back_whole(john):
    prepare(john)
    john.post("leo/void", JOHN | OFFICER | {"kind": "citation", "count": 1, "reason": "Wrong man"}).created()
    history = john.get("leo/history", JOHN).ok()
    before = files(john)
    john.delete("civilian/delete", JOHN).ok()
    assert john.get("search", query={"q": "ABC 123"}).ok()["results"] == []
    assert john.get("vehicle/check", {"plate": "ABC 123"}).ok()["registered"] is False
    assert john.get("leo/custody").ok()["custody"] == []
    undo_latest(john)
    assert files(john) == before and john.get("leo/history", JOHN).ok() == history
    found = lambda text: [each["kind"] for each in john.get("search", query={"q": text}).ok()["results"]]
    assert found("John Do") == ["civilian"]
    assert found("BC 12") == ["vehicle"] and found(serial(john)[2:]) == ["firearm"]


@pytest.mark.parametrize("taken", ["civilian", "vehicle"])
def test_what_is_taken_again_cannot_be_restored(john, taken):
    prepare(john)
    john.delete("civilian/delete", JOHN).ok()
    seq = latest(john)["seq"]
    if taken == "civilian":
        john.civilian("john doe")
    else:
        john.civilian("Ann Lee")
        john.vehicle("Ann Lee", "abc 123")
    undo(john, seq).refused(409, "Deleted records cannot be restored (20074)")
    assert living(john) == ["john doe" if taken == "civilian" else "Ann Lee"]


def test_a_vehicle_that_was_deleted_before_its_owner_comes_back_after_it(john):
    john.delete("vehicle/delete", {"vehicleID": john.vehicle(plate="ABC 123")["id"]}).ok()
    seq = latest(john)["seq"]
    vehicles = lambda: [each["plate"] for each in john.get("vehicle/list", JOHN).json.get("vehicles", [])]
    john.delete("civilian/delete", JOHN).ok()
    refused = undo(john, seq)
    refused.refused(409, "Deleted records cannot be restored (20074)")
    assert refused.headers["X-Error-Hint"] == "its owner was deleted"
    undo(john, seq + 1).created()
    assert vehicles() == []
    undo(john, seq).created()
    assert vehicles() == ["ABC 123"]


def test_custody_that_ended_meanwhile_ends_when_the_civilian_comes_back(john):
    john.arrest(time=1)
    john.delete("civilian/delete", JOHN).ok()
    seq = latest(john)["seq"]
    time.sleep(1.5)
    undo(john, seq).created()
    wait_until(lambda: john.get("leo/custody").ok()["amount"] == 0, 5, "custody ends")
    assert [event["kind"] for event in john.get("audit", query={"limit": "1"}).ok()["events"]] == ["leo.released"]


def test_what_the_clock_ended_is_over(john):
    john.arrest(time=1)
    wait_until(lambda: latest(john)["kind"] == "leo.released", 5, "custody ends")
    undo(john, latest(john)["seq"]).refused(409, "Event cannot be undone (20082)")


def test_undo_of_a_bolo_that_the_clock_ended_raises_it_without_an_end(john):
    john.patch("civilian/bolo", JOHN | {"bolo": True, "reason": "Robbery", "expiresIn": 1}).created()
    wait_until(lambda: latest(john)["actor"] == "clock", 5, "the BOLO ends")
    undo_latest(john)
    (shown,) = john.get("civilian/bolos").ok()["bolos"]
    assert (shown["reason"], shown["expiresTimestamp"]) == ("Robbery", "")


def test_a_release_whose_time_is_over_meanwhile_cannot_be_taken_back(john):
    john.arrest(time=1)
    john.post("leo/release", JOHN | OFFICER).created()
    time.sleep(1.2)
    undo(john, latest(john)["seq"]).refused(409, "Deleted records cannot be restored (20074)")


@pytest.mark.parametrize("seq", [0, 99, 2**50])
def test_an_event_that_is_not_there(john, seq):
    undo(john, seq).refused(404, "Event not found (10023)")


@pytest.mark.parametrize("seq", [-1, 1.5, "x", None, True])
def test_a_number_that_no_event_has(john, seq):
    undo(john, seq).invalid("seq")


def test_events_of_other_guilds_are_out_of_reach(john, other_guild):
    for _ in range(5):
        john.citation()
    undo(other_guild, latest(john)["seq"]).refused(404, "Event not found (10023)")


def test_undo_needs_the_scope_admin(keys_without):
    undo(keys_without["admin"], 1).refused(403, "Missing permission admin (20059)")


def test_each_of_many_changes_at_the_same_time_names_its_own_event(john):
    numbers = {}

    def cite(officer: str) -> None:
        client = john.with_key(john.key)
        for turn in range(10):
            charges = f"{officer} {turn}"
            numbers[charges] = client.post("leo/cite", builders.citation(charges=charges)).headers["X-Event-Seq"]

    threads = [threading.Thread(target=cite, args=(officer,)) for officer in ("Reyes", "Lind", "Okafor", "Sato")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = john.get("audit", query={"kind": "leo.cited", "limit": "100"}).ok()["events"]
    assert {event["after"]["charges"]: str(event["seq"]) for event in log} == numbers


def test_a_refused_change_names_no_event(john):
    assert "X-Event-Seq" not in john.post("leo/cite", builders.citation("Nobody")).headers


def test_nothing_is_kept_if_the_operator_says_so(store):
    with Server(store, "--keep-deleted", "0") as server:
        guild = Client(server, create_key(store, "g1", role="owner"), "g1")
        guild.civilian()
        guild.delete("civilian/delete", JOHN).ok()
        refused = undo(guild, 2)
        refused.refused(409, "Deleted records cannot be restored (20074)")
        assert refused.headers["X-Error-Hint"] == "it is no longer kept"


def test_what_is_kept_too_long_is_removed_permanently(store):
    with Server(store, "--keep-deleted", "1s") as server:
        guild = Client(server, create_key(store, "g1", role="owner"), "g1")
        guild.civilian()
        guild.vehicle()
        guild.delete("civilian/delete", JOHN).ok()
        time.sleep(1.1)
        undo(guild, latest(guild)["seq"]).refused(409, "Deleted records cannot be restored (20074)")
