"""The Discord guide: its bot, unchanged, with the real discord.js and the real program. Only Discord is simulated."""

import fcntl
import hashlib
import json
import pathlib
import re
import shlex
import subprocess

import pytest

from harness import Server, environment
from markdown import ROOT, blocks, files
from operations import shell
from postgres_cluster import free_port
from stores import SqliteStore

GUIDE = ROOT / "docs/guides/discord-bot.md"
PACKAGES = pathlib.Path(__file__).with_name("discord")
EPHEMERAL = 64
KEY = re.compile(r"blotter_[0-9a-f]{64}")


def commands() -> list[str]:
    return [block.text for block in blocks(GUIDE) if block.language == "sh"]


def guild() -> str:
    return re.search(r"--guild (\d+)", commands()[0])[1]


@pytest.fixture(scope="session")
def discord_js() -> pathlib.Path:
    """discord.js of the version in package-lock.json, installed once for all runs."""
    lock = hashlib.sha256((PACKAGES / "package-lock.json").read_bytes()).hexdigest()
    modules = PACKAGES / "node_modules"
    note = modules / ".installed-lock"
    with open(PACKAGES / "package.json") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # tests run in parallel
        if not note.exists() or note.read_text() != lock:
            npm = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
            done = subprocess.run(npm, cwd=PACKAGES, capture_output=True, text=True, timeout=300)
            assert done.returncode == 0, done.stderr
            note.write_text(lock)
    return modules


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    folder = tmp_path_factory.mktemp("discord")
    with Server(SqliteStore(folder / "blotter.db")) as server:
        clerk = server.guild(guild())
        for name in ("John Doe", "Johnny Bolt", "Ada Lane"):
            clerk.civilian(name)
        clerk.vehicle("John Doe", "48 ABC 123", model="Sultan RS", color="Midnight blue")
        clerk.citation("John Doe", charges="Speeding"), clerk.bolo("Ada Lane", "Armed robbery")
        made = shell(commands()[0], folder)
        assert made.returncode == 0, made.stderr
        yield server, clerk, made.stdout.strip()


class Bot:
    """A folder as in the guide, with its .env adapted to the address and key of the test."""

    def __init__(self, folder: pathlib.Path, modules: pathlib.Path, url: str, key: str):
        self.folder = folder
        (folder / "node_modules").symlink_to(modules)
        for name, text in files(GUIDE).items():
            (folder / name).write_text(text)
        (settings,) = [block.text for block in blocks(GUIDE) if block.language == "ini"]
        (folder / ".env").write_text(KEY.sub(key, settings).replace("http://127.0.0.1:8080", url))

    def start(self, *steps: dict, deploy: bool = False) -> tuple[list[dict], str]:
        """Runs the guide's last block; returns what Discord receives and standard error. Deploys only once."""
        (self.folder / "steps.json").write_text(json.dumps(steps))
        options = f"--import {shlex.quote(str(PACKAGES / 'stand_in.mjs'))}"
        variables = environment(NODE_OPTIONS=options, STEPS=str(self.folder / "steps.json"))
        _, _, script = commands()
        assert "node deploy.mjs\n" in script
        script = "set -e\n" + (script if deploy else script.replace("node deploy.mjs\n", ""))
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, env=variables, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], done.stderr

    def answer(self, command: str, **options) -> dict:
        seen, problems = self.start({"command": command, "guild": guild(), "options": options})
        assert problems == ""
        return seen[-1]

    def choices(self, *typed: tuple[str, str]) -> list[list[str]]:
        """The suggestions for each pair of command and typed text."""
        seen, problems = self.start(*({"command": command, "guild": guild(), "typed": text} for command, text in typed))
        assert problems == ""
        return [each["choices"] for each in seen[1:]]


@pytest.fixture
def bot(records, discord_js, tmp_path):
    server, _, key = records
    return Bot(tmp_path, discord_js, server.url, key)


def test_the_three_commands_are_registered(bot):
    (told, login), _ = bot.start(deploy=True)
    assert told["route"] == "/applications/204255221017214977/commands"
    assert [command["name"] for command in told["commands"]] == ["person", "plate", "cite"]
    assert login == {"login": "your-token", "mentions": {"parse": []}}


def test_a_person_is_shown_only_to_the_user(bot):
    shown = bot.answer("person", name="ada lane")
    (embed,) = shown["embeds"]
    assert shown["flags"] == EPHEMERAL
    assert (embed["title"], embed["description"]) == ("Ada Lane", "**BOLO** Armed robbery")
    assert {field["name"]: field["value"] for field in embed["fields"]}["Citations"] == "0"


def test_a_community_with_another_id_is_set_in_the_settings(bot):
    with open(bot.folder / ".env", "a") as settings:
        settings.write(f"\nBLOTTER_GUILD={guild()}\n")
    seen, problems = bot.start({"command": "person", "guild": "1", "options": {"name": "Ada Lane"}})
    assert problems == "" and seen[-1]["embeds"][0]["title"] == "Ada Lane"


def test_a_person_without_a_bolo_has_no_description(bot):
    (embed,) = bot.answer("person", name="John Doe")["embeds"]
    assert not embed.get("description")


def test_names_are_suggested_while_typing(bot):
    johns, ada, nobody = bot.choices(("person", "john"), ("cite", "ada"), ("person", "j"))
    assert (set(johns), ada, nobody) == ({"John Doe", "Johnny Bolt"}, ["Ada Lane"], [])


def test_a_plate_finds_its_owner(bot):
    assert bot.answer("plate", plate="48abc123")["content"] == "48 ABC 123: Midnight blue Sultan RS of John Doe"


def test_a_citation_is_recorded_with_the_name_of_the_user(bot, records):
    said = bot.answer("cite", name="Johnny Bolt", amount=250, charges="Speeding @everyone")["content"]
    assert said == "Citation 1 for Johnny Bolt: Speeding @everyone"
    (entry,) = records[1].info("Johnny Bolt")["citations"]
    assert (entry["officerName"], entry["officerID"], entry["amount"]) == ("nightowl", "80351110224678912", 250)


def test_an_error_shows_the_message_of_blotter(bot):
    assert bot.answer("person", name="Nobody")["content"].startswith("Character not found (10023). ")


def test_a_server_of_another_community_sees_nothing(bot):
    seen, _ = bot.start({"command": "person", "guild": "1", "options": {"name": "John Doe"}})
    assert seen[-1]["content"].startswith("Unauthorised guild access (20058). ")


def test_an_unreachable_blotter_is_reported_and_the_bot_keeps_running(discord_js, tmp_path):
    bot = Bot(tmp_path, discord_js, f"http://127.0.0.1:{free_port()}", "blotter_" + "0" * 64)
    ask = {"command": "plate", "guild": guild(), "options": {"plate": "X"}}
    seen, problems = bot.start(ask, {"command": "person", "guild": guild(), "typed": "john"}, ask)
    assert [each.get("content", each.get("choices")) for each in seen[1:]] == ["Blotter cannot be reached.", [], "Blotter cannot be reached."]
    assert "ECONNREFUSED" in problems


def test_the_version_of_discord_js_is_the_tested_one():
    major = re.fullmatch(r"npm install discord\.js@(\d+)", commands()[1])[1]
    wanted = json.loads((PACKAGES / "package.json").read_text())["dependencies"]["discord.js"]
    assert wanted.startswith(f"^{major}.")
