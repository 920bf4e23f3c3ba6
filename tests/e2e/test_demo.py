"""serve --demo: a guild with sample data, the same each time, and a curl command to paste."""

import json
import shlex
import subprocess

import pytest

from harness import Client, Server, create_key


def curl_line(server: Server) -> str:
    return server.wait_for_line(r"(curl .+)$")[1]


def demo_client(server: Server) -> Client:
    """A client with the printed key and guild."""
    headers = {}
    for word in shlex.split(curl_line(server)):
        name, colon, value = word.partition(":")
        if colon and name in ("Authorization", "Guild"):
            headers[name] = value.strip().removeprefix("Bearer ")
    assert set(headers) == {"Authorization", "Guild"}, curl_line(server)
    return Client(server, headers["Authorization"], headers["Guild"])


def lists(client: Client) -> dict[str, list[dict]]:
    return {kind: client.get(f"{kind}/list").ok()[f"{kind}s"] for kind in ("civilian", "vehicle", "firearm")}


def story(client: Client) -> dict[str, list]:
    """The data without what differs between runs: ids, times, serial numbers."""
    changing = {"id", "civilianID", "timestamp", "registrationTimestamp", "serialNumber"}
    return {
        kind: sorted(json.dumps({name: value for name, value in record.items() if name not in changing}) for record in records)
        for kind, records in lists(client).items()
    }


@pytest.fixture(scope="module")
def demo(new_store):
    with new_store() as store, Server(store, "--demo") as server:
        yield server


def test_filling_the_guild_may_take_longer_than_the_request_timeout(new_store):
    with new_store() as store, Server(store, "--demo", "--store-timeout", "0.5") as server:
        demo_client(server).get("civilian/list").ok()


def count(server: Server, table: str, guild: str) -> int:
    return server.store.rows(f"select count(*) as n from {table} where guild_id = ?", guild)[0]["n"]


def test_the_demo_prints_its_guild_its_key_and_a_curl_line(demo):
    client = demo_client(demo)
    rest = demo.printed()[1:]
    assert any(client.guild in line and "curl" not in line for line in rest), rest
    assert any(client.key in line and "curl" not in line for line in rest), rest


def test_the_printed_curl_line_works_every_time(demo):
    """The first response is read from the store, the others come from the cache."""
    answers = []
    for _ in range(3):
        done = subprocess.run(["bash", "-c", curl_line(demo)], capture_output=True, text=True, timeout=30)
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
    assert "error" not in answers[0] and answers[0]["guildID"] == demo_client(demo).guild
    assert answers[1:] == [answers[0]] * 2


@pytest.mark.parametrize("table, about", [("civilian", 200), ("vehicle", 300), ("firearm", 100), ("entry", 1000)])
def test_the_demo_has_about_the_documented_amount_of_data(demo, table, about):
    assert about * 0.9 <= count(demo, table, demo_client(demo).guild) <= about * 1.1


def test_every_state_occurs_in_the_demo(demo):
    client = demo_client(demo)
    data = lists(client)
    assert any(record["bolo"] and record["boloReason"] for record in data["civilian"])
    assert any(record["impounded"] for record in data["vehicle"])
    assert any(record["stolen"] for record in data["vehicle"])
    assert count(demo, "civilian", client.guild) > len(data["civilian"]), "some are deceased"
    assert {record["civilianGender"] for record in data["civilian"]} == {"Male", "Female", "Other"}


def test_the_entries_of_the_demo_are_spread_over_all_four_kinds(demo):
    client = demo_client(demo)
    entries = {"citations": 0, "fines": 0, "arrests": 0, "hospitalRecords": 0}
    for record in client.get("civilian/list").ok()["civilians"]:
        info = client.info(record["civilianName"])
        for kind in entries:
            entries[kind] += len(info[kind])
    assert all(number > 20 for number in entries.values()), entries


def test_the_demo_has_a_penal_code(demo):
    entries = demo_client(demo).get("penal-code").ok()["entries"]
    assert len(entries) >= 12
    assert any(entry["fine"] and entry["time"] for entry in entries)
    assert any(entry["fine"] and not entry["time"] for entry in entries)


def test_the_demo_has_custody_bolos_and_impounds_that_end(demo):
    client = demo_client(demo)
    assert client.get("leo/custody").ok()["custody"]
    assert any(bolo["remaining"] for bolo in client.get("civilian/bolos").ok()["bolos"])
    assert any(impound["remaining"] for impound in client.get("leo/impounds").ok()["impounds"])


def test_the_demo_can_be_changed_like_any_guild(demo):
    client = demo_client(demo)
    client.civilian("Newcomer of the Demo")
    client.citation("Newcomer of the Demo")
    assert len(client.info("Newcomer of the Demo")["citations"]) == 1
    client.delete("civilian/delete", {"name": "Newcomer of the Demo"}).ok()


def test_two_new_demos_have_the_same_data(demo, store):
    with Server(store, "--demo") as second:
        assert story(demo_client(second)) == story(demo_client(demo))


def test_a_restarted_demo_keeps_what_was_changed_and_prints_a_key_that_works(store):
    with Server(store, "--demo") as server:
        client = demo_client(server)
        client.civilian("Survivor")
        client.delete("civilian/delete", {"name": client.get("civilian/list").ok()["civilians"][0]["civilianName"]}).ok()
        before = lists(client)
    with Server(store, "--demo") as server:
        assert lists(demo_client(server)) == before
        assert demo_client(server).info("Survivor")["civilian"][0]["civilianName"] == "Survivor"


def test_the_demo_leaves_other_guilds_and_their_keys_alone(store):
    key = create_key(store, "real-community", name="demo")
    for _ in range(2):
        with Server(store, "--demo") as server:
            server.client(key, "real-community").get("civilian/list").refused(404, "Unable to find any civilians (20060)")
            assert len(lists(demo_client(server))["vehicle"]) == 300


def test_a_name_cannot_break_out_of_the_printed_line(store, tmp_path):
    trap = tmp_path / "sprung"
    with Server(store, "--demo") as server:
        client = demo_client(server)
        first = client.get("civilian/list").ok()["civilians"][0]["civilianName"]
        hostile = f"x';touch${{IFS}}{trap};' & José"
        client.patch("civilian/edit", {"name": first, "field": "name", "value": hostile[:99]}).created()
    with Server(store, "--demo") as server:
        done = subprocess.run(["bash", "-c", curl_line(server)], capture_output=True, text=True, timeout=30)
        assert json.loads(done.stdout)["civilian"][0]["civilianName"] == hostile[:99]
    assert not trap.exists()


def test_the_demo_starts_again_when_all_civilians_are_deceased(store):
    with Server(store, "--demo") as server:
        client = demo_client(server)
        for record in client.get("civilian/list").ok()["civilians"]:
            client.patch("civilian/deceased", {"name": record["civilianName"], "deceased": True}).created()
    with Server(store, "--demo") as server:
        demo_client(server).get("civilian/list").refused(404, "Unable to find any civilians (20060)")


def test_other_guilds_and_the_demo_do_not_see_each_other(demo):
    other = demo.guild("real-community")
    other.get("civilian/list").refused(404, "Unable to find any civilians (20060)")
    other.get("civilian/list", headers={"Guild": demo_client(demo).guild}).forbidden()
    demo_client(demo).get("civilian/list", headers={"Guild": "real-community"}).forbidden()
