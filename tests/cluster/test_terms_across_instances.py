"""BOLOs and custody end once, whichever instance notices it."""

import builders
from harness import Server, create_key, wait_until
from instances import clients_of, instances

CIVILIANS = 30
SECONDS = 15


def wanted(client, number: int, seconds: int) -> None:
    name = f"Wanted {number}"
    client.post("civilian/create", builders.civilian(name)).created()
    client.patch("civilian/bolo", {"name": name, "bolo": True, "reason": "Robbery", "expiresIn": seconds}).created()
    client.post("leo/arrest", builders.arrest(name, time=seconds)).created()


def ended(client) -> list[tuple[str, str]]:
    events = client.get("audit", query={"limit": "1000"}).ok()["events"]
    return sorted((event["kind"], event["civilianName"]) for event in events if event["actor"] == "clock")


def expected() -> list[tuple[str, str]]:
    return sorted((kind, f"Wanted {number}") for kind in ("civilian.bolo", "leo.released") for number in range(CIVILIANS))


def test_three_instances_end_everything_once(store):
    with instances(store, 3) as servers:
        clients = clients_of(servers)
        for number in range(CIVILIANS):
            wanted(clients[number % 3], number, 3)
        for client in clients:
            wait_until(lambda: len(ended(client)) >= 2 * CIVILIANS, SECONDS, "everything ends")
            assert ended(client) == expected()
            assert client.get("civilian/bolos").ok()["amount"] == client.get("leo/custody").ok()["amount"] == 0


def test_what_is_due_ends_although_the_instance_that_made_it_was_killed(store):
    with Server(store) as other:
        maker = Server(store).start()
        key = create_key(store, "g1")
        client = maker.client(key, "g1")
        client.wait_until_honoured()
        for number in range(CIVILIANS):
            wanted(client, number, 2)
        maker.kill()
        survivor = other.client(key, "g1")
        wait_until(lambda: len(ended(survivor)) >= 2 * CIVILIANS, SECONDS, "everything ends")
        assert ended(survivor) == expected()


def test_an_instance_that_hung_meanwhile_ends_nothing_again(store):
    with instances(store, 2) as (hanging, other):
        client = clients_of([hanging, other])[1]
        for number in range(CIVILIANS):
            wanted(client, number, 2)
        hanging.pause()
        try:
            wait_until(lambda: len(ended(client)) >= 2 * CIVILIANS, 2 * SECONDS, "everything ends")
        finally:
            hanging.resume()
        wait_until(lambda: hanging.client(client.key, "g1").get("civilian/bolos").ok()["amount"] == 0, SECONDS, "it is back")
        assert ended(client) == expected()
