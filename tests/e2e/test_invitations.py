"""Invitations over the API: whoever opens the link makes a key."""

import json
import re
import threading
from collections import Counter
from datetime import timedelta

import pytest

from guild_keys import NOT_FOUND, create, invite, listed, names_in, own_id, revoke, seconds_between, wait_until_forbidden
from harness import Server, admin, wait_until


def test_an_invitation_makes_a_key_once(server, owner):
    invited = owner.post("key/invite", {"name": "Sgt. Reyes", "role": "officer", "expiresIn": 3600})
    assert list(invited.created()) == [
        "guildID", "keyID", "keyName", "role", "scopes", "expiresIn", "ends", "token", "link", "success",
    ]  # fmt: skip
    made = invited.json
    assert re.fullmatch(r"[0-9a-f]{64}", made["token"])
    assert made["link"] == f"/#/invitation/{owner.guild}/{made['token']}"
    answer = server.accept(made["token"], owner.guild)
    assert answer.status_code == 201, answer.text
    assert list(answer.json()) == ["guild", "key", "keyName", "scopes"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert (answer.json()["guild"], answer.json()["keyName"], answer.json()["scopes"]) == (owner.guild, "Sgt. Reyes", ["read", "leo"])
    key = owner.with_key(answer.json()["key"]).get("key").ok()
    assert key["keyID"] == made["keyID"] and seconds_between(listed(owner)["keys"][1]["created"], key["expires"]) == 3600
    assert listed(owner)["invitations"] == []
    assert server.accept(made["token"], owner.guild).status_code == 403
    assert names_in(owner) == ["owner", "Sgt. Reyes"]


def test_pending_invitations_are_listed_without_their_token(owner):
    made = invite(owner, role="medic")
    (row,) = listed(owner)["invitations"]
    assert list(row) == ["keyID", "keyName", "role", "scopes", "expiresIn", "created", "ends", "invitedBy"]
    assert (row["keyID"], row["role"], row["expiresIn"], row["invitedBy"]) == (made["keyID"], "medic", None, own_id(owner))
    assert seconds_between(row["created"], row["ends"]) == timedelta(hours=24).total_seconds() and row["ends"] == made["ends"]
    assert made["token"] not in json.dumps(listed(owner))
    assert names_in(owner) == ["owner"]


def test_invitation_and_acceptance_leave_events_without_secrets(server, owner):
    made = invite(owner)
    key = server.accept(made["token"], owner.guild).json()["key"]
    accepted, invited = owner.get("audit").ok()["events"]
    assert (invited["kind"], invited["keyID"], invited["subjectID"]) == ("key.invited", own_id(owner), made["keyID"])
    assert (invited["before"], invited["after"]["keyName"], invited["after"]["ends"]) == (None, "Sgt. Reyes", made["ends"])
    assert (accepted["kind"], accepted["keyID"], accepted["actor"], accepted["subjectID"]) == ("key.created", "", "invitation", made["keyID"])
    assert (accepted["before"], accepted["after"]["invitedBy"], accepted["after"]["scopes"]) == (None, own_id(owner), ["read", "leo"])
    for secret in (made["token"], key):
        assert secret not in json.dumps([accepted, invited])


def test_all_wrong_attempts_get_the_same_response(server, new_owner):
    mine, other = new_owner(), new_owner()
    used, revoked, ended, pending = (invite(mine) for _ in range(4))
    assert server.accept(used["token"], mine.guild).status_code == 201
    revoke(mine, revoked["keyID"]).ok()
    server.store.execute(f"update invitation set ends_at = created_at where id = {ended['keyID']}")
    token = pending["token"]
    attempts = [
        (used["token"], mine.guild), (revoked["token"], mine.guild), (ended["token"], mine.guild), (token, other.guild), (token, "no-such-guild"),
        (token, ""), (token, "a b"), (token, mine.guild.upper()), ("", mine.guild), (token[:-1], mine.guild), (token + "0", mine.guild),
        (token.upper(), mine.guild), ("0" * 64, mine.guild), (mine.key, mine.guild), (f"Basic {token}", mine.guild),
    ]  # fmt: skip
    answers = [server.accept(*attempt) for attempt in attempts]
    assert {(answer.status_code, answer.text, answer.headers["X-Error-Hint"]) for answer in answers} == {
        (403, '{"error":"403 Forbidden","details":"Unauthorised guild access (20058)"}', answers[0].headers["X-Error-Hint"])
    }
    assert server.accept(f"Bearer {token}", mine.guild).status_code == 201


def test_an_invitation_can_be_revoked(server, owner):
    made = invite(owner)
    assert revoke(owner, made["keyID"]).ok()["success"] == "Revoked invitation"
    assert listed(owner)["invitations"] == []
    assert server.accept(made["token"], owner.guild).status_code == 403
    assert owner.event_kinds() == ["key.invited", "key.revoked"]
    revoke(owner, made["keyID"]).refused(404, NOT_FOUND)


def test_the_id_of_an_invitation_revokes_the_key_that_it_has_become(server, owner):
    made = invite(owner)
    client = owner.with_key(server.accept(made["token"], owner.guild).json()["key"])
    client.get("key").ok()
    assert revoke(owner, made["keyID"]).ok()["success"] == "Revoked key"
    wait_until_forbidden(client)


@pytest.mark.parametrize("how", ["API", "command line"])
def test_the_invitations_of_a_revoked_owner_end(server, owner, how):
    second = create(owner, role="owner")
    made, kept = invite(owner.with_key(second["key"])), invite(owner)
    if how == "API":
        revoke(owner, second["keyID"]).ok()
    else:
        admin(server.store, "key", "revoke", second["keyID"])
    assert server.accept(made["token"], owner.guild).status_code == 403
    assert server.accept(kept["token"], owner.guild).status_code == 201


def test_of_fifty_who_accept_at_once_one_gets_the_key(server, owner):
    for _ in range(3):
        made, before = invite(owner), len(listed(owner)["keys"])
        barrier, statuses = threading.Barrier(50), []

        def accept() -> None:
            barrier.wait(30)
            statuses.append(server.accept(made["token"], owner.guild).status_code)

        threads = [threading.Thread(target=accept) for _ in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert Counter(statuses) == {201: 1, 403: 49}
        assert len(listed(owner)["keys"]) == before + 1


def test_an_acceptance_that_fails_can_be_repeated(server, owner):
    made = invite(owner)
    with server.store.refusing_changes(server):
        assert server.accept(made["token"], owner.guild).status_code == 500
    assert names_in(owner) == ["owner"]
    assert server.accept(made["token"], owner.guild).status_code == 201


def test_only_post_accepts_an_invitation(server, owner):
    made = invite(owner)
    answer = owner.call("GET", "/invitation", headers={"Authorization": made["token"]})
    assert (answer.status, answer.headers["Allow"]) == (405, "POST")
    assert server.accept(made["token"], owner.guild).status_code == 201


def test_a_deleted_guild_has_no_invitations(server):
    guild = server.guild("deleted-with-invitations", role="owner")
    made = invite(guild)
    admin(server.store, "guild", "delete", guild.guild, "--yes")
    assert server.store.rows("select id from invitation where guild_id = ?", guild.guild) == []
    again = server.guild(guild.guild, role="owner")
    again.wait_until_honoured()
    assert server.accept(made["token"], guild.guild).status_code == 403


def test_invitations_survive_a_restart_and_ended_ones_are_removed(store):
    with Server(store) as server:
        owner = server.guild("restarted", role="owner")
        kept, ended = invite(owner), invite(owner)
        store.execute(f"update invitation set ends_at = created_at where id = {ended['keyID']}")
    with Server(store) as server:
        assert server.accept(kept["token"], "restarted").status_code == 201
        wait_until(lambda: store.rows("select id from invitation") == [], 10, "the ended invitation is removed")
