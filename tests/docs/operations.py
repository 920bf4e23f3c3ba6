"""Reads the tables of docs/OPERATIONS.md and runs its commands with the program under test."""

import shlex
import subprocess

from harness import environment, program
from markdown import ROOT, blocks, rows, section

OPERATIONS = ROOT / "docs/OPERATIONS.md"


def plain(cell: str) -> str:
    return cell.strip("`")


def table(heading: str, first: str) -> list[list[str]]:
    return rows(section(OPERATIONS, heading), first)


def examples(heading: str, language: str = "sh") -> list[str]:
    """The fenced blocks after a heading."""
    wanted = section(OPERATIONS, heading)
    return [block.text for block in blocks(OPERATIONS) if block.language == language and f"```{language}\n{block.text}" in wanted]


def shell(script: str, cwd, **variables: str) -> subprocess.CompletedProcess:
    """Runs a script in which `blotter` is the program under test."""
    function = f"blotter() {{ {shlex.quote(program())} \"$@\"; }}\n"
    return subprocess.run(["bash", "-ec", function + script], cwd=cwd, env=environment(**variables), capture_output=True, text=True, timeout=60)
