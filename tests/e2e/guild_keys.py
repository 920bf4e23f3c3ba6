"""Keys of a guild, over the API."""

from datetime import datetime

from harness import Client, wait_until

NOT_FOUND = "Key not found (10023)"
# The documented limit is one second; the rest is for a busy machine.
HONOURED_SECONDS = 1.5


def create(client: Client, name: str = "Sgt. Reyes", **members) -> dict:
    return client.post("key/create", {"name": name, "role": "officer"} | members).created()


def invite(client: Client, name: str = "Sgt. Reyes", **members) -> dict:
    return client.post("key/invite", {"name": name, "role": "officer"} | members).created()


def revoke(client: Client, id: str):
    return client.delete("key/revoke", {"keyID": id})


def own_id(client: Client) -> str:
    return client.get("key").ok()["keyID"]


def listed(client: Client) -> dict:
    return client.get("key/list").ok()


def names_in(client: Client) -> list[str]:
    return [key["keyName"] for key in listed(client)["keys"]]


def wait_until_forbidden(client: Client) -> None:
    wait_until(lambda: client.get("key").status == 403, HONOURED_SECONDS, "the revocation is honoured")


def seconds_between(start: str, end: str) -> float:
    return (datetime.fromisoformat(end.replace("Z", "+00:00")) - datetime.fromisoformat(start.replace("Z", "+00:00"))).total_seconds()
