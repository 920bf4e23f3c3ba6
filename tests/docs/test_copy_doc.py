"""Compares docs/OPERATIONS.md on copying guilds with the program and its sources."""

import re
import subprocess

from harness import environment, program, run
from markdown import ROOT, blocks, rows, section

OPERATIONS = ROOT / "docs/OPERATIONS.md"
SOURCES = [*sorted((ROOT / "src/storage/transfer").glob("*.cpp")), ROOT / "src/admin/copy_command.cpp"]
HEADING = "Moving guilds"


def told(first: str) -> list[str]:
    return [row[0].strip("`") for row in rows(section(OPERATIONS, HEADING), first)]


def test_all_options_of_copy_are_documented():
    offered = set(re.findall(r"^  (--[\w-]+)", run("copy", "--help").stdout, re.MULTILINE))
    assert {option.split()[0] for option in told("Option of `copy`")} == offered


def test_the_messages_of_copy_are_those_of_the_sources():
    literals = r'((?:"[^"]*"\s*)+)'
    said = set()
    for path in SOURCES:
        text = path.read_text()
        for found in re.findall(r"(?:StoreError\(|std::cerr << )\s*(?:fmt::format\(\s*)?" + literals, text):
            said.add("".join(re.findall(r'"([^"]*)"', found)))
    said = {message.removeprefix("blotter: ").removesuffix("\\n") for message in said if " rows copied and verified" not in message}
    differs = "{} ({} rows in the source, {} in the target)"  # assembled from two parts
    said = {message.replace("in the table {};", f"in the table {differs};") for message in said}
    documented = {re.sub(r"\b(NAME|TEXT|N|M)\b", "{}", message) for message in told("Message of `copy`")}
    assert len(documented) >= 12
    assert documented == said


def test_the_command_works_as_it_is_shown(tmp_path):
    (command,) = [block.text for block in blocks(OPERATIONS) if "blotter copy" in block.text and block.language == "sh"]
    words = re.sub(r"postgres://\S+", "sqlite:there.db", command).split()
    assert words[0] == "blotter" and "sqlite:there.db" in words
    assert run("key", "create", "--guild", "g1", "--store", "sqlite:blotter.db", cwd=tmp_path).returncode == 0
    done = subprocess.run([program(), *words[1:]], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert run("guild", "list", "--store", "sqlite:there.db", cwd=tmp_path).stdout.split()[2] == "g1"
