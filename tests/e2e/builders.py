"""Valid request bodies. A test changes only the member that it is about."""

from typing import Any

# No body at all, which is different from a body of null.
NOTHING = object()


def civilian(name: str = "John Doe", **changes) -> dict[str, Any]:
    return {
        "userID": "184405311681986560",
        "userName": "player.one",
        "name": name,
        "age": 25,
        "dob": "04/07/2001",
        "gender": "Male",
        "hair": "Brown",
        "weight": 80,
        "height": 180,
        "address": "12 Grove Street, Los Santos",
        "occupation": "Mechanic",
    } | changes


def vehicle(owner: str = "John Doe", plate: str = "ABC 123", **changes) -> dict[str, Any]:
    return {
        "name": owner,
        "plate": plate,
        "model": "Bravado Buffalo",
        "color": "Midnight Blue",
        "colorType": "Metallic",
        "registration": "Valid",
        "insurance": "Valid",
    } | changes


def firearm(owner: str = "John Doe", **changes) -> dict[str, Any]:
    return {"name": owner, "model": "Combat Pistol", "color": "Black"} | changes


def arrest(name: str = "John Doe", **changes) -> dict[str, Any]:
    return {"name": name, "officerName": "Sgt. Pepper", "officerID": "771", "charges": "Grand theft auto", "time": 600} | changes


def citation(name: str = "John Doe", **changes) -> dict[str, Any]:
    return {"name": name, "officerName": "Sgt. Pepper", "officerID": "771", "charges": "Speeding", "amount": 250} | changes


def fine(name: str = "John Doe", **changes) -> dict[str, Any]:
    return {"name": name, "officerName": "Sgt. Pepper", "officerID": "771", "charges": "Littering", "amount": 120} | changes


def admission(name: str = "John Doe", **changes) -> dict[str, Any]:
    return {"name": name, "time": "5400", "injures": "Broken arm", "unitName": "Medic 4", "unitID": "90210"} | changes


def without(body: dict[str, Any], *members: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in members}
