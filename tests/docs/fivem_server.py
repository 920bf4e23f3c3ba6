"""A simulated FiveM server that runs resources of our documents, with HTTP to a real Blotter: fivem/natives.lua."""

import json
import pathlib
import re
import shlex
import subprocess

NATIVES = pathlib.Path(__file__).with_name("fivem") / "natives.lua"


def convars(configuration: str) -> dict[str, str]:
    """The values of the lines `set NAME "VALUE"` in a server.cfg."""
    return dict(re.findall(r'^set (\w+) "([^"]*)"$', configuration, re.MULTILINE))


def typed(line: str, player: int = 1) -> dict:
    """A line that a player types into the chat."""
    command, *arguments = shlex.split(line.removeprefix("/"))
    return {"command": command, "player": player, "arguments": arguments}


def run(folder: pathlib.Path, **script) -> list:
    """Returns the output: lines of JSON as values, everything else as text."""
    file = folder / "script.json"
    file.write_text(json.dumps(script))
    done = subprocess.run(["lua5.4", NATIVES, file], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) if line.startswith("{") else line for line in done.stdout.splitlines()]
