"""The records and entries of the contract: which members, in which order, of which JSON type."""

import re
from datetime import datetime, timezone
from typing import Any, Callable, Mapping

Check = Callable[[Any], bool]


def is_text(value: Any) -> bool:
    return type(value) is str


def is_number(value: Any) -> bool:
    return type(value) in (int, float)


def is_flag(value: Any) -> bool:
    return type(value) is bool


def is_id(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[1-9][0-9]{0,18}", value) is not None


def is_time(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value) is not None


def is_serial_number(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{10}", value) is not None


BEGINNING: dict[str, Check] = {
    "id": is_id, "userID": is_text, "userName": is_text, "civilianID": is_id, "civilianName": is_text,
}  # fmt: skip
CIVILIAN: dict[str, Check] = BEGINNING | {
    "deceased": is_flag, "bolo": is_flag, "boloReason": is_text, "civilianAge": is_number, "civilianDOB": is_text,
    "civilianGender": is_text, "civilianHairColor": is_text, "civilianHeight": is_number, "civilianWeight": is_number,
    "civilianAddress": is_text, "civilianOccupation": is_text, "registrationTimestamp": is_time,
}  # fmt: skip
VEHICLE: dict[str, Check] = BEGINNING | {
    "impounded": is_flag, "stolen": is_flag, "plate": is_text, "model": is_text, "registration": is_text,
    "insurance": is_text, "color": is_text, "colorType": is_text, "timestamp": is_time,
}  # fmt: skip
FIREARM: dict[str, Check] = BEGINNING | {
    "stolen": is_flag, "serialNumber": is_serial_number, "model": is_text, "timestamp": is_time,
}  # fmt: skip

# The same entries are named differently in civilian/info and in the operations of their own group.
INFO_CITATION: dict[str, Check] = {
    "officerName": is_text, "officerID": is_text, "amount": is_number, "charges": is_text, "timestamp": is_time,
}  # fmt: skip
INFO_FINE = INFO_CITATION
INFO_ARREST: dict[str, Check] = {
    "officerName": is_text, "officerID": is_text, "time": is_number, "charges": is_text, "timestamp": is_time,
}  # fmt: skip
INFO_ADMISSION: dict[str, Check] = {
    "medicName": is_text, "medicID": is_text, "injures": is_text, "time": is_text, "timestamp": is_time,
}  # fmt: skip
CITATION: dict[str, Check] = {
    "count": is_number, "officersName": is_text, "officersID": is_text, "amount": is_number, "charges": is_text,
    "timestamp": is_time,
}  # fmt: skip
FINE = CITATION
ARREST: dict[str, Check] = {
    "count": is_number, "officersName": is_text, "officersID": is_text, "time": is_number, "charges": is_text,
    "timestamp": is_time,
}  # fmt: skip
ADMISSION: dict[str, Check] = {
    "count": is_number, "unitsName": is_text, "unitsID": is_text, "time": is_text, "injures": is_text,
    "timestamp": is_time,
}  # fmt: skip


def assert_shape(record: Mapping[str, Any], shape: Mapping[str, Check]) -> None:
    assert list(record) == list(shape)
    for member, check in shape.items():
        assert check(record[member]), f"{member}: {record[member]!r} is no {check.__name__[3:]}"


def assert_just_now(timestamp: str) -> None:
    """Created during this test. Both clocks are of the same machine, so a few seconds are enough."""
    assert is_time(timestamp), timestamp
    age = datetime.now(timezone.utc) - datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
    assert -2 < age.total_seconds() < 60, f"{timestamp} is not now"
