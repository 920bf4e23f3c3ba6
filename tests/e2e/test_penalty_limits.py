"""The three meanings of `>5000`: off, at most 5000, more than 5000."""

import pytest

import builders
from harness import Server

LARGEST = 1_000_000_000
TAKEN_AND_REFUSED = {
    "off": ([0.01, 1, 4999, 5000, 5000.5, 5001, LARGEST], [0, -1, LARGEST + 0.5, LARGEST + 1, 1e300]),
    "max:5000": ([0.01, 1, 4999.5, 5000], [0, -1, 5000.5, 5001, LARGEST]),
    "min:5000": ([5000.5, 5001, LARGEST], [0, -1, 1, 4999, 5000, LARGEST + 1]),
}


@pytest.fixture(scope="module", params=list(TAKEN_AND_REFUSED))
def limited(request, new_store):
    """A guild on a server with one of the meanings, and the values that it accepts and refuses."""
    with new_store() as store, Server(store, "--penalty-limit", request.param) as server:
        guild = server.guild()
        guild.civilian("John Doe")
        yield guild, *TAKEN_AND_REFUSED[request.param]


@pytest.mark.parametrize(
    "path, build, kind, member",
    [
        ("leo/arrest", builders.arrest, "arrest", "time"),
        ("leo/cite", builders.citation, "citation", "amount"),
        ("leo/fine", builders.fine, "fine", "amount"),
    ],
)
def test_time_and_amount_follow_the_option(limited, path, build, kind, member):
    guild, taken, refused = limited
    for value in refused:
        guild.post(path, build(**{member: value})).invalid(member)
    for value in taken:
        assert guild.post(path, build(**{member: value})).created()[kind][0][member] == value


def test_the_time_of_an_admission_follows_the_option(limited):
    guild, taken, refused = limited
    for value in (value for value in refused if isinstance(value, int)):
        guild.post("medical/admit", builders.admission(time=str(value))).invalid("time")
    for value in (value for value in taken if isinstance(value, int)):
        assert guild.admission(time=str(value))["time"] == str(value)


def test_a_fee_follows_the_option_and_may_always_be_zero(limited):
    guild, taken, refused = limited
    guild.vehicle(plate="FEE 1")
    for value in (value for value in refused if value != 0):
        guild.patch("leo/impound", {"plate": "FEE 1", "impound": True, "fee": value}).invalid("fee")
    for value in [0, *taken]:
        guild.impound("FEE 1", fee=value)
        assert guild.get("leo/impound", {"plate": "FEE 1"}).ok()["impoundedFee"] == value
        guild.patch("leo/impound", {"plate": "FEE 1", "impound": False}).created()
    guild.delete("vehicle/delete", {"vehicleID": guild.get("vehicle/list").ok()["vehicles"][0]["id"]}).ok()
