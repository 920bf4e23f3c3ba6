"""The expected responses, built directly from the rows, byte for byte as in the contract."""

import http.client
import json
import random
from datetime import datetime, timezone

from . import people
from .stores import Store
from .wrk import WrongAnswers

SAMPLES = 20
KINDS = ("citations", "fines", "arrests", "hospitalRecords")


def moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def number(value: float) -> float | int:
    return int(value) if value == int(value) else value


def dumped(answer: dict) -> bytes:
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()


def _rows(store: Store, statement: str) -> list[dict]:
    with store.connect() as connection:
        cursor = connection.cursor()
        cursor.execute(statement)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row)) for row in cursor.fetchall()]


def _civilian(row: dict) -> dict:
    return {
        "id": str(row["id"]), "userID": row["user_id"], "userName": row["user_name"], "civilianID": str(row["id"]),
        "civilianName": row["name"], "deceased": bool(row["deceased"]), "bolo": row["bolo_reason"] is not None,
        "boloReason": row["bolo_reason"] or "", "civilianAge": number(row["age"]), "civilianDOB": row["dob"],
        "civilianGender": row["gender"], "civilianHairColor": row["hair"], "civilianHeight": number(row["height"]),
        "civilianWeight": number(row["weight"]), "civilianAddress": row["address"], "civilianOccupation": row["occupation"],
        "registrationTimestamp": moment(row["registered_at"]),
    }  # fmt: skip


def _entry(row: dict) -> dict:
    kind = KINDS[row["kind"]]
    if kind == "hospitalRecords":
        members = {"medicName": row["author_name"], "medicID": row["author_id"], "injures": row["text"], "time": row["time_text"]}
    else:
        amount = "time" if kind == "arrests" else "amount"
        members = {"officerName": row["author_name"], "officerID": row["author_id"], amount: number(row["amount"]), "charges": row["text"]}
    return members | {"timestamp": moment(row["made_at"])}


def info(store: Store, guild: str, who: int) -> bytes:
    civilian = _rows(store, f"select * from civilian where guild_id = '{guild}' and name = '{people.civilian(who)}'")[0]
    entries = _rows(store, f"select * from entry where guild_id = '{guild}' and civilian_id = {civilian['id']} order by kind, count")
    answer = {"guildID": guild, "userID": civilian["user_id"], "userName": civilian["user_name"], "civilian": [_civilian(civilian)]}
    for index, kind in enumerate(KINDS):
        answer[kind] = [_entry(row) for row in entries if row["kind"] == index]
    return dumped(answer)


def plate(store: Store, guild: str, who: int) -> bytes:
    row = _rows(store, f"select * from vehicle where guild_id = '{guild}' and plate = '{people.plate(who)}'")[0]
    owner = _rows(store, f"select * from civilian where guild_id = '{guild}' and id = {row['civilian_id']}")[0]
    vehicle = {
        "id": str(row["id"]), "userID": owner["user_id"], "userName": owner["user_name"], "civilianID": str(owner["id"]),
        "civilianName": owner["name"], "impounded": bool(row["impounded"]), "stolen": bool(row["stolen"]), "plate": row["plate"],
        "model": row["model"], "registration": row["registration"], "insurance": row["insurance"], "color": row["color"],
        "colorType": row["color_type"], "timestamp": moment(row["registered_at"]),
    }  # fmt: skip
    return dumped({"found": True, "guildID": guild, "vehicle": [vehicle]})


def civilian_list(store: Store, guild: str, _: int = 0) -> bytes:
    rows = _rows(store, f"select * from civilian where guild_id = '{guild}' and deceased = 0 order by id")
    return dumped({"amount": len(rows), "guildID": guild, "civilians": [_civilian(row) for row in rows]})


# By the names of requests in load/load.lua: path, body and expected response.
LOOK_UPS = {
    "info": ("civilian/info", lambda who: {"name": people.civilian(who)}, info),
    "plate": ("vehicle/plate", lambda who: {"plate": people.plate(who)}, plate),
    "list": ("civilian/list", lambda who: {}, civilian_list),
}


def ask(store: Store, port: int, request: str, guild: int, who: int) -> bytes:
    path, body, _ = LOOK_UPS[request]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": store.key(guild), "Guild": people.guild(guild), "Content-Type": "application/json"}
    connection.request("GET", f"/api/{path}", json.dumps(body(who)), headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 200:
        raise WrongAnswers(f"{path} answered {answer.status}: {text[:500]!r}")
    return text


def check(store: Store, port: int, request: str) -> None:
    """Sends requests about some people and compares the responses."""
    if request not in LOOK_UPS:
        return
    for _ in range(1 if request == "list" else SAMPLES):
        guild, who = random.randint(1, store.population.guilds), random.randint(1, store.population.civilians)
        wanted = LOOK_UPS[request][2](store, people.guild(guild), who)
        got = ask(store, port, request, guild, who)
        if got != wanted:
            raise WrongAnswers(f"{request} of {guild}, {who}:\n  wanted {wanted[:2000]!r}\n  got    {got[:2000]!r}")


def typical(store: Store, request: str) -> str:
    """A response of medium length, for a peer that sends it for every request."""
    _, _, make = LOOK_UPS[request]
    sample = [make(store, people.guild(1), who) for who in range(1, min(store.population.civilians, 101) + 1)]
    return sorted(sample, key=len)[len(sample) // 2].decode()


CHANGES = {"cite": "entry", "cite-key": "entry", "create": "civilian", "mixed": "entry"}


def count_changes(store: Store, request: str) -> int:
    """The number of rows of the kind that the request creates, if any."""
    return store.rows(f"select count(*) from {CHANGES[request]}")[0][0] if request in CHANGES else 0


def check_changes(request: str, answered: int, connections: int, made: int) -> None:
    """Every acknowledged change is stored. Requests in flight when wrk ended, now and the time before, may be stored too."""
    if request in ("cite", "cite-key", "create") and not answered <= made <= answered + 2 * connections:
        raise WrongAnswers(f"{answered} changes were acknowledged, {made} were made")
