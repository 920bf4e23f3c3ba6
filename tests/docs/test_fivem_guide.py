"""The FiveM guide: its resource, unchanged, on a simulated game server with the real program."""

import re
import socket

import pytest

import fivem_server
from fivem_server import typed
from harness import Server
from markdown import ROOT, blocks, files, rows
from operations import shell
from stores import SqliteStore

GUIDE = ROOT / "docs/guides/fivem.md"
GUILD = "my-community"
OFFICER_MAY = ["command.plate", "command.cite"]
KEY = re.compile(r"blotter_[0-9a-f]{64}")


def block(language: str) -> str:
    (found,) = [each.text for each in blocks(GUIDE) if each.language == language]
    return found


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """A server with a car, a client of its guild, and the key created by the guide's command."""
    folder = tmp_path_factory.mktemp("fivem")
    with Server(SqliteStore(folder / "blotter.db")) as server:
        clerk = server.guild(GUILD)
        clerk.civilian("John Doe")
        clerk.vehicle("John Doe", "48 ABC 123", model="Sultan RS", color="Midnight blue", insurance="Expired")
        made = shell(block("sh"), folder)
        assert made.returncode == 0, made.stderr
        yield server, clerk, made.stdout.strip()


class Game:
    """A game server with the guide's resource, and its server.cfg adapted to the address and key of the test."""

    def __init__(self, folder, url: str, key: str):
        self.folder = folder
        for name, text in files(GUIDE).items():
            (folder / name).write_text(text)
        self.convars = fivem_server.convars(KEY.sub(key, block("cfg")).replace("http://127.0.0.1:8080", url))

    def run(self, *steps: dict, allowed=OFFICER_MAY) -> list:
        return fivem_server.run(self.folder, resource=str(self.folder), convars=self.convars, allowed=allowed, steps=steps)

    def told(self, line: str, **more) -> str:
        (said,) = self.run(typed(line), **more)
        return said["text"]


@pytest.fixture
def game(records, tmp_path):
    server, _, key = records
    return Game(tmp_path, server.url, key)


def test_a_plate_is_found_in_any_spelling(game):
    shown = "48 ABC 123: Midnight blue Sultan RS of John Doe, registration Valid, insurance Expired"
    assert game.told("/plate 48 ABC 123") == shown
    assert game.told("/plate 48abc123") == shown


def test_a_citation_is_recorded_with_the_name_of_the_officer(game, records):
    assert re.fullmatch(r"Citation \d+ for John Doe", game.told('/cite "48 ABC 123" 250 Speeding, 30 over "the limit"'))
    entry = records[1].info()["citations"][-1]
    assert (entry["officerName"], entry["officerID"]) == ("Sgt. Reyes", "license:0f3b9c2d")
    assert (entry["amount"], entry["charges"]) == (250, "Speeding, 30 over the limit")


def test_an_unknown_plate_and_an_invalid_value_show_the_message_of_blotter(game):
    assert game.told("/plate 00 XX 00") == "Vehicle not found (10023)"
    assert game.told('/cite "00 XX 00" 250 Speeding') == "Vehicle not found (10023)"
    assert game.told('/cite "48 ABC 123" -1 Speeding') == "Invalid amount provided (11029)"


def test_commands_without_arguments_show_their_usage(game):
    assert game.told("/plate").startswith("Usage: /plate")
    assert game.told("/cite 48ABC123 much Speeding").startswith("Usage: /cite")
    assert game.told("/cite 48ABC123 250").startswith("Usage: /cite")


def test_the_key_of_the_guide_opens_nothing_else(records):
    server, _, key = records
    client = server.client(key, GUILD)
    assert client.get("key").ok()["scopes"] == ["read", "leo"]
    client.delete("civilian/delete", {"name": "John Doe"}).refused(403, "Missing permission civilian (20059)")


def test_players_without_permission_get_nothing(game):
    assert game.run(typed("/plate 48 ABC 123"), allowed=[]) == [{"player": 1, "refused": "plate"}]
    assert game.run({"event": "wk:onPlateLocked", "player": 1, "values": ["front", "48 ABC 123", 1]}, allowed=[]) == []


def test_the_plate_reader_reports_only_stolen_cars(game, records):
    clerk = records[1]
    clerk.vehicle("John Doe", "HOT 1")
    clerk.patch("vehicle/edit", {"name": "John Doe", "plate": "HOT 1", "field": "stole", "value": True}).created()
    locked = lambda plate: {"event": "wk:onPlateLocked", "player": 1, "values": ["front", plate, 1]}  # noqa: E731
    (said,) = game.run(locked(" HOT1   "), locked("48ABC123"))
    assert said["player"] == 1 and said["text"].startswith("HOT 1: ") and said["text"].endswith(", STOLEN")


def test_the_server_console_and_other_resources_can_use_it_too(game):
    (printed,) = game.run(typed("plate 48 ABC 123", player=0))
    assert printed.startswith("48 ABC 123: ")
    (given,) = game.run({"export": "lookUpPlate", "values": ["48abc123"]})
    assert given["export"][0]["civilianName"] == "John Doe"


def test_a_server_that_does_not_respond_is_reported_after_five_seconds(records, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        game = Game(tmp_path, f"http://127.0.0.1:{silent.getsockname()[1]}", records[2])
        assert game.told("/plate 48 ABC 123") == "Blotter did not respond in time"


def test_a_wrong_key_is_reported(records, tmp_path):
    assert Game(tmp_path, records[0].url, "blotter_" + "0" * 64).told("/plate X") == "Unauthorised guild access (20058)"


def test_the_key_stays_on_the_server():
    configuration = block("cfg")
    assert re.search(r"^set blotter_key ", configuration, re.MULTILINE)
    assert not re.search(r"^set[rs] ", configuration, re.MULTILINE)
    assert "server_only 'yes'" in files(GUIDE)["fxmanifest.lua"]


def test_the_documented_behavior_of_the_game_server_is_that_of_the_simulation():
    told = " ".join(cell for row in rows(GUIDE.read_text(), "It") for cell in row)
    natives = fivem_server.NATIVES.read_text()
    assert "within 5 seconds" in told and "max-time = 5" in natives
    assert "status of 400 or more" in told and "status >= 400" in natives
