"""A clock that was set back between two runs of the server."""

from harness import Server, create_key, wait_until

HOUR_MS = 3_600_000


def as_if_made_an_hour_later(store) -> None:
    """Moves the stored times as if the clock has been set back by an hour since."""
    store.execute(f"update event set at = at + {HOUR_MS}, id = id + {HOUR_MS << 22}")


def test_a_clock_that_was_set_back_keeps_the_order(store):
    with Server(store) as server:
        guild = server.guild()
        guild.civilian("First")
    as_if_made_an_hour_later(store)
    newest = store.rows("select id, at from event")[0]
    short = create_key(store, guild.guild, expires="30m")
    with Server(store) as server:
        guild = server.client(guild.key, guild.guild)
        second = guild.civilian("Second")
        third = guild.civilian("Third")
        assert newest["id"] < int(second["civilianID"]) < int(third["civilianID"])
        events = sorted(store.rows("select seq, id, at from event"), key=lambda row: row["seq"])
        for earlier, later in zip(events, events[1:]):
            assert earlier["id"] < later["id"]
            assert earlier["at"] <= later["at"]
        # Listing page by page shows each of them once.
        page = guild.get("civilian/list", query={"limit": "1", "after": second["civilianID"]}).ok()
        assert [civilian["civilianName"] for civilian in page["civilians"]] == ["Third"]
        # A key that expires in half an hour has expired before the newest change.
        server.client(short, guild.guild).get("civilian/list").forbidden()
        wait_until(lambda: "the clock is behind the newest event" in server.log(), 5, "the log tells it")


def test_a_correct_clock_gives_no_warning(store):
    with Server(store) as server:
        server.guild().civilian("First")
    with Server(store) as server:
        pass
    assert "clock" not in server.log()
